// clEnqueueSVMFree: frees SVM allocations in the order of the queue, or calls a function of the application that frees
// them.
#pragma once

#include <vector>

#include "runtime/core/command.h"

namespace lanewise::runtime {

class SvmFreeCommand final : public Command {
public:
    using FreeFunction = void(CL_CALLBACK*)(cl_command_queue, cl_uint, void* pointers[], void* user_data);

    /// If `function` is null, the command frees the allocations of the queue's context.
    SvmFreeCommand(Ref<Queue>&& queue, std::vector<void*> pointers, FreeFunction function, void* user_data);

private:
    bool may_use(const Allocation& allocation) const noexcept override {
        return has_pointer_into(allocation, pointers_.data(), pointers_.size() * sizeof(void*));
    }
    bool runs_host_function() const noexcept override { return function_ != nullptr; }
    cl_int run() noexcept override;
    std::string failure() noexcept override;

    static constexpr const char* name = "The function that frees SVM memory (pfn_free_func)";

    std::vector<void*> pointers_;
    FreeFunction function_;
    void* user_data_;
};

}  // namespace lanewise::runtime
