// Operators from the loosest to the tightest, as Calcite binds them:
//   OR | AND | NOT | IS .. | = <> < > <= >= IS DISTINCT FROM | BETWEEN IN LIKE SIMILAR | + - | * / % || | unary + -
//   | [ ] .
#include <algorithm>
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

// Calcite's numbers: an operator takes as its left operand what binds at least as tightly as `left` says, as its right
// one `right`. What stands behind an operand is no concern of the operator in front: behind `a = b IS NULL` goes on
// with the whole.
constexpr Binding kNot = {0, 52};
constexpr Binding kIs = {56, 0};
constexpr Binding kComparison = {60, 61};
constexpr Binding kIn = {64, 65};
constexpr Binding kBetween = {64, 66};
constexpr Binding kLike = {66, 64};
constexpr Binding kAdditive = {80, 81};
constexpr Binding kMultiplicative = {120, 121};
constexpr Binding kSign = {0, 160};

}  // namespace

Tree Parser::ParseTree() {
  const Depth depth(*this);
  return ParseChain("OR", ExpressionType::CONJUNCTION_OR, &Parser::ParseAnd);
}

Tree Parser::ParseAnd() { return ParseChain("AND", ExpressionType::CONJUNCTION_AND, &Parser::ParseCondition); }

Tree Parser::ParseCondition() { return ParseOperators(kNot.right); }

Tree Parser::ParseAdditive() { return ParseOperators(kAdditive.left); }

Tree Parser::ParseChain(std::string_view word, ExpressionType type, Tree (Parser::*operand)()) {
  Tree first = (this->*operand)();
  if (!IsWord(word)) return first;
  const Token& token = Peek();
  auto chain = make_uniq<duckdb::ConjunctionExpression>(type);
  chain->children.push_back(std::move(first));
  while (Accept(word)) chain->children.push_back((this->*operand)());
  return At(std::move(chain), token);
}

Tree Parser::ParseOperators(int least, int above) {
  Tree left = ParsePrefix();
  int weakest = kSign.Strength();
  size_t links = 0;
  while (const auto binding = OperatorHere()) {
    if (binding->left < least || binding->Strength() <= above) break;
    CountLink(links);
    left = ParseOperator(std::move(left), *binding, weakest);
    weakest = std::min(weakest, binding->Strength());
  }
  return left;
}

std::optional<Binding> Parser::OperatorHere() const {
  if (IsSymbol("*") || IsSymbol("/") || IsSymbol("%") || IsSymbol("||")) return kMultiplicative;
  if (IsSymbol("+") || IsSymbol("-")) return kAdditive;
  if (ComparisonOf(Peek())) {
    return IsAnyWord({"ANY", "SOME", "ALL"}, 1) && IsSymbol("(", 2) ? kIn : kComparison;
  }
  const bool negated = IsWord("NOT") && IsAnyWord({"BETWEEN", "IN", "LIKE", "SIMILAR", "ILIKE", "RLIKE"}, 1);
  const size_t ahead = negated ? 1 : 0;
  if (IsWord("IS")) return IsWord("DISTINCT", IsWord("NOT", 1) ? 2 : 1) ? kComparison : kIs;
  if (IsWord("IN", ahead)) return kIn;
  if (IsWord("BETWEEN", ahead)) return kBetween;
  if (IsAnyWord({"LIKE", "SIMILAR", "ILIKE", "RLIKE"}, ahead)) return kLike;
  if (IsWord("OVERLAPS")) return kComparison;
  if (IsAnyWord({"MEMBER", "SUBMULTISET", "MULTISET"})) {
    Fail(Peek().span, Peek().upper + " is no operator here", "Flink has none of the operators on multisets",
         ErrorStage::Validation);
  }
  return std::nullopt;
}

Tree Parser::ParsePrefix() {
  const bool negation = IsWord("NOT");
  if (!negation && !IsSymbol("-") && !IsSymbol("+")) return ParsePostfix();
  const Depth depth(*this);
  const Token& token = Take();
  if (negation) return Not(ParseOperators(kNot.right), token);
  // -9223372036854775808 is a BIGINT although its digits alone are not.
  if (token.text == "-" && Peek().kind == TokenKind::Integer && !IsSymbol("[", 1)) return ParseNumber(true);
  Trees arguments;
  arguments.push_back(ParseOperators(kSign.right));
  return Operator(token.text, std::move(arguments), token);
}

