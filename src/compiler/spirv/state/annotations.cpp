#include "compiler/spirv/state/annotations.h"

#include <algorithm>
#include <string>
#include <tuple>

namespace lanewise::compiler::il {

using spirv::Decoration;
using spirv::Id;
using spirv::Instruction;
using spirv::Op;

namespace {

InstructionSet set_of(std::string_view name) {
    if (name == "OpenCL.std") return InstructionSet::open_cl;
    if (name.starts_with("NonSemantic.Shader.DebugInfo.")) return InstructionSet::shader_debug;
    if (name.starts_with("NonSemantic.")) return InstructionSet::non_semantic;
    // "SPIRV.debug" is the name that llvm-spirv gives to the set DebugInfo.
    if (name == "OpenCL.DebugInfo.100" || name == "DebugInfo" || name == "SPIRV.debug")
        return InstructionSet::open_cl_debug;
    return InstructionSet::unknown;
}

}  // namespace

Annotations::Annotations(const spirv::Module& module) : source_(module) {
    for (const Instruction& instruction : module.instructions) add(instruction);
    std::ranges::sort(entries_, {}, [](const Entry& entry) {
        return std::tuple(entry.target, entry.member, entry.decoration, entry.group, entry.operands.data());
    });
    // The number of decoration groups that contain an id is limited, since each search for a decoration of the id
    // visits all these groups.
    constexpr std::size_t most_groups = 64;
    const auto [repeated, end] = std::ranges::unique(entries_, [](const Entry& left, const Entry& right) {
        return left.target == right.target && left.member == right.member && left.decoration == of_group &&
               right.decoration == of_group && left.group == right.group;
    });
    entries_.erase(repeated, end);
    std::size_t groups = 0;
    for (std::size_t i = 1; i < entries_.size(); ++i) {
        const Entry &entry = entries_[i], &before = entries_[i - 1];
        const bool is_next = entry.decoration == of_group && before.decoration == of_group &&
                             entry.target == before.target && entry.member == before.member;
        groups = is_next ? groups + 1 : 0;
        if (groups >= most_groups)
            throw spirv::InvalidModule("error: %" + std::to_string(entry.target) + " is in more than " +
                                       std::to_string(most_groups) + " decoration groups");
    }
}

void Annotations::add(const Instruction& instruction) {
    const Words operands = instruction.operands;
    switch (instruction.op) {
        case Op::Name: names_.try_emplace(operands[0], spirv::read_string(operands.subspan(1)).first); break;
        case Op::String: {
            const std::string_view text = spirv::read_string(operands).first;
            strings_.try_emplace(instruction.result, text);
            if (text.starts_with("kernel_arg_type")) kernel_texts_.insert(text);
            break;
        }
        case Op::ExtInstImport:
            sets_.try_emplace(instruction.result, set_of(spirv::read_string(operands).first));
            break;
        case Op::ExtInst: {
            // The function's id is the tenth operand of DebugFunction, counted after the number of the instruction in
            // its set.
            constexpr std::uint32_t debug_function = 20;
            constexpr std::size_t function = 11;
            if (operands.size() > function && operands[1] == debug_function &&
                set(operands[0]) == InstructionSet::open_cl_debug)
                debug_functions_.try_emplace(operands[function], &instruction);
            break;
        }
        case Op::Decorate:
        case Op::DecorateId:
        case Op::DecorateString:
            entries_.push_back({operands[0], whole, static_cast<Decoration>(operands[1]), 0, operands.subspan(2)});
            break;
        case Op::MemberDecorate:
        case Op::MemberDecorateString:
            entries_.push_back(
                {operands[0], operands[1], static_cast<Decoration>(operands[2]), 0, operands.subspan(3)});
            break;
        case Op::GroupDecorate:
            for (const Id target : operands.subspan(1)) entries_.push_back({target, whole, of_group, operands[0], {}});
            break;
        case Op::GroupMemberDecorate:
            for (std::size_t i = 1; i + 1 < operands.size(); i += 2)
                entries_.push_back({operands[i], operands[i + 1], of_group, operands[0], {}});
            break;
        case Op::ExecutionMode:
        case Op::ExecutionModeId: modes_.emplace(operands[0], &instruction); break;
        default: break;
    }
}

std::string_view Annotations::name(Id id) const {
    const auto found = names_.find(id);
    return found == names_.end() ? std::string_view() : found->second;
}

std::string_view Annotations::text(Id id) const {
    const auto found = strings_.find(id);
    return found == strings_.end() ? std::string_view() : found->second;
}

std::optional<std::string_view> Annotations::kernel_text(std::string_view prefix) const {
    // A string with a further dot belongs to another kernel, whose name begins with this kernel's name and a dot.
    std::optional<std::string_view> text;
    for (auto found = kernel_texts_.lower_bound(prefix); found != kernel_texts_.end() && found->starts_with(prefix);
         ++found) {
        const std::string_view rest = found->substr(prefix.size());
        if (rest.find('.') == rest.npos) return rest;
        if (!text) text = rest;
    }
    return text;
}

InstructionSet Annotations::set(Id id) const {
    const auto found = sets_.find(id);
    return found == sets_.end() ? InstructionSet::unknown : found->second;
}

const Instruction* Annotations::debug_function(Id function) const {
    const auto found = debug_functions_.find(function);
    return found == debug_functions_.end() ? nullptr : found->second;
}

std::span<const Annotations::Entry> Annotations::entries_of(Id id, std::uint32_t member, Decoration decoration) const {
    const auto key = [](const Entry& entry) { return std::tuple(entry.target, entry.member, entry.decoration); };
    const auto [first, last] = std::ranges::equal_range(entries_, std::tuple(id, member, decoration), {}, key);
    return {first, last};
}

std::optional<Words> Annotations::find_in(Id id, std::uint32_t member, Decoration decoration) const {
    std::optional<Words> found;
    for_each_of(id, member, decoration, [&](const Entry& entry) {
        found = entry.operands;
        return false;
    });
    return found;
}

std::optional<Words> Annotations::find(Id id, Decoration decoration) const { return find_in(id, whole, decoration); }

std::optional<Words> Annotations::find_member(Id type, std::uint32_t member, Decoration decoration) const {
    return find_in(type, member, decoration);
}

std::vector<const Instruction*> Annotations::modes(Id function) const {
    std::vector<const Instruction*> found;
    const auto [first, last] = modes_.equal_range(function);
    for (auto mode = first; mode != last; ++mode) found.push_back(mode->second);
    std::ranges::sort(found, {}, &Instruction::offset);
    return found;
}

}  // namespace lanewise::compiler::il
