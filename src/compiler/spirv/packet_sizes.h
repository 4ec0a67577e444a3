// Finds the packet sizes of pipes. SPIR-V's pipe types do not contain the packet size; each pipe instruction has the
// packet size as an operand.
// Thread-safety: functions without state.
#pragma once

#include <llvm/IR/Argument.h>

#include <cstdint>

namespace lanewise::compiler::il {

/// Returns the packet size in bytes that the pipe operations on a kernel's argument use; 0 if there is no such
/// operation. The operations may be in the kernel, or in functions to which the kernel passes the argument.
std::uint32_t packet_size_of(const llvm::Argument& pipe);

}  // namespace lanewise::compiler::il