Tree Parser::ParseOperator(Tree left, const Binding& binding, int weakest) {
  const bool negated = Accept("NOT");
  const Token& token = Take();
  if (const auto comparison = ComparisonOf(token)) {
    if (binding.left == kIn.left) return ParseQuantified(std::move(left), *comparison, token);
    return Compare(*comparison, std::move(left), ParseOperators(binding.right), token);
  }
  if (token.kind == TokenKind::Symbol) {
    Trees arguments;
    arguments.push_back(std::move(left));
    arguments.push_back(ParseOperators(binding.right));
    return Operator(token.text, std::move(arguments), token);
  }
  if (token.upper == "IS") return ParseIs(std::move(left), token);
  if (token.upper == "BETWEEN") return ParseBetween(std::move(left), negated, token, weakest);
  if (token.upper == "IN") return ParseIn(std::move(left), negated, token);
  if (token.upper == "LIKE") return ParseLike(std::move(left), negated, token, "like");
  if (token.upper == "SIMILAR") {
    Expect("TO");
    return ParseLike(std::move(left), negated, token, "similar");
  }
  if (token.upper == "OVERLAPS") return ParseOverlaps(std::move(left), token);
  Fail(token.span, "no function matches " + token.upper, "use LIKE, or UPPER on both sides", ErrorStage::Validation);
}

Tree Parser::ParseIs(Tree left, const Token& token) {
  const bool negated = Accept("NOT");
  if (Accept("NULL") || Accept("UNKNOWN")) {
    const auto type = negated ? ExpressionType::OPERATOR_IS_NOT_NULL : ExpressionType::OPERATOR_IS_NULL;
    return At(make_uniq<duckdb::OperatorExpression>(type, std::move(left)), token);
  }
  if (IsWord("TRUE") || IsWord("FALSE")) {
    return Compare(negated ? ExpressionType::COMPARE_DISTINCT_FROM : ExpressionType::COMPARE_NOT_DISTINCT_FROM,
                   std::move(left), Boolean(Take().upper == "TRUE"), token);
  }
  if (Accept("DISTINCT", "FROM")) {
    return Compare(negated ? ExpressionType::COMPARE_NOT_DISTINCT_FROM : ExpressionType::COMPARE_DISTINCT_FROM,
                   std::move(left), ParseOperators(kComparison.right), token);
  }
  Trees arguments;
  arguments.push_back(std::move(left));
  Tree call;
  if (Accept("JSON")) {
    const std::string kind = IsAnyWord({"VALUE", "OBJECT", "ARRAY", "SCALAR"}) ? Take().upper : "VALUE";
    arguments.push_back(MakeConstant(kind, token.span));
    call = MakeCall("is_json", std::move(arguments), token.span);
  } else if (Accept("A", "SET") || Accept("EMPTY")) {
    const char* function = Last().upper == "SET" ? "is_a_set" : "is_empty";
    call = MakeCall(function, std::move(arguments), token.span);
  } else {
    Unexpected("NULL, TRUE, FALSE, UNKNOWN, DISTINCT FROM or JSON");
  }
  return negated ? Not(std::move(call), token) : std::move(call);
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

Tree Parser::ParseOverlaps(Tree left, const Token& at) {
  Trees arguments;
  Tree right = ParseOperators(kComparison.right);
  for (auto* side : {&left, &right}) {
    if ((*side)->GetExpressionClass() != duckdb::ExpressionClass::FUNCTION ||
        (*side)->Cast<duckdb::FunctionExpression>().children.size() != 2) {
      Fail(at.span, "OVERLAPS takes two periods", "(start, end) OVERLAPS (start, end)");
    }
    for (auto& child : (*side)->Cast<duckdb::FunctionExpression>().children) arguments.push_back(std::move(child));
  }
  return MakeCall("overlaps", std::move(arguments), at.span);
}

// Calcite reduces the tightest operator first, wherever it stands, and a BETWEEN only when what it stands behind and a
// NOT in front of its lower bound are reduced. What is tighter than these is the upper bound's by then.
Tree Parser::ParseBetween(Tree input, bool negated, const Token& at, int weakest) {
  const bool symmetric = Accept("SYMMETRIC");
  if (!symmetric) Accept("ASYMMETRIC");
  const size_t windows = scopes_.back().windows.size();
  if (IsWord("NOT")) weakest = std::min(weakest, kNot.right);
  // Up to its AND everything else is the lower bound's.
  Tree lower = ParseChain("OR", ExpressionType::CONJUNCTION_OR, &Parser::ParseCondition);
  Expect("AND");
  if (IsWord("NOT")) Unexpected("an expression", "put the NOT into brackets");
  Tree upper = weakest < kBetween.Strength() ? ParseOperators(0, weakest) : ParseOperators(kLike.left);
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
  const Depth depth(*this);
  Trees arguments;
  arguments.push_back(std::move(input));
  arguments.push_back(ParseOperators(kLike.right));
  if (Accept("ESCAPE")) arguments.push_back(ParseAdditive());
  Tree like = MakeCall(function, std::move(arguments), at.span);
  return negated ? Not(std::move(like), at) : std::move(like);
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
