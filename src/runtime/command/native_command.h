// A function of the application as a command (clEnqueueNativeKernel). The function gets a copy of its arguments. In the
// copy, the handles of memory objects are replaced by addresses.
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/core/command.h"
#include "runtime/core/mem_object.h"
#include "runtime/object/application_call.h"

namespace lanewise::runtime {

class NativeCommand final : public Command {
public:
    using Function = void(CL_CALLBACK*)(void*);

    NativeCommand(Ref<Queue>&& queue, Function function, std::vector<std::max_align_t> arguments,
                  std::vector<Ref<MemObject>> objects) noexcept
        : Command(std::move(queue), CL_COMMAND_NATIVE_KERNEL),
          function_(function),
          arguments_(std::move(arguments)),
          objects_(std::move(objects)) {
        // The time of the function is unknown, so the command is assumed to take long.
        set_cost(100'000, 100'000);
        set_unknown();
    }

private:
    bool may_use(const Allocation& allocation) const noexcept override {
        return has_pointer_into(allocation, arguments_.data(), arguments_.size() * sizeof arguments_[0]);
    }
    bool runs_host_function() const noexcept override { return true; }
    cl_int run() noexcept override {
        if (!may_call()) return CL_COMPLETE;
        const auto call = [this] { function_(arguments_.empty() ? nullptr : arguments_.data()); };
        return call_application(name, call) ? CL_COMPLETE : CL_OUT_OF_RESOURCES;
    }
    std::string failure() noexcept override { return no_return_text(name); }
    void release_resources() noexcept override { objects_.clear(); }

    static constexpr const char* name = "A native kernel";

    Function function_;
    std::vector<std::max_align_t> arguments_;
    std::vector<Ref<MemObject>> objects_;
};

}  // namespace lanewise::runtime
