#include "runtime/command/svm_free_command.h"

#include "runtime/core/context.h"

namespace lanewise::runtime {

SvmFreeCommand::SvmFreeCommand(Queue& queue, std::vector<void*> pointers, FreeFunction function, void* user_data)
    : Command(queue, CL_COMMAND_SVM_FREE), pointers_(std::move(pointers)), function_(function), user_data_(user_data) {
    if (function_) set_unknown();
}

cl_int SvmFreeCommand::run() noexcept {
    if (!may_call()) return CL_COMPLETE;
    if (function_) {
        function_(queue()->handle(), static_cast<cl_uint>(pointers_.size()), pointers_.data(), user_data_);
    } else {
        for (void* pointer : pointers_) context().svm().free(pointer);
    }
    return CL_COMPLETE;
}

}  // namespace lanewise::runtime
