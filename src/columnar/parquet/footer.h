// The end of a Parquet file: column indexes, offset indexes, FileMetaData, its length, the magic.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "columnar/parquet/page_writer.h"
#include "columnar/parquet/schema.h"

namespace tarn::columnar::parquet {

struct FooterInput {
  const std::vector<Node>& schema;
  const std::vector<Leaf>& leaves;
  const std::vector<RowGroupInfo>& row_groups;
  int codec_id = 0;
  std::vector<int32_t> sorting_leaves;  // leaf indexes, ascending order each
  std::map<std::string, std::string> key_values;
};

void WriteFooter(PageWriter& out, const FooterInput& input);

}  // namespace tarn::columnar::parquet
