#include "compiler/spirv/flow.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>

#include <unordered_map>

#include "compiler/spirv/block_order.h"
#include "compiler/spirv/call_lines.h"
#include "compiler/spirv/calls.h"
#include "compiler/spirv/constants.h"
#include "compiler/spirv/instructions/alias_scopes.h"
#include "compiler/spirv/instructions/arithmetic/small_float_arithmetic.h"
#include "compiler/spirv/instructions/builtin_variables.h"
#include "compiler/spirv/instructions/fast_math.h"
#include "compiler/spirv/instructions/instruction_table.h"
#include "compiler/spirv/large_values.h"
#include "compiler/spirv/loops.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Id;
using spirv::Instruction;
using spirv::Op;

class Flow {
public:
    Flow(Functions& functions, llvm::Function& function, const Instruction& instruction)
        : functions_(functions),
          all_(functions.all),
          body_(functions.all, function),
          instruction_(instruction),
          lines_(functions.all, instruction) {
        body_.modes = all_.function_modes->of(instruction.result);
    }

    std::size_t define(std::size_t first) {
        const std::size_t end = make_blocks(first);
        if (blocks_.empty()) return end;
        all_.has_large_values = false;
        BuiltinVariables variables(body_);
        for (std::size_t at = first; at < ranges_.front().begin; ++at)
            translate(all_.source.instructions[at], variables);
        for (const BlockRange& block : in_order_of_dominance(all_, ranges_)) {
            for (std::size_t at = block.begin; at < block.end; ++at) translate(all_.source.instructions[at], variables);
            all_.require(is_closed(), all_.source.instructions[block.begin], "the block has no branch");
        }
        for (const auto& [phi, instruction] : phis_) fill(*phi, *instruction);
        if (all_.has_large_values) keep_large_values_in_memory(body_.function());
        all_.function_modes->add_attributes(body_.function(), instruction_.result);
        mark_loops();
        lines_.put_on(body_.function());
        return end;
    }

private:
    struct Block {
        llvm::BasicBlock* first = nullptr;
        llvm::BasicBlock* last = nullptr;  // differs from `first` if the translation of an instruction has added blocks
    };

    std::size_t make_blocks(std::size_t at) {
        const auto& instructions = all_.source.instructions;
        for (; at < instructions.size() && instructions[at].op != Op::FunctionEnd; ++at) {
            all_.require(instructions[at].op != Op::Function, instructions[at], "the function before has no end");
            if (instructions[at].op != Op::Label) continue;
            auto* block = llvm::BasicBlock::Create(all_.context, "", &body_.function());
            blocks_[instructions[at].result] = {block, block};
            if (!ranges_.empty()) ranges_.back().end = at;
            ranges_.push_back({instructions[at].result, at, at});
        }
        if (!ranges_.empty()) ranges_.back().end = at;
        all_.require(at < instructions.size(), instruction_, "the function has no end");
        return at;
    }

    bool is_closed() const {
        const llvm::BasicBlock* block = body_.builder.GetInsertBlock();
        return block && block->getTerminator();
    }

    void translate(const Instruction& instruction, BuiltinVariables& variables) {
        lines_.see(instruction);
        if (instruction.op == Op::Label) return begin_block(instruction);
        if (skips(instruction.op) || is_without_meaning(instruction)) return;
        all_.require(body_.builder.GetInsertBlock() && !is_closed(), instruction, "it stands outside of a block");
        if (instruction.op == Op::LoopMerge || instruction.op == Op::LoopControlINTEL) return add_hint(instruction);
        variables.prepare(instruction);
        if (branch(instruction)) return;
        llvm::Value* value = result_of(instruction);
        if (instruction.result == 0) return;
        // Instructions of imported sets that do not affect results, such as debug information, have the type void and
        // no value.
        if (!value && body_.result_type(instruction)->isVoidTy()) return;
        all_.require(value, instruction, "the operation has no result");
        check_expression(all_, instruction, value);
        all_.define(instruction, value);
        add_decorated_scopes(all_, instruction, value);
    }

    // True for an instruction of an imported set that does not affect results. Such an instruction may stand outside of
    // blocks, and name ids that are defined later.
    bool is_without_meaning(const Instruction& instruction) const {
        if (instruction.op != Op::ExtInst && instruction.op != Op::ExtInstWithForwardRefsKHR) return false;
        return il::is_without_meaning(all_.annotations.set(body_.word(instruction, 0)));
    }

