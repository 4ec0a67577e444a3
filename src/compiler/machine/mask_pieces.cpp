#include "compiler/machine/mask_pieces.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/PatternMatch.h>

namespace lanewise::compiler {

unsigned lanes_of(const llvm::Value& vector) {
    return llvm::cast<llvm::FixedVectorType>(vector.getType())->getNumElements();
}

bool is_mask(const llvm::Value& value) {
    return llvm::isa<llvm::FixedVectorType>(value.getType()) && value.getType()->isIntOrIntVectorTy(1);
}

llvm::Value* piece_of(llvm::IRBuilder<>& at, llvm::Value* whole, unsigned piece, unsigned lanes) {
    if (lanes_of(*whole) == lanes) return whole;
    if (llvm::Value* scalar = llvm::getSplatValue(whole)) return at.CreateVectorSplat(lanes, scalar);
    return at.CreateShuffleVector(whole, llvm::createSequentialMask(piece * lanes, lanes, 0));
}

bool ask_pieces(llvm::BitCastInst& bits, llvm::ArrayRef<llvm::Value*> pieces,
                llvm::function_ref<llvm::Value*(llvm::IRBuilder<>&, llvm::Value*)> as_mask) {
    namespace pattern = llvm::PatternMatch;
    if (!bits.getType()->isIntegerTy()) return false;
    for (llvm::User* user : llvm::make_early_inc_range(bits.users())) {
        auto* vote = llvm::dyn_cast<llvm::ICmpInst>(user);
        if (!vote || !vote->isEquality() || vote->getOperand(0) != &bits) continue;
        const bool any = pattern::match(vote->getOperand(1), pattern::m_Zero());
        if (!any && !pattern::match(vote->getOperand(1), pattern::m_AllOnes())) continue;
        llvm::IRBuilder<> at(vote);
        llvm::Value* total = pieces.front();
        for (llvm::Value* piece : llvm::drop_begin(pieces))
            total = any ? at.CreateOr(total, piece) : at.CreateAnd(total, piece);
        llvm::Value* number = at.CreateBitCast(as_mask(at, total), at.getIntNTy(lanes_of(*total)));
        llvm::Constant* wanted =
            any ? llvm::Constant::getNullValue(number->getType()) : llvm::Constant::getAllOnesValue(number->getType());
        vote->replaceAllUsesWith(at.CreateICmp(vote->getPredicate(), number, wanted));
        vote->eraseFromParent();
    }
    return bits.use_empty();
}

}  // namespace lanewise::compiler
