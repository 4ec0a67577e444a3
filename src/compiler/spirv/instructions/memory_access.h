// The memory operands of loads, stores and copies (SPIR-V specification, section 3.26).
// Thread-safety: belongs to one translation.
#pragma once

#include <llvm/IR/Instruction.h>
#include <llvm/Support/Alignment.h>

#include "compiler/spirv/state/body.h"

namespace lanewise::compiler::il {

struct MemoryAccess {
    llvm::Align alignment;
    bool is_volatile = false;
    bool is_nontemporal = false;
    llvm::MDNode* own_scopes = nullptr;      // alias scopes to which the access belongs, or null
    llvm::MDNode* foreign_scopes = nullptr;  // alias scopes whose memory the access does not touch, or null
    std::size_t next = 0;                    // index of the first operand after the memory operands

    /// Gives a load, store or copy the properties that its memory operands demand.
    void annotate(llvm::Instruction& access) const;
};

/// Reads the memory operands from `first` on. `natural` is the alignment of an access without the operand Aligned.
MemoryAccess read_access(Body& body, const spirv::Instruction& instruction, std::size_t first, llvm::Align natural);

}  // namespace lanewise::compiler::il