    static bool skips(Op op) {
        switch (op) {
            case Op::Nop:
            case Op::Line:
            case Op::NoLine:
            case Op::SelectionMerge:
            case Op::AliasDomainDeclINTEL:
            case Op::AliasScopeDeclINTEL:
            case Op::AliasScopeListDeclINTEL: return true;
            default: return false;
        }
    }

    void add_hint(const Instruction& instruction) {
        const bool names_merge = instruction.op == Op::LoopMerge;
        LoopHint hint{.control = instruction.operands.subspan(names_merge ? 2 : 0)};
        if (names_merge) hint.merge = target(instruction, 0);
        hints_.emplace_back(label_, hint);
    }

    void mark_loops() {
        std::vector<LoopHint> hints;
        for (auto& [label, hint] : hints_) {
            const Block& block = blocks_.at(label);
            hint.first = block.first;
            hint.last = block.last;
            hints.push_back(hint);
        }
        il::mark_loops(body_.function(), hints);
    }

    llvm::Value* result_of(const Instruction& instruction) {
        if (instruction.op == Op::Phi) return phi(instruction);
        if (instruction.op == Op::FunctionCall) return call_function(functions_, body_, instruction);
        if (instruction.op == Op::FunctionPointerCallINTEL) return call_pointer(functions_, body_, instruction);
        const Translate translate = translation_of(instruction.op);
        all_.require(translate, instruction, "the instruction is not supported");
        charge_components(instruction);
        llvm::Value* value = translate_instruction(body_, instruction, translate);
        return value && instruction.op == Op::ExtInst ? flushed(body_, value) : value;
    }

    // If OpenCL C lacks the type of a vector, many instructions on this vector become one call for each component.
    void charge_components(const Instruction& instruction) {
        if (instruction.type == 0) return;
        const TypeInfo& type = all_.types.info(instruction.type, instruction);
        const auto* vector = llvm::dyn_cast_or_null<llvm::FixedVectorType>(type.value);
        constexpr unsigned longest_of_open_cl = 16, cost = 16;
        if (!vector || vector->getNumElements() <= longest_of_open_cl) return;
        const llvm::StringRef name = spirv::name_of(instruction.op);
        if (name.starts_with("OpExtInst") || name.contains("Convert") || name.contains("Group") || name == "OpFRem" ||
            name == "OpFMod")
            all_.charge(instruction, std::uint64_t{cost} * vector->getNumElements());
    }

    void begin_block(const Instruction& label) {
        label_ = label.result;
        body_.builder.SetInsertPoint(blocks_.at(label_).first);
    }

    llvm::BasicBlock* target(const Instruction& instruction, std::size_t operand) {
        const auto found = blocks_.find(body_.word(instruction, operand));
        all_.require(found != blocks_.end(), instruction, "the target is no block of the function");
        return found->second.first;
    }

    // Translates the last instruction of a block; returns false for all other instructions.
    bool branch(const Instruction& instruction) {
        llvm::IRBuilder<>& builder = body_.builder;
        llvm::BasicBlock* block = builder.GetInsertBlock();
        switch (instruction.op) {
            case Op::Branch: builder.CreateBr(target(instruction, 0)); break;
            case Op::BranchConditional: branch_on_condition(instruction); break;
            case Op::Switch: make_switch(instruction); break;
            case Op::Return:
                all_.require(body_.function().getReturnType()->isVoidTy(), instruction, "the function has a result");
                builder.CreateRetVoid();
                break;
            case Op::ReturnValue: {
                llvm::Value* value = body_.operand(instruction, 0);
                all_.require(value->getType() == body_.function().getReturnType(), instruction,
                             "the value does not fit the function's result");
                builder.CreateRet(value);
                break;
            }
            case Op::Unreachable: builder.CreateUnreachable(); break;
            case Op::AbortKHR: abort(instruction); break;
            default: return false;
        }
        blocks_.at(label_).last = block;
        return true;
    }

    // OpAbortKHR ends the launch, as a fault of the kernel does. OpenCL has no function that could pass the
    // instruction's message to the host.
    void abort(const Instruction& instruction) {
        all_.require(!all_.types.value(body_.word(instruction, 0), instruction)->isVoidTy(), instruction,
                     "the message's type has no values");
        body_.operand(instruction, 1);
        body_.builder.CreateIntrinsic(llvm::Intrinsic::trap, llvm::ArrayRef<llvm::Value*>());
        body_.builder.CreateUnreachable();
    }

