#include "runtime/core/context.h"

#include <algorithm>
#include <mutex>
#include <ranges>

#include "runtime/core/device.h"

namespace lanewise::runtime {

Context::Context(std::vector<Ref<Device>> devices, std::vector<cl_context_properties> properties,
                 ErrorCallback notify, void* user_data)
    : devices_(std::move(devices)),
      properties_(std::move(properties)),
      notify_(notify),
      notify_data_(user_data) {}

Context::~Context() {
    // Section 4.4: "the registered callback functions are called in the reverse order in which they
    // were registered".
    for (const Destructor& destructor : destructors_ | std::views::reverse) {
        destructor.callback(handle(), destructor.user_data);
    }
}

bool Context::has_device(const Device& device) const noexcept {
    return std::ranges::any_of(devices_, [&](const auto& ref) { return ref.get() == &device; });
}

void Context::report(const char* message) noexcept {
    if (notify_) notify_(message, nullptr, 0, notify_data_);
}

void Context::add_destructor_callback(DestructorCallback callback, void* user_data) {
    std::lock_guard lock(mutex_);
    destructors_.push_back({callback, user_data});
}

}  // namespace lanewise::runtime
