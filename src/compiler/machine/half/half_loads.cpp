#include "compiler/machine/half/half_loads.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/ir/passes/preserved.h"
#include "compiler/target/target_features.h"

namespace lanewise::compiler {
namespace {

using llvm::cast;
using llvm::dyn_cast;

// Whether `instruction` converts a loaded half to float. The half may have been loaded as an integer.
bool converts_load(const llvm::Instruction& instruction) {
    using namespace llvm::PatternMatch;
    const auto* conversion = dyn_cast<llvm::FPExtInst>(&instruction);
    if (!conversion || !conversion->getSrcTy()->isHalfTy() || !conversion->getDestTy()->isFloatTy()) return false;
    const llvm::Value* from = conversion->getOperand(0);
    return llvm::isa<llvm::LoadInst>(from) || match(from, m_BitCast(m_Load(m_Value())));
}

// Whether `user` is a splat of the element that `inserted` inserts at index 0.
bool is_splat_of(const llvm::User& user, const llvm::InsertElementInst& inserted) {
    const auto* splat = dyn_cast<llvm::ShuffleVectorInst>(&user);
    return splat && splat->getOperand(0) == &inserted && splat->isZeroEltSplat();
}

// Replaces splats of `scalar` by concatenated copies of `wide`, a vector of one register whose elements are all equal
// to `scalar`.
void splat(llvm::Value& scalar, llvm::Value& wide, unsigned lanes) {
    using namespace llvm::PatternMatch;
    for (llvm::User* user : llvm::make_early_inc_range(scalar.users())) {
        auto* inserted = dyn_cast<llvm::InsertElementInst>(user);
        if (!inserted || !match(inserted->getOperand(2), m_Zero())) continue;
        for (llvm::User* use : llvm::make_early_inc_range(inserted->users())) {
            const auto* type = dyn_cast<llvm::FixedVectorType>(use->getType());
            if (!is_splat_of(*use, *inserted) || type->getNumElements() % lanes != 0) continue;
            auto* shuffle = cast<llvm::ShuffleVectorInst>(use);
            llvm::SmallVector<int, 64> elements(type->getNumElements());
            for (unsigned i = 0; i < elements.size(); ++i) elements[i] = static_cast<int>(i % lanes);
            shuffle->replaceAllUsesWith(llvm::IRBuilder<>(shuffle).CreateShuffleVector(&wide, elements));
            shuffle->eraseFromParent();
        }
        if (inserted->use_empty()) inserted->eraseFromParent();
    }
}

void broadcast(llvm::FPExtInst& conversion, unsigned lanes) {
    llvm::IRBuilder<> builder(&conversion);
    llvm::Value* halves = builder.CreateVectorSplat(lanes, conversion.getOperand(0));
    llvm::Value* wide = builder.CreateFPExt(halves, llvm::FixedVectorType::get(builder.getFloatTy(), lanes));
    splat(conversion, *wide, lanes);
    conversion.replaceAllUsesWith(builder.CreateExtractElement(wide, std::uint64_t{0}));
    conversion.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses HalfLoads::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (!has_feature(function, "avx2") || !has_feature(function, "f16c")) return llvm::PreservedAnalyses::all();
    const unsigned lanes = has_feature(function, "avx512vl") ? 16 : 8;
    llvm::SmallVector<llvm::FPExtInst*, 8> conversions;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (converts_load(instruction)) conversions.push_back(cast<llvm::FPExtInst>(&instruction));
    for (llvm::FPExtInst* conversion : conversions) broadcast(*conversion, lanes);
    return preserves_flow(!conversions.empty());
}

}  // namespace lanewise::compiler
