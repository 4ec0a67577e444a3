#include "compiler/ir/blocks.h"

#include <llvm/ADT/StringSwitch.h>

namespace lanewise::compiler {

std::optional<unsigned> block_kernel_operand(llvm::StringRef function) {
    const int operand = llvm::StringSwitch<int>(function)
                            .Cases({"__enqueue_kernel_basic", "__enqueue_kernel_varargs"}, 3)
                            .Cases({"__enqueue_kernel_basic_events", "__enqueue_kernel_events_varargs"}, 6)
                            .Case("__get_kernel_work_group_size_impl", 0)
                            .Case("__get_kernel_preferred_work_group_size_multiple_impl", 0)
                            .Case("__get_kernel_max_sub_group_size_for_ndrange_impl", 1)
                            .Case("__get_kernel_sub_group_count_for_ndrange_impl", 1)
                            .Default(-1);
    return operand < 0 ? std::nullopt : std::optional<unsigned>(operand);
}

llvm::Function* block_kernel_of(const llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    const auto operand = callee ? block_kernel_operand(callee->getName()) : std::nullopt;
    if (!operand || *operand >= call.arg_size()) return nullptr;
    return llvm::dyn_cast<llvm::Function>(call.getArgOperand(*operand)->stripPointerCasts());
}

}  // namespace lanewise::compiler
