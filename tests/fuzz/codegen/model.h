// Computes operations of terms on one lane, in plain C++ that shares no code with the compiler. Integers use arithmetic
// of 128 bits; conversions use integers and do not depend on the processor's rounding mode. Lanes are as in
// fuzz::Value.
// Thread-safety: functions without state.
#pragma once

#include "term.h"

namespace lanewise::fuzz {

unsigned bits_of(Scalar scalar);
Range range_of(Scalar scalar);

/// Returns the number that a lane of an integer type holds.
__int128 number_of(Scalar scalar, std::uint64_t lane);

/// Returns the lane that holds `number`, taken modulo the size of its integer type.
std::uint64_t lane_of(Scalar scalar, __int128 number);

/// Converts a lane of type `from` to type `to`; an integer type gets the nearest number that it has.
std::uint64_t convert_lane(Scalar to, Scalar from, std::uint64_t lane, Rounding rounding);

/// Computes a lane-wise operation: a form up to `upsample`. `x` are the lanes of its arguments.
std::uint64_t apply(const Term& term, const std::uint64_t* x);

}  // namespace lanewise::fuzz
