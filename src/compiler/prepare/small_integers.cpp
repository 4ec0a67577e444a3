#include "compiler/prepare/small_integers.h"

#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/prepare/whole_numbers.h"

namespace lanewise::compiler {
namespace {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

using Group = llvm::SmallPtrSet<llvm::Instruction*, 16>;

bool is_conversion(const llvm::Instruction& instruction) {
    return isa<llvm::UIToFPInst, llvm::SIToFPInst>(instruction);
}

// Whether `user` can use integers instead of floats, because `user` is a conversion to an integer or a comparison of
// whole numbers.
bool is_sink(const llvm::Instruction& user, const WholeNumbers& numbers) {
    if (isa<llvm::FPToSIInst, llvm::FPToUIInst>(user)) return true;
    const auto* comparison = dyn_cast<llvm::FCmpInst>(&user);
    if (!comparison) return false;
    const auto ordered = llvm::FCmpInst::getOrderedPredicate(comparison->getPredicate());
    return ordered != llvm::CmpInst::FCMP_FALSE && ordered != llvm::CmpInst::FCMP_ORD &&
           numbers.range(comparison->getOperand(0)) && numbers.range(comparison->getOperand(1));
}

bool leaves(const llvm::Instruction& value, const Group& group, const WholeNumbers& numbers) {
    return llvm::any_of(value.users(), [&](const llvm::User* user) {
        auto* instruction = const_cast<llvm::Instruction*>(cast<llvm::Instruction>(user));
        return !group.contains(instruction) && !is_sink(*instruction, numbers);
    });
}

// Whether a group of connected values needs fewer vector instructions with integers than with floats. Counts the
// instructions for as many lanes as fill one register with 16-bit integers, and two registers with floats.
bool pays(const Group& group, const WholeNumbers& numbers) {
    unsigned before = 0, after = 0;
    for (const llvm::Instruction* value : group) {
        const bool is_used = leaves(*value, group, numbers);
        if (is_conversion(*value)) {
            const unsigned bits = value->getOperand(0)->getType()->getScalarSizeInBits();
            if (!is_used) before += bits < 32 ? 4 : 2;
            after += bits < 16 ? 1 : bits == 16 ? 0 : 2;
        } else {
            before += 2;
            after += isa<llvm::CallInst>(value) && cast<llvm::CallInst>(value)->arg_size() == 3 ? 2 : 1;
            if (is_used) after += 4;
        }
    }
    return after < before;
}

class Rewriter {
public:
    Rewriter(const WholeNumbers& numbers, const Group& group) : numbers_(numbers), group_(group) {}

    void run() {
        for (const auto& [value, range] : numbers_.instructions())
            if (group_.contains(value)) integers_[value] = rewrite(*value);
        for (const auto& [value, range] : numbers_.instructions())
            if (group_.contains(value)) replace_uses(*value);
        for (llvm::Instruction* sink : sinks_) sink->eraseFromParent();
    }

private:
    static llvm::Type* small_type(const llvm::Value& value) {
        return value.getType()->getWithNewType(llvm::Type::getInt16Ty(value.getContext()));
    }

    llvm::Value* integer_of(llvm::Value* whole) {
        const auto* constant = dyn_cast<llvm::Constant>(whole);
        return constant ? small_integers_of(*constant) : integers_.at(whole);
    }

    llvm::Value* rewrite(llvm::Instruction& value) {
        llvm::IRBuilder<> builder(&value);
        if (isa<llvm::UIToFPInst>(value)) return builder.CreateZExtOrTrunc(value.getOperand(0), small_type(value));
        if (isa<llvm::SIToFPInst>(value)) return builder.CreateSExtOrTrunc(value.getOperand(0), small_type(value));
        if (auto* choice = dyn_cast<llvm::SelectInst>(&value))
            return builder.CreateSelect(choice->getCondition(), integer_of(choice->getTrueValue()),
                                        integer_of(choice->getFalseValue()));
        llvm::Value* a = integer_of(value.getOperand(0));
        const auto* call = dyn_cast<llvm::CallInst>(&value);
        if (call && call->getIntrinsicID() == llvm::Intrinsic::fabs)
            return builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, a, builder.getFalse());
        llvm::Value* b = integer_of(value.getOperand(1));
        if (call) return builder.CreateAdd(builder.CreateMul(a, b), integer_of(value.getOperand(2)));
        if (value.getOpcode() == llvm::Instruction::FAdd) return builder.CreateAdd(a, b);
        return value.getOpcode() == llvm::Instruction::FSub ? builder.CreateSub(a, b) : builder.CreateMul(a, b);
    }

