// 32-bit offsets of all lanes from one address. The offsets exist only if the lanes' addresses are near each other.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <optional>

#include "compiler/machine/lane_places.h"

namespace lanewise::compiler {

/// The address of each lane as base + sum of uniform terms + constant + scale * (sum of varying and shared terms). The
/// sum of varying and shared terms, minus a bias, fits in a signed 32-bit integer.
class NearOffsets {
public:
    /// Returns the offsets of `places`; empty if the lanes' addresses are not known to be near each other. `most_scale`
    /// is 1, 2, 4 or 8.
    static std::optional<NearOffsets> of(const LanePlaces& places, unsigned most_scale, const llvm::DataLayout& layout);

    unsigned scale() const { return static_cast<unsigned>(scale_); }
    std::int64_t constant() const { return places_.constant; }

    /// Returns the sum of base, uniform terms and scaled bias.
    llvm::Value* address(llvm::IRBuilder<>& builder) const;
    /// Returns a vector of 32-bit integers: the sum of varying and shared terms, minus the bias.
    llvm::Value* offsets(llvm::IRBuilder<>& builder) const;

private:
    LanePlaces places_;
    llvm::SmallVector<Term, 4> shared_;  // uniform terms that are part of the offsets
    std::int64_t scale_ = 1;
    std::int64_t bias_ = 0;  // the base address contains this bias times the scale
};

}  // namespace lanewise::compiler
