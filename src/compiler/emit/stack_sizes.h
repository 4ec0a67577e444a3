// Reads the stack sizes that the code generator records in an object file. Thread-safety: functions without state.
#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/Support/MemoryBufferRef.h>

#include <cstdint>

namespace lanewise::compiler {

/// The frame size in bytes of each function that the object defines; the function's name is the key.
using FrameSizes = llvm::StringMap<std::uint64_t>;
FrameSizes frame_sizes(llvm::MemoryBufferRef object);

}  // namespace lanewise::compiler
