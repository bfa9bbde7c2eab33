// The door to the parser: text in, statement values out.
//
// Everything here throws SqlError with the position in `text` and with what() rendered over it. Parsing is bounded in
// depth (deeply nested or very long expressions are refused) and knows no catalog and no functions: names, types and
// Flink's rules about them are settled by sql/types/analyze.h. The trees say what was written and no more:
//
// Names. Every identifier is encoded (sql/names.h): columns, tables, aliases, field names, named arguments. Functions
//   are not: their names come in lower case. A select item without AS has no alias. `t.*` is a StarExpression of the
//   relation t; `a.b.*` has the relation b and the whole path as ColumnRefExpression in `expr`.
// Literals are ConstantExpressions whose Value has Flink's type (ToLogicalType): CHAR(n), DECIMAL(p, s), TIMESTAMP(p),
//   TIME(0), DATE, BINARY(n), INTERVAL MONTH / SECOND (months or microseconds, never days); NULL is SQLNULL.
// Operators. + - * / % || and unary - + are FunctionExpressions with is_operator. Comparisons, AND, OR (flat), NOT, IN,
//   BETWEEN, IS [NOT] NULL, CASE, CAST, TRY_CAST, COALESCE, subqueries are DuckDB's nodes; a[i] is ARRAY_EXTRACT,
//   (expression).f is STRUCT_EXTRACT, a path a.b.c is one ColumnRefExpression. IS [NOT] TRUE is IS [NOT] DISTINCT FROM.
//   x [NOT] IN (a, b) is one node; x = ANY (a, b) is an OR of comparisons.
// Calls are FunctionExpressions; a named argument has its name as alias. Syntax of its own becomes a call too:
//   EXTRACT(HOUR FROM x)        extract('HOUR', x)             FLOOR(x TO DAY), CEIL   floor(x, 'DAY'), ceil(x, 'DAY')
//   TIMESTAMPADD(DAY, n, t)     timestampadd('DAY', n, t)      TIMESTAMPDIFF           timestampdiff('DAY', a, b)
//   (a - b) DAY                 timestampminus('DAY', a, b)    (a, b) OVERLAPS (c, d)  overlaps(a, b, c, d)
//   POSITION(a IN b [FROM n])   position(a, b [, n])           OVERLAY(s PLACING r ..) overlay(s, r, from [, for])
//   TRIM(BOTH c FROM s)         trim('BOTH', c, s)             TRIM(s)                 trim(s)
//   SUBSTRING(s FROM a FOR b)   substring(s, a, b)             COUNT(*)                count_star()
//   a LIKE p [ESCAPE e]         like(a, p [, e])               a SIMILAR TO p          similar(a, p [, e])
//   x IS JSON OBJECT            is_json(x, 'OBJECT')           m IS A SET, IS EMPTY    is_a_set(m), is_empty(m)
//   CURRENT_DATE ..             current_date() ..              CASE, NULLIF, COALESCE     DuckDB's CASE and COALESCE
//   ARRAY[a, b]                 array(a, b)                    MAP[k, v, ..]           map(array(k ..), array(v ..))
//   ROW(a, b) and (a, b)        row(a, b)                      GROUPING(a, b)          grouping(a, b)
//   JSON_VALUE(j, p ..)         json_value(j, p, 'type' or '', 'on empty', default, 'on error', default)
//   JSON_QUERY(j, p ..)         json_query(j, p, 'type' or '', 'wrapper', 'on empty', 'on error')
//   JSON_EXISTS(j, p ..)        json_exists(j, p, 'on error')
//   JSON_OBJECT(..), JSON_ARRAY(..), JSON_OBJECTAGG(..), JSON_ARRAYAGG(..)
//                               json_object('NULL' or 'ABSENT', k, v ..), json_array('NULL' or 'ABSENT', v ..), ..agg
//                               alike
//   The marks in quotes are plain VARCHAR constants (no CHAR alias). Calls with OVER are WindowExpressions (lag and
//   lead: offset_expr, default_expr; count_star for COUNT(*)), sort items carry Flink's null order (ASC first, DESC
//   last).
// FROM. VALUES is an ExpressionListRef under SELECT *. A table with a hint or a version has an AtClause of unit "tarn"
//   over struct_pack(options := map(k, v, ..), timestamp := e, version := e), only what was given. A temporal join (FOR
//   SYSTEM_TIME AS OF a column) has the call __as_of(column) as a conjunct of its condition. UNNEST is a
//   TableFunctionRef `unnest(e)` joined CROSS (or LEFT); `'file.parquet'` is a BaseTableRef of that name with the
//   schema kFileSchema. Window and process table functions are TableFunctionRefs, their arguments:
//   TABLE t or a query          a SubqueryExpression (SELECT * FROM t)
//   DESCRIPTOR(a, b)            descriptor('a', 'b'), encoded names
//   PARTITION BY a, ORDER BY b  behind the table argument x: descriptor('a') with alias x.partition_by,
//                               order_by('b', 'ASC' ..) with alias x.order_by; x = its name or position from 0
//   x => value                  the value with alias x; window functions come with their arguments in order, unnamed
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sql/parse/statement.h"

namespace tarn::sql {

/// One statement; a `;` may end it.
Statement ParseStatement(std::string_view text);
/// A query alone: the text of a view.
Query ParseQuery(std::string_view text);
/// An expression alone: the text of a computed column or a watermark.
Expression ParseExpression(std::string_view text);

/// A statement of a script: where it begins in the file, and its text without the `;`.
struct ScriptPart {
  std::string_view text;
  size_t offset = 0;
  size_t line = 1;
};

/// Cuts a script at its `;`. A statement set (BEGIN STATEMENT SET; .. END; and EXECUTE STATEMENT SET BEGIN .. END)
/// is one part; empty statements are left out. A text that no lexer can read is one part, for the parser to refuse.
std::vector<ScriptPart> SplitScript(std::string_view script);

/// Whether the text ends inside a statement: no `;` yet, or a quote, comment or statement set is open. For a shell.
bool IsIncomplete(std::string_view text);

}  // namespace tarn::sql
