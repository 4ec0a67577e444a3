// Makes terms that move elements of vectors, before and after other operations.
#include <algorithm>

#include "model.h"
#include "term_generator.h"

namespace lanewise::fuzz {

// Makes a term whose type is a vector. Prefers small types of elements, because a register holds many small elements.
TermPtr TermGenerator::moving_term() {
    constexpr unsigned widths[] = {2, 2, 2, 3, 4, 4, 8, 16};
    constexpr Scalar scalars[] = {Scalar::i8,  Scalar::u8,  Scalar::i8,  Scalar::u8,  Scalar::i16, Scalar::u16,
                                  Scalar::i16, Scalar::i32, Scalar::u32, Scalar::i64, Scalar::f32, Scalar::f16};
    const Type type{scalars[below(12)], widths[below(8)]};
    const unsigned depth = 1 + below(3);
    return chance(50) ? moved_elements(type, depth) : term(type, depth);
}

TermPtr TermGenerator::moved_elements(Type type, unsigned depth) {
    switch (below(8)) {
        case 0: return joined(type, depth);
        case 1:
        case 2: return shuffled(type, depth);
        case 3: return with_one_element(type, depth);
        default: return picked(type, depth);
    }
}

TermPtr TermGenerator::elements(Form form, Type type, std::vector<TermPtr> arguments, std::vector<unsigned> numbers) {
    auto made = std::make_shared<Term>(Term{form, type, std::move(arguments)});
    made->numbers = std::move(numbers);
    if (is_integer(type.scalar)) made->range = range_of(type.scalar);
    return made;
}

// Returns indices for a shuffle, in an order that occurs in real code. The shuffle may broadcast one element, may
// exchange, reverse, rotate or repeat elements, or may select strided or random elements.
std::vector<unsigned> TermGenerator::pattern(unsigned from, unsigned width) {
    std::vector<unsigned> numbers(width);
    const unsigned kind = below(8), first = below(from), step = 1 + below(2), distance = 1U << below(3);
    for (unsigned lane = 0; lane < width; ++lane) {
        switch (kind) {
            case 0:
            case 1: numbers[lane] = first; break;
            case 2: numbers[lane] = lane ^ distance; break;
            case 3: numbers[lane] = from - 1 - lane % from; break;
            case 4: numbers[lane] = first + lane; break;
            case 5: numbers[lane] = lane / (2 * distance) * 2 * distance; break;
            case 6: numbers[lane] = lane * step + first % 2; break;
            default: numbers[lane] = below(from);
        }
        numbers[lane] %= from;
    }
    return numbers;
}

TermPtr TermGenerator::picked(Type type, unsigned depth) {
    constexpr unsigned widths[] = {2, 3, 4, 8, 16};
    const unsigned twice = type.width == 3 ? 4 : std::min(2 * type.width, 16U);
    const Type from{type.scalar, chance(50) ? type.width : chance(50) ? twice : widths[below(5)]};
    const TermPtr x = term(from, depth);
    if (from.width != twice || chance(60)) return elements(Form::pick, type, {x}, pattern(from.width, type.width));
    std::vector<unsigned> half(type.width);  // indices of .lo, .hi, .even or .odd
    const unsigned part = below(4);
    for (unsigned lane = 0; lane < type.width; ++lane)
        half[lane] = (part < 2 ? lane + part * from.width / 2 : 2 * lane + part - 2) % from.width;
    return elements(Form::pick, type, {x}, half);
}

// Makes an operation whose second operand is a vector that repeats one element of another vector.
TermPtr TermGenerator::with_one_element(Type type, unsigned depth) {
    const TermPtr x = term(type, depth), y = term({type.scalar, chance(60) ? type.width : 4}, chance(50) ? 0 : depth);
    const std::vector<unsigned> numbers(type.width, below(y->type.width));
    constexpr Form forms[] = {Form::shift_left, Form::shift_right, Form::shift_right, Form::rotate, Form::add,
                              Form::mul,        Form::bit_and,     Form::minimum,     Form::hadd,   Form::sub};
    const Form form = is_integer(type.scalar) ? forms[below(10)] : chance(50) ? Form::add : Form::mul;
    return operation(form, type, {x, elements(Form::pick, type, {y}, numbers)});
}

TermPtr TermGenerator::joined(Type type, unsigned depth) {
    if (chance(40)) {
        const Type from{type.scalar, chance(60) ? type.width : 4};
        const TermPtr a = term(from, depth), b = term(from, chance(50) ? depth : 0);
        return elements(Form::combine, type, {a, b}, pattern(2 * from.width, type.width));
    }
    constexpr unsigned widths[] = {1, 2, 3, 4, 8};
    std::vector<TermPtr> parts;
    for (unsigned left = type.width; left > 0; left -= parts.back()->type.width) {
        unsigned width = widths[below(5)];
        while (width > left || width == type.width) width = widths[below(5)];
        parts.push_back(term({type.scalar, width}, parts.size() < 2 ? depth : 0));
    }
    return elements(Form::join, type, std::move(parts), {});
}

// Makes shuffle() or shuffle2(), with a constant mask in one of the usual orders or with a mask computed at run time.
TermPtr TermGenerator::shuffled(Type type, unsigned depth) {
    if (type.width == 3) return picked(type, depth);
    constexpr unsigned widths[] = {2, 4, 8, 16};
    const Type from{type.scalar, chance(70) ? type.width : widths[below(4)]};
    const Type mask{unsigned_of(type.scalar), type.width};
    const bool takes_two = chance(50);
    TermPtr numbers;
    if (chance(60)) {
        auto known = std::make_shared<Term>(Term{Form::constant, mask});
        for (const unsigned number : pattern(takes_two ? 2 * from.width : from.width, type.width))
            known->lanes.push_back(number);
        known->range = range_of(mask.scalar);
        numbers = known;
    } else {
        numbers = term(mask, std::min(depth, 1U));
    }
    const TermPtr x = term(from, depth);
    if (!takes_two) return elements(Form::look_up, type, {x, numbers}, {});
    return elements(Form::look_up_both, type, {x, term(from, 0), numbers}, {});
}

}  // namespace lanewise::fuzz
