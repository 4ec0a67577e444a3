// A program: its origin and, for each of its devices, the state of the last build. All devices are the same CPU, so one
// build is shared by all devices for which it was requested. Thread-safe.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "runtime/code/program_code.h"
#include "runtime/object/handle.h"
#include "runtime/object/object.h"
#include "runtime/object/ref.h"
#include "spirv/specialization.h"

namespace lanewise::runtime {

enum class ProgramOrigin : std::uint8_t { source, il, binary, linked };

/// A snapshot of a program's state for one device (clGetProgramBuildInfo). Callers that need several members copy the
/// state once, since another thread may begin or end a build at any time.
struct DeviceBuild {
    Ref<Device> device;
    cl_build_status status = CL_BUILD_NONE;
    std::string options;
    std::string log;
    /// The binary from which the program was created, or null. Never changes.
    std::shared_ptr<ProgramCode> binary;
    /// The result of the last build; null if there was no build yet, or if the source had errors. Other failures
    /// (invalid options, no memory, no compiler) leave the previous result in place.
    std::shared_ptr<ProgramCode> code;

    bool is_in_progress() const noexcept { return status == CL_BUILD_IN_PROGRESS; }
    /// Returns `code`, or `binary` if `code` is null; null if both are null.
    const std::shared_ptr<ProgramCode>& latest() const noexcept { return code ? code : binary; }
    /// Returns the code from which kernels are created; null while there is none.
    ProgramCode* executable() const noexcept;
};

class Program final : public Object<Program, _cl_program, Tag::program> {
public:
    /// Creates a program from source, for all devices of the context.
    Program(Context& context, std::string source);

    /// Creates a program from SPIR-V, for all devices of the context. The bytes must satisfy spirv::has_module_form().
    Program(Context& context, std::span<const std::byte> il);

    /// Creates a program for `devices`, but without code. Later calls give the program its code, from binaries or from
    /// a link.
    Program(Context& context, ProgramOrigin origin, std::span<const Ref<Device>> devices);

    Context& context() const noexcept { return *context_; }
    ProgramOrigin origin() const noexcept { return origin_; }
    const std::string& source() const noexcept { return source_; }
    std::span<const std::byte> il() const noexcept { return il_; }

    /// Sets a specialization constant for the next builds. Throws CL_INVALID_SPEC_ID or CL_INVALID_VALUE.
    void specialize(cl_uint id, std::size_t size, const void* value);
    /// Returns the specialization constants that were set.
    std::vector<compiler::SpecializationValue> specialization() const;

    std::vector<Ref<Device>> devices() const;
    bool has_device(const Device& device) const noexcept;

    /// Returns the state for a device, which must be one of the program's devices.
    DeviceBuild build_of(const Device& device) const;
    std::vector<DeviceBuild> builds() const;

    /// Sets the binary of a device. Called only while the program is created and no other thread can use the program.
    void set_binary(const Device& device, std::shared_ptr<ProgramCode> code);

    /// Marks a build for `devices` as begun. Throws CL_INVALID_OPERATION while another build is in progress for one of
    /// them, or while the program has kernels.
    void begin_build(std::span<Device* const> devices, const std::string& options);
    void end_build(std::span<Device* const> devices, const BuildOutcome& outcome) noexcept;

private:
    friend class KernelAttachment;
    /// Counts the program's kernels, because a program with kernels cannot be built again.
    void attach_kernel() noexcept;
    void detach_kernel() noexcept;

    friend class Object<Program, _cl_program, Tag::program>;
    ~Program();

    DeviceBuild* find(const Device& device) noexcept;

    Ref<Context> context_;
    const ProgramOrigin origin_;
    const std::string source_;
    const std::vector<std::byte> il_;
    const std::vector<spirv::SpecializationConstant> constants_;  // of il_
    mutable std::mutex mutex_;
    std::vector<DeviceBuild> builds_;                  // guarded by mutex_; the list of devices never changes
    std::map<cl_uint, std::uint64_t> specialization_;  // values by id; guarded by mutex_
    unsigned kernels_ = 0;                             // number of kernels; guarded by mutex_
};

/// The attachment of a kernel to its program. The attachment is created before the kernel's code is compiled, and lives
/// as long as the kernel. While an attachment exists, no build of the program can begin.
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
