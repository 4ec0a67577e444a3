// What the slots of a chunk hold while it runs. Debug builds ask, once values are spilled, whether every reload finds
// the value that it stands for: saved on every path that leads there, not overwritten, and not older than the value's
// last definition.
//
//   save %v; barrier; reload %v                 right
//   if (c) save %v; barrier; reload %v          wrong: not on every path
//   loop { %v = ...; barrier; reload %v; save %v }  wrong: from the second round on it is the value of the round before
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
    /// At `store`, the slot at `offset` gets `value`.
    void save(const llvm::Instruction& store, std::uint64_t offset, const llvm::Value& value);
    /// `load` stands for `value`.
    void reload(const llvm::Instruction& load, std::uint64_t offset, const llvm::Value& value);
    /// `load` gets whatever was saved last, and is a value of its own from there on: a phi that lives in the slot. On
    /// some ways there nothing need be saved if it `may_be_undefined`.
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
    // What each slot holds: a value's number, or one of these.
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
