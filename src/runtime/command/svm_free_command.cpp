#include "runtime/command/svm_free_command.h"

#include "runtime/core/context.h"
#include "runtime/object/application_call.h"

namespace lanewise::runtime {

SvmFreeCommand::SvmFreeCommand(Ref<Queue>&& queue, std::vector<void*> pointers, FreeFunction function, void* user_data)
    : Command(std::move(queue), CL_COMMAND_SVM_FREE),
      pointers_(std::move(pointers)),
      function_(function),
      user_data_(user_data) {
    if (function_) set_unknown();
}

cl_int SvmFreeCommand::run() noexcept {
    if (!may_call()) return CL_COMPLETE;
    if (function_) {
        const auto count = static_cast<cl_uint>(pointers_.size());
        const auto call = [&] { function_(queue()->known_handle(), count, pointers_.data(), user_data_); };
        return call_application(name, call) ? CL_COMPLETE : CL_OUT_OF_RESOURCES;
    }
    for (void* pointer : pointers_) context().allocations().free(pointer);
    return CL_COMPLETE;
}

std::string SvmFreeCommand::failure() noexcept { return no_return_text(name); }

}  // namespace lanewise::runtime
