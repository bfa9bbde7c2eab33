// Mistyped options cost people days: the check of WITH, SET and hints against the lists of what there is.
#pragma once

#include "sql/statement/run.h"

namespace tarn::sql {

/// Of a table about to be made. Connector tables are checked where they are used (as in Flink, whose factories do
/// that); on a Paimon table an option that resembles a known one is an error at its place, any other is kept with a
/// notice.
void CheckTableOptions(Session& session, const Catalog& catalog, const OptionList& options,
                       const TableDefinition& definition, bool temporary);

}  // namespace tarn::sql
