#include "compiler/group/slot_history.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>

namespace lanewise::compiler {

unsigned SlotHistory::number_of(const llvm::Value& value) {
    return numbers_.try_emplace(&value, first_value + numbers_.size()).first->second;
}

void SlotHistory::add(const llvm::Instruction& place, Kind kind, std::uint64_t offset, const llvm::Value& value,
                      bool may_be_undefined) {
    const unsigned slot = slots_.try_emplace(offset, slots_.size()).first->second;
    const unsigned number = number_of(value);
    events_[&place].push_back({kind, may_be_undefined, slot, number});
    const bool is_new = defined_.try_emplace({slot, number}, true).second;
    const auto* made = llvm::dyn_cast<llvm::Instruction>(&value);
    // If the value is computed again, the slots that hold its previous result get the content `old`.
    if (is_new && made && kind != Kind::merge)
        events_[made].insert(events_[made].begin(), {Kind::define, false, slot, number});
}

void SlotHistory::save(const llvm::Instruction& store, std::uint64_t offset, const llvm::Value& value) {
    add(store, Kind::save, offset, value, false);
}

void SlotHistory::reload(const llvm::Instruction& load, std::uint64_t offset, const llvm::Value& value) {
    add(load, Kind::reload, offset, value, false);
}

void SlotHistory::merge(const llvm::Instruction& load, std::uint64_t offset, bool may_be_undefined) {
    add(load, Kind::merge, offset, load, may_be_undefined);
}

// Applies `events` to the contents of the slots; returns false if an event reads a slot that does not hold the right
// value.
bool SlotHistory::follow(const llvm::SmallVectorImpl<Event>& events, Contents& contents) {
    bool right = true;
    for (const Event& event : events) {
        unsigned& content = contents[event.slot];
        switch (event.kind) {
            case Kind::save: content = event.value; break;
            case Kind::reload: right &= content == event.value; break;
            case Kind::define:
                if (content == event.value) content = old;
                break;
            case Kind::merge:
                right &= content != nothing || event.may_be_undefined;
                content = event.value;
                break;
        }
    }
    return right;
}

bool SlotHistory::join(const Contents& from, Contents& into) {
    bool changed = false;
    for (std::size_t i = 0; i < into.size(); ++i) {
        unsigned joined = into[i];
        if (joined == unknown || from[i] == nothing)
            joined = from[i];
        else if (joined != nothing && joined != from[i])
            joined = several;
        changed |= joined != into[i];
        into[i] = joined;
    }
    return changed;
}

bool SlotHistory::is_right(const llvm::Function& chunk) const {
    llvm::DenseMap<const llvm::BasicBlock*, Events> events;
    for (const llvm::BasicBlock& block : chunk)
        for (const llvm::Instruction& instruction : block)
            if (const auto found = events_.find(&instruction); found != events_.end())
                events[&block].append(found->second.begin(), found->second.end());

    llvm::DenseMap<const llvm::BasicBlock*, Contents> before;
    before[&chunk.getEntryBlock()] = Contents(slots_.size(), nothing);
    llvm::SmallSetVector<const llvm::BasicBlock*, 16> pending;
    pending.insert(&chunk.getEntryBlock());
    while (!pending.empty()) {
        const llvm::BasicBlock* block = pending.pop_back_val();
        Contents contents = before[block];
        follow(events[block], contents);
        for (const llvm::BasicBlock* successor : llvm::successors(block)) {
            Contents& reached = before.try_emplace(successor, slots_.size(), unknown).first->second;
            if (join(contents, reached)) pending.insert(successor);
        }
    }
    return llvm::all_of(before, [&](auto& one) { return follow(events[one.first], one.second); });
}

}  // namespace lanewise::compiler
