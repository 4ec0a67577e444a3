#include "compiler/machine/masks/legalize_masks.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>

#include <vector>

#include "compiler/ir/passes/preserved.h"
#include "compiler/machine/masks/mask_web.h"
#include "compiler/target/target_features.h"

namespace lanewise::compiler {
namespace {

using llvm::cast;
using llvm::dyn_cast;
using llvm::Instruction;
using llvm::isa;
using llvm::Value;
namespace pattern = llvm::PatternMatch;

using MaskPieces = llvm::SmallVector<Value*, 8>;

class Legalizer {
public:
    explicit Legalizer(const MaskWeb& web)
        : web_(web), form_(web.form()), count_(lanes_of(*web.masks().front()) / form_.lanes) {}

    /// Legalizes the masks of the web. `in_order` lists each mask after its operands, unless the mask is a phi.
    void run(llvm::ArrayRef<Instruction*> in_order);

private:
    Value* part(llvm::IRBuilder<>& at, Value* whole, unsigned piece) const;
    MaskPieces pieces_of(llvm::IRBuilder<>& at, Value* value) const;
    Value* bits_of(llvm::IRBuilder<>& at, Value* number, unsigned piece) const;
    Value* chosen(llvm::IRBuilder<>& at, Value* which, Value* on, Value* off) const;
    Value* combined(llvm::IRBuilder<>& at, const Instruction& mask, llvm::ArrayRef<Value*> operands) const;
    void make(Instruction& mask);
    void fill(llvm::PHINode& phi);

    Value* joined(llvm::IRBuilder<>& at, llvm::function_ref<Value*(unsigned piece)> make_piece) const;
    bool ask_pieces(llvm::BitCastInst& bits, const MaskPieces& pieces) const;
    bool split_choice(llvm::SelectInst& choice, const MaskPieces& pieces) const;
    bool mask_value(llvm::SelectInst& choice, const MaskPieces& pieces) const;
    bool split_number(llvm::CastInst& number, const MaskPieces& pieces) const;
    bool widen_number(llvm::CastInst& number, const MaskPieces& pieces) const;
    bool replace_user(Instruction& user, const MaskPieces& pieces) const;
    Value* mask_at(Instruction& mask, llvm::BasicBlock& user);
    void replace_users(Instruction& mask);

