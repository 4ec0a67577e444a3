// Reads the stack sizes that the code generator records in an object file. Thread-safety: functions without state.
#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/Support/MemoryBufferRef.h>

#include <cstdint>

namespace lanewise::compiler {

/// Maps a function's name to the size of its frame in bytes, for each function that the object defines.
using FrameSizes = llvm::StringMap<std::uint64_t>;
FrameSizes frame_sizes(llvm::MemoryBufferRef object);

}  // namespace lanewise::compiler
