// Chunks of several rows (analysis/row_sharing.h): which instructions are made once and which for each row, the
// rows' masks, and the votes that all rows take part in. A chunk of one row is the simple case.
#include "compiler/ir/operations.h"
#include "compiler/widen/widener.h"

namespace lanewise::compiler {

void Widener::widen_in_rows(llvm::Instruction& instruction) {
    const bool is_mask = as_operation(&instruction, op::mask) != nullptr;
    if (llvm::isa<llvm::FenceInst>(instruction) || is_meeting(instruction) || (!is_mask && chunk_.sharing.shares(&instruction))) {
        masks_.start_all_rows();
        return widen_instruction(instruction);
    }
    for (unsigned row = 0; row < chunk_.options.rows && chunk_.reason.empty(); ++row) {
        masks_.start_row(row);
        widen_instruction(instruction);
    }
}

llvm::Value* Widener::over_rows(const llvm::Value* original, llvm::Instruction::BinaryOps combine,
                                llvm::function_ref<llvm::Value*()> of_row) {
    llvm::Value* total = nullptr;
    const bool same = chunk_.sharing.shares(original) && !masks_.in_masked_block();
    for (unsigned row = 0; row < (same ? 1 : chunk_.options.rows); ++row) {
        masks_.start_row(row);
        llvm::Value* value = of_row();
        total = total ? builder_.CreateBinOp(combine, total, value) : value;
    }
    return total;
}

// Whether all lanes of all rows are on, told by comparing scalars; null if that takes vectors.
llvm::Value* Widener::all_by_scalars(const llvm::Value* operand) {
    bool found = true;
    llvm::Value* all = over_rows(operand, llvm::Instruction::And, [&]() -> llvm::Value* {
        llvm::Value* of_row = found ? scalar_all(operand, false) : nullptr;
        found = of_row != nullptr;
        return found ? of_row : builder_.getFalse();
    });
    return found ? all : nullptr;
}

void Widener::widen_vote(llvm::CallInst& call, llvm::StringRef name) {
    const llvm::Value* operand = call.getArgOperand(0);
    llvm::Value* result = name == op::all ? all_by_scalars(operand) : nullptr;
    if (result) {
        if (chunk_.form == ChunkForm::tail) result = builder_.getFalse();
    } else if (name == op::all) {
        result = masks_.all_lanes(over_rows(operand, llvm::Instruction::And, [&] {
            llvm::Value* lanes = builder_.CreateFreeze(values_.part(operand));
            return masks_.current() ? builder_.CreateOr(lanes, builder_.CreateNot(masks_.current())) : lanes;
        }));
    } else if (shapes_.of(operand).is_uniform()) {  // some lane is live
        result = over_rows(operand, llvm::Instruction::Or,
                           [&] { return builder_.CreateFreeze(values_.scalar(operand)); });
    } else {
        // All lanes that are on agree on a uniform condition, so one that is on is enough.
        result = masks_.any_lane(over_rows(operand, llvm::Instruction::Or, [&] {
            llvm::Value* lanes = masks_.with_live(builder_.CreateFreeze(values_.part(operand)));
            return name == op::uniform && masks_.current() ? builder_.CreateAnd(lanes, masks_.current()) : lanes;
        }));
    }
    masks_.start_row(0);
    values_.set_scalar(&call, result);
}

}  // namespace lanewise::compiler
