// Makes expressions of random programs.
#include <algorithm>

#include "generator/nodes.h"
#include "generator/program_generator.h"

namespace lanewise::fuzz {
Scalar ProgramGenerator::random_scalar() {
    if (chance(is_least_ ? 75 : 45)) return chance(60) ? Scalar::u32 : Scalar::i32;
    return static_cast<Scalar>(below(11));
}

Type ProgramGenerator::random_type() {
    // Wide vectors are rare, because they need much code if there are many lanes.
    constexpr unsigned widths[] = {2, 3, 4, 4, 2, 3, 4, 2, 8, 16};
    return {random_scalar(), chance(is_least_ ? 97 : is_small_ ? 90 : 75) ? 1 : widths[below(is_small_ ? 7 : 10)]};
}

ExpressionPtr ProgramGenerator::literal(Type type) {
    auto expression = new_node(Node::literal, type);
    Value small{{Scalar::i32, type.width}};
    for (unsigned lane = 0; lane < type.width; ++lane)
        small.lanes[lane] = static_cast<std::uint64_t>(static_cast<std::int64_t>(below(60)) - 20);
    expression->value = convert(type, small);
    if (!is_float(type.scalar) && chance(25))
        for (unsigned lane = 0; lane < type.width; ++lane) {
            const std::uint64_t wide = (static_cast<std::uint64_t>(random_()) << 32 | random_()) >> below(64);
            expression->value.lanes[lane] = make_value({type.scalar, 1}, wide).lanes[0];
        }
    return expression;
}

ExpressionPtr ProgramGenerator::known(bool uniform) {
    constexpr Known same[] = {Known::total, Known::n, Known::global_size, Known::global_offset};
    constexpr Known own[] = {Known::item, Known::global_id};
    Known what = uniform || chance(40) ? static_cast<Known>(2 + below(3)) : static_cast<Known>(below(2));
    if (!program_->sees_groups)
        what = uniform || chance(40) ? same[below(4)] : own[below(2)];
    else if (chance(35))
        what = static_cast<Known>(static_cast<unsigned>(uniform ? Known::group_id : Known::global_id) +
                                  below(uniform ? 5 : 2));
    if (in_child_) what = uniform || chance(40) ? same[below(2)] : Known::item;
    auto expression = new_node(Node::known, what < Known::global_id ? u32 : Type{Scalar::u64, 1});
    expression->known = what;
    expression->dimension = program_->one_dimensional || chance(60) ? 0 : below(3);
    return expression;
}

// Makes an expression for an index, which may have any value.
ExpressionPtr ProgramGenerator::index(bool uniform) {
    if (chance(30)) return literal(u32);
    if (chance(40)) return adapt(known(uniform), u32);
    return leaf(u32, uniform);
}

ExpressionPtr ProgramGenerator::input(bool uniform) {
    const auto is_input = [](const Buffer& buffer) { return buffer.ownership == Ownership::input; };
    unsigned number = 0;
    do number = below(static_cast<unsigned>(program_->buffers.size()));
    while (!is_input(program_->buffers[number]));
    const Buffer& buffer = program_->buffers[number];
    auto expression = new_node(Node::input, buffer.element);
    expression->buffer = number;
    expression->pattern = uniform ? Pattern::masked : static_cast<Pattern>(below(4));
    if (expression->pattern == Pattern::vload) {
        if (buffer.element.is_vector()) expression->pattern = Pattern::affine;
        constexpr unsigned widths[] = {2, 3, 4, 8, 16};
        if (expression->pattern == Pattern::vload) expression->type.width = widths[below(5)];
    }
    if (buffer.element == Type{Scalar::f16, 1} && expression->pattern != Pattern::affine && chance(50)) {
        expression->pattern = Pattern::vload_half;
        expression->type.scalar = Scalar::f32;
    }
    expression->scale = 1 + below(3);
    expression->offset = below(64);
    if (expression->pattern != Pattern::affine && expression->pattern != Pattern::backwards)
        expression->arguments = {index(uniform)};
    return expression;
}

ExpressionPtr ProgramGenerator::own_element() {
    unsigned number = 0;
    do number = below(static_cast<unsigned>(program_->buffers.size()));
    while (!is_written(program_->buffers[number]));
    auto expression = new_node(Node::own, program_->buffers[number].element, {index(false)});
    expression->buffer = number;
    return expression;
}

bool ProgramGenerator::random_place(Place& place, bool uniform, bool to_write) {
    std::vector<VariablePtr> candidates;
    for (const VariablePtr& variable : visible_)
        if ((to_write || !uniform || variable->is_uniform) && !(to_write && variable->is_constant) &&
            !(to_write && variable->is_uniform && !uniform))
            candidates.push_back(variable);
    if (candidates.empty()) return false;
    const VariablePtr variable = candidates[below(static_cast<unsigned>(candidates.size()))];
    place.variable = variable;
    if (variable->count) place.index = index(uniform);
    if (variable->structure) {
        const auto& members = variable->structure->members;
        place.member = static_cast<int>(below(static_cast<unsigned>(members.size())));
        if (members[static_cast<std::size_t>(place.member)].count) place.member_index = index(uniform);
    }
    const Type type = place.type();
    if (type.is_vector() && chance(40)) {
        std::vector<unsigned> lanes(type.width);
        for (unsigned lane = 0; lane < type.width; ++lane) lanes[lane] = lane;
        std::ranges::shuffle(lanes, random_);
        constexpr unsigned widths[] = {1, 1, 2, 3, 4, 8};
        unsigned width = 0;
        do width = widths[below(6)];
        while (width > type.width);
        lanes.resize(width);
        place.lanes = lanes;
    }
    return true;
}

ExpressionPtr ProgramGenerator::leaf(Type type, bool uniform) {
    Place place;
    switch (below(10)) {
        case 0: return literal(type);
        case 1: return adapt(known(uniform), type);
        case 2: return adapt(input(uniform), type);
        case 3:
            if (!uniform && !in_child_) return adapt(own_element(), type);
            break;
        default: break;
    }
    // Makes a node of the kind Node::slot, without an index expression. To make an index, this function would have to
    // call itself, and the recursion might not end.
    if (program_->sees_groups && !uniform && chance(3)) return adapt(new_node(Node::slot, u32), type);
    if (chance(85) && random_place(place, uniform, false)) {
        auto expression = new_node(Node::place, place.type());
        expression->place = place;
        return adapt(expression, type);
    }
    return chance(50) ? literal(type) : adapt(known(uniform), type);
}

ExpressionPtr ProgramGenerator::adapt(ExpressionPtr value, Type type) {
    const Type from = value->type;
    if (from == type) return value;
    if (from.width != type.width && from.width > 1) {
        auto lanes = new_node(Node::swizzle, {from.scalar, type.width}, {value});
        for (unsigned i = 0; i < type.width; ++i) lanes->lanes.push_back(below(from.width));
        return adapt(lanes, type);
    }
    if (from.width != type.width) return new_node(Node::compose, type, {adapt(value, {type.scalar, 1})});
    const bool same_size = bytes_of(from.scalar) == bytes_of(type.scalar);
    if (same_size && !is_float(from.scalar) && !is_float(type.scalar) && chance(50))
        return new_node(Node::reinterpret, type, {value});
    return new_node(Node::convert, type, {value});
}

ExpressionPtr ProgramGenerator::clean(ExpressionPtr value) {
    if (!is_float(value->type.scalar)) return value;
    return function(Function::clean, value->type, {value});
}

ExpressionPtr ProgramGenerator::comparison(Type type, unsigned depth, bool uniform) {
    // A comparison of vectors returns a mask, and the mask's elements have the same size as the operands' elements.
    Type operands = random_type();
    operands.width = type.width;
    if (type.is_vector()) operands.scalar = type.scalar;
    if (type.is_vector() && chance(40)) {
        if (chance(50))
            operands.scalar = unsigned_of(type.scalar);
        else if (bytes_of(type.scalar) == 4)
            operands.scalar = Scalar::f32;
        else if (bytes_of(type.scalar) == 2)
            operands.scalar = Scalar::f16;
    }
    const auto kind = static_cast<Operator>(static_cast<unsigned>(Operator::less) + below(4));
    return operation(kind, type, expression(operands, depth, uniform), expression(operands, depth, uniform));
}

ExpressionPtr ProgramGenerator::condition(bool uniform) {
    if (uniform && chance(45)) return disguise_condition(condition(true));
    if (chance(40)) {
        const ExpressionPtr bits = operation(Operator::bit_and, u32, expression(u32, 1, uniform), literal(u32));
        return operation(chance(50) ? Operator::equal : Operator::not_equal, i32, bits, literal(u32));
    }
    const ExpressionPtr one = comparison(i32, 1, uniform);
    if (!chance(15)) return one;
    return operation(chance(50) ? Operator::logical_and : Operator::logical_or, i32, one, comparison(i32, 0, uniform));
}

ExpressionPtr ProgramGenerator::operation_on(Type type, unsigned depth, bool uniform) {
    const ExpressionPtr a = expression(type, depth, uniform), b = expression(type, depth, uniform);
    const unsigned kinds = is_float(type.scalar) ? 4 : 11;
    return operation(static_cast<Operator>(below(kinds)), type, a, b);
}

// Makes a call of a function that exists only for some types.
ExpressionPtr ProgramGenerator::rare_function_on(Type type, unsigned depth, bool uniform) {
    const auto argument = [&] { return expression(type, depth, uniform); };
    const bool is_shuffled = type.is_vector() && type.width != 3 && chance(40);
    if (is_shuffled) {
        const ExpressionPtr mask = expression({unsigned_of(type.scalar), type.width}, 0, uniform);
        if (chance(50)) return function(Function::shuffle, type, {argument(), mask});
        return function(Function::shuffle2, type, {argument(), argument(), mask});
    }
    if (is_float(type.scalar)) {
        const auto what = static_cast<Function>(static_cast<unsigned>(Function::sign) + below(8));
        if (what <= Function::round) return function(what, type, {argument()});
        const bool cleans_first = what <= Function::fmax, cleans_second = cleans_first || what == Function::copysign;
        const ExpressionPtr a = argument(), b = argument();
        return function(what, type, {cleans_first ? clean(a) : a, cleans_second ? clean(b) : b});
    }
    switch (below(4)) {
        case 0: return function(Function::ctz, type, {argument()});
        case 1:
            if (bytes_of(type.scalar) == 4) return function(Function::mul24, type, {argument(), argument()});
            break;
        case 2:
            if (!is_signed(type.scalar)) return function(Function::mad_hi, type, {argument(), argument(), argument()});
            break;
        default: break;
    }
    return function(Function::mad_sat, type, {argument(), argument(), argument()});
}

ExpressionPtr ProgramGenerator::function_on(Type type, unsigned depth, bool uniform) {
    if (chance(25)) return rare_function_on(type, depth, uniform);
    std::vector<ExpressionPtr> arguments;
    Function what = Function::fma;
    unsigned count = 3;
    if (is_float(type.scalar)) {
        constexpr Function unary[] = {Function::negate, Function::absolute, Function::floor, Function::ceil,
                                      Function::trunc,  Function::rint,     Function::sqrt};
        if (chance(75)) what = unary[below(7)], count = 1;
    } else if (chance(30)) {
        what = static_cast<Function>(below(5)), count = 1;
    } else if (chance(80)) {
        what = static_cast<Function>(static_cast<unsigned>(Function::minimum) + below(9)), count = 2;
    } else {
        what = chance(50) ? Function::bitselect : Function::clamp;
    }
    for (unsigned i = 0; i < count; ++i) arguments.push_back(expression(type, depth, uniform));
    return function(what, type, arguments);
}

ExpressionPtr ProgramGenerator::special(Type type, unsigned depth, bool uniform) {
    const bool is_mask =
        type.is_vector() ? type.scalar == mask_of(type.scalar) && !is_float(type.scalar) : type.scalar == Scalar::i32;
    switch (below(5)) {
        case 0:
            if (is_mask) return comparison(type, depth, uniform);
            break;
        case 1:
            if (type.is_vector()) {
                const Type mask{mask_of(type.scalar), type.width};
                return function(
                    Function::select, type,
                    {expression(type, depth, uniform), expression(type, depth, uniform), comparison(mask, 0, uniform)});
            }
            break;
        case 2:
            if (type.width == 4 || type.width == 8 || type.width == 16) {
                const Type half{type.scalar, type.width / 2};
                return new_node(Node::compose, type,
                                {expression(half, depth, uniform), expression(half, depth, uniform)});
            }
            if (type.is_vector()) {
                std::vector<ExpressionPtr> parts;
                for (unsigned i = 0; i < type.width; ++i) parts.push_back(expression({type.scalar, 1}, 0, uniform));
                return new_node(Node::compose, type, parts);
            }
            break;
        case 3: {
            Type other = random_type();
            if (chance(60)) other.width = type.width;
            return adapt(expression(other, depth, uniform), type);
        }
        default: break;
    }
    return new_node(Node::conditional, type,
                    {condition(uniform), expression(type, depth, uniform), expression(type, depth, uniform)});
}

ExpressionPtr ProgramGenerator::expression(Type type, unsigned depth, bool uniform) {
    if (depth == 0 || chance(is_least_ ? 45 : 20)) return leaf(type, uniform);
    if (uniform && chance(15)) return disguise_value(expression(type, depth - 1, true));
    const unsigned kind = below(10);
    if (kind < 5) return operation_on(type, depth - 1, uniform);
    if (kind < 7) return function_on(type, depth - 1, uniform);
    return special(type, depth - 1, uniform);
}

}  // namespace lanewise::fuzz
