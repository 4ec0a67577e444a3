// Makes terms with divergent control flow, and with operations that depend on masks: loads, stores, moves of vector
// elements, and votes.
#include <algorithm>
#include <utility>

#include "model.h"
#include "term_generator.h"

namespace lanewise::fuzz {
namespace {

constexpr Type truth{Scalar::i32, 1};
constexpr Type votes{Scalar::u32, 1};
constexpr unsigned most_loops_within = 2;

TermPtr with_number(Form form, Type type, unsigned number, std::vector<TermPtr> arguments) {
    auto made = std::make_shared<Term>(Term{form, type, std::move(arguments)});
    made->number = number;
    if (is_integer(type.scalar)) made->range = range_of(type.scalar);
    return made;
}

}  // namespace

TermPtr TermGenerator::flow_term() {
    constexpr unsigned widths[] = {1, 1, 1, 1, 1, 2, 3, 4};
    const Type type{chance(85) ? random_integer() : random_float(), widths[below(8)]};
    const unsigned depth = 1 + below(2);
    sign_ = sign_of_input();
    if (kind_.has_sub_groups && chance(30)) return vote(type, depth);
    if (!chance(25)) return flow(type, depth);
    const TermPtr by = condition(depth);
    const bool outer = std::exchange(is_divergent_, true);
    auto made = with_number(Form::store_if, type, 0, {by, term(type, depth)});
    is_divergent_ = outer;
    return made;
}

TermPtr TermGenerator::long_term() {
    constexpr Type type{Scalar::u32, 1};
    TermPtr x = input(type);
    for (unsigned round = 0; round < 16; ++round)
        x = operation(Form::bit_xor, type, {operation(Form::mul_hi, type, {x, splat(type, 0x9e3779b9)}), input(type)});
    return x;
}

TermPtr TermGenerator::flow(Type type, unsigned depth) {
    switch (below(kind_.has_sub_groups ? 13 : 9)) {
        case 0:
        case 1:
        case 2: return branch(type, depth);
        case 3:
        case 4: return is_inside_ ? branch(type, depth) : inside(type, depth);
        case 5:
        case 6: return variables_.size() < most_loops_within ? loop(type, depth) : read(type, depth);
        case 7:
        case 8: return read(type, depth);
        default: return vote(type, depth);
    }
}

TermPtr TermGenerator::sign_of_input() {
    const Scalar of_one_register = kind_.sub_group_size == 8 ? Scalar::i32 : Scalar::i8;
    const Type type{chance(50) ? mask_of(random_integer()) : of_one_register, 1};
    auto made = std::make_shared<Term>(Term{Form::compare, truth, {input(type), splat(type, 0)}});
    made->range = {0, 1};
    return made;
}

// Makes a condition: a comparison, often with 0, or a combination of two conditions.
TermPtr TermGenerator::condition(unsigned depth) {
    if (chance(25)) return sign_;
    if (chance(20)) {
        constexpr Form forms[] = {Form::bit_and, Form::bit_or, Form::bit_xor, Form::bit_xor};
        return operation(forms[below(4)], truth, {condition(0), condition(0)});
    }
    const Type type{chance(85) ? random_integer() : random_float(), 1};
    const bool is_sign = is_integer(type.scalar) && is_signed(type.scalar) && chance(40);
    auto made = std::make_shared<Term>(
        Term{Form::compare, truth, {term(type, std::min(depth, 1U)), is_sign ? splat(type, 0) : leaf(type)}});
    made->relation = is_sign ? Relation::less : static_cast<Relation>(below(4));
    made->range = {0, 1};
    return made;
}

TermPtr TermGenerator::branch(Type type, unsigned depth) {
    const TermPtr by = condition(depth);
    const bool outer = std::exchange(is_divergent_, true);
    const TermPtr yes = term(type, depth), no = chance(50) ? leaf(type) : term(type, depth);
    is_divergent_ = outer;
    return with_number(Form::branch, type, 0, {by, yes, no});
}

TermPtr TermGenerator::inside(Type type, unsigned depth) {
    is_inside_ = true;
    const unsigned width = type.width;
    const bool moves = type.is_vector() && chance(60);
    const bool has_neighbours = kind_.has_sub_groups && !kind_.has_partial_chunks && !is_divergent_ && width == 1;
    TermPtr yes = term(type, moves ? std::min(depth, 1U) : depth);
    if (moves) yes = elements(Form::pick, type, {yes}, pattern(width, width));
    if (has_neighbours && chance(50))
        yes = with_number(Form::neighbour, type, 0, {with_number(Form::edge, type, number_ / 2 + below(2), {})});
    is_inside_ = false;
    const bool outer = std::exchange(is_divergent_, true);
    const TermPtr no = chance(50) ? constant(type) : leaf(type);
    is_divergent_ = outer;
    return with_number(Form::inside, type, 0, {yes, no});
}

TermPtr TermGenerator::loop(Type type, unsigned depth) {
    const TermPtr count = term({random_integer(), 1}, std::min(depth, 1U)), first = leaf(type);
    const unsigned number = loops_++;
    variables_.push_back({number, type});
    const bool outer = std::exchange(is_divergent_, true);
    const TermPtr next = term(type, std::max(depth, 1U));
    is_divergent_ = outer;
    variables_.pop_back();
    return with_number(Form::loop, type, number, {count, first, next});
}

// Makes a load from an input, or from one of two inputs that a condition selects. A load from a single input reads the
// element of a later work-item, or of any work-item.
TermPtr TermGenerator::read(Type type, unsigned depth) {
    const unsigned number = number_ / 2 + below(4);
    if (!type.is_vector() && chance(25))
        return with_number(Form::choose_place, type, 0, {condition(depth), input(type), input(type)});
    if (chance(50)) {
        const Type index{random_integer(), 1};
        return with_number(Form::gather, type, number, {chance(50) ? term(index, std::min(depth, 1U)) : leaf(index)});
    }
    TermPtr offset = splat({Scalar::u32, 1}, below(most_iterations + 1));
    if (!variables_.empty() && chance(70))
        offset = with_number(Form::step, {Scalar::u32, 1}, variables_.back().number, {});
    return with_number(Form::near, type, number, {offset});
}

// Makes a condition that usually depends on the result of `vote` and on `sign_`, a condition that occurs in many votes.
TermPtr TermGenerator::vote_after(const TermPtr& vote, unsigned depth) {
    if (chance(30)) return condition(depth);
    const Type type{chance(50) ? random_integer() : random_float(), 1};
    auto made = std::make_shared<Term>(Term{Form::compare, truth, {leaf(type), convert(type, vote, false)}});
    made->relation = static_cast<Relation>(below(2));
    made->range = {0, 1};
    constexpr Form forms[] = {Form::bit_xor, Form::bit_xor, Form::bit_xor, Form::bit_and};
    return operation(forms[below(4)], truth, {sign_, made});
}

// Makes a vote on a condition, or makes each work-item of a pair read a value of the other work-item. Both work-items
// of a pair must be active, so the read is made only where all work-items are active.
TermPtr TermGenerator::vote(Type type, unsigned depth) {
    if (!type.is_vector() && !is_divergent_ && !kind_.has_partial_chunks && chance(40))
        return with_number(Form::neighbour, type, 0, {term(type, depth)});
    TermPtr made = with_number(Form::count_votes, votes, 0, {chance(70) ? sign_ : condition(depth)});
    if (chance(60)) made = with_number(Form::ballot, votes, 0, {vote_after(made, depth)});
    if (type.is_vector())
        made = elements(Form::pick, {Scalar::u32, type.width}, {made}, std::vector<unsigned>(type.width));
    return made->type == type ? made : convert(type, made, false);
}

// Makes a leaf that occurs only in terms with control flow, such as the variable of a loop. Returns null if an ordinary
// leaf should be made.
TermPtr TermGenerator::leaf_in_flow(Type type) {
    if (is_inside_ && chance(45)) return with_number(Form::edge, type, number_ / 2 + below(2), {});
    if (type == Type{Scalar::u32, 1} && chance(10)) return with_number(Form::item, type, 0, {});
    if (variables_.empty() || chance(50)) return nullptr;
    const Variable& variable = variables_[below(static_cast<unsigned>(variables_.size()))];
    if (variable.type.width == type.width && chance(70)) {
        TermPtr made = with_number(Form::variable, variable.type, variable.number, {});
        return variable.type == type ? made : convert(type, made, false);
    }
    if (type.is_vector()) return nullptr;
    TermPtr made = with_number(Form::step, {Scalar::u32, 1}, variable.number, {});
    return made->type == type ? made : convert(type, made, false);
}

}  // namespace lanewise::fuzz
