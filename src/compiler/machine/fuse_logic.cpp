#include "compiler/machine/fuse_logic.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>

#include "compiler/limits/budget.h"
#include "compiler/target/target_features.h"

namespace lanewise::compiler {
namespace {

using llvm::BinaryOperator;
using llvm::Value;

constexpr unsigned most_inputs = 3;
// Truth tables whose result is the first, second or third input of the instruction.
constexpr unsigned table_of_input[most_inputs] = {0xF0, 0xCC, 0xAA};

// A cut of an operation: up to three values from which bitwise operations compute the operation's result.
using Cut = llvm::SmallVector<Value*, 2 * most_inputs>;

bool is_constant_bits(const Value* value) {
    const auto* constant = llvm::dyn_cast<llvm::Constant>(value);
    return constant && (constant->isNullValue() || constant->isAllOnesValue());
}

// Returns the size in bits of the registers that a vector of 32-bit integers fills; 0 for vectors that do not fill
// whole registers.
unsigned register_bits(const llvm::Type* type) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    if (!vector || !vector->getElementType()->isIntegerTy(32)) return 0;
    const unsigned bits = 32 * vector->getNumElements();
    if (bits % 512 == 0) return 512;
    return bits == 256 || bits == 128 ? bits : 0;
}

BinaryOperator* as_logic(Value* value) {
    auto* operation = llvm::dyn_cast<BinaryOperator>(value);
    return operation && operation->isBitwiseLogicOp() && register_bits(operation->getType()) != 0 ? operation : nullptr;
}

bool has_ternary_logic(const llvm::Function& function) {
    return has_feature(function, "avx512f") && has_feature(function, "avx512vl");
}

class Fuser {
public:
    explicit Fuser(llvm::BasicBlock& block) : block_(block) {}

    bool run();

private:
    void find_cuts(BinaryOperator& operation);
    llvm::SmallVector<Cut, 4> choices(Value* operand) const;
    bool may_vanish(const BinaryOperator& operation) const;
    unsigned operations_within(Value* value, const Cut& cut, llvm::SmallPtrSetImpl<Value*>& seen) const;
    unsigned table(Value* value, const Cut& cut) const;
    const Cut* best_cut(BinaryOperator& operation) const;
    void replace(BinaryOperator& operation, const Cut& cut);

