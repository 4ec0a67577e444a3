// Makes conditions and values that are the same for all work-items at run time, although the compiler must assume that
// they may differ.
#include "generator/nodes.h"
#include "generator/program_generator.h"

namespace lanewise::fuzz {

// Makes an expression that is always 0, although the compiler cannot know this.
ExpressionPtr ProgramGenerator::zero() {
    if (!zeros_.empty() && chance(40)) return read(zeros_[below(static_cast<unsigned>(zeros_.size()))]);
    auto expression = new_node(Node::input, u32);
    expression->buffer = static_cast<unsigned>(program_->buffers.size()) - 1;
    expression->pattern = static_cast<Pattern>(below(3));
    expression->scale = 1 + below(3);
    expression->offset = below(64);
    if (expression->pattern == Pattern::masked) expression->arguments = {index(chance(30))};
    if (chance(20)) return operation(Operator::bit_and, u32, expression, leaf(u32, false));
    return expression;
}

ExpressionPtr ProgramGenerator::never() {
    const unsigned dimension = program_->one_dimensional ? 0 : below(3);
    switch (below(program_->sees_groups ? 7 : 4)) {
        case 0: return operation(Operator::not_equal, i32, zero(), number(0));
        case 1: return operation(Operator::less_equal, i32, known_value(Known::total), known_value(Known::item));
        case 2: return operation(Operator::less_equal, i32, number(n_bound + below(9)), known_value(Known::n));
        case 3: return operation(Operator::equal, i32, zero(), number(1 + below(9)));
        case 4:
            return operation(Operator::less_equal, i32, known_value(Known::local_size, dimension),
                             known_value(Known::local_id, dimension));
        case 5: return operation(Operator::logical_and, i32, comparison(i32, 0, false), never());
        default: break;
    }
    return operation(Operator::less_equal, i32, known_value(Known::group_size), known_value(Known::local_item));
}

ExpressionPtr ProgramGenerator::always() {
    const unsigned dimension = program_->one_dimensional ? 0 : below(3);
    switch (below(program_->sees_groups ? 7 : 4)) {
        case 0: return operation(Operator::equal, i32, zero(), number(0));
        case 1: return operation(Operator::less, i32, known_value(Known::item), known_value(Known::total));
        case 2: return operation(Operator::less, i32, known_value(Known::n), number(n_bound + below(9)));
        case 3: return operation(Operator::less, i32, zero(), number(1 + below(9)));
        case 4:
            return operation(Operator::less, i32, known_value(Known::local_id, dimension),
                             known_value(Known::local_size, dimension));
        case 5: return operation(Operator::logical_or, i32, comparison(i32, 0, false), always());
        default: break;
    }
    return operation(Operator::less, i32, known_value(Known::local_item), known_value(Known::group_size));
}

ExpressionPtr ProgramGenerator::disguise_condition(ExpressionPtr condition) {
    switch (below(4)) {
        case 0: return operation(Operator::logical_and, i32, always(), condition);
        case 1: return operation(Operator::logical_or, i32, condition, never());
        case 2: return operation(Operator::logical_and, i32, condition, always());
        default: return new_node(Node::conditional, i32, {always(), condition, comparison(i32, 0, false)});
    }
}

ExpressionPtr ProgramGenerator::disguise_value(ExpressionPtr value) {
    const Type type = value->type;
    if (!is_float(type.scalar) && chance(50)) {
        constexpr Operator neutral[] = {Operator::add, Operator::sub, Operator::bit_or, Operator::bit_xor,
                                        Operator::shift_left};
        return operation(neutral[below(5)], type, value, adapt(zero(), type));
    }
    if (chance(50)) return new_node(Node::conditional, type, {always(), value, leaf(type, false)});
    return new_node(Node::conditional, type, {never(), leaf(type, false), value});
}

}  // namespace lanewise::fuzz
