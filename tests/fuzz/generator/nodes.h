// Functions that make nodes of expressions and statements.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "program.h"

namespace lanewise::fuzz {

inline constexpr Type i32{Scalar::i32, 1};

inline std::shared_ptr<Expression> new_node(Node node, Type type, std::vector<ExpressionPtr> arguments = {}) {
    auto expression = std::make_shared<Expression>();
    expression->node = node;
    expression->type = type;
    expression->arguments = std::move(arguments);
    return expression;
}

inline ExpressionPtr operation(Operator operation, Type type, ExpressionPtr a, ExpressionPtr b) {
    auto expression = new_node(Node::operation, type, {std::move(a), std::move(b)});
    expression->operation = operation;
    return expression;
}

inline ExpressionPtr function(Function function, Type type, std::vector<ExpressionPtr> arguments) {
    auto expression = new_node(Node::function, type, std::move(arguments));
    expression->function = function;
    return expression;
}

inline ExpressionPtr number(std::uint32_t value) {
    auto expression = new_node(Node::literal, u32);
    expression->value = make_value(u32, value);
    return expression;
}

inline ExpressionPtr known_value(Known what, unsigned dimension = 0) {
    auto expression = new_node(Node::known, what < Known::global_id ? u32 : Type{Scalar::u64, 1});
    expression->known = what;
    expression->dimension = dimension;
    return expression;
}

/// Makes the expression `value & mask`.
inline ExpressionPtr low_bits(ExpressionPtr value, std::uint32_t mask) {
    return operation(Operator::bit_and, u32, std::move(value), number(mask));
}

inline ExpressionPtr read(std::shared_ptr<const Variable> variable) {
    auto expression = new_node(Node::place, variable->type);
    expression->place.variable = std::move(variable);
    return expression;
}

inline std::shared_ptr<Statement> new_statement(Action action) {
    auto statement = std::make_shared<Statement>();
    statement->action = action;
    return statement;
}

}  // namespace lanewise::fuzz
