#include "compiler/spirv/block_order.h"

#include <algorithm>
#include <unordered_map>

namespace lanewise::compiler::il {

using spirv::Id;
using spirv::Instruction;
using spirv::Op;

namespace {

// The operands of OpSwitch are a selector, a default label, and pairs of a literal and a label.
void add_switch_targets(const Translation& all, const Instruction& instruction, std::vector<Id>& targets) {
    if (instruction.operands.size() < 2) return;
    targets.push_back(instruction.operands[1]);
    const TypeInfo& selector = all.types.info(all.type_of(instruction.operands[0]), instruction);
    if (!selector.value || !selector.value->isIntegerTy()) return;
    const std::size_t words = (selector.value->getIntegerBitWidth() + 31) / 32;
    for (std::size_t next = 2 + words; next < instruction.operands.size(); next += words + 1)
        targets.push_back(instruction.operands[next]);
}

// The labels that the last instruction of a block names. A wrong label is refused later, when the instruction is
// translated.
std::vector<Id> targets_of(const Translation& all, const BlockRange& block) {
    std::vector<Id> targets;
    for (std::size_t at = block.begin; at < block.end; ++at) {
        const Instruction& instruction = all.source.instructions[at];
        if (instruction.op == Op::Branch) targets.push_back(instruction.operands[0]);
        if (instruction.op == Op::BranchConditional)
            targets.insert(targets.end(), {instruction.operands[1], instruction.operands[2]});
        if (instruction.op == Op::Switch) add_switch_targets(all, instruction, targets);
    }
    return targets;
}

class Order {
public:
    Order(const Translation& all, const std::vector<BlockRange>& blocks) : all_(all), blocks_(blocks) {
        for (std::size_t i = 0; i < blocks.size(); ++i) numbers_.emplace(blocks[i].label, i);
        seen_.resize(blocks.size());
    }

    std::vector<BlockRange> make() {
        if (blocks_.empty()) return {};
        walk();
        std::ranges::reverse(order_);
        for (std::size_t i = 0; i < blocks_.size(); ++i)
            if (!seen_[i]) order_.push_back(blocks_[i]);
        return std::move(order_);
    }

private:
    struct Step {
        std::size_t block;
        std::vector<Id> targets;  // the targets still to visit, in reverse order
    };

    void enter(std::size_t block) {
        seen_[block] = true;
        steps_.push_back({block, targets_of(all_, blocks_[block])});
    }

    void walk() {
        enter(0);
        while (!steps_.empty()) {
            Step& step = steps_.back();
            if (step.targets.empty()) {
                order_.push_back(blocks_[step.block]);
                steps_.pop_back();
                continue;
            }
            // The last target is visited first, so that blocks keep the order of the module where that order is valid.
            const auto found = numbers_.find(step.targets.back());
            step.targets.pop_back();
            if (found != numbers_.end() && !seen_[found->second]) enter(found->second);
        }
    }

    const Translation& all_;
    const std::vector<BlockRange>& blocks_;
    std::unordered_map<Id, std::size_t> numbers_;
    std::vector<bool> seen_;
    std::vector<Step> steps_;
    std::vector<BlockRange> order_;
};

}  // namespace

std::vector<BlockRange> in_order_of_dominance(const Translation& all, const std::vector<BlockRange>& blocks) {
    return Order(all, blocks).make();
}

}  // namespace lanewise::compiler::il
