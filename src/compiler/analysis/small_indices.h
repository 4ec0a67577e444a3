// Recognizes indices that are bounded by the size of an object (prepare/memory/assume_small_objects.h).
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Instructions.h>

#include <cstdint>

#include "lanewise/kernel_info.h"

namespace lanewise::compiler {

/// Maximum difference between two lanes' values of a 32-bit index. With this limit, no lane's index wraps around if one
/// lane's index lies within the object that the lane accesses. The proof adds small_object_bound, a constant offset of
/// at most half of small_object_bound, and this difference; the sum is 2^31.
inline constexpr std::int64_t most_small_reach = std::int64_t{small_object_bound} / 2;

/// Returns the only index of `address` that is not constant; this index must be an extension of a narrower integer.
/// Returns null if there is no such index, or if the address lies neither in a variable nor in the object of an
/// argument. In work-items that use the address, the index is less than the size of the object in bytes.
llvm::Use* small_index(llvm::GetElementPtrInst& address);

}  // namespace lanewise::compiler
