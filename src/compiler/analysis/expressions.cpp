#include "compiler/analysis/expressions.h"

#include <llvm/ADT/SmallPtrSet.h>

#include "compiler/limits/budget.h"

namespace lanewise::compiler {
namespace {

// The values that a search has still to visit.
class Search {
public:
    explicit Search(const llvm::Value& first) { add(first); }

    /// Returns the next value; null if there is none, or if too many values have been found.
    const llvm::Value* next() { return open_.empty() || is_cut_off() ? nullptr : open_.pop_back_val(); }
    void add(const llvm::Value& value) {
        if (seen_.insert(&value).second) open_.push_back(&value);
    }
    void add_operands(const llvm::Instruction& instruction) {
        for (const llvm::Use& operand : instruction.operands()) add(*operand);
    }
    bool is_cut_off() const { return seen_.size() > budget::searched_values; }

private:
    llvm::SmallVector<const llvm::Value*, 16> open_;
    llvm::SmallPtrSet<const llvm::Value*, 16> seen_;
};

}  // namespace

bool is_sum(const llvm::Instruction& instruction) {
    if (llvm::isa<llvm::CastInst, llvm::FreezeInst, llvm::GetElementPtrInst>(instruction)) return true;
    const auto* either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction);
    return either
               ? either->isDisjoint()
               : instruction.getOpcode() == llvm::Instruction::Add || instruction.getOpcode() == llvm::Instruction::Sub;
}

bool any_term(const llvm::Value& sum, llvm::function_ref<bool(const llvm::Value&)> is_wanted,
              llvm::function_ref<const llvm::Value*(const llvm::Value&)> inside) {
    Search search(sum);
    while (const llvm::Value* term = search.next()) {
        if (is_wanted(*term)) return true;
        if (const llvm::Value* other = inside ? inside(*term) : term; other != term) {
            search.add(*other);
            continue;
        }
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(term);
        if (instruction && is_sum(*instruction)) search.add_operands(*instruction);
    }
    return false;
}

bool all_terms(const llvm::Value& sum, llvm::function_ref<bool(const llvm::Value&)> is_wanted) {
    Search search(sum);
    while (const llvm::Value* term = search.next()) {
        if (is_wanted(*term)) continue;
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(term);
        if (!instruction || !is_sum(*instruction)) return false;
        search.add_operands(*instruction);
    }
    return !search.is_cut_off();
}

bool depends_on(const llvm::Value& value, llvm::function_ref<Seen(const llvm::Instruction&)> see, bool if_cut_off) {
    Search search(value);
    while (const llvm::Value* part = search.next()) {
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(part);
        const Seen seen = instruction ? see(*instruction) : Seen::ignored;
        if (seen == Seen::wanted) return true;
        if (seen == Seen::passed) search.add_operands(*instruction);
    }
    return if_cut_off && search.is_cut_off();
}

}  // namespace lanewise::compiler
