#include "product_forms.h"

#include <algorithm>
#include <cstddef>
#include <random>

#include "model.h"

namespace lanewise::fuzz {
namespace {

TermPtr make(Form form, Scalar scalar, std::vector<TermPtr> arguments) {
    auto term = std::make_shared<Term>(Term{form, {scalar, 1}, std::move(arguments)});
    term->range = range_of(scalar);
    term->wraps = false;  // products of 16-bit numbers cannot overflow 64 bits
    return term;
}

TermPtr factor(Scalar scalar, Scalar wide, unsigned number) {
    auto input = std::make_shared<Term>(Term{Form::input, {scalar, 1}});
    input->number = number;
    return make(Form::convert, wide, {input});
}

// Makes a product that is shifted and converted. `number` selects the inputs, so that few terms have the same product.
// A product with several uses would be compiled differently.
TermPtr product_form(Scalar a, Scalar b, Scalar wide, unsigned shift, Scalar result, std::size_t number) {
    auto by = std::make_shared<Term>(Term{Form::constant, {wide, 1}});
    by->lanes = {shift};
    const unsigned first = static_cast<unsigned>(number % 3), second = static_cast<unsigned>(number / 3 % 3);
    const TermPtr product = make(Form::mul, wide, {factor(a, wide, first), factor(b, wide, second)});
    return make(Form::convert, result, {make(Form::shift_right, wide, {product, by})});
}

}  // namespace

std::vector<TermPtr> product_forms() {
    constexpr Scalar narrow[] = {Scalar::i8, Scalar::u8, Scalar::i16, Scalar::u16};
    constexpr Scalar wide[] = {Scalar::i64, Scalar::u64};
    constexpr unsigned shifts[] = {0, 1, 8, 14, 15, 16, 17, 18, 20, 24, 30, 31, 32, 33, 40, 47, 48, 49, 56, 63};
    std::vector<TermPtr> forms;
    for (unsigned i = 0; i < 4; ++i)
        for (unsigned j = i; j < 4; ++j)
            for (const Scalar w : wide)
                for (const unsigned shift : shifts)
                    for (unsigned result = 0; result < 8; ++result)
                        forms.push_back(
                            product_form(narrow[i], narrow[j], w, shift, static_cast<Scalar>(result), forms.size()));
    // Shuffles the terms, so that terms with the same product are rarely in one kernel.
    std::shuffle(forms.begin(), forms.end(), std::mt19937(1));
    return forms;
}

}  // namespace lanewise::fuzz
