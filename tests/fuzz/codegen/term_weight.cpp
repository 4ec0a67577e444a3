#include "term_weight.h"

#include <algorithm>

#include "model.h"

namespace lanewise::fuzz {
namespace {

// Returns the number of instructions that fill one register with results of an operation. The number is above 1 if the
// processor has no instruction for the operation.
unsigned instructions_of(Form form) {
    switch (form) {
        case Form::constant:
        case Form::variable:
        case Form::step:
        case Form::item: return 0;
        case Form::loop: return 12;
        case Form::divide:
        case Form::remainder:
        case Form::mul_hi:
        case Form::mad_hi:
        case Form::mad_sat: return 12;
        case Form::popcount:
        case Form::clz:
        case Form::ctz:
        case Form::look_up:
        case Form::look_up_both: return 8;
        case Form::mul:
        case Form::rotate:
        case Form::shift_left:
        case Form::shift_right: return 4;
        case Form::add_sat:
        case Form::sub_sat:
        case Form::abs_diff:
        case Form::clamp:
        case Form::saturate:
        case Form::compare: return 3;
        default: return 2;
    }
}

bool has_float(const Term& term) {
    return is_float(term.type.scalar) || (!term.arguments.empty() && is_float(term.arguments[0]->type.scalar));
}

unsigned factor_of(const Term& term, std::uint32_t register_bits) {
    if (term.form == Form::input || !has_float(term)) return 1;
    const bool is_half =
        term.type.scalar == Scalar::f16 || (!term.arguments.empty() && term.arguments[0]->type.scalar == Scalar::f16);
    const bool converts = term.form == Form::convert || term.form == Form::saturate;
    return (is_half && register_bits == 128 ? 12 : is_half ? 3 : 1) * (converts ? 4 : 1);
}

}  // namespace

std::uint64_t weight_of(const Term& term, std::uint32_t lanes, std::uint32_t register_bits) {
    std::uint64_t bits = std::uint64_t{lanes} * term.type.width * bits_of(term.type.scalar), weight = 0;
    for (const TermPtr& argument : term.arguments) {
        bits = std::max(bits, std::uint64_t{lanes} * argument->type.width * bits_of(argument->type.scalar));
        weight += weight_of(*argument, lanes, register_bits);
    }
    // Code for the forms gather and choose_place loads one element after another, and computes an address for each
    // element.
    if (term.form == Form::gather || term.form == Form::choose_place)
        return weight + std::uint64_t{lanes} * (2 + term.type.width);
    const std::uint64_t registers = (bits + register_bits - 1) / register_bits;
    return weight + registers * instructions_of(term.form) * factor_of(term, register_bits);
}

}  // namespace lanewise::fuzz
