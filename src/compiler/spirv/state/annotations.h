// The annotations of a SPIR-V module, which precede the definitions of ids: names, decorations, execution modes,
// strings and imported instruction sets (SPIR-V specification, section 2.4).
// Thread-safety: constant after construction.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "spirv/module.h"

namespace lanewise::compiler::il {

using Words = std::span<const std::uint32_t>;

enum class InstructionSet : std::uint8_t { unknown, open_cl, non_semantic, shader_debug, open_cl_debug };

/// True if the instructions of a set do not affect the results of a kernel, for example debug information.
inline bool is_without_meaning(InstructionSet set) {
    return set != InstructionSet::unknown && set != InstructionSet::open_cl;
}

class Annotations {
public:
    explicit Annotations(const spirv::Module& module);

    const spirv::Module& source() const { return source_; }

    /// Returns the name that OpName gives to an id; empty if there is none.
    std::string_view name(spirv::Id id) const;
    /// Returns the text of an OpString; empty for other ids.
    std::string_view text(spirv::Id id) const;
    InstructionSet set(spirv::Id id) const;
    /// Finds the OpString that begins with `prefix`, and returns its text after the prefix; nothing if there is none.
    /// Searches only strings that describe arguments of kernels ("kernel_arg_type.k.int*,float,").
    std::optional<std::string_view> kernel_text(std::string_view prefix) const;

    /// Returns the operands of the first decoration of this kind that an id has, or nothing.
    std::optional<Words> find(spirv::Id id, spirv::Decoration decoration) const;
    std::optional<Words> find_member(spirv::Id type, std::uint32_t member, spirv::Decoration decoration) const;
    bool has(spirv::Id id, spirv::Decoration decoration) const { return find(id, decoration).has_value(); }

    /// Calls `visit(operands)` for each decoration of this kind that an id has.
    template <class Visit>
    void for_each(spirv::Id id, spirv::Decoration decoration, Visit&& visit) const {
        for_each_of(id, whole, decoration, [&](const Entry& entry) {
            visit(entry.operands);
            return true;
        });
    }

    /// Returns the DebugFunction of OpenCL.DebugInfo.100 for a function; null without one.
    const spirv::Instruction* debug_function(spirv::Id function) const;

    /// Returns the instructions OpExecutionMode and OpExecutionModeId of a function.
    std::vector<const spirv::Instruction*> modes(spirv::Id function) const;

private:
    static constexpr std::uint32_t whole = ~std::uint32_t{0};  // value of Entry::member if the id itself is decorated

    // Value of Entry::decoration if the entry tells to which decoration group the id belongs.
    static constexpr spirv::Decoration of_group{~std::uint32_t{0}};

    // A decoration of an id or member, or the id's membership in a decoration group.
    struct Entry {
        spirv::Id target;
        std::uint32_t member;
        spirv::Decoration decoration;
        spirv::Id group;  // the decoration group, if the entry is a membership
        Words operands;
    };

    void add(const spirv::Instruction& instruction);
    std::span<const Entry> entries_of(spirv::Id id, std::uint32_t member, spirv::Decoration decoration) const;
    std::optional<Words> find_in(spirv::Id id, std::uint32_t member, spirv::Decoration decoration) const;

    template <class Visit>
    void for_each_of(spirv::Id id, std::uint32_t member, spirv::Decoration decoration, Visit&& visit) const {
        for (const Entry& entry : entries_of(id, member, decoration))
            if (!visit(entry)) return;
        for (const Entry& membership : entries_of(id, member, of_group))
            for (const Entry& shared : entries_of(membership.group, whole, decoration))
                if (!visit(shared)) return;
    }

    const spirv::Module& source_;
    std::vector<Entry> entries_;  // sorted by target, member and decoration
    std::unordered_map<spirv::Id, std::string_view> names_;
    std::unordered_map<spirv::Id, std::string_view> strings_;
    std::set<std::string_view> kernel_texts_;
    std::unordered_map<spirv::Id, InstructionSet> sets_;
    std::unordered_map<spirv::Id, const spirv::Instruction*> debug_functions_;
    std::unordered_multimap<spirv::Id, const spirv::Instruction*> modes_;
};

}  // namespace lanewise::compiler::il
