#include "compiler/plan/row_streams.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/analysis/private_layout.h"
#include "compiler/analysis/shapes/shape.h"
#include "compiler/ir/operations.h"
#include "compiler/plan/estimates/latency.h"

namespace lanewise::compiler {
namespace {

// Whether `instruction` is an operation (`ocl.*`) that accesses no memory. In a kernel without barriers, this is true
// for all operations except printf.
bool is_quiet_operation(const llvm::Instruction& instruction) {
    return is_operation(&instruction) && !as_operation(&instruction, op::printf);
}

bool is_streamed(const llvm::Instruction& instruction, const ShapeInfo& shapes) {
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (!pointer) return !instruction.mayReadOrWriteMemory() || is_quiet_operation(instruction);
    return !is_far_apart(shapes.of(pointer));
}

}  // namespace

bool has_row_streams(llvm::Function& linearized, unsigned lanes) {
    if (has_loops(linearized)) return false;
    const PrivateLayouts layouts(linearized);
    const ShapeInfo shapes(linearized, lanes, layouts);
    return llvm::all_of(llvm::instructions(linearized),
                        [&](const llvm::Instruction& instruction) { return is_streamed(instruction, shapes); });
}

}  // namespace lanewise::compiler
