// Recognizes a ramp divided by a power of two, and multiples of the quotient: `i / 2`, `(i >> 2) * 3`, `i & -2`, which
// is `(i >> 1) * 2`, and `i | 1`, which is `(i >> 1) * 2 + 1`. The difference between a lane's value and the first
// lane's value then depends only on the remainder of the division in the first lane.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/IR/Value.h>

#include <cstdint>
#include <optional>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// The value (ramp >> shift) * factor + offset. The factor is at most 2^shift.
struct RampQuotient {
    const llvm::Value* ramp;  // a strided value of at least 32 bits
    std::uint64_t stride = 1;
    unsigned shift = 0;
    std::uint64_t factor = 1;
    std::uint64_t offset = 0;
    std::optional<llvm::APInt> limit = {};  // bound that the ramp must not cross, if any

    std::uint64_t remainders() const { return (std::uint64_t{1} << shift) - 1; }
    /// Returns how much the value grows over `steps` lanes, if the division in the first of these lanes leaves
    /// `remainder`.
    std::uint64_t reach(std::uint64_t steps, std::uint64_t remainder) const {
        return ((remainder + steps * stride) >> shift) * factor;
    }
};

/// Returns `value` in the form of a RampQuotient; none if `value` does not have this form. If `extends_signed`, `value`
/// is the operand of a sign extension, and RampQuotient::limit accounts for the extension.
std::optional<RampQuotient> ramp_quotient(const llvm::Value& value, bool extends_signed, const ShapeInfo& shapes,
                                          const llvm::DataLayout& layout);

}  // namespace lanewise::compiler
