// One column of every atomic type with SQL that makes its values, for whoever writes and reads back.
#pragma once

namespace tarn::testing {

struct TypeCase {
  const char* name;
  const char* type;     // of the column
  const char* value;    // SQL over i, never NULL
  const char* read_as;  // SQL type that DuckDB must cast what it reads to; nullptr = as it is
};

// Values reach before 1970, below zero, to both ends of the type, and repeat now and then.
constexpr TypeCase kTypes[] = {
    {"boolean", "BOOLEAN", "i % 3 = 0", nullptr},
    {"tinyint", "TINYINT", "((hash(i) % 256)::INT - 128)::TINYINT", nullptr},
    {"smallint", "SMALLINT", "((hash(i) % 65536)::INT - 32768)::SMALLINT", nullptr},
    {"int", "INT", "((hash(i) % 4294967296)::BIGINT - 2147483648)::INT", nullptr},
    {"int_sorted", "INT", "(i * 3)::INT", nullptr},
    {"bigint", "BIGINT", "(hash(i)::HUGEINT - 9223372036854775808)::BIGINT", nullptr},
    {"float", "FLOAT", "((hash(i) % 100000)::INT / 7.0 - 5000)::FLOAT", nullptr},
    {"double", "DOUBLE", "(hash(i) % 1000000000)::BIGINT / 9.0 - 1e7", nullptr},
    {"dec4", "DECIMAL(4,2)", "((hash(i) % 19999)::INT - 9999)::DECIMAL(12,2) / 100", "DECIMAL(4,2)"},
    {"dec9", "DECIMAL(9,3)", "((hash(i) % 1999999999)::BIGINT - 999999999)::DECIMAL(18,3) / 1000", "DECIMAL(9,3)"},
    {"dec18", "DECIMAL(18,6)", "((hash(i) % 1000000000000)::BIGINT - 500000000000)::DECIMAL(18,6)", "DECIMAL(18,6)"},
    {"dec38", "DECIMAL(38,10)", "(hash(i)::HUGEINT - 9223372036854775808)::DECIMAL(38,10)", "DECIMAL(38,10)"},
    {"string", "STRING", "repeat(chr((97 + hash(i) % 26)::INT), (hash(i + 1) % 40)::INT) || i", nullptr},
    {"string_same", "STRING", "lpad(hash(i)::VARCHAR, 20, '0')", nullptr},
    {"string_few", "VARCHAR(20)", "'source ' || (i % 5)", nullptr},
    {"string_text", "CHAR(30)", "'Łódź ' || (hash(i) % 1000)", nullptr},
    {"bytes", "BYTES", "unhex(lpad(printf('%x', (hash(i) % 16777216)::BIGINT), 6, '0'))", nullptr},
    {"date", "DATE", "DATE '1970-01-01' + ((hash(i) % 60000)::INT - 30000)", nullptr},
    {"time", "TIME(3)", "make_time(0, 0, 0) + to_milliseconds((hash(i) % 86400000)::BIGINT)", "TIME"},
    {"ts3", "TIMESTAMP(3)", "make_timestamp(((hash(i) % 4000000000000)::BIGINT - 2000000000000) * 1000)", nullptr},
    {"ts6", "TIMESTAMP(6)", "make_timestamp((hash(i) % 4000000000000000)::BIGINT - 2000000000000000)", nullptr},
    {"ts9", "TIMESTAMP(9)", "make_timestamp_ns((hash(i) % 4000000000000000000)::BIGINT - 2000000000000000000)",
     "TIMESTAMP"},
    {"ltz3", "TIMESTAMP(3) WITH LOCAL TIME ZONE",
     "make_timestamptz(((hash(i) % 4000000000000)::BIGINT - 2000000000000) * 1000)", nullptr},
    {"ltz6", "TIMESTAMP(6) WITH LOCAL TIME ZONE",
     "make_timestamptz((hash(i) % 4000000000000000)::BIGINT - 2000000000000000)", nullptr},
};

}  // namespace tarn::testing
