// Checks the contents of a chunk's slots over its run. Debug builds ask, after values were spilled, whether every
// reload finds its value: saved on every path to it, not overwritten, and not older than the value's last definition.
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
    /// Records that `load` stands for `value`.
    void reload(const llvm::Instruction& load, std::uint64_t offset, const llvm::Value& value);
    /// Records that `load` reads any saved value and is a value of its own from then on: a phi that lives in the slot.
    /// If it `may_be_undefined`, some paths to it need not save a value.
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
    // The content of a slot: a value's number, or one of these.
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
    llvm::DenseMap<std::pair<unsigned, unsigned>, bool> defined_;  // slot and value: whether its definition is known
};

}  // namespace lanewise::compiler
