#include "compiler/prepare/memory/infer_address_spaces.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include <optional>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

bool is_generic(const llvm::Value& value) {
    const llvm::Type* type = value.getType()->getScalarType();
    return type->isPointerTy() && type->getPointerAddressSpace() == generic_space;
}

bool has_generic_pointers(llvm::Function& function) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        if (is_generic(instruction)) return true;
        for (const llvm::Value* operand : instruction.operands())
            if (is_generic(*operand)) return true;
    }
    return false;
}

// Returns the address space of all pointers from which `pointer` may be derived; empty if their address spaces differ.
std::optional<unsigned> space_of(llvm::Value& pointer) {
    std::optional<unsigned> space;
    llvm::SmallSetVector<llvm::Value*, 8> sources;
    sources.insert(&pointer);
    for (std::size_t next = 0; next < sources.size(); ++next) {
        llvm::Value* source = sources[next];
        if (auto* phi = llvm::dyn_cast<llvm::PHINode>(source)) {
            for (llvm::Value* incoming : phi->incoming_values()) sources.insert(incoming);
        } else if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(source)) {
            sources.insert(choice->getTrueValue());
            sources.insert(choice->getFalseValue());
        } else if (auto* address = llvm::dyn_cast<llvm::GEPOperator>(source)) {
            sources.insert(address->getPointerOperand());
        } else if (auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(source)) {
            const unsigned found = cast->getSrcAddressSpace();
            if (space && *space != found) return std::nullopt;
            space = found;
        } else {
            return std::nullopt;
        }
    }
    return space;
}

void fold_questions(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        llvm::CallInst* question = as_operation(&instruction, op::address_space);
        if (!question) continue;
        const auto space = space_of(*question->getArgOperand(0));
        if (!space) continue;
        question->replaceAllUsesWith(llvm::ConstantInt::get(question->getType(), *space));
        question->eraseFromParent();
    }
}

// Casts the pointers of volatile accesses to their address space, since LLVM's pass InferAddressSpaces does not change
// volatile accesses.
void name_spaces_of_volatile(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
        if (!pointer || !instruction.isVolatile() || !is_generic(*pointer)) continue;
        const std::optional<unsigned> space = space_of(*pointer);
        if (!space || *space == generic_space) continue;
        llvm::IRBuilder<> builder(&instruction);
        auto* type = llvm::PointerType::get(function.getContext(), *space);
        instruction.setOperand(llvm::isa<llvm::LoadInst>(instruction) ? 0 : 1,
                               builder.CreateAddrSpaceCast(pointer, type));
    }
}

}  // namespace

llvm::PreservedAnalyses InferAddressSpaces::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (!has_generic_pointers(function)) return llvm::PreservedAnalyses::all();
    llvm::FunctionPassManager passes;
    // Promote pointer variables to SSA values, because the inference does not look through memory.
    llvm::SROAPass(llvm::SROAOptions::PreserveCFG).run(function, analyses);
    name_spaces_of_volatile(function);
    passes.addPass(llvm::InferAddressSpacesPass(generic_space));
    passes.run(function, analyses);
    fold_questions(function);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
