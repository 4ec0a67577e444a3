// Translates the instructions of a function's body. Each family of instructions has its own file, which adds rows to
// the table in instruction_table.h: an opcode, and the function that translates it.
// Thread-safety: belongs to one translation.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <unordered_map>
#include <vector>

#include "compiler/spirv/state/translation.h"

namespace lanewise::compiler::il {

/// The memory for the variable-length arrays of a function (dynamic_memory.cpp). The members are null in functions
/// without such arrays.
struct DynamicArea {
    llvm::AllocaInst* memory = nullptr;
    llvm::AllocaInst* next = nullptr;  // holds the offset of the first free byte
};

class Body {
public:
    Body(Translation& translation, llvm::Function& function)
        : all(translation), builder(translation.context), function_(function) {}

    llvm::Function& function() const { return function_; }

    /// Returns the word of operand number `index`. Refuses instructions that lack this operand.
    std::uint32_t word(const spirv::Instruction& instruction, std::size_t index) const {
        all.require(index < instruction.operands.size(), instruction, "an operand is missing");
        return instruction.operands[index];
    }
    llvm::Value* operand(const spirv::Instruction& instruction, std::size_t index) const {
        return all.value(word(instruction, index), instruction);
    }
    /// Return the value of an operand that must be an integer, a floating-point number, or a pointer. The operand of
    /// integer() or floating() may also be a vector.
    llvm::Value* integer(const spirv::Instruction& instruction, std::size_t index) const;
    llvm::Value* floating(const spirv::Instruction& instruction, std::size_t index) const;
    llvm::Value* pointer(const spirv::Instruction& instruction, std::size_t index) const;

    llvm::Type* result_type(const spirv::Instruction& instruction) const;
    /// Returns the SPIR-V type of an operand.
    const TypeInfo& operand_type(const spirv::Instruction& instruction, std::size_t index) const {
        return all.types.info(all.type_of(word(instruction, index)), instruction);
    }

    /// Convert a value between the two forms of its type: the form of values, and the form in memory and structures
    /// (types.h).
    llvm::Value* to_memory(llvm::Value* value, llvm::Type* memory);
    llvm::Value* from_memory(llvm::Value* value, llvm::Type* type);

    /// True if values of the type `value` have the type `memory` while they are in memory.
    static bool has_form(const llvm::Type* value, const llvm::Type* memory);

    /// Allocates a variable in the function's first block.
    llvm::AllocaInst* allocate(llvm::Type* memory);
    /// Sets the builder to the start of the function, after its variables. Variables must stay together at the start,
    /// since passes split the first block after them.
    void begin_after_variables();

    Translation& all;
    llvm::IRBuilder<> builder;
    DynamicArea dynamic_area;
    FloatModes modes;                  // modes of the function
    bool widens_small_floats = false;  // whether the present instruction uses floats for bfloat16 numbers

private:
    llvm::Function& function_;
};

}  // namespace lanewise::compiler::il
