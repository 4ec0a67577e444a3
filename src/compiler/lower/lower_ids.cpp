#include "compiler/lower/lower_ids.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <map>

#include "compiler/ir/abi_access.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/group_function.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"
#include "compiler/ir/signature.h"
#include "lanewise/kernel_abi.h"

namespace lanewise::compiler {
namespace {

// Computes each id or size once, at the start of the group function.
class Lowering {
public:
    Lowering(llvm::Function& group, const KernelInfo& kernel)
        : kernel_(kernel),
          any_grouping_(group.hasFnAttribute(fact::any_grouping)),
          parameters_(group),
          builder_(&group.getEntryBlock(), group.getEntryBlock().getFirstInsertionPt()) {}

    llvm::Value* value(llvm::StringRef name, unsigned dimension) {
        llvm::Value*& known = values_[{name, dimension}];
        if (!known) known = make(name, dimension);
        return known;
    }

    llvm::Value* context() {
        llvm::Value*& known = values_[{op::group_context, 0}];
        if (!known) known = load_pointer(builder_, parameters_.worker, offsetof(abi::Worker, context), "context");
        return known;
    }

private:
    llvm::Value* make(llvm::StringRef name, unsigned d) {
        if (name == op::group_id) return parameters_.group_id[d];
        if (name == op::num_groups) return launch_field(offsetof(abi::Launch, num_groups), d, name);
        if (name == op::global_size) return launch_field(offsetof(abi::Launch, global_size), d, name);
        if (name == op::global_offset) return launch_field(offsetof(abi::Launch, global_offset), d, name);
        if (name == op::work_dim)
            return load_invariant(builder_, parameters_.launch, offsetof(abi::Launch, work_dim), builder_.getInt32Ty(),
                                  "work_dim");
        if (name == op::concurrent) return concurrent();
        if (name == op::streaming) return load_streaming(builder_, parameters_.launch);
        if (name == op::enqueued_local_size) return enqueued_local_size(d);
        return local_size(d);
    }

    llvm::Value* concurrent() {
        llvm::Value* flags =
            load_invariant(builder_, parameters_.launch, offsetof(abi::Launch, flags), builder_.getInt32Ty(), "flags");
        return builder_.CreateAnd(builder_.CreateLShr(flags, 1), builder_.getInt32(1), "concurrent");
    }

    llvm::Value* launch_field(std::size_t offset, unsigned d, llvm::StringRef name) {
        return load_invariant(builder_, parameters_.launch, offset + 8 * d, builder_.getInt64Ty(), name.drop_front(4));
    }

    llvm::Value* enqueued_local_size(unsigned d) {
        if (kernel_.reqd_work_group_size[0] != 0 && !any_grouping_)
            return builder_.getInt64(kernel_.reqd_work_group_size[d]);
        return launch_field(offsetof(abi::Launch, local_size), d, op::enqueued_local_size);
    }

    llvm::Value* local_size(unsigned d) {
        llvm::Value* enqueued = value(op::enqueued_local_size, d);
        if (kernel_.uniform_work_groups && !any_grouping_) return enqueued;
        llvm::Value* global = value(op::global_size, d);
        llvm::Value* start = builder_.CreateMul(parameters_.group_id[d], enqueued);
        return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, builder_.CreateSub(global, start), enqueued,
                                              nullptr, "local_size");
    }

    const KernelInfo& kernel_;
    const bool any_grouping_;  // the device may replace the local size that the program sets
    GroupParameters parameters_;
    llvm::IRBuilder<> builder_;
    std::map<std::pair<llvm::StringRef, unsigned>, llvm::Value*> values_;
};

llvm::Value* lower(Lowering& lowering, llvm::CallInst& call) {
    const llvm::StringRef name = call.getCalledFunction()->getName();
    if (name == op::group_context) {
        llvm::IRBuilder<> builder(&call);
        return builder.CreateInBoundsPtrAdd(lowering.context(), call.getArgOperand(0));
    }
    return lowering.value(name, call.arg_empty() ? 0 : dimension_of(call));
}

}  // namespace

llvm::PreservedAnalyses LowerIds::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::Function* group = find_part(module, Part::group);
    if (!group) return llvm::PreservedAnalyses::all();
    const KernelInfo kernel = read_kernel(*group);
    llvm::SmallVector<llvm::CallInst*, 16> calls;
    for (llvm::Instruction& instruction : llvm::instructions(*group))
        if (is_pure_operation(&instruction)) calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
    Lowering lowering(*group, kernel);
    for (llvm::CallInst* call : calls) call->replaceAllUsesWith(lower(lowering, *call));
    // Erase the calls last, because lower() may insert instructions before one of these calls.
    for (llvm::CallInst* call : calls) call->eraseFromParent();
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
