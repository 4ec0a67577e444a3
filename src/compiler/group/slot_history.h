// Checks the contents of a chunk's spill slots on all paths. After values were spilled, debug builds check that every
// reload reads the right value. The value must have been saved on every path to the reload, must not have been
// overwritten, and must be the latest result of its instruction.
//
//   save %v; barrier; reload %v                     -> right
//   if (c) save %v; barrier; reload %v              -> wrong: not on every path
//   loop { %v = ...; barrier; reload %v; save %v }  -> wrong: from the second iteration on, %v is one iteration old
//
// Not thread-safe; one object per chunk function.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

#include <cstdint>
#include <vector>

namespace lanewise::compiler {

class SlotHistory {
public:
    /// Records that `store` saves `value` to the slot at `offset`.
    void save(const llvm::Instruction& store, std::uint64_t offset, const llvm::Value& value);
    /// Records that `load` must read `value` from the slot at `offset`.
    void reload(const llvm::Instruction& load, std::uint64_t offset, const llvm::Value& value);
    /// Records that `load` replaces a phi: the load may read any value that was saved to the slot at `offset`. The slot
    /// then holds the result of `load` as a new value. If `may_be_undefined` is true, there may be paths to the load on
    /// which no value was saved.
    void merge(const llvm::Instruction& load, std::uint64_t offset, bool may_be_undefined);

    bool is_right(const llvm::Function& chunk) const;

private:
    enum class Kind : std::uint8_t { save, reload, merge, define };
    struct Event {
        Kind kind;
        bool may_be_undefined;
        unsigned slot;
        unsigned value;
    };
    // Content of a slot: `unknown`, `nothing`, `old` or `several`, or the number of a value. Values are numbered from
    // `first_value` on.
    enum Content : unsigned { unknown, nothing, old, several, first_value };
    using Contents = std::vector<unsigned>;
    using Events = llvm::SmallVector<Event, 2>;

    void add(const llvm::Instruction& place, Kind kind, std::uint64_t offset, const llvm::Value& value,
             bool may_be_undefined);
    unsigned number_of(const llvm::Value& value);
    static bool follow(const llvm::SmallVectorImpl<Event>& events, Contents& contents);
    static bool join(const Contents& from, Contents& into);

    llvm::DenseMap<const llvm::Instruction*, Events> events_;
    llvm::DenseMap<std::uint64_t, unsigned> slots_;
    llvm::DenseMap<const llvm::Value*, unsigned> numbers_;
    llvm::DenseMap<std::pair<unsigned, unsigned>, bool> defined_;  // slot and value -> whether a `define` event exists
};

}  // namespace lanewise::compiler
