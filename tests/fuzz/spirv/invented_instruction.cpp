#include "invented_instruction.h"

#include <algorithm>
#include <cstring>

#include "spirv/grammar.h"

namespace lanewise::fuzz_spirv {
namespace {

using spirv::Op;
using spirv::OperandKind;
using spirv::Quantifier;

const std::vector<const spirv::InstructionForm*>& forms() {
    static const auto all = [] {
        std::vector<const spirv::InstructionForm*> found;
        for (std::uint32_t opcode = 0; opcode < 8192; ++opcode)
            if (const auto* form = spirv::form_of(opcode)) found.push_back(form);
        return found;
    }();
    return all;
}

Op op_of(const Words& instruction) { return static_cast<Op>(instruction[0] & 0xffff); }

bool is_type(Op op) { return op >= Op::TypeVoid && op <= Op::TypePipe; }

// The ids that a module defines: types, values, constants, and others.
struct Ids {
    Words types, values, constants, others;
    std::uint32_t standard_set = 0;
};

// Adds the id that an instruction defines, if the instruction defines an id.
void add_id(Ids& ids, const Words& instruction) {
    const auto* form = spirv::form_of(instruction[0] & 0xffff);
    if (!form || form->operand_count == 0) return;
    const auto operands = spirv::operands_of(*form);
    const bool has_type = operands[0].kind == OperandKind::IdResultType;
    const std::size_t place = has_type ? 2 : 1;
    if (operands.size() < place || operands[place - 1].kind != OperandKind::IdResult || instruction.size() <= place)
        return;
    const std::uint32_t id = instruction[place];
    if (op_of(instruction) == Op::ExtInstImport) ids.standard_set = id;
    if (is_type(op_of(instruction)))
        ids.types.push_back(id);
    else if (has_type && op_of(instruction) != Op::Function)
        (op_of(instruction) >= Op::ConstantTrue && op_of(instruction) <= Op::SpecConstantOp ? ids.constants
                                                                                            : ids.values)
            .push_back(id);
    else
        ids.others.push_back(id);
}

std::uint32_t any_of(Dice& dice, Words& ids) { return ids.empty() ? 1 : dice.element(ids); }

class Inventor {
public:
    Inventor(Dice& dice, Parts& parts) : dice_(dice), parts_(parts) {}

    // Returns a random instruction that can be inserted before the instruction with the index `at`.
    Words invent(std::size_t at) {
        for (std::size_t i = 0; i < at; ++i) add_id(ids_, parts_.instructions[i]);
        // Operands may be labels that are defined later; types and values must be defined before the instruction.
        for (std::size_t i = at; i < parts_.instructions.size(); ++i)
            if (op_of(parts_.instructions[i]) == Op::Label) add_id(ids_, parts_.instructions[i]);
        const auto* form = dice_.percent(30) ? spirv::form_of(static_cast<std::uint32_t>(Op::ExtInst))
                                             : forms()[dice_.below(forms().size())];
        words_ = {form->opcode};
        add_all(spirv::operands_of(*form), 0);
        if (dice_.percent(3)) words_.push_back(any_of(dice_, ids_.values));
        words_[0] |= static_cast<std::uint32_t>(words_.size()) << 16;
        return words_;
    }

private:
    void add_all(std::span<const spirv::OperandForm> operands, unsigned depth) {
        for (const spirv::OperandForm& operand : operands) {
            std::size_t count = 1;
            if (operand.quantifier == Quantifier::optional) count = dice_.below(2);
            if (operand.quantifier == Quantifier::any_number) count = dice_.below(4);
            for (std::size_t i = 0; i < count && words_.size() < 40; ++i) add(operand.kind, depth);
        }
    }

    void add(OperandKind kind, unsigned depth) {
        switch (spirv::category_of(kind)) {
            case spirv::Category::id: return words_.push_back(id(kind));
            case spirv::Category::composite:
                words_.push_back(any_of(dice_, ids_.values));
                return words_.push_back(any_of(dice_, ids_.values));
            case spirv::Category::literal: return add_literal(kind, depth);
            case spirv::Category::value:
            case spirv::Category::bits: {
                const auto value = static_cast<std::uint32_t>(
                    dice_.percent(90) ? dice_.below(dice_.percent(80) ? 6 : 64) : dice_.next());
                words_.push_back(value);
                const auto* form = spirv::enumerant_of(kind, value);
                if (form && depth < 2) add_all(spirv::operands_of(*form), depth + 1);
            }
        }
    }

    std::uint32_t id(OperandKind kind) {
        if (kind == OperandKind::IdResultType) return any_of(dice_, ids_.types);
        if (kind == OperandKind::IdResult) return parts_.header[3]++;
        const std::size_t choice = dice_.below(100);
        if (choice < 70) return any_of(dice_, ids_.values);
        if (choice < 92) return any_of(dice_, ids_.constants);
        if (choice < 97) return any_of(dice_, ids_.others);
        return any_of(dice_, ids_.types);
    }

    void add_literal(OperandKind kind, unsigned depth) {
        if (kind == OperandKind::LiteralString) return words_.push_back(0x00636261);
        if (kind == OperandKind::LiteralExtInstInteger) {
            words_.back() = ids_.standard_set == 0 ? words_.back() : ids_.standard_set;
            words_.push_back(static_cast<std::uint32_t>(dice_.below(210)));
            const auto* form = spirv::extended_form_of(words_.back());
            if (form) add_all(spirv::operands_of(*form), depth + 1);
            return;
        }
        if (kind == OperandKind::LiteralSpecConstantOpInteger) {
            const auto* form = forms()[dice_.below(forms().size())];
            words_.push_back(form->opcode);
            if (depth < 2 && form->operand_count > 2) add_all(spirv::operands_of(*form).subspan(2), depth + 1);
            return;
        }
        words_.push_back(static_cast<std::uint32_t>(dice_.percent(90) ? dice_.below(17) : dice_.next()));
    }

    Dice& dice_;
    Parts& parts_;
    Ids ids_;
    Words words_;
};

// Changes the result type of a random instruction.
void change_type(Dice& dice, Parts& parts, std::size_t at) {
    Ids ids;
    for (const Words& instruction : parts.instructions) add_id(ids, instruction);
    Words& instruction = parts.instructions[at];
    if (instruction.size() > 1) instruction[1] = any_of(dice, ids.types);
}

}  // namespace

std::uint32_t any_opcode(Dice& dice) { return forms()[dice.below(forms().size())]->opcode; }

void invent_instruction(Dice& dice, Parts& parts) {
    auto& all = parts.instructions;
    const auto first_label =
        std::ranges::find_if(all, [](const Words& instruction) { return op_of(instruction) == Op::Label; });
    // Most random instructions are placed in functions.
    const std::size_t from = dice.percent(85) ? static_cast<std::size_t>(first_label - all.begin()) : 0;
    const std::size_t at = std::min(from + 1 + dice.below(all.size() - std::min(from, all.size() - 1)), all.size() - 1);
    if (dice.percent(15)) return change_type(dice, parts, at);
    Words words = Inventor(dice, parts).invent(at);
    if (dice.percent(20))
        all[at] = std::move(words);
    else
        all.insert(all.begin() + static_cast<std::ptrdiff_t>(at), std::move(words));
}

}  // namespace lanewise::fuzz_spirv
