#include "children.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace lanewise::fuzz {
namespace {

constexpr std::uint64_t the_queue = 0x51, an_event = 0xE7;
constexpr std::uint64_t usual_group = 64;  // work-group size if the program requests no local size

/// Has the same layout as the OpenCL C type ndrange_t.
struct DeviceRange {
    std::uint32_t dimensions, padding;
    std::uint64_t offset[3], global[3], local[3];
};

/// Copies a block literal. The copy's alignment is at least 8, and at least the alignment in the literal's header.
std::shared_ptr<std::byte> copy_of(const std::byte* literal) {
    std::uint32_t header[2];
    std::memcpy(header, literal, sizeof header);
    const std::align_val_t alignment{std::max<std::size_t>(header[1], 8)};
    std::shared_ptr<std::byte> copy(static_cast<std::byte*>(::operator new(header[0], alignment)),
                                    [alignment](std::byte* memory) { ::operator delete(memory, alignment); });
    std::memcpy(copy.get(), literal, header[0]);
    return copy;
}

}  // namespace

Children::Children(std::vector<std::string> names, MakeKernel make) : names_(std::move(names)), make_(std::move(make)) {
    functions_.enqueue = enqueue;
    functions_.device_call = device_call;
}

std::int32_t Children::enqueue(const abi::Launch* launch, const abi::Worker*, const abi::EnqueueRequest* request) {
    auto& self = *static_cast<Children*>(launch->command);
    if (self.add(*request)) return 0;
    self.wrong_ = "an enqueue";
    return -101;
}

bool Children::add(const abi::EnqueueRequest& request) {
    if (request.queue != the_queue || request.flags > 2 || request.wait_count || request.local_count) return false;
    DeviceRange given;
    std::memcpy(&given, request.ndrange, sizeof given);
    if (request.kernel >= names_.size() || given.dimensions != 1) return false;
    Child child{request.kernel, test::line(given.global[0], given.local[0]), copy_of(request.literal)};
    child.range.global_offset[0] = given.offset[0];
    if (!given.local[0]) child.range.local_size[0] = std::min(given.global[0], usual_group);
    waiting_.push_back(std::move(child));
    if (request.event) *request.event = an_event, ++events_;
    return true;
}

std::uint64_t Children::device_call(const abi::Launch* launch, const abi::Worker*, abi::DeviceCall what,
                                    std::uint64_t a, std::uint64_t) {
    auto& self = *static_cast<Children*>(launch->command);
    if (what == abi::DeviceCall::default_queue) return the_queue;
    if (what == abi::DeviceCall::release_event && a == an_event)
        ++self.released_;
    else
        self.wrong_ = "a call of the device";
    return 0;
}

const test::CompiledKernel& Children::kernel(std::uint64_t number) {
    const auto found = kernels_.find(number);
    return found != kernels_.end() ? found->second : kernels_.emplace(number, make_(names_[number])).first->second;
}

std::string Children::run() {
    while (!waiting_.empty() && wrong_.empty()) {
        const Child child = std::move(waiting_.back());
        waiting_.pop_back();
        const test::CompiledKernel& code = kernel(child.kernel);
        if (!code) return "no code of " + names_[child.kernel] + ": " + code.log();
        test::ArgumentBlock arguments;
        arguments.add(child.literal.get());
        code.run(child.range, arguments, 0, 0, callbacks());
    }
    waiting_.clear();
    if (wrong_.empty() && events_ != released_) wrong_ = "events";
    events_ = released_ = 0;
    return std::exchange(wrong_, {});
}

}  // namespace lanewise::fuzz
