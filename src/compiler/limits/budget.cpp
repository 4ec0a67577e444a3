#include "compiler/limits/budget.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/ir/operations.h"
#include "compiler/limits/code_size.h"

namespace lanewise::compiler::budget {
namespace {

std::uint64_t size_of_chunk(const llvm::Function& chunk, unsigned register_bits) {
    std::uint64_t barriers = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(chunk)) barriers += is_meeting(instruction);
    return code_size(chunk, register_bits) + barriers * code_of_region;
}

std::uint64_t count_vector_constants(const llvm::Function& function) {
    llvm::SmallPtrSet<const llvm::Value*, 32> constants;
    for (const llvm::Instruction& instruction : llvm::instructions(function))
        for (const llvm::Value* operand : instruction.operands())
            if (llvm::isa<llvm::Constant>(operand) && operand->getType()->isVectorTy()) constants.insert(operand);
    return constants.size();
}

}  // namespace

Versions affordable_versions(const llvm::Function& full, const llvm::Function& tail, unsigned register_bits) {
    const std::uint64_t masked = size_of_chunk(tail, register_bits);
    if (masked > one_version) return Versions::none;
    return size_of_chunk(full, register_bits) + masked > both_versions ? Versions::masked : Versions::both;
}

bool is_too_large_for_fewer_lanes(const llvm::Function& tail, unsigned register_bits) {
    return size_of_chunk(tail, register_bits) > fewer_lanes;
}

bool is_tail_apart(const llvm::Function& tail, unsigned register_bits) {
    return size_of_chunk(tail, register_bits) > tail_apart;
}

bool is_too_large_to_widen(const llvm::Function& kernel, unsigned register_bits) {
    return code_size(kernel, register_bits) > one_version;
}

bool has_few_loops(llvm::Function& function, llvm::FunctionAnalysisManager& analyses, unsigned limit) {
    return analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder().size() <= limit;
}

bool affords_optimizing_codegen(const llvm::Function& entry, unsigned register_bits) {
    const std::uint64_t blocks = entry.size();
    const std::uint64_t constants = count_vector_constants(entry);
    return code_size(entry, register_bits) + blocks * blocks / squared_blocks +
               constants * constants / squared_constants <=
           optimized_code;
}

}  // namespace lanewise::compiler::budget