    void branch_on_condition(const Instruction& instruction) {
        llvm::Value* condition = body_.integer(instruction, 0);
        all_.require(condition->getType()->isIntegerTy(1), instruction, "the condition is no bool");
        llvm::BranchInst* made = body_.builder.CreateCondBr(condition, target(instruction, 1), target(instruction, 2));
        // The two literals are the branch weights of the two targets. If both literals are 0, the branch gets no
        // weights.
        const Words weights = instruction.operands.subspan(3);
        if (weights.size() == 2 && (weights[0] | weights[1]) != 0)
            made->setMetadata(llvm::LLVMContext::MD_prof,
                              llvm::MDBuilder(all_.context).createBranchWeights(weights[0], weights[1]));
    }

    void make_switch(const Instruction& instruction) {
        llvm::Value* selector = body_.integer(instruction, 0);
        auto* type = llvm::dyn_cast<llvm::IntegerType>(selector->getType());
        all_.require(type, instruction, "the selector is no scalar");
        all_.require(instruction.operands.size() >= 2, instruction, "an operand is missing");
        const std::size_t words = (type->getBitWidth() + 31) / 32;
        const std::size_t pairs = (instruction.operands.size() - 2) / (words + 1);
        all_.require(pairs * (words + 1) + 2 == instruction.operands.size(), instruction,
                     "the literals do not fit the selector");
        llvm::SwitchInst* made =
            body_.builder.CreateSwitch(selector, target(instruction, 1), static_cast<unsigned>(pairs));
        llvm::DenseSet<llvm::ConstantInt*> literals;
        for (std::size_t pair = 0; pair < pairs; ++pair) {
            const std::size_t first = 2 + pair * (words + 1);
            llvm::APInt literal(static_cast<unsigned>(words * 32), 0);
            for (std::size_t i = 0; i < words; ++i)
                literal.insertBits(instruction.operands[first + i], static_cast<unsigned>(i * 32), 32);
            auto* value = llvm::ConstantInt::get(all_.context, literal.trunc(type->getBitWidth()));
            all_.require(literals.insert(value).second, instruction, "two literals are equal");
            made->addCase(value, target(instruction, first + words));
        }
    }

    llvm::Value* phi(const Instruction& instruction) {
        llvm::BasicBlock* block = body_.builder.GetInsertBlock();
        all_.require(block->empty() || llvm::isa<llvm::PHINode>(block->back()), instruction,
                     "it stands after other instructions");
        llvm::PHINode* made = body_.builder.CreatePHI(body_.result_type(instruction),
                                                      static_cast<unsigned>(instruction.operands.size() / 2));
        phis_.emplace_back(made, &instruction);
        return made;
    }

    // A phi of LLVM has a value for each incoming edge, but a phi of SPIR-V has one value for each predecessor block.
    void fill(llvm::PHINode& phi, const Instruction& instruction) {
        std::unordered_map<const llvm::BasicBlock*, llvm::Value*> values;
        for (std::size_t i = 0; i + 1 < instruction.operands.size(); i += 2) {
            llvm::Value* value = all_.value(instruction.operands[i], instruction);
            all_.require(value->getType() == phi.getType(), instruction, "a value has another type");
            const auto before = blocks_.find(instruction.operands[i + 1]);
            all_.require(before != blocks_.end(), instruction, "a parent is no block of the function");
            values[before->second.last] = value;
        }
        // The number of values of phis is limited, because many literals of an OpSwitch may lead to the same block.
        // Each literal adds a value to every phi of the block.
        constexpr std::uint64_t most_values = std::uint64_t{1} << 22;
        for (llvm::BasicBlock* before : llvm::predecessors(phi.getParent())) {
            all_.require(++values_of_edges_ <= most_values, instruction, "the function has too many values of phis");
            const auto found = values.find(before);
            all_.require(found != values.end(), instruction, "a block that branches here has no value");
            phi.addIncoming(found->second, before);
        }
    }

    Functions& functions_;
    Translation& all_;
    Body body_;
    const Instruction& instruction_;
    CallLines lines_;
    Id label_ = 0;
    std::uint64_t values_of_edges_ = 0;  // number of values of all phis so far
    std::unordered_map<Id, Block> blocks_;
    std::vector<BlockRange> ranges_;
    std::vector<std::pair<llvm::PHINode*, const Instruction*>> phis_;
    std::vector<std::pair<Id, LoopHint>> hints_;  // hints of loops, each with the label of its block
};

}  // namespace

std::size_t define_body(Functions& functions, llvm::Function& function, const Instruction& instruction,
                        std::size_t first) {
    return Flow(functions, function, instruction).define(first);
}

}  // namespace lanewise::compiler::il
