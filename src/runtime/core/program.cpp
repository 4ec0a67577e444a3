#include "runtime/core/program.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "device/machine/no_fork_lock.h"
#include "runtime/code/program_code.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/faults.h"
#include "runtime/core/termination.h"

namespace lanewise::runtime {
namespace {

std::vector<DeviceBuild> unbuilt(std::span<const Ref<Device>> devices) {
    std::vector<DeviceBuild> builds;
    for (const auto& device : devices) builds.push_back({device, CL_BUILD_NONE, {}, {}, {}, {}});
    return builds;
}

}  // namespace

ProgramCode* DeviceBuild::executable() const noexcept {
    return !is_in_progress() && code && code->type() == ProgramType::executable ? code.get() : nullptr;
}

Program::Program(Context& context, std::string source)
    : context_(context),
      origin_(ProgramOrigin::source),
      source_(std::move(source)),
      builds_(unbuilt(context.devices())) {
    prepare_for_faults();
}

Program::Program(Context& context, std::span<const std::byte> il)
    : context_(context),
      origin_(ProgramOrigin::il),
      il_(il.begin(), il.end()),
      constants_(spirv::specialization_constants(il_)),
      builds_(unbuilt(context.devices())) {
    prepare_for_faults();
}

Program::Program(Context& context, ProgramOrigin origin, std::span<const Ref<Device>> devices)
    : context_(context), origin_(origin), builds_(unbuilt(devices)) {
    prepare_for_faults();
}

Program::~Program() = default;

std::vector<Ref<Device>> Program::devices() const {
    std::vector<Ref<Device>> devices;
    for (const auto& build : builds_) devices.push_back(build.device);
    return devices;
}

bool Program::has_device(const Device& device) const noexcept {
    return std::ranges::any_of(builds_, [&](const auto& b) { return b.device.get() == &device; });
}

DeviceBuild* Program::find(const Device& device) noexcept {
    const auto found = std::ranges::find_if(builds_, [&](const auto& build) { return build.device.get() == &device; });
    return found == builds_.end() ? nullptr : &*found;
}

DeviceBuild Program::build_of(const Device& device) const {
    const device::NoForkLock lock(mutex_);
    return *const_cast<Program*>(this)->find(device);
}

std::vector<DeviceBuild> Program::builds() const {
    const device::NoForkLock lock(mutex_);
    return builds_;
}

void Program::specialize(cl_uint id, std::size_t size, const void* value) {
    const auto [first, last] = std::ranges::equal_range(constants_, id, {}, &spirv::SpecializationConstant::id);
    // Section 5.8.3: CL_INVALID_SPEC_ID "if spec_id is not a valid specialization constant identifier".
    check(first != last, CL_INVALID_SPEC_ID,
          "The program has no specialization constant {}. Pass an id that the decoration SpecId gives to a constant.",
          id);
    // Section 5.8.3: CL_INVALID_VALUE "if spec_size does not match the size of the specialization constant in the
    // SPIR-V module, or if spec_value is NULL".
    const bool fits = std::any_of(first, last, [&](const auto& constant) { return constant.bytes == size; });
    check(fits, CL_INVALID_VALUE, "spec_size is {} bytes, but specialization constant {} has {} bytes.", size, id,
          first->bytes);
    check(value, CL_INVALID_VALUE, "spec_value is null. Pass the address of {} bytes.", size);
    std::uint64_t bits = 0;
    std::memcpy(&bits, value, size);
    const device::NoForkLock lock(mutex_);
    specialization_[id] = bits;
}

std::vector<compiler::SpecializationValue> Program::specialization() const {
    const device::NoForkLock lock(mutex_);
    std::vector<compiler::SpecializationValue> values;
    for (const auto& [id, bits] : specialization_) values.push_back({id, bits});
    return values;
}

void Program::set_binary(const Device& device, std::shared_ptr<ProgramCode> code) {
    if (const Termination* termination = context_->termination()) code->end_with(termination->code());
    const device::NoForkLock lock(mutex_);
    find(device)->binary = std::move(code);
}

void Program::begin_build(std::span<Device* const> devices, const std::string& options) {
    // The options are copied first, so that a call that fails for lack of memory changes nothing.
    std::vector<std::string> copies(devices.size(), options);
    const device::NoForkLock lock(mutex_);
    // Section 5.8.2: CL_INVALID_OPERATION "if there are kernel objects attached to program".
    check(kernels_ == 0, CL_INVALID_OPERATION,
          "The program still has {} kernel objects. Release them before it is built again.", kernels_);
    for (const Device* device : devices) {
        // Section 5.8.2: CL_INVALID_OPERATION "if the build of a program executable for any of the
        // devices listed in device_list by a previous call ... has not completed".
        check(!find(*device)->is_in_progress(), CL_INVALID_OPERATION,
              "Another call still builds the program for this device. Wait until it returns.");
    }
    for (std::size_t i = 0; i < devices.size(); ++i) {
        DeviceBuild& build = *find(*devices[i]);
        build.status = CL_BUILD_IN_PROGRESS;
        build.options = std::move(copies[i]);
        build.log.clear();
    }
}

void Program::end_build(std::span<Device* const> devices, const BuildOutcome& outcome) noexcept {
    const device::NoForkLock lock(mutex_);
    const Termination* const termination = context_->termination();
    const bool is_new = std::ranges::none_of(builds_, [&](const auto& build) { return build.binary == outcome.code; });
    if (termination && outcome.code && is_new) outcome.code->end_with(termination->code());
    for (const Device* device : devices) {
        DeviceBuild& build = *find(*device);
        build.status = outcome.code ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
        try {
            build.log = outcome.log;
        } catch (const std::bad_alloc&) {  // without memory for the log, the log is lost, but the build stays valid
        }
        const bool was_compiled =
            outcome.status == compiler::Status::success || outcome.status == compiler::Status::failed;
        if (was_compiled) build.code = outcome.code;
    }
}

void Program::attach_kernel() noexcept {
    const device::NoForkLock lock(mutex_);
    ++kernels_;
}

void Program::detach_kernel() noexcept {
    const device::NoForkLock lock(mutex_);
    --kernels_;
}

}  // namespace lanewise::runtime
