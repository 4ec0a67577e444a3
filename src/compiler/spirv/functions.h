// Functions of a SPIR-V module: declarations, bodies and control flow (SPIR-V specification, sections 3.52.9 and
// 3.52.17).
// Thread-safety: belongs to one translation.
#pragma once

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compiler/spirv/state/translation.h"

namespace lanewise::compiler::il {

/// One entry point: a function, and the name of the kernel that runs it.
struct EntryPoint {
    spirv::Id function = 0;
    std::string_view name;
    const spirv::Instruction* instruction = nullptr;
};

class Functions final : public FunctionSource {
public:
    explicit Functions(Translation& all);

    llvm::Function* declare(spirv::Id id, const spirv::Instruction& user) override;
    llvm::Function* block_kernel(spirv::Id id, const spirv::Instruction& user) override;

    /// Translates all bodies and makes the kernels.
    void define_all();

    Translation& all;

private:
    struct Parameters {
        std::vector<const spirv::Instruction*> instructions;
        std::size_t end = 0;  // the number of the instruction after the parameters
    };

    Parameters parameters_of(const spirv::Instruction& function) const;
    void find_blocks();
    bool is_block_entry(const EntryPoint& entry) const;
    std::string block_name(spirv::Id block) const;
    void take_name(llvm::Function& kernel, std::string_view name, const spirv::Instruction& user) const;
    void set_linkage(llvm::Function& function, const spirv::Instruction& instruction) const;
    llvm::Function* linked_function(const spirv::Instruction& instruction, llvm::FunctionType* type);
    void set_parameter(llvm::Function& function, unsigned index, const spirv::Instruction& parameter);
    void make_kernels();
    void make_wrapper(llvm::Function& function, const EntryPoint& entry);
    bool is_kernel_itself(spirv::Id function) const;

    std::vector<EntryPoint> entries_;
    std::unordered_map<spirv::Id, std::vector<std::size_t>> entries_of_;  // indices of entries_ by function
    std::unordered_set<spirv::Id> called_;
    std::unordered_set<std::string_view> entry_names_;
    std::unordered_set<std::string_view> exported_;          // names of the functions that were declared so far
    std::unordered_map<spirv::Id, llvm::Function*> blocks_;  // kernels by ids of block functions; null until made
    std::unordered_map<std::string_view, spirv::Id> exported_blocks_;
};

}  // namespace lanewise::compiler::il
