// Operations of terms on one lane, in plain C++ that shares nothing with the compiler: integers by arithmetic of 128
// bits, conversions by integers, whatever the processor rounds to. Lanes are as in fuzz::Value.
// Thread-safety: functions without state.
#pragma once

#include "term.h"

namespace lanewise::fuzz {

unsigned bits_of(Scalar scalar);
Range range_of(Scalar scalar);

/// The lane as a number, of an integer type.
__int128 number_of(Scalar scalar, std::uint64_t lane);

/// The lane that holds `number`, taken modulo the size of its integer type.
std::uint64_t lane_of(Scalar scalar, __int128 number);

/// The lane of type `to` for one of type `from`; into integers, what lies outside becomes the nearest.
std::uint64_t convert_lane(Scalar to, Scalar from, std::uint64_t lane, Rounding rounding);

/// A lane-wise operation: forms up to `upsample`. `x` are the arguments' lanes.
std::uint64_t apply(const Term& term, const std::uint64_t* x);

}  // namespace lanewise::fuzz
