// A program: where it comes from and, for each of its devices, how its last build went. All devices
// are the same CPU, so one build serves all that it was asked for. Thread-safe.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "runtime/code/program_code.h"
#include "runtime/object/handle.h"
#include "runtime/object/object.h"
#include "runtime/object/ref.h"

namespace lanewise::runtime {

enum class ProgramOrigin : std::uint8_t { source, binary, linked };

/// The state of a program for one device, as it was at one moment (clGetProgramBuildInfo). Who needs several
/// parts of it copies it once: another thread may begin or end a build at any time.
struct DeviceBuild {
    Ref<Device> device;
    cl_build_status status = CL_BUILD_NONE;
    std::string options;
    std::string log;
    /// What the program was created with; null without. Never changes.
    std::shared_ptr<ProgramCode> binary;
    /// What the last build made; null without one, or when the source was wrong. Other failures (invalid options, no
    /// memory, no compiler) leave what was there.
    std::shared_ptr<ProgramCode> code;

    bool is_in_progress() const noexcept { return status == CL_BUILD_IN_PROGRESS; }
    /// Null when there is neither code nor binary.
    const std::shared_ptr<ProgramCode>& latest() const noexcept { return code ? code : binary; }
    /// What kernels are made of; null while there is none.
    ProgramCode* executable() const noexcept;
};

class Program final : public Object<Program, _cl_program, Tag::program> {
public:
    /// From source, for all devices of the context.
    Program(Context& context, std::string source);

    /// From binaries or to be linked, for `devices`.
    Program(Context& context, ProgramOrigin origin, std::span<const Ref<Device>> devices);

    Context& context() const noexcept { return *context_; }
    ProgramOrigin origin() const noexcept { return origin_; }
    const std::string& source() const noexcept { return source_; }

    std::vector<Ref<Device>> devices() const;
    bool has_device(const Device& device) const noexcept;

    /// The state for that device, which must be one of the program's.
    DeviceBuild build_of(const Device& device) const;
    std::vector<DeviceBuild> builds() const;

    /// Gives the device the binary it was created with, before anybody else knows the program.
    void set_binary(const Device& device, std::shared_ptr<ProgramCode> code);

    /// Marks a build for these devices as begun. Throws CL_INVALID_OPERATION while another one is
    /// in progress for one of them, or while kernels exist.
    void begin_build(std::span<Device* const> devices, const std::string& options);
    void end_build(std::span<Device* const> devices, const BuildOutcome& outcome) noexcept;

private:
    friend class KernelAttachment;
    /// Kernels count themselves: a program cannot be built anew under them.
    void attach_kernel() noexcept;
    void detach_kernel() noexcept;

    friend class Object<Program, _cl_program, Tag::program>;
    ~Program();

    DeviceBuild* find(const Device& device) noexcept;

    Ref<Context> context_;
    const ProgramOrigin origin_;
    const std::string source_;
    mutable std::mutex mutex_;
    std::vector<DeviceBuild> builds_;  // under mutex_; the devices never change
    unsigned kernels_ = 0;             // under mutex_
};

/// Held by every kernel of a program, from before its code is made: no build begins meanwhile.
class KernelAttachment {
public:
    explicit KernelAttachment(Program& program) noexcept : program_(&program) { program.attach_kernel(); }
    KernelAttachment(const KernelAttachment& other) noexcept : KernelAttachment(*other.program_) {}
    KernelAttachment& operator=(const KernelAttachment&) = delete;
    ~KernelAttachment() { program_->detach_kernel(); }

    Program& program() const noexcept { return *program_; }

private:
    Ref<Program> program_;
};

}  // namespace lanewise::runtime
