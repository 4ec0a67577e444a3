// The state of one translation of a SPIR-V module, which all files of this folder use.
// Thread-safety: belongs to one thread.
#pragma once

#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/frontend/options.h"
#include "compiler/spirv/state/annotations.h"
#include "compiler/spirv/state/float_modes.h"
#include "compiler/spirv/state/refuse.h"
#include "compiler/spirv/state/types.h"
#include "lanewise/compiler.h"
#include "spirv/module.h"

namespace lanewise::compiler::il {

/// Provides functions of the module to instructions whose operands are ids of functions.
class FunctionSource {
public:
    /// Returns the function with an id. The first call for an id declares the function.
    virtual llvm::Function* declare(spirv::Id id, const spirv::Instruction& user) = 0;
    /// Returns the kernel that runs a function as a block (OpEnqueueKernel).
    virtual llvm::Function* block_kernel(spirv::Id id, const spirv::Instruction& user) = 0;

protected:
    ~FunctionSource() = default;
};

/// Number of parts above which a structure or array is large: a function keeps it in memory
/// (compiler/spirv/large_values.h).
inline constexpr std::uint64_t most_parts_of_values = 256;

struct Translation {
    Translation(const spirv::Module& module_source, const SpirvProgram& program_source,
                const CompileOptions& compile_options, llvm::Module& result)
        : source(module_source),
          program(program_source),
          options(compile_options),
          module(result),
          context(result.getContext()),
          annotations(module_source),
          types(module_source, annotations, result),
          values(module_source.definitions.size()) {}

    [[noreturn]] void refuse(const spirv::Instruction& instruction, std::string_view reason) const {
        il::refuse(instruction, annotations, reason);
    }
    void require(bool condition, const spirv::Instruction& instruction, std::string_view reason) const {
        if (!condition) refuse(instruction, reason);
    }

    /// Returns the value of an id that was defined before `user`.
    llvm::Value* value(spirv::Id id, const spirv::Instruction& user) const {
        llvm::Value* found = id < values.size() ? values[id] : nullptr;
        // Functions are no values here: for an operand that is a function, callers use Functions::declare.
        if (!found || (llvm::isa<llvm::Function>(found) && source.definition(id)->op == spirv::Op::Function))
            refuse(user, "%" + std::to_string(id) + " is no value that is defined before");
        return found;
    }

    /// Defines the result of an instruction. Refuses a value whose type is not the result type of the instruction.
    void define(const spirv::Instruction& instruction, llvm::Value* value) {
        require(value->getType() == types.value(instruction.type, instruction), instruction,
                "the operands do not fit the result's type");
        const std::uint64_t parts = types.info(instruction.type, instruction).parts;
        if (parts > most_parts_of_values) {
            has_large_values = true;
            charge(instruction, cost_of_large(instruction.op, parts));
        }
        values[instruction.result] = value;
    }

    /// Adds `parts` (parts of a value, or parameters of a kernel) to a total if `parts` is above
    /// `most_parts_of_values`. Refuses the module if the total is too large for the compiler's memory, since LLVM
    /// handles each part of a structure or array separately.
    void charge(const spirv::Instruction& instruction, std::uint64_t parts) {
        constexpr std::uint64_t most = std::uint64_t{1} << 22;
        if (parts > most_parts_of_values) parts_ += std::min(parts, most + 1);
        require(parts_ <= most, instruction,
                "the module has too many values of large structures and arrays, or kernels with too many parameters");
    }

    /// Notes that the present function has a value of this type, which may be large.
    void note_parts(spirv::Id type, const spirv::Instruction& user) {
        if (types.info(type, user).parts > most_parts_of_values) has_large_values = true;
    }

    /// Returns the SPIR-V type of a value; 0 for ids without type.
    spirv::Id type_of(spirv::Id id) const {
        const spirv::Instruction* definition = source.definition(id);
        return definition ? definition->type : 0;
    }

    /// Returns the value of an integer constant, after specialization.
    std::uint64_t constant(spirv::Id id, const spirv::Instruction& user) const;

    const spirv::Module& source;
    const SpirvProgram& program;
    const CompileOptions& options;
    llvm::Module& module;
    llvm::LLVMContext& context;
    const Annotations annotations;
    Types types;
    std::optional<FunctionModes> function_modes;               // set after all constants are defined
    std::vector<llvm::Value*> values;                          // values by id; null for ids without a value so far
    std::unordered_map<spirv::Id, llvm::MDNode*> alias_nodes;  // alias scopes, domains and lists by id
    const spirv::Instruction* work_group_size = nullptr;       // the constant decorated with WorkgroupSize
    FunctionSource* functions = nullptr;                       // null while constants are defined

    bool has_large_values = false;  // whether the present function has large values (large_values.h)

private:
    // Returns the number of parts that charge() must add for an instruction on a large value of `parts` parts. If the
    // value is kept in memory, the number is large, since the value may need its own variable.
    static std::uint64_t cost_of_large(spirv::Op op, std::uint64_t parts) {
        switch (op) {
            case spirv::Op::Undef:
            case spirv::Op::ConstantNull:
            case spirv::Op::CopyObject: return 0;
            case spirv::Op::Load:
            case spirv::Op::CompositeConstruct:
            case spirv::Op::CompositeExtract:
            case spirv::Op::CompositeInsert:
            case spirv::Op::Phi:
            case spirv::Op::Select: return std::uint64_t{1} << 10;
            default: return parts;
        }
    }

    std::uint64_t parts_ = 0;
};

}  // namespace lanewise::compiler::il
