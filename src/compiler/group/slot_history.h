// Checks the contents of a chunk's slots on all paths. After values were spilled, debug builds check that every reload
// reads the right value: saved on every path to the reload, not overwritten, and not older than the last definition of
// the value.
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
    /// Records that `load` replaces a phi: it may read any saved value from the slot at `offset`, and is a new value
    /// afterwards. If it `may_be_undefined`, some paths to the load need not save a value.
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
    // The content of a slot: one of these constants, or the number of a value, from `first_value` on.
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
    llvm::DenseMap<std::pair<unsigned, unsigned>, bool> defined_;  // slot and value -> the value's definition is known
};

}  // namespace lanewise::compiler
