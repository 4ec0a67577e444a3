// Indices that reach no further than an object does (prepare/bound_objects.h).
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Instructions.h>

#include <cstdint>

#include "lanewise/kernel_info.h"

namespace lanewise::compiler {

/// From lane to lane an index of 32 bits may go on so far that none of them wraps around beside one that is in its
/// object: its own bound, half as much that is added to it, and this are 2^31.
inline constexpr std::int64_t most_small_reach = std::int64_t{small_object_bound} / 2;

/// The index of an address within a variable, or the object that an argument points into, if it is the only one that
/// varies and was extended from fewer bits; else null. In work-items that use the address it is smaller than the
/// object.
llvm::Use* small_index(llvm::GetElementPtrInst& address);

}  // namespace lanewise::compiler
