#include "compiler/spirv/instructions/memory_access.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>

#include "compiler/spirv/instructions/alias_scopes.h"
#include "compiler/spirv/state/alignment.h"

namespace lanewise::compiler::il {

using spirv::Instruction;

MemoryAccess read_access(Body& body, const Instruction& instruction, std::size_t first, llvm::Align natural) {
    MemoryAccess access{.alignment = natural, .next = first};
    if (first >= instruction.operands.size()) return access;
    const std::uint32_t bits = instruction.operands[first];
    access.next = first + 1;
    const auto has = [&](spirv::MemoryAccess bit) { return (bits & static_cast<std::uint32_t>(bit)) != 0; };
    access.is_volatile = has(spirv::MemoryAccess::Volatile);
    access.is_nontemporal = has(spirv::MemoryAccess::Nontemporal);
    if (has(spirv::MemoryAccess::Aligned))
        access.alignment = checked_alignment(body.all, instruction, body.word(instruction, access.next++));
    // Bits of the mask other than Aligned may have operands, too; these operands follow in the order of the bits.
    for (std::uint32_t left = bits; left != 0; left &= left - 1) {
        const auto bit = static_cast<spirv::MemoryAccess>(left & (~left + 1));
        const auto* form = spirv::enumerant_of(spirv::OperandKind::MemoryAccess, static_cast<std::uint32_t>(bit));
        if (bit == spirv::MemoryAccess::AliasScopeINTELMask)
            access.own_scopes = alias_scopes(body.all, body.word(instruction, access.next), instruction);
        if (bit == spirv::MemoryAccess::NoAliasINTELMask)
            access.foreign_scopes = alias_scopes(body.all, body.word(instruction, access.next), instruction);
        if (form && bit != spirv::MemoryAccess::Aligned) access.next += form->operand_count;
    }
    return access;
}

void MemoryAccess::annotate(llvm::Instruction& access) const {
    if (own_scopes) access.setMetadata(llvm::LLVMContext::MD_alias_scope, own_scopes);
    if (foreign_scopes) access.setMetadata(llvm::LLVMContext::MD_noalias, foreign_scopes);
    if (!is_nontemporal) return;
    llvm::LLVMContext& context = access.getContext();
    auto* one = llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 1));
    access.setMetadata(llvm::LLVMContext::MD_nontemporal, llvm::MDNode::get(context, one));
}

}  // namespace lanewise::compiler::il
