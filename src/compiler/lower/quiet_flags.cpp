#include "compiler/lower/quiet_flags.h"

#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/calls/called_functions.h"

namespace lanewise::compiler {
namespace {

// True if the address is an argument plus a constant, and therefore the same for all work-items.
bool is_place_of_argument(const llvm::Value& pointer, const llvm::DataLayout& layout) {
    llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
    return llvm::isa<llvm::Argument>(
        pointer.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true));
}

bool raises_flag(const llvm::StoreInst& store, const llvm::DataLayout& layout) {
    const llvm::Value* value = store.getValueOperand();
    if (!store.isSimple() || store.getPointerAddressSpace() != global_space) return false;
    if (!llvm::isa<llvm::ConstantInt, llvm::ConstantFP>(value) || value->getType()->isVectorTy()) return false;
    const std::uint64_t bytes = layout.getTypeStoreSize(value->getType()).getFixedValue();
    return llvm::isPowerOf2_64(bytes) && bytes <= 8 && layout.getTypeSizeInBits(value->getType()) == 8 * bytes &&
           store.getAlign().value() >= bytes && is_place_of_argument(*store.getPointerOperand(), layout);
}

void look_first(llvm::StoreInst& store) {
    llvm::IRBuilder<> builder(&store);
    auto* constant = llvm::cast<llvm::Constant>(store.getValueOperand());
    llvm::Type* bits = builder.getIntNTy(constant->getType()->getScalarSizeInBits());
    llvm::LoadInst* seen = builder.CreateAlignedLoad(bits, store.getPointerOperand(), store.getAlign());
    seen->setAtomic(llvm::AtomicOrdering::Monotonic);
    llvm::Value* differs = builder.CreateICmpNE(seen, builder.CreateBitCast(constant, bits));
    llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(differs, store.getIterator(), /*Unreachable=*/false);
    store.moveBefore(end->getIterator());
}

}  // namespace

llvm::PreservedAnalyses QuietFlags::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    // Skip called functions, whose arguments may differ between work-items.
    if (is_called_function(function)) return llvm::PreservedAnalyses::all();
    const llvm::DataLayout& layout = function.getDataLayout();
    llvm::SmallVector<llvm::StoreInst*, 4> flags;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction); store && raises_flag(*store, layout))
            flags.push_back(store);
    if (flags.empty()) return llvm::PreservedAnalyses::all();
    const auto& ends = analyses.getResult<llvm::PostDominatorTreeAnalysis>(function);
    llvm::erase_if(flags, [&](const llvm::StoreInst* store) {
        return ends.dominates(store->getParent(), &function.getEntryBlock());
    });
    for (llvm::StoreInst* store : flags) look_first(*store);
    return flags.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
