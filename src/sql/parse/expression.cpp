// Operators from the loosest to the tightest, as Calcite binds them:
//   OR | AND | NOT | IS .. | = <> < > <= >= | BETWEEN IN LIKE SIMILAR | + - | * / % || | unary + - | [ ] .
#include <duckdb/parser/expression/between_expression.hpp>
#include <duckdb/parser/expression/comparison_expression.hpp>
#include <duckdb/parser/expression/conjunction_expression.hpp>
#include <duckdb/parser/expression/constant_expression.hpp>
#include <duckdb/parser/expression/function_expression.hpp>
#include <duckdb/parser/expression/operator_expression.hpp>
#include <duckdb/parser/expression/subquery_expression.hpp>

#include "sql/names.h"
#include "sql/parse/parser_impl.h"

namespace tarn::sql {

using duckdb::ExpressionType;
using duckdb::make_uniq;

namespace {

Tree At(Tree tree, const Token& token) {
  tree->SetQueryLocation(token.span.offset);
  return tree;
}

Tree Not(Tree child, const Token& token) {
  return At(make_uniq<duckdb::OperatorExpression>(ExpressionType::OPERATOR_NOT, std::move(child)), token);
}

Tree Compare(ExpressionType type, Tree left, Tree right, const Token& token) {
  return At(make_uniq<duckdb::ComparisonExpression>(type, std::move(left), std::move(right)), token);
}

Tree Boolean(bool value) { return make_uniq<duckdb::ConstantExpression>(duckdb::Value::BOOLEAN(value)); }

Tree Operator(const std::string& name, Trees arguments, const Token& token) {
  return At(make_uniq<duckdb::FunctionExpression>(name, std::move(arguments), nullptr, nullptr, false, true), token);
}

std::optional<ExpressionType> ComparisonOf(const Token& token) {
  if (token.kind != TokenKind::Symbol) return std::nullopt;
  if (token.text == "=") return ExpressionType::COMPARE_EQUAL;
  if (token.text == "<>") return ExpressionType::COMPARE_NOTEQUAL;
  if (token.text == "<") return ExpressionType::COMPARE_LESSTHAN;
  if (token.text == ">") return ExpressionType::COMPARE_GREATERTHAN;
  if (token.text == "<=") return ExpressionType::COMPARE_LESSTHANOREQUALTO;
  if (token.text == ">=") return ExpressionType::COMPARE_GREATERTHANOREQUALTO;
  return std::nullopt;
}

}  // namespace

Tree Parser::ParseTree() {
  const Depth depth(*this);
  Tree left = ParseAnd();
  while (IsWord("OR")) {
    const Token& token = Take();
    auto both = make_uniq<duckdb::ConjunctionExpression>(ExpressionType::CONJUNCTION_OR);
    both->children.push_back(std::move(left));
    do {
      both->children.push_back(ParseAnd());
    } while (Accept("OR"));
    left = At(std::move(both), token);
  }
  return left;
}

Tree Parser::ParseAnd() {
  Tree left = ParseNot();
  while (IsWord("AND")) {
    const Token& token = Take();
    auto both = make_uniq<duckdb::ConjunctionExpression>(ExpressionType::CONJUNCTION_AND);
    both->children.push_back(std::move(left));
    do {
      both->children.push_back(ParseNot());
    } while (Accept("AND"));
    left = At(std::move(both), token);
  }
  return left;
}

Tree Parser::ParseNot() {
  if (!IsWord("NOT")) return ParseIs();
  const Depth depth(*this);
  const Token& token = Take();
  return Not(ParseNot(), token);
}

Tree Parser::ParseIs() {
  Tree left = ParseComparison();
  size_t links = 0;
  while (IsWord("IS")) {
    CountLink(links);
    const Token& token = Take();
    const bool negated = Accept("NOT");
    if (Accept("NULL") || Accept("UNKNOWN")) {
      left = At(make_uniq<duckdb::OperatorExpression>(
                    negated ? ExpressionType::OPERATOR_IS_NOT_NULL : ExpressionType::OPERATOR_IS_NULL, std::move(left)),
                token);
    } else if (IsWord("TRUE") || IsWord("FALSE")) {
      left = Compare(negated ? ExpressionType::COMPARE_DISTINCT_FROM : ExpressionType::COMPARE_NOT_DISTINCT_FROM,
                     std::move(left), Boolean(Take().upper == "TRUE"), token);
    } else if (Accept("DISTINCT", "FROM")) {
      left = Compare(negated ? ExpressionType::COMPARE_NOT_DISTINCT_FROM : ExpressionType::COMPARE_DISTINCT_FROM,
                     std::move(left), ParseRange(), token);
    } else if (Accept("JSON")) {
      const std::string kind = IsAnyWord({"VALUE", "OBJECT", "ARRAY", "SCALAR"}) ? Take().upper : "VALUE";
      Trees arguments;
      arguments.push_back(std::move(left));
      arguments.push_back(MakeConstant(kind, token.span));
      left = MakeCall("is_json", std::move(arguments), token.span);
      if (negated) left = Not(std::move(left), token);
    } else if (Accept("A", "SET") || Accept("EMPTY")) {
      Trees arguments;
      const char* function = Last().upper == "SET" ? "is_a_set" : "is_empty";
      arguments.push_back(std::move(left));
      left = MakeCall(function, std::move(arguments), token.span);
      if (negated) left = Not(std::move(left), token);
    } else {
      Unexpected("NULL, TRUE, FALSE, UNKNOWN, DISTINCT FROM or JSON");
    }
  }
  return left;
}

Tree Parser::ParseComparison() {
  Tree left = ParseRange();
  size_t links = 0;
  while (const auto comparison = ComparisonOf(Peek())) {
    CountLink(links);
    const Token& token = Take();
    if (IsAnyWord({"ANY", "SOME", "ALL"}) && IsSymbol("(", 1)) {
      left = ParseQuantified(std::move(left), *comparison, token);
    } else {
      left = Compare(*comparison, std::move(left), ParseRange(), token);
    }
  }
  return left;
}

Tree Parser::ParseQuantified(Tree left, ExpressionType comparison, const Token& at) {
  const bool all = Take().upper == "ALL";
  ExpectSymbol("(");
  if (!IsQuery()) {
    // A list: x = ANY (a, b) is x = a OR x = b.
    auto any = make_uniq<duckdb::ConjunctionExpression>(all ? ExpressionType::CONJUNCTION_AND
                                                            : ExpressionType::CONJUNCTION_OR);
    do {
      any->children.push_back(Compare(comparison, left->Copy(), ParseTree(), at));
    } while (AcceptSymbol(","));
    ExpectSymbol(")");
    return any->children.size() == 1 ? std::move(any->children[0]) : At(std::move(any), at);
  }
  auto subquery = make_uniq<duckdb::SubqueryExpression>();
  subquery->subquery = Wrap(ParseQueryNode());
  ExpectSymbol(")");
  subquery->subquery_type = duckdb::SubqueryType::ANY;
  subquery->child = std::move(left);
  // x < ALL (q) holds unless x >= ANY (q).
  subquery->comparison_type = all ? duckdb::NegateComparisonExpression(comparison) : comparison;
  return all ? Not(At(std::move(subquery), at), at) : At(std::move(subquery), at);
}

Tree Parser::ParseRange() {
  Tree left = ParseAdditive();
  size_t links = 0;
  while (true) {
    if (IsAnyWord({"MEMBER", "SUBMULTISET", "MULTISET"})) {
      Fail(Peek().span, Peek().upper + " is no operator here", "Flink has none of the operators on multisets",
           ErrorStage::Validation);
    }
    const bool negated = IsWord("NOT") && IsAnyWord({"BETWEEN", "IN", "LIKE", "SIMILAR", "ILIKE", "RLIKE"}, 1);
    const size_t ahead = negated ? 1 : 0;
    if (!IsAnyWord({"BETWEEN", "IN", "LIKE", "SIMILAR", "ILIKE", "RLIKE", "OVERLAPS"}, ahead)) return left;
    CountLink(links);
    if (negated) Take();
    const Token& token = Take();
    if (token.upper == "BETWEEN") {
      left = ParseBetween(std::move(left), negated, token);
    } else if (token.upper == "IN") {
      left = ParseIn(std::move(left), negated, token);
    } else if (token.upper == "LIKE") {
      left = ParseLike(std::move(left), negated, token, "like");
    } else if (token.upper == "SIMILAR") {
      Expect("TO");
      left = ParseLike(std::move(left), negated, token, "similar");
    } else if (token.upper == "OVERLAPS") {
      Trees arguments;
      Tree right = ParseAdditive();
      for (auto* side : {&left, &right}) {
        if ((*side)->GetExpressionClass() != duckdb::ExpressionClass::FUNCTION ||
            (*side)->Cast<duckdb::FunctionExpression>().children.size() != 2) {
          Fail(token.span, "OVERLAPS takes two periods", "(start, end) OVERLAPS (start, end)");
        }
        for (auto& child : (*side)->Cast<duckdb::FunctionExpression>().children) {
          arguments.push_back(std::move(child));
        }
      }
      left = MakeCall("overlaps", std::move(arguments), token.span);
    } else {
      Fail(token.span, "no function matches " + token.upper, "use LIKE, or UPPER on both sides",
           ErrorStage::Validation);
    }
  }
}

Tree Parser::ParseBetween(Tree input, bool negated, const Token& at) {
  const bool symmetric = Accept("SYMMETRIC");
  if (!symmetric) Accept("ASYMMETRIC");
  const size_t windows = scopes_.back().windows.size();
  Tree lower = ParseAdditive();
  Expect("AND");
  Tree upper = ParseAdditive();
  Tree between;
  if (symmetric) {
    if (scopes_.back().windows.size() != windows) {
      Unsupported(at.span, "a named window inside BETWEEN SYMMETRIC is not supported", "write the window out");
    }
    auto either = make_uniq<duckdb::ConjunctionExpression>(ExpressionType::CONJUNCTION_OR);
    either->children.push_back(
        At(make_uniq<duckdb::BetweenExpression>(input->Copy(), lower->Copy(), upper->Copy()), at));
    either->children.push_back(
        At(make_uniq<duckdb::BetweenExpression>(std::move(input), std::move(upper), std::move(lower)), at));
    between = At(std::move(either), at);
  } else {
    between = At(make_uniq<duckdb::BetweenExpression>(std::move(input), std::move(lower), std::move(upper)), at);
  }
  return negated ? Not(std::move(between), at) : std::move(between);
}

Tree Parser::ParseIn(Tree input, bool negated, const Token& at) {
  ExpectSymbol("(");
  if (IsQuery()) {
    auto subquery = make_uniq<duckdb::SubqueryExpression>();
    subquery->subquery = Wrap(ParseQueryNode());
    ExpectSymbol(")");
    subquery->subquery_type = duckdb::SubqueryType::ANY;
    subquery->child = std::move(input);
    subquery->comparison_type = ExpressionType::COMPARE_EQUAL;
    Tree in = At(std::move(subquery), at);
    return negated ? Not(std::move(in), at) : std::move(in);
  }
  auto in = make_uniq<duckdb::OperatorExpression>(negated ? ExpressionType::COMPARE_NOT_IN : ExpressionType::COMPARE_IN,
                                                  std::move(input));
  do {
    in->children.push_back(ParseTree());
  } while (AcceptSymbol(","));
  ExpectSymbol(")");
  return At(std::move(in), at);
}

Tree Parser::ParseLike(Tree input, bool negated, const Token& at, const char* function) {
  Trees arguments;
  arguments.push_back(std::move(input));
  arguments.push_back(ParseAdditive());
  if (Accept("ESCAPE")) arguments.push_back(ParseAdditive());
  Tree like = MakeCall(function, std::move(arguments), at.span);
  return negated ? Not(std::move(like), at) : std::move(like);
}

Tree Parser::ParseAdditive() {
  Tree left = ParseMultiplicative();
  size_t links = 0;
  while (IsSymbol("+") || IsSymbol("-")) {
    CountLink(links);
    const Token& token = Take();
    Trees arguments;
    arguments.push_back(std::move(left));
    arguments.push_back(ParseMultiplicative());
    left = Operator(token.text, std::move(arguments), token);
  }
  return left;
}

Tree Parser::ParseMultiplicative() {
  Tree left = ParseUnary();
  size_t links = 0;
  while (IsSymbol("*") || IsSymbol("/") || IsSymbol("%") || IsSymbol("||")) {
    CountLink(links);
    const Token& token = Take();
    Trees arguments;
    arguments.push_back(std::move(left));
    arguments.push_back(ParseUnary());
    left = Operator(token.text, std::move(arguments), token);
  }
  return left;
}

Tree Parser::ParseUnary() {
  if (!IsSymbol("-") && !IsSymbol("+")) return ParsePostfix();
  const Depth depth(*this);
  const Token& token = Take();
  // -9223372036854775808 is a BIGINT although its digits alone are not.
  if (token.text == "-" && Peek().kind == TokenKind::Integer && !IsSymbol("[", 1)) return ParseNumber(true);
  Trees arguments;
  arguments.push_back(ParseUnary());
  return Operator(token.text, std::move(arguments), token);
}

Tree Parser::ParsePostfix() {
  Tree left = ParsePrimary();
  size_t links = 0;
  while (true) {
    if (IsSymbol("[")) {
      CountLink(links);
      const Token& token = Take();
      Tree index = ParseTree();
      ExpectSymbol("]");
      left = At(make_uniq<duckdb::OperatorExpression>(ExpressionType::ARRAY_EXTRACT, std::move(left), std::move(index)),
                token);
    } else if (IsSymbol(".") && IsName(1)) {
      CountLink(links);
      const Token& token = Take();
      const Name field = ParseName("a field name");
      left = At(make_uniq<duckdb::OperatorExpression>(
                    ExpressionType::STRUCT_EXTRACT, std::move(left),
                    make_uniq<duckdb::ConstantExpression>(duckdb::Value(EncodeName(field.text)))),
                token);
    } else {
      return left;
    }
  }
}

}  // namespace tarn::sql
