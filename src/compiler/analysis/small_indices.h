// Recognizes indices that reach no further than an object does (prepare/memory/assume_small_objects.h).
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Instructions.h>

#include <cstdint>

#include "lanewise/kernel_info.h"

namespace lanewise::compiler {

/// The farthest that a 32-bit index may move between lanes without wrapping around, if one lane's index is in its
/// object. The index's bound, an added offset of at most half this bound, and this reach add up to 2^31.
inline constexpr std::int64_t most_small_reach = std::int64_t{small_object_bound} / 2;

/// Returns the only varying index of an address within a variable or an argument's object, if it is extended from fewer
/// bits; else null. The index is smaller than the object in work-items that use the address.
llvm::Use* small_index(llvm::GetElementPtrInst& address);

}  // namespace lanewise::compiler
