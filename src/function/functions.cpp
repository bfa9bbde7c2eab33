// Every function that a user can call, by theme. Adding one = its rule in a file by theme, a line in entries.h, a line
// here. Nothing of DuckDB's own catalog is reachable from SQL unless an entry here leads to it.
#include <algorithm>
#include <cctype>
#include <map>

#include "base/error.h"
#include "function/arithmetic.h"
#include "function/entries.h"

namespace tarn::function {
namespace {

std::string UpperCase(std::string_view name) {
  std::string upper;
  for (char c : name) upper += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return upper;
}

}  // namespace

const std::vector<Function>& Functions() {
  static const std::vector<Function> kFunctions = {
      // ---- operators
      {"+", "a + b", "Sum; a point in time plus an interval", "1 + 2", ResolveAdd},
      {"-", "a - b", "Difference; a point in time minus an interval", "3 - 1", ResolveSubtract},
      {"*", "a * b", "Product", "2 * 3", ResolveMultiply},
      {"/", "a / b", "Quotient; of integers an integer", "7 / 2", ResolveDivide},
      {"%", "a % b", "Remainder with the sign of a", "7 % 2", ResolveModulo},
      {"||", "a || b", "Two strings in one", "'a' || 'b'", ResolveConcatOperator},
      {"LIKE", "text LIKE pattern [ESCAPE character]", "% stands for any text, _ for one character", "'abc' LIKE 'a%'",
       ResolveLike},
      {"SIMILAR", "text SIMILAR TO pattern", "SQL's regular expressions over the whole text",
       "'abc' SIMILAR TO '(a|b)%'", ResolveSimilar},
      // ---- strings
      {"CONCAT", "CONCAT(text, ..)", "The texts one after another; NULL if one is", "CONCAT('a', 'b')", ResolveConcat},
      {"CONCAT_WS", "CONCAT_WS(separator, text, ..)", "The texts that are not NULL, separated",
       "CONCAT_WS('-', 'a', 'b')", ResolveConcatWs},
      {"UPPER", "UPPER(text)", "In upper case", "UPPER('a')", ResolveUpper},
      {"UCASE", "UCASE(text)", "In upper case", "UCASE('a')", ResolveUpper},
      {"LOWER", "LOWER(text)", "In lower case", "LOWER('A')", ResolveLower},
      {"LCASE", "LCASE(text)", "In lower case", "LCASE('A')", ResolveLower},
      {"INITCAP", "INITCAP(text)", "Each word with a capital", "INITCAP('ab cd')", ResolveInitCap},
      {"CHAR_LENGTH", "CHAR_LENGTH(text)", "How many characters", "CHAR_LENGTH('abc')", ResolveCharLength},
      {"CHARACTER_LENGTH", "CHARACTER_LENGTH(text)", "How many characters", "CHARACTER_LENGTH('abc')",
       ResolveCharLength},
      {"SUBSTRING", "SUBSTRING(text, start [, length])", "A part; a negative start counts from the end",
       "SUBSTRING('hello', 2, 3)", ResolveSubstring},
      {"SUBSTR", "SUBSTR(text, start [, length])", "A part; a negative start counts from the end",
       "SUBSTR('hello', 2, 3)", ResolveSubstring},
      {"LEFT", "LEFT(text, count)", "The first characters", "LEFT('abc', 2)", ResolveLeft},
      {"RIGHT", "RIGHT(text, count)", "The last characters", "RIGHT('abc', 2)", ResolveRight},
      {"TRIM", "TRIM([BOTH | LEADING | TRAILING] [set] FROM text)", "Without the characters of the set at its ends",
       "TRIM(' a ')", ResolveTrim},
      {"LTRIM", "LTRIM(text [, set])", "Without the set at the beginning", "LTRIM(' a')", ResolveLTrim},
      {"RTRIM", "RTRIM(text [, set])", "Without the set at the end", "RTRIM('a ')", ResolveRTrim},
      {"BTRIM", "BTRIM(text [, set])", "Without the set at both ends", "BTRIM(' a ')", ResolveBTrim},
      {"LPAD", "LPAD(text, length, pad)", "Filled on the left, or cut", "LPAD('7', 3, '0')", ResolveLPad},
      {"RPAD", "RPAD(text, length, pad)", "Filled on the right, or cut", "RPAD('7', 3, '0')", ResolveRPad},
      {"REPEAT", "REPEAT(text, count)", "The text many times", "REPEAT('ab', 2)", ResolveRepeat},
      {"REVERSE", "REVERSE(text)", "From the end to the beginning", "REVERSE('abc')", ResolveReverse},
      {"REPLACE", "REPLACE(text, from, to)", "Every `from` replaced", "REPLACE('abc', 'b', 'x')", ResolveReplace},
      {"OVERLAY", "OVERLAY(text PLACING by FROM start [FOR length])", "A part replaced",
       "OVERLAY('abc' PLACING 'X' FROM 2)", ResolveOverlay},
      {"POSITION", "POSITION(needle IN text)", "Where it first stands, from 1; 0 = nowhere", "POSITION('b' IN 'abc')",
       ResolvePosition},
      {"LOCATE", "LOCATE(needle, text [, from])", "Where it first stands, from 1; 0 = nowhere", "LOCATE('b', 'abc')",
       ResolveLocate},
      {"INSTR", "INSTR(text, needle [, position [, times]])", "Where it first stands, from 1; 0 = nowhere",
       "INSTR('abc', 'b')", ResolveInstr},
      {"SPLIT_INDEX", "SPLIT_INDEX(text, separator, index)", "The index-th part, from 0", "SPLIT_INDEX('a,b', ',', 1)",
       ResolveSplitIndex},
      {"ASCII", "ASCII(text)", "The first byte", "ASCII('a')", ResolveAscii},
      {"CHR", "CHR(code)", "The character of a code", "CHR(65)", ResolveChr},
      {"TRANSLATE3", "TRANSLATE3(text, from, to)", "As TRANSLATE", "TRANSLATE3('abc', 'ab', 'xy')", ResolveTranslate},
      {"TRANSLATE", "TRANSLATE(text, from, to)", "Characters of `from` become those of `to`",
       "TRANSLATE('abc', 'b', 'x')", ResolveTranslate},
      {"ELT", "ELT(index, text, ..)", "The index-th of the texts, from 1", "ELT(2, 'a', 'b')", ResolveElt},
      {"STARTSWITH", "STARTSWITH(text, prefix)", "Whether it begins so", "STARTSWITH('abc', 'a')", ResolveStartsWith},
      {"ENDSWITH", "ENDSWITH(text, suffix)", "Whether it ends so", "ENDSWITH('abc', 'c')", ResolveEndsWith},
      {"IS_ALPHA", "IS_ALPHA(text)", "Whether it has letters only", "IS_ALPHA('abc')", ResolveIsAlpha},
      {"IS_DIGIT", "IS_DIGIT(text)", "Whether it has digits only", "IS_DIGIT('12')", ResolveIsDigit},
      {"IS_DECIMAL", "IS_DECIMAL(text)", "Whether it is a number", "IS_DECIMAL('1.5')", ResolveIsDecimal},
      {"REGEXP", "REGEXP(text, pattern)", "Whether the pattern is found", "REGEXP('abc', 'b')", ResolveRegexp},
      {"REGEXP_EXTRACT", "REGEXP_EXTRACT(text, pattern [, group])", "What the pattern or its group matched",
       "REGEXP_EXTRACT('a1', '[0-9]')", ResolveRegexpExtract},
      {"REGEXP_COUNT", "REGEXP_COUNT(text, pattern)", "How often the pattern is found", "REGEXP_COUNT('aba', 'a')",
       ResolveRegexpCount},
      {"REGEXP_INSTR", "REGEXP_INSTR(text, pattern)", "Where the pattern is first found, from 1; 0 = nowhere",
       "REGEXP_INSTR('abc', 'c')", ResolveRegexpInstr},
      {"REGEXP_SUBSTR", "REGEXP_SUBSTR(text, pattern)", "What the pattern first matched",
       "REGEXP_SUBSTR('a1', '[0-9]')", ResolveRegexpSubstr},
      {"REGEXP_EXTRACT_ALL", "REGEXP_EXTRACT_ALL(text, pattern [, group])", "What a group matched, each time",
       "REGEXP_EXTRACT_ALL('a1b2', '([a-z])', 1)", ResolveRegexpExtractAll},
      {"REGEXP_REPLACE", "REGEXP_REPLACE(text, pattern, by)", "Every match replaced",
       "REGEXP_REPLACE('a1', '[0-9]', '#')", ResolveRegexpReplace},
      {"STR_TO_MAP", "STR_TO_MAP(text [, pairs [, key]])", "A map of 'k=v,k=v'", "STR_TO_MAP('a=1')", ResolveStrToMap},
      {"SPLIT", "SPLIT(text, separator)", "The parts as an array", "SPLIT('a,b', ',')", ResolveSplit},
      // ---- numbers
      {"MOD", "MOD(a, b)", "Remainder with the sign of a", "MOD(7, 2)", ResolveModulo},
      {"ABS", "ABS(x)", "Without sign", "ABS(-1)", ResolveAbs},
      {"SIGN", "SIGN(x)", "-1, 0 or 1", "SIGN(-3)", ResolveSign},
      {"FLOOR", "FLOOR(x), FLOOR(time TO unit)", "The next lower whole number; the beginning of the unit", "FLOOR(1.5)",
       ResolveFloor, Volatility::Fixed, true},
      {"CEIL", "CEIL(x), CEIL(time TO unit)", "The next higher whole number; the beginning of the next unit",
       "CEIL(1.5)", ResolveCeil, Volatility::Fixed, true},
      {"CEILING", "CEILING(x), CEILING(time TO unit)", "As CEIL", "CEILING(1.5)", ResolveCeil, Volatility::Fixed, true},
      {"ROUND", "ROUND(x [, digits])", "Half away from zero", "ROUND(1.55, 1)", ResolveRound},
      {"TRUNCATE", "TRUNCATE(x [, digits])", "Toward zero", "TRUNCATE(1.55, 1)", ResolveTruncate},
      {"POWER", "POWER(x, y)", "x to the y", "POWER(2, 10)", ResolvePower},
      {"SQRT", "SQRT(x)", "Square root", "SQRT(2)", ResolveSqrt},
      {"EXP", "EXP(x)", "e to the x", "EXP(1)", ResolveExp},
      {"LN", "LN(x)", "Natural logarithm", "LN(10)", ResolveLn},
      {"LOG", "LOG([base,] x)", "Logarithm, natural without a base", "LOG(2, 8)", ResolveLog},
      {"LOG10", "LOG10(x)", "Logarithm of base 10", "LOG10(1000)", ResolveLog10},
      {"LOG2", "LOG2(x)", "Logarithm of base 2", "LOG2(8)", ResolveLog2},
      {"SIN", "SIN(x)", "Sine of radians", "SIN(0)", ResolveSin},
      {"COS", "COS(x)", "Cosine of radians", "COS(0)", ResolveCos},
      {"TAN", "TAN(x)", "Tangent of radians", "TAN(0)", ResolveTan},
      {"COT", "COT(x)", "Cotangent of radians", "COT(1)", ResolveCot},
      {"ASIN", "ASIN(x)", "Arc sine", "ASIN(0)", ResolveAsin},
      {"ACOS", "ACOS(x)", "Arc cosine", "ACOS(1)", ResolveAcos},
      {"ATAN", "ATAN(x)", "Arc tangent", "ATAN(1)", ResolveAtan},
      {"ATAN2", "ATAN2(y, x)", "Angle of a point", "ATAN2(1, 1)", ResolveAtan2},
      {"SINH", "SINH(x)", "Hyperbolic sine", "SINH(1)", ResolveSinh},
      {"COSH", "COSH(x)", "Hyperbolic cosine", "COSH(0)", ResolveCosh},
      {"TANH", "TANH(x)", "Hyperbolic tangent", "TANH(0)", ResolveTanh},
      {"DEGREES", "DEGREES(x)", "Radians to degrees", "DEGREES(3)", ResolveDegrees},
      {"RADIANS", "RADIANS(x)", "Degrees to radians", "RADIANS(180)", ResolveRadians},
      {"PI", "PI()", "3.14..", "PI()", ResolvePi},
      {"E", "E()", "2.71..", "E()", ResolveE},
      {"BIN", "BIN(x)", "Binary digits", "BIN(5)", ResolveBin},
      {"HEX", "HEX(x)", "Hexadecimal digits of a number or a text", "HEX(255)", ResolveHex},
      {"GREATEST", "GREATEST(x, ..)", "The greatest; NULL if one is", "GREATEST(1, 3)", ResolveGreatest},
      {"LEAST", "LEAST(x, ..)", "The least; NULL if one is", "LEAST(1, 3)", ResolveLeast},
      {"RAND", "RAND([seed])", "A random number from 0 to 1", "RAND()", ResolveRand, Volatility::PerCall},
      {"RAND_INTEGER", "RAND_INTEGER([seed,] bound)", "A random integer below the bound", "RAND_INTEGER(10)",
       ResolveRandInteger, Volatility::PerCall},
      {"UUID", "UUID()", "A random identifier", "UUID()", ResolveUuid, Volatility::PerCall},
      // ---- time
      {"EXTRACT", "EXTRACT(unit FROM time)", "A part of a time", "EXTRACT(YEAR FROM DATE '2024-01-02')", ResolveExtract,
       Volatility::Fixed, true},
      {"YEAR", "YEAR(time)", "The year", "YEAR(DATE '2024-01-02')", ResolveYear, Volatility::Fixed, true},
      {"QUARTER", "QUARTER(time)", "1 to 4", "QUARTER(DATE '2024-01-02')", ResolveQuarter, Volatility::Fixed, true},
      {"MONTH", "MONTH(time)", "1 to 12", "MONTH(DATE '2024-01-02')", ResolveMonth, Volatility::Fixed, true},
      {"WEEK", "WEEK(time)", "The ISO week", "WEEK(DATE '2024-01-02')", ResolveWeek, Volatility::Fixed, true},
      {"DAYOFYEAR", "DAYOFYEAR(time)", "1 to 366", "DAYOFYEAR(DATE '2024-01-02')", ResolveDayOfYear, Volatility::Fixed,
       true},
      {"DAYOFMONTH", "DAYOFMONTH(time)", "1 to 31", "DAYOFMONTH(DATE '2024-01-02')", ResolveDayOfMonth,
       Volatility::Fixed, true},
      {"DAYOFWEEK", "DAYOFWEEK(time)", "Sunday 1 to Saturday 7", "DAYOFWEEK(DATE '2024-01-02')", ResolveDayOfWeek,
       Volatility::Fixed, true},
      {"HOUR", "HOUR(time)", "0 to 23", "HOUR(TIME '10:11:12')", ResolveHour, Volatility::Fixed, true},
      {"MINUTE", "MINUTE(time)", "0 to 59", "MINUTE(TIME '10:11:12')", ResolveMinute, Volatility::Fixed, true},
      {"SECOND", "SECOND(time)", "0 to 59", "SECOND(TIME '10:11:12')", ResolveSecond, Volatility::Fixed, true},
      {"TIMESTAMPDIFF", "TIMESTAMPDIFF(unit, from, to)", "Whole units from one time to the other",
       "TIMESTAMPDIFF(DAY, DATE '2024-01-01', DATE '2024-03-01')", ResolveTimestampDiff, Volatility::Fixed, true},
      {"TIMESTAMPADD", "TIMESTAMPADD(unit, count, time)", "A time some units later",
       "TIMESTAMPADD(DAY, 1, DATE '2024-01-01')", ResolveTimestampAdd},
      {"TIMESTAMPMINUS", "(a - b) unit", "The time between as an interval",
       "(TIMESTAMP '2024-01-02 00:00:00' - TIMESTAMP '2024-01-01 00:00:00') DAY", ResolveTimestampMinus,
       Volatility::Fixed, true},
      {"OVERLAPS", "(start, end) OVERLAPS (start, end)", "Whether two periods meet",
       "(DATE '2024-01-01', DATE '2024-01-10') OVERLAPS (DATE '2024-01-10', DATE '2024-01-20')", ResolveOverlaps,
       Volatility::Fixed, true},
      {"DATE_FORMAT", "DATE_FORMAT(time, pattern)", "A time by a pattern of Java's",
       "DATE_FORMAT(TIMESTAMP '2024-01-02 03:04:05', 'yyyyMMdd')", ResolveDateFormat, Volatility::Fixed, true},
      {"TO_TIMESTAMP", "TO_TIMESTAMP(text [, pattern])", "A TIMESTAMP(3) from text",
       "TO_TIMESTAMP('2024-01-02 03:04:05')", ResolveToTimestamp, Volatility::Fixed, true},
      {"TO_DATE", "TO_DATE(text [, pattern])", "A date from text", "TO_DATE('2024-01-02')", ResolveToDate,
       Volatility::Fixed, true},
      {"TO_TIMESTAMP_LTZ", "TO_TIMESTAMP_LTZ(number [, 0 | 3])", "An instant from seconds (0) or milliseconds (3)",
       "TO_TIMESTAMP_LTZ(0, 3)", ResolveToTimestampLtz, Volatility::Fixed, true},
      {"FROM_UNIXTIME", "FROM_UNIXTIME(seconds [, pattern])", "Seconds since 1970 as text in the session's zone",
       "FROM_UNIXTIME(0)", ResolveFromUnixtime, Volatility::Fixed, true},
      {"UNIX_TIMESTAMP", "UNIX_TIMESTAMP([text [, pattern]])", "Seconds since 1970",
       "UNIX_TIMESTAMP('2024-01-02 03:04:05')", ResolveUnixTimestamp, Volatility::Fixed, true},
      {"CONVERT_TZ", "CONVERT_TZ(text, from, to)", "A time as text from one zone in another",
       "CONVERT_TZ('1970-01-01 00:00:00', 'UTC', 'Asia/Shanghai')", ResolveConvertTz},
      // ---- arrays and maps
      {"ARRAY_CONTAINS", "ARRAY_CONTAINS(array, x)", "Whether x is among the elements",
       "ARRAY_CONTAINS(ARRAY[1, 2], 2)", ResolveArrayContains},
      {"ARRAY_POSITION", "ARRAY_POSITION(array, x)", "Where x first stands, from 1; 0 = nowhere",
       "ARRAY_POSITION(ARRAY[1, 2], 2)", ResolveArrayPosition},
      {"ARRAY_DISTINCT", "ARRAY_DISTINCT(array)", "Each element once", "ARRAY_DISTINCT(ARRAY[1, 1])",
       ResolveArrayDistinct},
      {"ARRAY_REMOVE", "ARRAY_REMOVE(array, x)", "Without the elements that equal x", "ARRAY_REMOVE(ARRAY[1, 2], 1)",
       ResolveArrayRemove},
      {"ARRAY_REVERSE", "ARRAY_REVERSE(array)", "From the end to the beginning", "ARRAY_REVERSE(ARRAY[1, 2])",
       ResolveArrayReverse},
      {"ARRAY_SLICE", "ARRAY_SLICE(array, start [, end])", "A part; negative positions count from the end",
       "ARRAY_SLICE(ARRAY[1, 2, 3], 2)", ResolveArraySlice},
      {"ARRAY_UNION", "ARRAY_UNION(a, b)", "Elements of either, each once", "ARRAY_UNION(ARRAY[1], ARRAY[2])",
       ResolveArrayUnion},
      {"ARRAY_EXCEPT", "ARRAY_EXCEPT(a, b)", "Elements of a that are not in b, each once",
       "ARRAY_EXCEPT(ARRAY[1, 2], ARRAY[2])", ResolveArrayExcept},
      {"ARRAY_INTERSECT", "ARRAY_INTERSECT(a, b)", "Elements of both, each once",
       "ARRAY_INTERSECT(ARRAY[1, 2], ARRAY[2])", ResolveArrayIntersect},
      {"ARRAY_CONCAT", "ARRAY_CONCAT(array, ..)", "The arrays one after another", "ARRAY_CONCAT(ARRAY[1], ARRAY[2])",
       ResolveArrayConcat},
      {"ARRAY_APPEND", "ARRAY_APPEND(array, x)", "With x at the end", "ARRAY_APPEND(ARRAY[1], 2)", ResolveArrayAppend},
      {"ARRAY_PREPEND", "ARRAY_PREPEND(array, x)", "With x at the beginning", "ARRAY_PREPEND(ARRAY[1], 2)",
       ResolveArrayPrepend},
      {"ARRAY_MAX", "ARRAY_MAX(array)", "The greatest element", "ARRAY_MAX(ARRAY[1, 2])", ResolveArrayMax},
      {"ARRAY_MIN", "ARRAY_MIN(array)", "The least element", "ARRAY_MIN(ARRAY[1, 2])", ResolveArrayMin},
      {"ARRAY_JOIN", "ARRAY_JOIN(array, separator [, null])", "The strings in one", "ARRAY_JOIN(ARRAY['a', 'b'], ',')",
       ResolveArrayJoin},
      {"ARRAY_SORT", "ARRAY_SORT(array [, ascending [, nulls first]])", "In order", "ARRAY_SORT(ARRAY[2, 1])",
       ResolveArraySort},
      {"ELEMENT", "ELEMENT(array)", "The only element", "ELEMENT(ARRAY[5])", ResolveElement},
      {"MAP_KEYS", "MAP_KEYS(map)", "The keys as an array", "MAP_KEYS(MAP['a', 1])", ResolveMapKeys},
      {"MAP_VALUES", "MAP_VALUES(map)", "The values as an array", "MAP_VALUES(MAP['a', 1])", ResolveMapValues},
      {"MAP_ENTRIES", "MAP_ENTRIES(map)", "The entries as rows", "MAP_ENTRIES(MAP['a', 1])", ResolveMapEntries},
      {"MAP_FROM_ARRAYS", "MAP_FROM_ARRAYS(keys, values)", "A map of two arrays",
       "MAP_FROM_ARRAYS(ARRAY['a'], ARRAY[1])", ResolveMapFromArrays},
      {"MAP_UNION", "MAP_UNION(map, ..)", "All entries; the last map wins", "MAP_UNION(MAP['a', 1], MAP['b', 2])",
       ResolveMapUnion},
      // ---- digests and encodings
      {"MD5", "MD5(text)", "Digest in hexadecimal", "MD5('abc')", ResolveMd5},
      {"SHA1", "SHA1(text)", "Digest in hexadecimal", "SHA1('abc')", ResolveSha1},
      {"SHA224", "SHA224(text)", "Digest in hexadecimal", "SHA224('abc')", ResolveSha224},
      {"SHA256", "SHA256(text)", "Digest in hexadecimal", "SHA256('abc')", ResolveSha256},
      {"SHA384", "SHA384(text)", "Digest in hexadecimal", "SHA384('abc')", ResolveSha384},
      {"SHA512", "SHA512(text)", "Digest in hexadecimal", "SHA512('abc')", ResolveSha512},
      {"SHA2", "SHA2(text, bits)", "Digest of 224, 256, 384 or 512 bits", "SHA2('abc', 256)", ResolveSha2},
      {"TO_BASE64", "TO_BASE64(text)", "In Base64", "TO_BASE64('abc')", ResolveToBase64},
      {"FROM_BASE64", "FROM_BASE64(text)", "From Base64", "FROM_BASE64('YWJj')", ResolveFromBase64},
      {"URL_ENCODE", "URL_ENCODE(text)", "As part of a URL", "URL_ENCODE('a b')", ResolveUrlEncode},
      {"URL_DECODE", "URL_DECODE(text)", "From a part of a URL", "URL_DECODE('a+b')", ResolveUrlDecode},
      {"PARSE_URL", "PARSE_URL(url, part [, key])", "HOST, PATH, QUERY, REF, PROTOCOL, AUTHORITY, FILE or USERINFO",
       "PARSE_URL('http://x.com/a?q=1', 'HOST')", ResolveParseUrl},
      {"UNHEX", "UNHEX(text)", "The bytes that hexadecimal digits name", "UNHEX('6162')", ResolveUnhex},
      {"ENCODE", "ENCODE(text, charset)", "The bytes of a text in a charset", "ENCODE('abc', 'UTF-16')", ResolveEncode},
      {"DECODE", "DECODE(bytes, charset)", "The text that bytes are in a charset", "DECODE(x'6162', 'UTF-8')",
       ResolveDecode},
      {"PRINTF", "PRINTF(format, value, ..)", "A text by a format of Java's", "PRINTF('%d-%s', 1, 'a')", ResolvePrintf},
      // ---- JSON
      {"JSON_QUOTE", "JSON_QUOTE(text)", "A text as a JSON string", "JSON_QUOTE('abc')", ResolveJsonQuote},
      {"JSON_UNQUOTE", "JSON_UNQUOTE(text)", "The text of a JSON string", "JSON_UNQUOTE('\"abc\"')",
       ResolveJsonUnquote},
      {"JSON_VALUE", "JSON_VALUE(json, path [RETURNING type] [.. ON EMPTY] [.. ON ERROR])", "A scalar at a path",
       "JSON_VALUE('{\"a\": 1}', '$.a')", ResolveJsonValue},
      {"JSON_QUERY", "JSON_QUERY(json, path [.. WRAPPER] [.. ON EMPTY] [.. ON ERROR])", "An object or array at a path",
       "JSON_QUERY('{\"a\": [1]}', '$.a')", ResolveJsonQuery},
      {"JSON_EXISTS", "JSON_EXISTS(json, path [.. ON ERROR])", "Whether the path finds something",
       "JSON_EXISTS('{\"a\": 1}', '$.a')", ResolveJsonExists},
      {"IS_JSON", "text IS JSON [VALUE | SCALAR | ARRAY | OBJECT]", "Whether the text is JSON", "'{}' IS JSON",
       ResolveIsJson},
      {"JSON_STRING", "JSON_STRING(value)", "A value as JSON", "JSON_STRING(1)", ResolveJsonString},
  };
  return kFunctions;
}

const std::vector<Function>& InternalFunctions() {
  static const std::vector<Function> kInternal = {
      {"CAST", "", "CAST between Flink's types", "", ResolveCast},
      {"TRY_CAST", "", "CAST that gives NULL for bad data", "", ResolveTryCast},
      {"LABEL", "", "A text as one of a type with a length, uncut", "", ResolveLabel},
      {"IS_NEGATIVE_ZERO", "", "Tells -0.0 from 0.0 in GROUP BY", "", ResolveIsNegativeZero},
      {"JSON_OBJECT", "", "A JSON object of keys and values", "", ResolveJsonObject},
      {"JSON_ARRAY", "", "A JSON array of values", "", ResolveJsonArray},
      {"JSON", "", "A text that is JSON, as a part of other JSON", "", ResolveJson},
      {"JSON_PART", "", "A part of an aggregated JSON text", "", ResolveJsonPart},
      {"JSON_ENCLOSE", "", "The parts of an aggregated JSON text in brackets", "", ResolveJsonEnclose},
      {"ROW_TIMESTAMP", "", "The clock, whenever a row of a stream comes by", "", ResolveRowTimestamp,
       Volatility::PerCall},
      {"TO_MULTISET", "", "Counts of values as a MULTISET", "", ResolveToMultiset},
  };
  return kInternal;
}

const Function& InternalFunction(std::string_view name) {
  for (const auto& function : InternalFunctions()) {
    if (function.name == name) return function;
  }
  throw Error(ErrorCode::Internal, "no internal function " + std::string(name));
}

const std::vector<Special>& Specials() {
  using Kind = Special::Kind;
  static const std::vector<Special> kSpecials = {
      // ---- forms
      {"IF", Kind::Form, "IF(condition, a, b)", "a if the condition holds, else b", "IF(TRUE, 1, 2)"},
      {"IFNULL", Kind::Form, "IFNULL(a, b)", "a, or b where a is NULL", "IFNULL(1, 2)"},
      {"COALESCE", Kind::Form, "COALESCE(a, b, ..)", "The first that is not NULL", "COALESCE(1, 2)"},
      {"NULLIF", Kind::Form, "NULLIF(a, b)", "NULL where they are equal, else a", "NULLIF(1, 2)"},
      {"ROW", Kind::Form, "ROW(a, b, ..)", "A row of values", "ROW(1, 'a')"},
      {"ARRAY", Kind::Form, "ARRAY[a, b, ..]", "An array", "ARRAY[1, 2]"},
      {"MAP", Kind::Form, "MAP[key, value, ..]", "A map", "MAP['a', 1]"},
      {"TYPEOF", Kind::Form, "TYPEOF(x)", "The name of the type", "TYPEOF(1)"},
      {"CARDINALITY", Kind::Form, "CARDINALITY(array or map)", "How many elements", "CARDINALITY(ARRAY[1])"},
      {"CURRENT_TIMESTAMP", Kind::Form, "CURRENT_TIMESTAMP", "The statement's instant", "CURRENT_TIMESTAMP"},
      {"NOW", Kind::Form, "NOW()", "The statement's instant", "NOW()"},
      {"CURRENT_ROW_TIMESTAMP", Kind::Form, "CURRENT_ROW_TIMESTAMP()", "The instant", "CURRENT_ROW_TIMESTAMP()"},
      {"PROCTIME", Kind::Form, "PROCTIME()", "Processing time", "PROCTIME()"},
      {"LOCALTIMESTAMP", Kind::Form, "LOCALTIMESTAMP", "The wall clock in the session's zone", "LOCALTIMESTAMP"},
      {"CURRENT_DATE", Kind::Form, "CURRENT_DATE", "Today in the session's zone", "CURRENT_DATE"},
      {"CURRENT_TIME", Kind::Form, "CURRENT_TIME", "The time of day in the session's zone", "CURRENT_TIME"},
      {"LOCALTIME", Kind::Form, "LOCALTIME", "The time of day in the session's zone", "LOCALTIME"},
      {"UNIX_TIMESTAMP", Kind::Form, "UNIX_TIMESTAMP()", "Seconds since 1970 now", "UNIX_TIMESTAMP()"},
      {"JSON_OBJECT", Kind::Form, "JSON_OBJECT(key VALUE value, .. [NULL | ABSENT ON NULL])", "A JSON object",
       "JSON_OBJECT('a' VALUE 1)"},
      {"JSON_ARRAY", Kind::Form, "JSON_ARRAY(value, .. [NULL | ABSENT ON NULL])", "A JSON array", "JSON_ARRAY(1, 2)"},
      {"JSON", Kind::Form, "JSON(text)", "A value of JSON_OBJECT or JSON_ARRAY that is JSON itself",
       "JSON_ARRAY(JSON('[1]'))"},
      {"CURRENT_DATABASE", Kind::Form, "CURRENT_DATABASE()", "The session's current database", "CURRENT_DATABASE()"},
      {"GROUPING", Kind::Form, "GROUPING(column, ..)", "1 bits where a grouping set leaves the column out", ""},
      {"GROUPING_ID", Kind::Form, "GROUPING_ID(column, ..)", "As GROUPING", ""},
      {"GROUP_ID", Kind::Form, "GROUP_ID()", "Tells repeated grouping sets apart", ""},
      // ---- aggregates
      {"COUNT", Kind::Aggregate, "COUNT(x), COUNT(*)", "How many values, rows", ""},
      {"COUNT_STAR", Kind::Aggregate, "COUNT(*)", "How many rows", ""},
      {"SUM", Kind::Aggregate, "SUM(x)", "Sum in the type of x", ""},
      {"AVG", Kind::Aggregate, "AVG(x)", "Average; of integers an integer", ""},
      {"MIN", Kind::Aggregate, "MIN(x)", "The least", ""},
      {"MAX", Kind::Aggregate, "MAX(x)", "The greatest", ""},
      {"STDDEV_POP", Kind::Aggregate, "STDDEV_POP(x)", "Standard deviation of a population", ""},
      {"STDDEV_SAMP", Kind::Aggregate, "STDDEV_SAMP(x)", "Standard deviation of a sample", ""},
      {"STDDEV", Kind::Aggregate, "STDDEV(x)", "Standard deviation of a sample", ""},
      {"VAR_POP", Kind::Aggregate, "VAR_POP(x)", "Variance of a population", ""},
      {"VAR_SAMP", Kind::Aggregate, "VAR_SAMP(x)", "Variance of a sample", ""},
      {"VARIANCE", Kind::Aggregate, "VARIANCE(x)", "Variance of a sample", ""},
      {"FIRST_VALUE", Kind::Aggregate, "FIRST_VALUE(x)", "The first value that is not NULL", ""},
      {"LAST_VALUE", Kind::Aggregate, "LAST_VALUE(x)", "The last value that is not NULL", ""},
      {"LISTAGG", Kind::Aggregate, "LISTAGG(text [, separator])", "The texts in one, separated", ""},
      {"ARRAY_AGG", Kind::Aggregate, "ARRAY_AGG(x)", "The values as an array", ""},
      {"COLLECT", Kind::Aggregate, "COLLECT(x)", "The values as a multiset", ""},
      {"APPROX_COUNT_DISTINCT", Kind::Aggregate, "APPROX_COUNT_DISTINCT(x)", "How many different values, about", ""},
      {"PERCENTILE", Kind::Aggregate, "PERCENTILE(x, fraction)", "Interpolated percentile", ""},
      {"JSON_OBJECTAGG", Kind::Aggregate, "JSON_OBJECTAGG(key VALUE value)", "A JSON object of the rows", ""},
      {"JSON_ARRAYAGG", Kind::Aggregate, "JSON_ARRAYAGG(value)", "A JSON array of the rows", ""},
      // ---- windows
      {"ROW_NUMBER", Kind::Window, "ROW_NUMBER() OVER (..)", "Position in the window's order", ""},
      {"RANK", Kind::Window, "RANK() OVER (..)", "Rank with gaps", ""},
      {"DENSE_RANK", Kind::Window, "DENSE_RANK() OVER (..)", "Rank without gaps", ""},
      {"PERCENT_RANK", Kind::Window, "PERCENT_RANK() OVER (..)", "Relative rank", ""},
      {"CUME_DIST", Kind::Window, "CUME_DIST() OVER (..)", "Cumulative distribution", ""},
      {"NTILE", Kind::Window, "NTILE(n) OVER (..)", "The n-th part", ""},
      {"LAG", Kind::Window, "LAG(x [, offset [, default]]) OVER (..)", "The value some rows before", ""},
      {"LEAD", Kind::Window, "LEAD(x [, offset [, default]]) OVER (..)", "The value some rows behind", ""},
  };
  return kSpecials;
}

const Function* FindFunction(std::string_view name) {
  static const std::map<std::string, const Function*> kByName = [] {
    std::map<std::string, const Function*> map;
    for (const auto& function : Functions()) map.emplace(function.name, &function);
    return map;
  }();
  const auto it = kByName.find(UpperCase(name));
  return it == kByName.end() ? nullptr : it->second;
}

const Special* FindSpecial(std::string_view name) {
  static const std::map<std::string, const Special*> kByName = [] {
    std::map<std::string, const Special*> map;
    for (const auto& special : Specials()) map.emplace(special.name, &special);
    return map;
  }();
  const auto it = kByName.find(UpperCase(name));
  return it == kByName.end() ? nullptr : it->second;
}

const std::vector<std::string>& FunctionNames() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const auto& function : Functions()) {
      if (std::isalpha(static_cast<unsigned char>(function.name[0]))) names.emplace_back(function.name);
    }
    for (const auto& special : Specials()) {
      if (special.name != std::string_view("COUNT_STAR")) names.emplace_back(special.name);
    }
    std::sort(names.begin(), names.end());
    return names;
  }();
  return kNames;
}

}  // namespace tarn::function
