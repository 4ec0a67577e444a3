// Translates the types of a SPIR-V module to LLVM types (SPIR-V specification, section 3.52.6). A type has two forms:
// one for values, and one for memory. The forms differ for integers whose width is not 8, 16, 32 or a larger power of
// two. OpTypeBool, for example, is i1 as a value, and i8 in memory and within structures and arrays. The reason is that
// LLVM packs the bits of such integers in vectors.
// Thread-safety: belongs to one translation.
#pragma once

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <deque>
#include <vector>

#include "compiler/spirv/state/annotations.h"
#include "spirv/module.h"

namespace lanewise::compiler::il {

struct TypeInfo {
    spirv::Op op = spirv::Op::Nop;  // Nop: the id is no type
    llvm::Type* value = nullptr;    // null for types that have no values, such as function types
    llvm::Type* memory = nullptr;
    spirv::Id element = 0;          // element of a composite, target of a pointer, or result of a function
    spirv::StorageClass storage{};  // storage class of a pointer type
    const spirv::Instruction* definition = nullptr;
    unsigned depth = 0;       // nesting depth of structures and arrays
    std::uint64_t parts = 1;  // number of scalars (numbers and pointers) in a value
    std::uint64_t nodes = 1;  // number of types that a recursive walk visits
    bool is_bfloat = false;   // the encoding is bfloat16; values are 16-bit integers
};

/// Returns the type that a number, a vector or a pointer has in memory.
llvm::Type* form_in_memory(const llvm::Type* value);

class Types {
public:
    Types(const spirv::Module& source, const Annotations& annotations, llvm::Module& module);

    /// Defines the type that an instruction OpType* declares. `count` is the length of an array, or of a vector whose
    /// length is the id of a constant.
    void define(const spirv::Instruction& instruction, std::uint64_t count);

    /// Returns the type with an id. `user` is the instruction that uses the type; error messages name this instruction.
    const TypeInfo& info(spirv::Id id, const spirv::Instruction& user) const;
    llvm::Type* value(spirv::Id id, const spirv::Instruction& user) const;
    llvm::Type* memory(spirv::Id id, const spirv::Instruction& user) const;

    /// Returns the address space of a storage class. Refuses storage classes that kernels do not have.
    unsigned space(spirv::StorageClass storage, const spirv::Instruction& user) const;

    /// Returns a type's alignment in memory.
    llvm::Align alignment(llvm::Type* type) const { return layout_.getABITypeAlign(type); }
    const llvm::DataLayout& layout() const { return layout_; }

private:
    void define_struct(const spirv::Instruction& instruction, TypeInfo& type);
    void define_vector(const spirv::Instruction& instruction, std::uint64_t components, TypeInfo& type);
    void define_array(const spirv::Instruction& instruction, std::uint64_t count, TypeInfo& type);
    void define_function(const spirv::Instruction& instruction, TypeInfo& type);
    llvm::Type* number(const spirv::Instruction& instruction, bool& is_bfloat) const;

    const Annotations& annotations_;
    llvm::LLVMContext& context_;
    const llvm::DataLayout& layout_;
    std::vector<std::uint32_t> numbers_;  // index in types_, by id; 0 for ids that are no types
    std::deque<TypeInfo> types_;          // the first element is the entry of all ids that are no types
};

}  // namespace lanewise::compiler::il
