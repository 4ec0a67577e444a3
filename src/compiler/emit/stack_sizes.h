// How much stack machine code takes, as the code generator writes it down in an object file.
// Thread-safety: functions without state.
#pragma once

#include <llvm/Support/MemoryBufferRef.h>

#include <cstdint>

namespace lanewise::compiler {

/// Sum of the frames of all functions in `object`: what no chain of calls among them exceeds.
std::uint64_t frame_bytes(llvm::MemoryBufferRef object);

}  // namespace lanewise::compiler