    const MaskWeb& web_;
    const MaskForm form_;
    const unsigned count_;
    llvm::DenseMap<Value*, MaskPieces> pieces_;
    llvm::DenseMap<std::pair<Instruction*, llvm::BasicBlock*>, Value*> masks_;
};

// Returns `form_.lanes` elements of `whole`, beginning with element `piece` * `form_.lanes`.
Value* Legalizer::part(llvm::IRBuilder<>& at, Value* whole, unsigned piece) const {
    if (!whole->getType()->isVectorTy() || lanes_of(*whole) == form_.lanes) return whole;
    if (Value* scalar = llvm::getSplatValue(whole)) return at.CreateVectorSplat(form_.lanes, scalar);
    return at.CreateShuffleVector(whole, llvm::createSequentialMask(piece * form_.lanes, form_.lanes, 0));
}

// Returns the pieces of a mask, or of another vector from which masks are computed.
MaskPieces Legalizer::pieces_of(llvm::IRBuilder<>& at, Value* value) const {
    if (const auto known = pieces_.find(value); known != pieces_.end()) return known->second;
    MaskPieces pieces;
    for (unsigned piece = 0; piece < count_; ++piece) {
        pieces.push_back(part(at, value, piece));
        if (is_mask(*value)) pieces.back() = form_.from_i1(at, pieces.back());
    }
    return pieces;
}

Value* Legalizer::bits_of(llvm::IRBuilder<>& at, Value* number, unsigned piece) const {
    Value* bits = at.CreateTrunc(at.CreateLShr(number, piece * form_.lanes), at.getIntNTy(form_.lanes));
    return at.CreateBitCast(bits, form_.type(at.getContext()));
}

// Builds a select between masks that are represented as integers. Unlike a select, `and` and `or` propagate poison from
// the operand that is not chosen, so this operand is frozen. Every operand except a constant is frozen: phis have no
// incoming values yet, so LLVM cannot prove that an operand is free of poison. A frozen mask may have any integer as
// value, since only its sign is used.
Value* Legalizer::chosen(llvm::IRBuilder<>& at, Value* which, Value* on, Value* off) const {
    const auto sound = [&](Value* mask) {
        return isa<llvm::Constant>(mask) && llvm::isGuaranteedNotToBePoison(mask) ? mask : at.CreateFreeze(mask);
    };
    if (pattern::match(off, pattern::m_Zero())) return at.CreateAnd(which, sound(on));
    if (pattern::match(on, pattern::m_AllOnes())) return at.CreateOr(which, sound(off));
    return at.CreateSelect(form_.to_i1(at, which), on, off);
}

// Makes a piece of a mask from the pieces of its operands.
Value* Legalizer::combined(llvm::IRBuilder<>& at, const Instruction& mask, llvm::ArrayRef<Value*> operands) const {
    if (isa<llvm::SelectInst>(mask) && is_mask(*mask.getOperand(0)) && !form_.is_i1())
        return chosen(at, operands[0], operands[1], operands[2]);
    Instruction* made = mask.clone();
    for (unsigned operand = 0; operand < operands.size(); ++operand) made->setOperand(operand, operands[operand]);
    const bool is_source = !combines_masks(mask);
    made->mutateType(is_source ? llvm::FixedVectorType::get(at.getInt1Ty(), form_.lanes) : form_.type(at.getContext()));
    // Frozen masks may have common bits below the sign, so the flag of an `or disjoint` must be dropped.
    if (!is_source && !form_.is_i1()) made->dropPoisonGeneratingFlags();
    at.Insert(made, mask.getName());
    return is_source ? form_.from_i1(at, made) : made;
}

// Makes the pieces of a mask. Phis get no incoming values yet, since these values may depend on the phis.
void Legalizer::make(Instruction& mask) {
    llvm::IRBuilder<> at(&mask);
    const bool is_phi = isa<llvm::PHINode>(mask), is_integer = is_integer_as_mask(mask);
    llvm::SmallVector<MaskPieces, 3> operands;
    if (combines_masks(mask) && !is_phi)
        for (Value* operand : mask.operands()) operands.push_back(pieces_of(at, operand));
    MaskPieces pieces;
    for (unsigned piece = 0; piece < count_; ++piece) {
        llvm::SmallVector<Value*, 3> parts;
        for (const MaskPieces& operand : operands) parts.push_back(operand[piece]);
        if (isa<llvm::CmpInst, llvm::TruncInst>(mask))
            for (Value* operand : mask.operands()) parts.push_back(part(at, operand, piece));
        if (is_phi)
            pieces.push_back(at.CreatePHI(form_.type(at.getContext()), mask.getNumOperands(), mask.getName()));
        else
            pieces.push_back(is_integer ? bits_of(at, mask.getOperand(0), piece) : combined(at, mask, parts));
    }
    pieces_[&mask] = std::move(pieces);
}

void Legalizer::fill(llvm::PHINode& phi) {
    llvm::SmallDenseMap<llvm::BasicBlock*, MaskPieces, 4> incoming;  // for each predecessor, the pieces of its value
    for (llvm::BasicBlock* from : phi.blocks()) {
        llvm::IRBuilder<> at(from->getTerminator());
        MaskPieces& values = incoming[from];
        if (values.empty()) values = pieces_of(at, phi.getIncomingValueForBlock(from));
        for (unsigned piece = 0; piece < count_; ++piece)
            cast<llvm::PHINode>(pieces_[&phi][piece])->addIncoming(values[piece], from);
    }
}

// Rewrites votes on `bits`, a mask cast to an integer, as votes on the mask's pieces. Votes are comparisons with 0 or
// with all ones; other users of `bits` need the whole mask. Returns true if `bits` has no users left.
bool Legalizer::ask_pieces(llvm::BitCastInst& bits, const MaskPieces& pieces) const {
    if (!bits.getType()->isIntegerTy()) return false;
    for (llvm::User* user : llvm::make_early_inc_range(bits.users())) {
        auto* vote = dyn_cast<llvm::ICmpInst>(user);
        if (!vote || !vote->isEquality() || vote->getOperand(0) != &bits) continue;
        const bool any = pattern::match(vote->getOperand(1), pattern::m_Zero());
        if (!any && !pattern::match(vote->getOperand(1), pattern::m_AllOnes())) continue;
        llvm::IRBuilder<> at(vote);
        Value* total = pieces.front();
        for (Value* piece : llvm::drop_begin(pieces))
            total = any ? at.CreateOr(total, piece) : at.CreateAnd(total, piece);
        Value* number = at.CreateBitCast(form_.to_i1(at, total), at.getIntNTy(lanes_of(*total)));
        llvm::Constant* wanted =
            any ? llvm::Constant::getNullValue(number->getType()) : llvm::Constant::getAllOnesValue(number->getType());
        vote->replaceAllUsesWith(at.CreateICmp(vote->getPredicate(), number, wanted));
        vote->eraseFromParent();
    }
    return bits.use_empty();
}

Value* Legalizer::joined(llvm::IRBuilder<>& at, llvm::function_ref<Value*(unsigned piece)> make_piece) const {
    MaskPieces parts;
    for (unsigned piece = 0; piece < count_; ++piece) parts.push_back(make_piece(piece));
    return llvm::concatenateVectors(at, parts);
}

// Splits a select between vectors that are not masks.
bool Legalizer::split_choice(llvm::SelectInst& choice, const MaskPieces& pieces) const {
    llvm::IRBuilder<> at(&choice);
    choice.replaceAllUsesWith(joined(at, [&](unsigned piece) {
        Value *on = part(at, choice.getTrueValue(), piece), *off = part(at, choice.getFalseValue(), piece);
        return at.CreateSelect(pieces[piece], on, off);
    }));
    return true;
}

// Replaces a select between a value and zero by `and`. Code generation does this only for masks from the same block.
// Returns false if the select has another form.
bool Legalizer::mask_value(llvm::SelectInst& choice, const MaskPieces& pieces) const {
    llvm::Type* chosen = choice.getType();
    const bool else_zero = pattern::match(choice.getFalseValue(), pattern::m_PosZeroFP()) ||
                           pattern::match(choice.getFalseValue(), pattern::m_ZeroInt());
    if (!else_zero || chosen->isPtrOrPtrVectorTy() || chosen->getScalarSizeInBits() != form_.bits) return false;
    llvm::IRBuilder<> at(&choice);
    Value* mask = llvm::concatenateVectors(at, pieces);
    Value* bits = at.CreateBitCast(at.CreateFreeze(choice.getTrueValue()), mask->getType());
    Value* result = at.CreateBitCast(at.CreateAnd(mask, bits), chosen);
    result->takeName(&choice);
    choice.replaceAllUsesWith(result);
    return true;
}

using Step = llvm::function_ref<Value*(llvm::IRBuilder<>& at, Value* before, bool adds)>;

// Replaces each sum x + `number` and each difference x - `number`, where `number` is an extended mask, by the result of
// `step` for the vector x.
void replace_sums(llvm::CastInst& number, Step step) {
    for (llvm::User* user : llvm::make_early_inc_range(number.users())) {
        auto* sum = dyn_cast<llvm::BinaryOperator>(user);
        if (!sum || sum->getOperand(0) == sum->getOperand(1)) continue;
        const bool adds = sum->getOpcode() == Instruction::Add;
        if (!adds && !(sum->getOpcode() == Instruction::Sub && sum->getOperand(1) == &number)) continue;
        llvm::IRBuilder<> at(sum);
        Value* result = step(at, sum->getOperand(adds && sum->getOperand(0) == &number ? 1 : 0), adds);
        result->takeName(sum);
        sum->replaceAllUsesWith(result);
        sum->eraseFromParent();
    }
}

// Splits a cast of a mask to a vector of numbers. The sum of x and a zero-extended mask becomes a select between x + 1
// and x, which is one masked instruction.
bool Legalizer::split_number(llvm::CastInst& number, const MaskPieces& pieces) const {
    const auto step = [&](llvm::IRBuilder<>& at, Value* before, bool adds) {
        return joined(at, [&](unsigned piece) {
            Value* old = part(at, before, piece);
            llvm::Constant* one = adds == isa<llvm::SExtInst>(number) ? llvm::Constant::getAllOnesValue(old->getType())
                                                                      : llvm::ConstantInt::get(old->getType(), 1);
            return at.CreateSelect(pieces[piece], at.CreateAdd(old, one), old);
        });
    };
    if (isa<llvm::SExtInst, llvm::ZExtInst>(number)) replace_sums(number, step);
    if (number.use_empty()) return true;
    llvm::IRBuilder<> at(&number);
    auto* type = llvm::FixedVectorType::get(number.getType()->getScalarType(), form_.lanes);
    number.replaceAllUsesWith(
        joined(at, [&](unsigned piece) { return at.CreateCast(number.getOpcode(), pieces[piece], type); }));
    return true;
}

// Replaces a mask that sext or zext extends to integers with the mask's pieces. In active lanes,
// the pieces are -1, but a zero-extended mask is 1. An addition of a zero-extended mask therefore becomes a subtraction
// of the pieces. Returns false
// for other casts.
bool Legalizer::widen_number(llvm::CastInst& number, const MaskPieces& pieces) const {
    if (!isa<llvm::SExtInst, llvm::ZExtInst>(number) || number.getType()->getScalarSizeInBits() < form_.bits)
        return false;
    llvm::IRBuilder<> at(&number);
    auto* wide = llvm::FixedVectorType::get(number.getType()->getScalarType(), form_.lanes);
    Value* whole = joined(at, [&](unsigned piece) { return at.CreateSExt(pieces[piece], wide); });
    if (isa<llvm::ZExtInst>(number)) {
        replace_sums(number, [&](llvm::IRBuilder<>& there, Value* before, bool adds) {
            return adds ? there.CreateSub(before, whole) : there.CreateAdd(before, whole);
        });
        whole = at.CreateAnd(whole, 1);
    }
    number.replaceAllUsesWith(whole);
    return true;
}

// Replaces a user outside the web by operations on the mask's pieces. Returns false if the user needs the whole mask.
bool Legalizer::replace_user(Instruction& user, const MaskPieces& pieces) const {
    if (auto* choice = dyn_cast<llvm::SelectInst>(&user); choice && !is_mask(user))
        return form_.is_i1() ? split_choice(*choice, pieces) : mask_value(*choice, pieces);
    if (auto* bits = dyn_cast<llvm::BitCastInst>(&user)) return ask_pieces(*bits, pieces);
    if (auto* number = dyn_cast<llvm::CastInst>(&user))
        return form_.is_i1() ? split_number(*number, pieces) : widen_number(*number, pieces);
    return false;
}

// Returns the whole mask as a vector of i1, for users that need the whole mask. With mask registers, each mask gets one
// such vector; otherwise, each mask gets one such vector in each block with users.
Value* Legalizer::mask_at(Instruction& mask, llvm::BasicBlock& user) {
    llvm::BasicBlock& block = form_.is_i1() ? *mask.getParent() : user;
    Value*& known = masks_[{&mask, &block}];
    if (known) return known;
    const bool here = mask.getParent() == &block && !isa<llvm::PHINode>(mask);
    llvm::IRBuilder<> at(&block, here ? mask.getIterator() : block.getFirstInsertionPt());
    return known = form_.to_i1(at, llvm::concatenateVectors(at, pieces_[&mask]));
}

void Legalizer::replace_users(Instruction& mask) {
    const MaskPieces pieces = pieces_.lookup(&mask);
    llvm::SmallSetVector<llvm::User*, 8> users(mask.user_begin(), mask.user_end());
    for (llvm::User* user : users) {
        auto* at = cast<Instruction>(user);
        if (web_.masks().contains(at)) continue;
        if (replace_user(*at, pieces))
            at->eraseFromParent();
        else
            at->replaceUsesOfWith(&mask, mask_at(mask, *at->getParent()));
    }
}

void Legalizer::run(llvm::ArrayRef<Instruction*> in_order) {
    for (Instruction* mask : in_order) make(*mask);
    for (Instruction* mask : in_order)
        if (auto* phi = dyn_cast<llvm::PHINode>(mask)) fill(*phi);
    for (Instruction* mask : in_order) replace_users(*mask);
    for (Instruction* mask : in_order) mask->replaceAllUsesWith(llvm::PoisonValue::get(mask->getType()));
    for (Instruction* mask : in_order) mask->eraseFromParent();
}

MaskTarget target_of(const llvm::Function& function) {
    if (has_feature(function, "avx512vl")) return {.has_mask_registers = true, .register_bits = 512};
    return {.has_mask_registers = false, .register_bits = has_feature(function, "avx2") ? 256U : 128U};
}

}  // namespace

llvm::PreservedAnalyses LegalizeMasks::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    const MaskTarget target = target_of(function);
    std::vector<Instruction*> masks;  // each mask after its operands, unless the mask is a phi
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function))
        for (Instruction& instruction : *block)
            if (MaskWeb::is_member(instruction, target)) masks.push_back(&instruction);
    const auto begins_web = [&](Instruction* mask) { return !target.has_mask_registers || isa<llvm::PHINode>(mask); };
    if (llvm::none_of(masks, begins_web)) return llvm::PreservedAnalyses::all();
    const auto* loops = target.has_mask_registers ? nullptr : &analyses.getResult<llvm::LoopAnalysis>(function);
    std::vector<MaskWeb> webs;
    llvm::DenseMap<Instruction*, std::size_t> web_of;
    for (Instruction* mask : masks) {
        if (!begins_web(mask) || web_of.contains(mask)) continue;
        for (Instruction* member : webs.emplace_back(*mask, target, loops).masks()) web_of[member] = webs.size() - 1;
    }
    std::vector<std::vector<Instruction*>> in_order(webs.size());
    for (Instruction* mask : masks)
        if (const auto web = web_of.find(mask); web != web_of.end()) in_order[web->second].push_back(mask);
    bool changed = false;
    for (std::size_t web = 0; web < webs.size(); ++web) {
        if (!webs[web].pays()) continue;
        Legalizer(webs[web]).run(in_order[web]);
        changed = true;
    }
    return preserves_flow(changed);
}

}  // namespace lanewise::compiler
