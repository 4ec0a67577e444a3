// Values of lanes that are a ramp divided by a power of two, and multiples of that: `i / 2`, `(i >> 2) * 3`, `i & -2`,
// which is `(i >> 1) * 2`, and `i | 1`, which is one more. How far lanes are from the first one then depends on what
// is left of its division alone.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/IR/Value.h>

#include <cstdint>
#include <optional>

#include "compiler/analysis/shape.h"

namespace lanewise::compiler {

/// (ramp >> shift) * factor + offset; the factor is no more than what the ramp is divided by.
struct RampQuotient {
    const llvm::Value* ramp;  // strided, of 32 bits at least
    std::uint64_t stride = 1;
    unsigned shift = 0;
    std::uint64_t factor = 1;
    std::uint64_t offset = 0;
    std::optional<llvm::APInt> limit = {};  // what the ramp must be below, modulo its width; none: it is

    std::uint64_t remainders() const { return (std::uint64_t{1} << shift) - 1; }
    /// How far so many steps of lanes go from one that leaves `remainder`.
    std::uint64_t reach(std::uint64_t steps, std::uint64_t remainder) const {
        return ((remainder + steps * stride) >> shift) * factor;
    }
};

/// `extends_signed`: `value` is sign-extended, to which the limit sees.
std::optional<RampQuotient> ramp_quotient(const llvm::Value& value, bool extends_signed, const ShapeInfo& shapes,
                                          const llvm::DataLayout& layout);

}  // namespace lanewise::compiler
