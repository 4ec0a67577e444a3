// Computes operations of terms for one vector element, by C++ code that shares nothing with the compiler. Integers are
// computed in 128 bits. Conversions use integer arithmetic, so that the processor's rounding mode does not affect them.
// Elements are encoded as in fuzz::Value. Thread-safety: functions without state.
#pragma once

#include "term.h"

namespace lanewise::fuzz {

unsigned bits_of(Scalar scalar);
Range range_of(Scalar scalar);

/// Interprets the bits in `lane` as a number of the integer type `scalar`, and returns this number.
__int128 number_of(Scalar scalar, std::uint64_t lane);

/// Returns the bits of `number` modulo 2^n, where n is the number of bits of the integer type.
std::uint64_t lane_of(Scalar scalar, __int128 number);

/// Converts a number from type `from` to type `to`; argument and result are the bits of the number. If `to` is an
/// integer type, numbers that are out of its range become the nearest limit of the range.
std::uint64_t convert_lane(Scalar to, Scalar from, std::uint64_t lane, Rounding rounding);

/// Computes an operation that treats all vector elements alike (the values of Form up to Form::upsample). `x` contains
/// one element of each argument, as bits.
std::uint64_t apply(const Term& term, const std::uint64_t* x);

}  // namespace lanewise::fuzz