    llvm::BasicBlock& block_;
    llvm::DenseMap<const Value*, llvm::SmallVector<Cut, 4>> cuts_;
};

// Whether `operation` can be fused with all its users. Fusing pays only if no other user needs the result of
// `operation`.
bool Fuser::may_vanish(const BinaryOperator& operation) const {
    return operation.getParent() == &block_ && llvm::all_of(operation.users(), [&](const llvm::User* user) {
               const auto* logic = llvm::dyn_cast<BinaryOperator>(user);
               return logic && logic->isBitwiseLogicOp() && logic->getParent() == &block_;
           });
}

// Returns the alternatives for one operand in a cut: the operand itself, or the values of one of the operand's own
// cuts.
llvm::SmallVector<Cut, 4> Fuser::choices(Value* operand) const {
    if (is_constant_bits(operand)) return {Cut{}};
    llvm::SmallVector<Cut, 4> result{Cut{operand}};
    const auto* logic = as_logic(operand);
    if (!logic || !may_vanish(*logic)) return result;
    if (const auto known = cuts_.find(operand); known != cuts_.end()) result.append(known->second);
    return result;
}

void Fuser::find_cuts(BinaryOperator& operation) {
    llvm::SmallVector<Cut, 4> found;
    for (const Cut& left : choices(operation.getOperand(0)))
        for (const Cut& right : choices(operation.getOperand(1))) {
            Cut both = left;
            llvm::copy_if(right, std::back_inserter(both), [&](Value* v) { return !llvm::is_contained(left, v); });
            if (both.size() > most_inputs || found.size() == budget::cuts_of_operation ||
                llvm::is_contained(found, both))
                continue;
            found.push_back(both);
        }
    cuts_[&operation] = std::move(found);
}

// Counts the operations that compute `value` from the cut. Negations are not counted, since they cost nothing with or
// without fusing.
unsigned Fuser::operations_within(Value* value, const Cut& cut, llvm::SmallPtrSetImpl<Value*>& seen) const {
    auto* logic = llvm::dyn_cast<BinaryOperator>(value);
    if (!logic || llvm::is_contained(cut, value) || !seen.insert(value).second) return 0;
    namespace pattern = llvm::PatternMatch;
    const bool negates = pattern::match(value, pattern::m_Not(pattern::m_Value()));
    return (negates ? 0 : 1) + operations_within(logic->getOperand(0), cut, seen) +
           operations_within(logic->getOperand(1), cut, seen);
}

unsigned Fuser::table(Value* value, const Cut& cut) const {
    for (unsigned input = 0; input < cut.size(); ++input)
        if (cut[input] == value) return table_of_input[input];
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return constant->isNullValue() ? 0 : 0xFF;
    auto* logic = llvm::cast<BinaryOperator>(value);
    const unsigned left = table(logic->getOperand(0), cut), right = table(logic->getOperand(1), cut);
    switch (logic->getOpcode()) {
        case llvm::Instruction::And: return left & right;
        case llvm::Instruction::Or: return left | right;
        default: return left ^ right;
    }
}

// Whether a select uses `operation`. If a select chooses between the result and an input of a fused operation, LLVM 22
// turns operation and select into one masked instruction. LLVM 22 may then exchange the inputs without changing the
// truth table, so such an operation is not fused.
bool is_selected(const BinaryOperator& operation) {
    return llvm::any_of(operation.users(), [](const llvm::User* user) { return llvm::isa<llvm::SelectInst>(user); });
}

const Cut* Fuser::best_cut(BinaryOperator& operation) const {
    const Cut* best = nullptr;
    unsigned most = 1;  // a cut with a single operation is not worth fusing
    for (const Cut& cut : cuts_.find(&operation)->second) {
        llvm::SmallPtrSet<Value*, 8> seen;
        const unsigned count = operations_within(&operation, cut, seen);
        if (cut.empty() || count <= most) continue;
        most = count;
        best = &cut;
    }
    return best;
}

void Fuser::replace(BinaryOperator& operation, const Cut& cut) {
    llvm::IRBuilder<> builder(&operation);
    const unsigned bits = register_bits(operation.getType());
    const llvm::Intrinsic::ID id = bits == 512   ? llvm::Intrinsic::x86_avx512_pternlog_d_512
                                   : bits == 256 ? llvm::Intrinsic::x86_avx512_pternlog_d_256
                                                 : llvm::Intrinsic::x86_avx512_pternlog_d_128;
    const unsigned elements = llvm::cast<llvm::FixedVectorType>(operation.getType())->getNumElements();
    auto* piece_type = llvm::FixedVectorType::get(builder.getInt32Ty(), bits / 32);
    const bool is_whole = piece_type == operation.getType();
    const unsigned truth = table(&operation, cut);
    Value* result = llvm::PoisonValue::get(operation.getType());
    for (unsigned first = 0; first < elements; first += bits / 32) {
        llvm::SmallVector<Value*, 4> arguments;
        for (unsigned input = 0; input < most_inputs; ++input) {
            Value* whole = cut[std::min<std::size_t>(input, cut.size() - 1)];
            arguments.push_back(is_whole ? whole : builder.CreateExtractVector(piece_type, whole, first));
        }
        arguments.push_back(builder.getInt32(truth));
        Value* piece = builder.CreateIntrinsic(id, arguments);
        result = is_whole ? piece : builder.CreateInsertVector(operation.getType(), result, piece, first);
    }
    operation.replaceAllUsesWith(result);
    result->takeName(&operation);
}

bool Fuser::run() {
    for (llvm::Instruction& instruction : block_)
        if (auto* operation = as_logic(&instruction)) find_cuts(*operation);
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::reverse(block_))) {
        auto* operation = as_logic(&instruction);
        if (!operation || !cuts_.contains(operation)) continue;
        if (const Cut* cut = operation->use_empty() || is_selected(*operation) ? nullptr : best_cut(*operation)) {
            replace(*operation, *cut);
            changed = true;
        }
        if (operation->use_empty()) operation->eraseFromParent();
    }
    return changed;
}

}  // namespace

llvm::PreservedAnalyses FuseLogic::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (!has_ternary_logic(function)) return llvm::PreservedAnalyses::all();
    bool changed = false;
    for (llvm::BasicBlock& block : function) changed |= Fuser(block).run();
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise::compiler