    llvm::Value* rewrite_sink(llvm::Instruction& sink) {
        llvm::IRBuilder<> builder(&sink);
        llvm::Value* a = integer_of(sink.getOperand(0));
        const auto* comparison = dyn_cast<llvm::FCmpInst>(&sink);
        if (!comparison) return builder.CreateSExtOrTrunc(a, sink.getType());
        return builder.CreateICmp(signed_predicate(comparison->getPredicate()), a, integer_of(sink.getOperand(1)));
    }

    // Returns the integer predicate for a floating-point predicate. Ordered and unordered predicates are equivalent,
    // since no whole number is a NaN.
    static llvm::CmpInst::Predicate signed_predicate(llvm::CmpInst::Predicate predicate) {
        switch (llvm::FCmpInst::getOrderedPredicate(predicate)) {
            case llvm::CmpInst::FCMP_OEQ: return llvm::CmpInst::ICMP_EQ;
            case llvm::CmpInst::FCMP_ONE: return llvm::CmpInst::ICMP_NE;
            case llvm::CmpInst::FCMP_OGT: return llvm::CmpInst::ICMP_SGT;
            case llvm::CmpInst::FCMP_OGE: return llvm::CmpInst::ICMP_SGE;
            case llvm::CmpInst::FCMP_OLT: return llvm::CmpInst::ICMP_SLT;
            default: return llvm::CmpInst::ICMP_SLE;
        }
    }

    void replace_uses(llvm::Instruction& value) {
        for (llvm::User* user : llvm::make_early_inc_range(value.users())) {
            auto* sink = cast<llvm::Instruction>(user);
            if (group_.contains(sink) || !is_sink(*sink, numbers_) || !sinks_.insert(sink)) continue;
            sink->replaceAllUsesWith(rewrite_sink(*sink));
        }
        if (is_conversion(value) || !leaves(value, group_, numbers_)) return;
        llvm::IRBuilder<> builder(value.getNextNode());
        llvm::Value* whole = builder.CreateSIToFP(integers_[&value], value.getType());
        value.replaceUsesWithIf(whole, [&](const llvm::Use& use) {
            auto* user = cast<llvm::Instruction>(use.getUser());
            return !group_.contains(user) && !is_sink(*user, numbers_);
        });
    }

    const WholeNumbers& numbers_;
    const Group& group_;
    llvm::DenseMap<llvm::Value*, llvm::Value*> integers_;
    llvm::SmallSetVector<llvm::Instruction*, 4> sinks_;
};

// Puts values that are computed from each other, or compared with each other, into the same group.
llvm::EquivalenceClasses<llvm::Instruction*> connect(const WholeNumbers& numbers) {
    llvm::EquivalenceClasses<llvm::Instruction*> connected;
    const auto join_operands = [&](llvm::Instruction& value, llvm::Instruction& user) {
        for (llvm::Value* operand : user.operands())
            if (numbers.contains(operand)) connected.unionSets(&value, cast<llvm::Instruction>(operand));
    };
    for (const auto& [value, range] : numbers.instructions()) {
        connected.insert(value);
        join_operands(*value, *value);
        for (llvm::User* user : value->users())
            if (auto* instruction = cast<llvm::Instruction>(user); is_sink(*instruction, numbers))
                join_operands(*value, *instruction);
    }
    return connected;
}

}  // namespace

llvm::PreservedAnalyses SmallIntegers::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    const WholeNumbers numbers(function);
    const auto connected = connect(numbers);
    llvm::SmallVector<llvm::WeakTrackingVH, 32> dead;
    for (const auto* leader : connected) {
        if (!leader->isLeader()) continue;
        Group group;
        for (llvm::Instruction* member : connected.members(*leader)) group.insert(member);
        if (llvm::all_of(group, [](const auto* member) { return is_conversion(*member); }) || !pays(group, numbers))
            continue;
        Rewriter(numbers, group).run();
        dead.append(group.begin(), group.end());
    }
    if (dead.empty()) return llvm::PreservedAnalyses::all();
    llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
