// How much stack machine code takes, as the code generator writes it down in an object file.
// Thread-safety: functions without state.
#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/Support/MemoryBufferRef.h>

#include <cstdint>

namespace lanewise::compiler {

/// The frame of each function that `object` defines, in bytes, by the function's name.
using FrameSizes = llvm::StringMap<std::uint64_t>;
FrameSizes frame_sizes(llvm::MemoryBufferRef object);

}  // namespace lanewise::compiler
