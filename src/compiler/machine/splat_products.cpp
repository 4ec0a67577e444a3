#include "compiler/machine/splat_products.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Local.h>

#include <vector>

#include "compiler/ir/passes/preserved.h"
#include "compiler/target/target_features.h"

namespace lanewise::compiler {
namespace {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

constexpr unsigned register_bits = 512;

struct SplatProduct {
    llvm::ShuffleVectorInst* splat;
    llvm::Instruction* product;
    llvm::LoadInst* loaded;
    llvm::Instruction* other;  // the factor that is not loaded; it comes from an earlier block
};

// Returns the product that `splat` broadcasts, if the product has no other user; otherwise null.
llvm::BinaryOperator* splat_product(llvm::ShuffleVectorInst& splat) {
    if (splat.getType()->getPrimitiveSizeInBits() != register_bits || !splat.isZeroEltSplat()) return nullptr;
    auto* product = llvm::dyn_cast_or_null<llvm::BinaryOperator>(llvm::getSplatValue(&splat));
    if (!product || product->getOpcode() != llvm::Instruction::FMul) return nullptr;
    return product->hasOneUse() && splat.getOperand(0)->hasOneUse() ? product : nullptr;
}

void find(llvm::ShuffleVectorInst& splat, std::vector<SplatProduct>& found) {
    llvm::BinaryOperator* product = splat_product(splat);
    if (!product) return;
    for (unsigned i = 0; i < 2; ++i) {
        auto* loaded = dyn_cast<llvm::LoadInst>(product->getOperand(i));
        auto* other = dyn_cast<llvm::Instruction>(product->getOperand(1 - i));
        if (!loaded || !loaded->hasOneUse() || loaded->getParent() != splat.getParent()) continue;
        if (!other || other->getParent() == splat.getParent() || other->isTerminator()) continue;
        return found.push_back({&splat, product, loaded, other});
    }
}

void replace(const SplatProduct& found) {
    const llvm::ElementCount lanes = cast<llvm::VectorType>(found.splat->getType())->getElementCount();
    llvm::BasicBlock* block = found.other->getParent();
    llvm::IRBuilder<> earlier(
        block, isa<llvm::PHINode>(found.other) ? block->getFirstInsertionPt() : std::next(found.other->getIterator()));
    llvm::Value* other = earlier.CreateVectorSplat(lanes, found.other);
    llvm::IRBuilder<> here(found.splat);
    llvm::Value* product = here.CreateFMulFMF(other, here.CreateVectorSplat(lanes, found.loaded), found.product);
    found.splat->replaceAllUsesWith(product);
    llvm::RecursivelyDeleteTriviallyDeadInstructions(found.splat);
}

}  // namespace

llvm::PreservedAnalyses SplatProducts::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (!has_feature(function, "avx512f")) return llvm::PreservedAnalyses::all();
    std::vector<SplatProduct> found;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (auto* splat = dyn_cast<llvm::ShuffleVectorInst>(&instruction)) find(*splat, found);
    for (const SplatProduct& each : found) replace(each);
    return preserves_flow(!found.empty());
}

}  // namespace lanewise::compiler
