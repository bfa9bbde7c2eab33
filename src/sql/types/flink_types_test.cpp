#include "sql/types/flink_types.h"

#include <gtest/gtest.h>

#include "columnar/type_mapping.h"

namespace tarn::sql {
namespace {

using paimon::DataType;
using paimon::TypeRoot;

DataType Type(TypeRoot root, int32_t length = 0, int32_t precision = 0, int32_t scale = 0) {
  DataType type;
  type.root = root;
  type.length = length;
  type.precision = precision;
  type.scale = scale;
  return type;
}

std::vector<DataType> EveryType() {
  std::vector<DataType> types;
  for (TypeRoot root :
       {TypeRoot::Boolean, TypeRoot::TinyInt, TypeRoot::SmallInt, TypeRoot::Int, TypeRoot::BigInt, TypeRoot::Float,
        TypeRoot::Double, TypeRoot::Date, TypeRoot::IntervalMonth, TypeRoot::IntervalSecond, TypeRoot::Variant}) {
    types.push_back(Type(root));
  }
  types.push_back(Type(TypeRoot::Decimal, 0, 38, 10));
  for (int32_t n : {1, 7, DataType::kMaxLength}) {
    types.push_back(Type(TypeRoot::VarChar, n));
    types.push_back(Type(TypeRoot::VarBinary, n));
    types.push_back(Type(TypeRoot::Char, n));
    types.push_back(Type(TypeRoot::Binary, n));
  }
  for (int32_t p = 0; p <= 9; p++) {
    types.push_back(Type(TypeRoot::Timestamp, 0, p));
    types.push_back(Type(TypeRoot::TimestampLtz, 0, p));
    types.push_back(Type(TypeRoot::Time, 0, p));
  }
  return types;
}

TEST(FlinkTypes, RoundTripAndPhysicalForm) {
  for (const DataType& type : EveryType()) {
    const auto logical = ToLogicalType(type);
    EXPECT_EQ(ToDataType(logical).root, type.root) << logical.ToString();
    EXPECT_EQ(ToDataType(logical).length, type.length) << logical.ToString();
    EXPECT_EQ(ToDataType(logical).precision, type.precision) << logical.ToString();
    EXPECT_EQ(ToDataType(logical).scale, type.scale) << logical.ToString();
    EXPECT_EQ(logical.id(), columnar::VectorType(type).id());
  }
}

TEST(FlinkTypes, NestedTypesCarryTheTypesOfTheirElements) {
  DataType map = Type(TypeRoot::Map);
  map.children = {Type(TypeRoot::Char, 3), Type(TypeRoot::Timestamp, 0, 3)};
  DataType row = Type(TypeRoot::Row);
  row.fields = {{0, "a", map, {}, {}}, {1, "b", Type(TypeRoot::Int), {}, {}}};
  DataType array = Type(TypeRoot::Array);
  array.children = {row};
  const DataType back = ToDataType(ToLogicalType(array));
  ASSERT_EQ(back.root, TypeRoot::Array);
  ASSERT_EQ(back.children[0].fields.size(), 2u);
  EXPECT_EQ(back.children[0].fields[0].name, "a");
  EXPECT_EQ(back.children[0].fields[0].type.children[0].length, 3);
  EXPECT_EQ(back.children[0].fields[0].type.children[1].precision, 3);
}

TEST(FlinkTypes, TypesOfOneFormDiffer) {
  EXPECT_NE(ToLogicalType(Type(TypeRoot::Timestamp, 0, 3)), ToLogicalType(Type(TypeRoot::Timestamp, 0, 0)));
  EXPECT_NE(ToLogicalType(Type(TypeRoot::Char, 3)), ToLogicalType(Type(TypeRoot::VarChar, 3)));
  EXPECT_EQ(ToLogicalType(Type(TypeRoot::Char, 3)), ToLogicalType(Type(TypeRoot::Char, 3)));
}

}  // namespace
}  // namespace tarn::sql
