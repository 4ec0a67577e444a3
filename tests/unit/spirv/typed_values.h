// Makes values of all number types for tests of SPIR-V, and computes the same values in C++.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanewise::test {

/// A scalar number type; `name` is its id in the module.
struct NumberType {
    std::string name;
    unsigned bits = 32;
    bool is_float = false;
};

/// %uchar, %ushort, %uint, %ulong, and %int24 (a type of SPV_INTEL_arbitrary_precision_integers, which type_lines()
/// declares).
const std::vector<NumberType>& integer_types();
/// %half, %float, %double.
const std::vector<NumberType>& float_types();
std::string type_lines();

/// Returns lines that define `result` as a value that depends on the work-item and on `seed`. Values of floating-point
/// types are small whole numbers.
std::string make_value(const NumberType& type, const std::string& result, std::uint32_t seed);
/// Returns the bits of the value that make_value()'s lines compute in work-item `item`.
std::uint64_t value_bits(const NumberType& type, std::uint64_t item, std::uint32_t seed);

/// Returns lines that store the bits of a value as words `word` and `word` + 1 of the work-item's results.
std::string store_bits(const NumberType& type, const std::string& value, unsigned word);
/// Returns the bits that store_bits() has stored as the words `first_word` and `first_word` + 1 of `out`.
std::uint64_t stored_bits(const std::vector<std::uint32_t>& out, std::uint64_t first_word);

std::uint64_t mask_of(const NumberType& type);
std::int64_t as_signed(const NumberType& type, std::uint64_t bits);
double as_double(const NumberType& type, std::uint64_t bits);
std::uint64_t bits_of_double(const NumberType& type, double value);

}  // namespace lanewise::test
