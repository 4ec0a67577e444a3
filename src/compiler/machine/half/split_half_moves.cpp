#include "compiler/machine/half/split_half_moves.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/passes/preserved.h"
#include "compiler/target/target_features.h"

namespace lanewise::compiler {
namespace {

using llvm::cast;
using llvm::dyn_cast;

constexpr unsigned piece_lanes = 16;  // number of floats in a 512-bit register
constexpr std::uint64_t piece_bytes = piece_lanes * 2;

bool fills_several_registers(const llvm::Type* type) {
    const auto* vector = dyn_cast<llvm::FixedVectorType>(type);
    return vector && vector->getNumElements() > piece_lanes && vector->getNumElements() % piece_lanes == 0;
}

// Whether `instruction` converts between halves and floats that fill more than one register.
bool is_long_conversion(const llvm::Instruction& instruction) {
    if (!llvm::isa<llvm::FPExtInst, llvm::FPTruncInst>(instruction)) return false;
    const llvm::Type* from = instruction.getOperand(0)->getType()->getScalarType();
    const llvm::Type* to = instruction.getType()->getScalarType();
    const bool of_half = (from->isHalfTy() && to->isFloatTy()) || (from->isFloatTy() && to->isHalfTy());
    return of_half && fills_several_registers(instruction.getType());
}

unsigned pieces_of(const llvm::Value& value) {
    return cast<llvm::FixedVectorType>(value.getType())->getNumElements() / piece_lanes;
}

llvm::Value* place_of_piece(llvm::IRBuilder<>& builder, llvm::Value* pointer, unsigned piece) {
    return builder.CreateInBoundsGEP(builder.getInt8Ty(), pointer, builder.getInt64(piece * piece_bytes));
}

// Replaces the conversion of a phi by a phi of converted incoming values. Applies if at least one incoming value is a
// load.
bool move_before_phi(llvm::FPExtInst& conversion) {
    auto* phi = dyn_cast<llvm::PHINode>(conversion.getOperand(0));
    if (!phi || !phi->hasOneUse()) return false;
    const auto is_single = [&](const llvm::Value* value) {
        return llvm::isa<llvm::Instruction>(value) && value->hasOneUse() && value != phi;
    };
    if (!llvm::all_of(phi->incoming_values(), is_single)) return false;
    if (llvm::none_of(phi->incoming_values(), llvm::IsaPred<llvm::LoadInst>)) return false;
    llvm::PHINode* wide =
        llvm::PHINode::Create(conversion.getType(), phi->getNumIncomingValues(), "", phi->getIterator());
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
        llvm::BasicBlock* from = phi->getIncomingBlock(i);
        llvm::IRBuilder<> builder(from->getTerminator());
        wide->addIncoming(builder.CreateFPExt(phi->getIncomingValue(i), conversion.getType()), from);
    }
    conversion.replaceAllUsesWith(wide);
    conversion.eraseFromParent();
    phi->eraseFromParent();
    return true;
}

bool split_load(llvm::FPExtInst& conversion) {
    auto* load = dyn_cast<llvm::LoadInst>(conversion.getOperand(0));
    if (!load || !load->isSimple() || !load->hasOneUse()) return false;
    llvm::IRBuilder<> at_load(load), at_conversion(&conversion);
    auto* halves = llvm::FixedVectorType::get(at_load.getHalfTy(), piece_lanes);
    auto* floats = llvm::FixedVectorType::get(at_load.getFloatTy(), piece_lanes);
    llvm::SmallVector<llvm::Value*, 4> parts;
    for (unsigned piece = 0; piece < pieces_of(conversion); ++piece) {
        llvm::LoadInst* part =
            at_load.CreateAlignedLoad(halves, place_of_piece(at_load, load->getPointerOperand(), piece),
                                      llvm::commonAlignment(load->getAlign(), piece * piece_bytes));
        part->copyMetadata(*load);
        parts.push_back(at_conversion.CreateFPExt(part, floats));
    }
    conversion.replaceAllUsesWith(llvm::concatenateVectors(at_conversion, parts));
    conversion.eraseFromParent();
    load->eraseFromParent();
    return true;
}

// Splits a store of halves that were converted from floats. Non-temporal stores stay whole, since they must write whole
// cache lines.
bool split_store(llvm::StoreInst& store) {
    auto* conversion = dyn_cast<llvm::FPTruncInst>(store.getValueOperand());
    if (!conversion || !is_long_conversion(*conversion) || !store.isSimple() ||
        store.hasMetadata(llvm::LLVMContext::MD_nontemporal))
        return false;
    llvm::IRBuilder<> builder(&store);
    auto* halves = llvm::FixedVectorType::get(builder.getHalfTy(), piece_lanes);
    for (unsigned piece = 0; piece < pieces_of(*conversion); ++piece) {
        const auto lanes = llvm::createSequentialMask(piece * piece_lanes, piece_lanes, 0);
        llvm::Value* part = builder.CreateShuffleVector(conversion->getOperand(0), lanes);
        llvm::StoreInst* stored = builder.CreateAlignedStore(
            builder.CreateFPTrunc(part, halves), place_of_piece(builder, store.getPointerOperand(), piece),
            llvm::commonAlignment(store.getAlign(), piece * piece_bytes));
        stored->copyMetadata(store);
    }
    store.eraseFromParent();
    if (conversion->use_empty()) conversion->eraseFromParent();
    return true;
}

template <class Instruction>
llvm::SmallVector<Instruction*> all_of_kind(llvm::Function& function) {
    llvm::SmallVector<Instruction*> found;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (auto* one = dyn_cast<Instruction>(&instruction)) found.push_back(one);
    return found;
}

}  // namespace

llvm::PreservedAnalyses SplitHalfMoves::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (!has_feature(function, "avx512f")) return llvm::PreservedAnalyses::all();
    bool changed = false;
    for (llvm::FPExtInst* conversion : all_of_kind<llvm::FPExtInst>(function))
        if (is_long_conversion(*conversion)) changed |= move_before_phi(*conversion);
    for (llvm::FPExtInst* conversion : all_of_kind<llvm::FPExtInst>(function))
        if (is_long_conversion(*conversion)) changed |= split_load(*conversion);
    for (llvm::StoreInst* store : all_of_kind<llvm::StoreInst>(function)) changed |= split_store(*store);
    return preserves_flow(changed);
}

}  // namespace lanewise::compiler
