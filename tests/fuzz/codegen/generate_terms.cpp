#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "model.h"
#include "term_generator.h"

namespace lanewise::fuzz {
namespace {

constexpr unsigned no_depth = 0;

// Returns bounds of an operation's exact result. If 128 bits might be too few to compute the bounds, returns bounds
// that exceed the type's range.
Range range_after(Form form, Type type, const std::vector<TermPtr>& arguments) {
    const Range all = range_of(type.scalar);
    const auto& a = arguments[0]->range;
    const auto& b = arguments.size() > 1 ? arguments[1]->range : a;
    const __int128 most = static_cast<__int128>(1) << 62;
    const bool is_small = a.low >= -most && a.high <= most && b.low >= -most && b.high <= most;
    if (!is_small) return {all.low - 1, all.high + 1};
    switch (form) {
        case Form::negate: return {-a.high, -a.low};
        case Form::add: return {a.low + b.low, a.high + b.high};
        case Form::sub: return {a.low - b.high, a.high - b.low};
        default: break;
    }
    const __int128 products[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    return {*std::ranges::min_element(products), *std::ranges::max_element(products)};
}

bool is_within(const Range& inner, const Range& outer) { return inner.low >= outer.low && inner.high <= outer.high; }

// Returns the bounds of a term's results. Derives the bounds from the bounds of the arguments if the operation allows
// that.
Range known_range(const Term& term) {
    const Range all = range_of(term.type.scalar);
    const auto argument = [&](std::size_t i) { return term.arguments[i]->range; };
    switch (term.form) {
        case Form::popcount:
        case Form::clz:
        case Form::ctz: return {0, bits_of(term.type.scalar)};
        case Form::minimum:
            return {std::min(argument(0).low, argument(1).low), std::min(argument(0).high, argument(1).high)};
        case Form::maximum:
            return {std::max(argument(0).low, argument(1).low), std::max(argument(0).high, argument(1).high)};
        case Form::clamp: return {argument(1).low, argument(2).high};
        case Form::bit_and:
            if (argument(1).low >= 0) return {0, argument(1).high};
            return all;
        case Form::convert:
            if (is_integer(term.arguments[0]->type.scalar) && is_within(argument(0), all)) return argument(0);
            return all;
        case Form::choose:
            return {std::min(argument(1).low, argument(2).low), std::max(argument(1).high, argument(2).high)};
        case Form::compare: return term.type.is_vector() ? Range{-1, 0} : Range{0, 1};
        default: return all;
    }
}

}  // namespace

Scalar TermGenerator::integer(unsigned bits, bool is_signed) {
    const unsigned log2 = static_cast<unsigned>(std::countr_zero(bits)) - 3;
    return static_cast<Scalar>(2 * log2 + (is_signed ? 0 : 1));
}

unsigned TermGenerator::random_width() {
    if (!kind_.has_vectors || chance(50)) return 1;
    constexpr unsigned widths[] = {2, 4, 4, 4, 8, 16, 2, 4};
    return widths[below(8)];
}

TermPtr TermGenerator::make() {
    ++number_;
    if (kind_.has_pairs && number_ % 2 == 0) return long_term();
    if (kind_.moves_elements) return moving_term();
    if (kind_.has_flow) return flow_term();
    const Type type{chance(90) ? random_integer() : random_float(), random_width()};
    if (is_integer(type.scalar) && chance(45)) return idiom(type);
    return term(type, 2 + below(3));
}

TermPtr TermGenerator::input(Type type) {
    auto made = std::make_shared<Term>(Term{Form::input, type});
    made->number = number_ / 2 + below(4);
    if (is_integer(type.scalar)) made->range = range_of(type.scalar);
    return made;
}

TermPtr TermGenerator::splat(Type type, __int128 number) {
    auto made = std::make_shared<Term>(Term{Form::constant, type});
    made->lanes.assign(type.width, lane_of(type.scalar, number));
    const __int128 own = number_of(type.scalar, made->lanes[0]);
    made->range = {own, own};
    return made;
}

TermPtr TermGenerator::constant(Type type) {
    if (is_float(type.scalar)) {
        auto made = std::make_shared<Term>(Term{Form::constant, type});
        const auto number = static_cast<std::uint64_t>(below(512));
        made->lanes.assign(type.width, convert_lane(type.scalar, Scalar::u64, number, Rounding::none));
        return made;
    }
    const unsigned bits = bits_of(type.scalar);
    const __int128 one = 1;
    switch (below(6)) {
        case 0: return splat(type, (one << below(bits)) - 1);
        case 1: return splat(type, one << below(bits));
        case 2: return splat(type, range_of(type.scalar).low + below(2));
        case 3: return splat(type, static_cast<__int128>(below(300)) - 40);
        case 4:
            return splat(type,
                         static_cast<__int128>((static_cast<std::uint64_t>(random_()) << 32 | random_()) >> below(64)));
        default: break;
    }
    auto made = std::make_shared<Term>(Term{Form::constant, type});
    made->range = {range_of(type.scalar).high, range_of(type.scalar).low};
    for (unsigned lane = 0; lane < type.width; ++lane) {
        made->lanes.push_back(lane_of(type.scalar, random_() >> below(32)));
        const __int128 own = number_of(type.scalar, made->lanes.back());
        made->range = {std::min(made->range.low, own), std::max(made->range.high, own)};
    }
    return made;
}

TermPtr TermGenerator::leaf(Type type) {
    if (kind_.has_flow)
        if (TermPtr made = leaf_in_flow(type)) return made;
    if (kind_.moves_elements && type.is_vector() && chance(30)) {
        const Type from{type.scalar, chance(70) ? type.width : 4};
        return elements(Form::pick, type, {input(from)}, pattern(from.width, type.width));
    }
    if (chance(20)) return constant(type);
    if (is_integer(type.scalar) && chance(25)) return convert(type, input({random_integer(), type.width}), chance(30));
    return input(type);
}

TermPtr TermGenerator::operation(Form form, Type type, std::vector<TermPtr> arguments) {
    auto made = std::make_shared<Term>(Term{form, type, std::move(arguments)});
    if (!is_integer(type.scalar)) return made;
    if (form == Form::add || form == Form::sub || form == Form::mul || form == Form::negate) {
        made->range = range_after(form, type, made->arguments);
        made->wraps = !is_within(made->range, range_of(type.scalar));
        if (made->wraps) made->range = range_of(type.scalar);
    } else {
        made->range = known_range(*made);
    }
    return made;
}

TermPtr TermGenerator::convert(Type type, TermPtr x, bool saturates) {
    const bool to_real = is_float(type.scalar), from_real = is_float(x->type.scalar);
    saturates = !to_real && (saturates || from_real);  // an unsaturated conversion of a float out of range is undefined
    const Form form = saturates ? Form::saturate : Form::convert;
    auto made = std::make_shared<Term>(Term{form, type, {std::move(x)}});
    if ((to_real || from_real) && chance(60)) made->rounding = static_cast<Rounding>(below(5));
    if (!to_real) made->range = form == Form::convert ? known_range(*made) : range_of(type.scalar);
    return made;
}

TermPtr TermGenerator::shift(Form form, Type type, unsigned depth) {
    const TermPtr x = term(type, depth);
    const TermPtr by = chance(65) ? splat(type, below(bits_of(type.scalar))) : term(type, no_depth);
    return operation(form, type, {x, by});
}

TermPtr TermGenerator::quotient(Type type, unsigned depth) {
    constexpr int divisors[] = {2, 3, 5, 7, 10, 16, 100, 127, 64, 11, 25, 60};
    const Form form = chance(60) ? Form::divide : Form::remainder;
    return operation(form, type, {term(type, depth), splat(type, divisors[below(12)])});
}

TermPtr TermGenerator::bounded(Type type, unsigned depth) {
    __int128 low = number_of(type.scalar, constant(type)->lanes[0]),
             high = number_of(type.scalar, constant(type)->lanes[0]);
    if (low > high) std::swap(low, high);
    return operation(Form::clamp, type, {term(type, depth), splat(type, low), splat(type, high)});
}

TermPtr TermGenerator::choice(Type type, unsigned depth) {
    const Type other{chance(85) ? random_integer() : random_float(), type.width};
    const Scalar mask = type.is_vector() ? mask_of(other.scalar) : Scalar::i32;
    auto condition =
        std::make_shared<Term>(Term{Form::compare, {mask, type.width}, {term(other, depth), term(other, no_depth)}});
    condition->relation = static_cast<Relation>(below(4));
    condition->range = known_range(*condition);
    TermPtr by = condition;
    if (type.is_vector() && mask != mask_of(type.scalar)) by = convert({mask_of(type.scalar), type.width}, by, false);
    const bool outer = std::exchange(is_divergent_, is_divergent_ || !type.is_vector());
    const TermPtr yes = term(type, depth), no = term(type, no_depth);
    is_divergent_ = outer;
    return operation(Form::choose, type, {by, yes, no});
}

TermPtr TermGenerator::conversion(Type type, unsigned depth) {
    const Scalar from = chance(is_float(type.scalar) ? 50 : 80) ? random_integer() : random_float();
    return convert(type, term({from, type.width}, depth), chance(50));
}

TermPtr TermGenerator::product24(Type type, unsigned depth) {
    const Type wide{integer(32, is_signed(type.scalar)), type.width};
    const auto factor = [&](unsigned bits) {
        return operation(Form::bit_and, wide, {term(wide, depth), splat(wide, (1 << bits) - 1)});
    };
    TermPtr made;
    if (chance(50))
        made = operation(Form::mul24, wide, {factor(16), factor(15)});
    else
        made = operation(
            Form::mad24, wide,
            {factor(16), factor(14), operation(Form::bit_and, wide, {term(wide, no_depth), splat(wide, 0xffffff)})});
    return type == wide ? made : convert(type, made, chance(50));
}

TermPtr TermGenerator::moved(Type type, unsigned depth) {
    constexpr unsigned widths[] = {2, 4, 8, 16};
    const Type from{type.scalar, widths[below(type.width > 4 ? 4 : 3)]};
    const TermPtr x = term(from, depth);
    if (type.is_vector() && type.width != 3 && chance(30)) {
        const Type mask{unsigned_of(type.scalar), type.width};
        return operation(Form::look_up, type, {x, chance(50) ? constant(mask) : term(mask, no_depth)});
    }
    const bool combines = type.is_vector() && chance(50);
    auto made = std::make_shared<Term>(Term{combines ? Form::combine : Form::pick, type, {x}});
    unsigned bound = from.width;
    if (combines) {
        const Type second{type.scalar, chance(50) ? from.width : type.width};
        made->arguments.push_back(term(second, no_depth));
        bound += second.width;
    }
    const unsigned first = below(bound), step = 1 + below(2);
    const bool is_random = chance(40);
    for (unsigned lane = 0; lane < type.width; ++lane)
        made->numbers.push_back(is_random ? below(bound) : (first + lane * step) % bound);
    if (is_integer(type.scalar)) made->range = range_of(type.scalar);
    return made;
}

TermPtr TermGenerator::upsampled(Type type, unsigned depth) {
    const unsigned bits = bits_of(type.scalar);
    if (bits == 8) return term(type, no_depth);
    const Type high{integer(bits / 2, is_signed(type.scalar)), type.width}, low{integer(bits / 2, false), type.width};
    return operation(Form::upsample, type, {term(high, depth), term(low, depth)});
}

TermPtr TermGenerator::reinterpreted(Type type, unsigned depth) {
    const unsigned all = type.width * bits_of(type.scalar);
    for (unsigned tries = 0; tries < 8; ++tries) {
        const Scalar from = random_integer();
        const unsigned width = all / bits_of(from);
        const bool is_a_width = std::has_single_bit(width) || width == 3;
        if (!is_a_width || width > 16 || width * bits_of(from) != all) continue;
        return operation(Form::reinterpret, type, {term({from, width}, depth)});
    }
    return term(type, no_depth);
}

TermPtr TermGenerator::float_term(Type type, unsigned depth) {
    const auto next = [&] { return term(type, depth - 1); };
    switch (below(10)) {
        case 0: return operation(Form::add, type, {next(), next()});
        case 1: return operation(Form::sub, type, {next(), next()});
        case 2: return operation(Form::mul, type, {next(), next()});
        case 3: return operation(chance(50) ? Form::negate : Form::absolute, type, {next()});
        case 4:
        case 5: return choice(type, depth - 1);
        case 6: return moved(type, depth - 1);
        default: return conversion(type, depth - 1);
    }
}

TermPtr TermGenerator::integer_term(Type type, unsigned depth) {
    const auto next = [&] { return term(type, depth - 1); };
    const Type signed_twin{mask_of(type.scalar), type.width};
    switch (below(20)) {
        case 0: return operation(chance(50) ? Form::negate : Form::complement, type, {next()});
        case 1: return operation(static_cast<Form>(static_cast<unsigned>(Form::popcount) + below(3)), type, {next()});
        case 2:
            if (is_signed(type.scalar)) return next();
            return chance(50) ? operation(Form::absolute, type, {term(signed_twin, depth - 1)})
                              : operation(Form::abs_diff, type, {next(), next()});
        case 3:
        case 4: return shift(chance(50) ? Form::shift_left : Form::shift_right, type, depth - 1);
        case 5: return quotient(type, depth - 1);
        case 6: return bounded(type, depth - 1);
        case 7:
            return operation(static_cast<Form>(static_cast<unsigned>(Form::mad_sat) + below(2)), type,
                             {next(), next(), next()});
        case 8: return operation(Form::bitselect, type, {next(), next(), next()});
        case 9:
        case 10: return choice(type, depth - 1);
        case 11:
        case 12:
        case 13: return conversion(type, depth - 1);
        case 14: return chance(50) ? product24(type, depth - 1) : upsampled(type, depth - 1);
        case 15: return moved(type, depth - 1);
        case 16: return reinterpreted(type, depth - 1);
        case 17: return idiom(type);
        default: break;
    }
    constexpr Form forms[] = {Form::add,    Form::sub,     Form::mul,     Form::mul,     Form::bit_and,
                              Form::bit_or, Form::bit_xor, Form::minimum, Form::maximum, Form::hadd,
                              Form::rhadd,  Form::add_sat, Form::sub_sat, Form::mul_hi,  Form::rotate};
    return operation(forms[below(15)], type, {next(), next()});
}

TermPtr TermGenerator::term(Type type, unsigned depth) {
    if (depth == 0) return leaf(type);
    if (kind_.moves_elements && type.is_vector() && chance(45)) return moved_elements(type, depth - 1);
    if (kind_.has_flow && chance(30)) return flow(type, depth - 1);
    return is_float(type.scalar) ? float_term(type, depth) : integer_term(type, depth);
}

}  // namespace lanewise::fuzz
