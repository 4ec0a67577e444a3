// Makes terms that are common in codecs, filters, hashes and neural networks, with random types, shifts and constants.
#include <algorithm>

#include "model.h"
#include "term_generator.h"

namespace lanewise::fuzz {
namespace {

Type with(Type type, Scalar scalar) { return {scalar, type.width}; }

}  // namespace

TermPtr TermGenerator::idiom(Type type) {
    switch (below(13)) {
        case 0:
        case 1:
        case 2:
        case 3: return fixed_point_product(type);
        case 4: return dot_product(type);
        case 5: return absolute_differences(type);
        case 6: return average(type);
        case 7: return blend(type);
        case 8: return packed(type);
        case 9: return hash_round(type);
        case 10: return sign_mask(type);
        case 11: return narrow_comparison(type);
        default: return joined_bytes(type);
    }
}

// Makes (R)(((W)a * (W)b + rounding) >> s).
TermPtr TermGenerator::fixed_point_product(Type type) {
    const Scalar a = chance(50) ? integer(8u << below(2), chance(50)) : random_integer();
    const Scalar b = chance(60) ? a : random_integer();
    const unsigned bits = std::max({bits_of(a), bits_of(b), 8u << below(4)});
    const Type wide = with(type, integer(bits, chance(70)));
    const TermPtr factor = chance(15) ? constant(wide) : convert(wide, leaf(with(type, b)), false);
    TermPtr product = operation(Form::mul, wide, {convert(wide, leaf(with(type, a)), false), factor});
    if (chance(15)) return convert(type, product, chance(50));
    constexpr unsigned usual[] = {7, 8, 14, 15, 16, 17, 20, 31, 32, 48};
    const unsigned shift = (chance(50) ? usual[below(10)] : below(64)) % bits_of(wide.scalar);
    if (chance(25) && shift > 0)
        product = operation(Form::add, wide, {product, splat(wide, static_cast<__int128>(1) << (shift - 1))});
    if (chance(10)) product = convert(with(type, integer(bits, chance(50))), product, false);
    const Form form = chance(93) ? Form::shift_right : Form::shift_left;
    return convert(type, operation(form, product->type, {product, splat(product->type, shift)}), chance(25));
}

// Makes (W)a0 * b0 + (W)a1 * b1 ...
TermPtr TermGenerator::dot_product(Type type) {
    const Scalar a = random_integer(), b = chance(70) ? a : random_integer();
    const Type wide = with(type, integer(std::max({bits_of(a), bits_of(b), 16u << below(3)}), chance(70)));
    const auto product = [&] {
        return operation(Form::mul, wide,
                         {convert(wide, input(with(type, a)), false), convert(wide, leaf(with(type, b)), false)});
    };
    TermPtr sum = product();
    for (unsigned i = below(4); i > 0; --i) sum = operation(chance(85) ? Form::add : Form::sub, wide, {sum, product()});
    if (chance(40)) sum = operation(chance(60) ? Form::add : Form::add_sat, wide, {sum, leaf(wide)});
    return convert(type, sum, chance(40));
}

// Makes a sum of absolute differences, |a - b|.
TermPtr TermGenerator::absolute_differences(Type type) {
    const Type narrow = with(type, random_integer());
    const Type wide = with(type, integer(std::max(bits_of(narrow.scalar), 16u << below(3)), false));
    const auto difference = [&] {
        const Type result = with(type, unsigned_of(narrow.scalar));
        return convert(wide, operation(Form::abs_diff, result, {input(narrow), leaf(narrow)}), false);
    };
    TermPtr sum = difference();
    for (unsigned i = below(4); i > 0; --i) sum = operation(Form::add, wide, {sum, difference()});
    return convert(type, sum, chance(30));
}

// Makes (R)(((W)a + b + 1) >> 1).
TermPtr TermGenerator::average(Type type) {
    const Type narrow = with(type, random_integer());
    const Type wide = with(type, integer(std::max(bits_of(narrow.scalar), 16u << below(3)), chance(60)));
    TermPtr sum = operation(Form::add, wide, {convert(wide, input(narrow), false), convert(wide, leaf(narrow), false)});
    const unsigned shift = 1 + below(3);
    if (shift > 1) sum = operation(Form::add, wide, {sum, convert(wide, leaf(narrow), false)});
    if (chance(70)) sum = operation(Form::add, wide, {sum, splat(wide, 1 << (shift - 1))});
    return convert(type, operation(Form::shift_right, wide, {sum, splat(wide, shift)}), chance(25));
}

// Makes (a * w + b * (255 - w) + 127) / 255.
TermPtr TermGenerator::blend(Type type) {
    const Type narrow = with(type, chance(60) ? Scalar::u8 : random_integer()), byte = with(type, Scalar::u8);
    const Type wide = with(type, integer(16u << below(3), chance(60)));
    const TermPtr weight = convert(wide, input(byte), false);
    const TermPtr rest = operation(Form::sub, wide, {splat(wide, 255), weight});
    TermPtr sum = operation(Form::add, wide,
                            {operation(Form::mul, wide, {convert(wide, input(narrow), false), weight}),
                             operation(Form::mul, wide, {convert(wide, input(narrow), false), rest})});
    if (chance(60)) sum = operation(Form::add, wide, {sum, splat(wide, chance(50) ? 127 : 128)});
    const bool divides = chance(50);
    sum = operation(divides ? Form::divide : Form::shift_right, wide, {sum, splat(wide, divides ? 255 : 8)});
    return convert(type, sum, chance(50));
}

// Makes convert_R_sat(a + b), or computes the same value with min and max.
TermPtr TermGenerator::packed(Type type) {
    const Type wide = with(type, random_integer());
    TermPtr x = term(wide, below(2));
    if (chance(50)) x = operation(chance(50) ? Form::add : Form::sub, wide, {x, leaf(wide)});
    if (chance(50)) return convert(type, x, true);
    const Range range = range_of(chance(70) ? type.scalar : random_integer()), own = range_of(wide.scalar);
    const TermPtr low = splat(wide, std::max(range.low, own.low)), high = splat(wide, std::min(range.high, own.high));
    const bool low_first = chance(50);
    x = operation(low_first ? Form::maximum : Form::minimum, wide, {x, low_first ? low : high});
    x = operation(low_first ? Form::minimum : Form::maximum, wide, {x, low_first ? high : low});
    return convert(type, x, chance(20));
}

// Makes rotate(a ^ b * c, r), or the same value by shifts.
TermPtr TermGenerator::hash_round(Type type) {
    TermPtr x = operation(chance(50) ? Form::bit_xor : Form::add, type, {leaf(type), leaf(type)});
    for (unsigned i = below(3); i > 0; --i) {
        const TermPtr by = splat(type, below(bits_of(type.scalar)));
        switch (below(4)) {
            case 0: x = operation(Form::mul, type, {x, constant(type)}); break;
            case 1: x = operation(Form::rotate, type, {x, by}); break;
            case 2: x = operation(Form::bit_xor, type, {x, operation(Form::shift_right, type, {x, by})}); break;
            default: {
                const TermPtr rest = splat(type, bits_of(type.scalar) - static_cast<unsigned>(by->range.high));
                x = operation(
                    Form::bit_or, type,
                    {operation(Form::shift_left, type, {x, by}), operation(Form::shift_right, type, {x, rest})});
            }
        }
    }
    return operation(chance(50) ? Form::bit_xor : Form::add, type, {x, leaf(type)});
}

// Makes x >> 31, or a selection by x < 0.
TermPtr TermGenerator::sign_mask(Type type) {
    const Type from = with(type, mask_of(random_integer()));
    const TermPtr x = term(from, below(2));
    const TermPtr mask = operation(Form::shift_right, from, {x, splat(from, bits_of(from.scalar) - 1)});
    switch (below(4)) {
        case 0: return convert(type, mask, false);
        case 1: return operation(Form::bit_and, type, {convert(type, mask, false), leaf(type)});
        case 2: return operation(Form::bitselect, type, {leaf(type), leaf(type), convert(type, mask, false)});
        default:
            return convert(type, operation(Form::bit_xor, from, {operation(Form::add, from, {x, mask}), mask}), false);
    }
}

// Makes a comparison and converts its result to a type that may have another width than the compared values.
TermPtr TermGenerator::narrow_comparison(Type type) {
    const Type other = with(type, chance(85) ? random_integer() : random_float());
    const Type mask = with(type, type.is_vector() ? mask_of(other.scalar) : Scalar::i32);
    auto made = std::make_shared<Term>(Term{Form::compare, mask, {term(other, below(2)), leaf(other)}});
    made->relation = static_cast<Relation>(below(4));
    made->range = type.is_vector() ? Range{-1, 0} : Range{0, 1};
    const TermPtr result = convert(type, made, false);
    switch (below(3)) {
        case 0: return result;
        case 1: return operation(chance(50) ? Form::add : Form::sub, type, {leaf(type), result});
        default: return operation(chance(50) ? Form::bit_and : Form::bit_xor, type, {leaf(type), result});
    }
}

// Makes `a | b << 8 | ...`, which joins bytes of a stream to a wider integer.
TermPtr TermGenerator::joined_bytes(Type type) {
    if (bits_of(type.scalar) == 8) return average(type);
    const Type part = with(type, integer(8u << below(2), chance(20)));
    TermPtr x = convert(type, input(part), false);
    for (unsigned at = bits_of(part.scalar); at < bits_of(type.scalar) && at < 32; at += bits_of(part.scalar)) {
        const TermPtr next = operation(Form::shift_left, type, {convert(type, input(part), false), splat(type, at)});
        x = operation(chance(70) ? Form::bit_or : Form::add, type, {x, next});
    }
    return x;
}

}  // namespace lanewise::fuzz
