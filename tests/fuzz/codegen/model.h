// Computes operations of terms for one lane, in C++ that shares no code with the compiler. Integers are computed in 128
// bits. Conversions use integers, so that they do not depend on the processor's rounding mode. Lanes are encoded as in
// fuzz::Value. Thread-safety: functions without state.
#pragma once

#include "term.h"

namespace lanewise::fuzz {

unsigned bits_of(Scalar scalar);
Range range_of(Scalar scalar);

/// Returns the number that the bits `lane` of an integer type stand for.
__int128 number_of(Scalar scalar, std::uint64_t lane);

/// Returns the bits of `number` modulo 2^n, where n is the number of bits of the integer type.
std::uint64_t lane_of(Scalar scalar, __int128 number);

/// Converts the bits of a number of type `from` to those of type `to`. If `to` is an integer type, out-of-range numbers
/// become its nearest limit.
std::uint64_t convert_lane(Scalar to, Scalar from, std::uint64_t lane, Rounding rounding);

/// Computes a lane-wise operation (a form up to `upsample`). `x` has the lanes of its arguments.
std::uint64_t apply(const Term& term, const std::uint64_t* x);

}  // namespace lanewise::fuzz
