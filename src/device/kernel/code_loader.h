// Makes machine code executable: copies a KernelCode image into memory of its own, patches addresses and sets page
// protections. Works without LLVM, for code from the compiler, from a cache or from a program binary. The image's
// description is therefore checked before it is used.
// Thread-safety: loading is free of shared state; a loaded image never changes.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "device/kernel/code_group.h"
#include "lanewise/kernel_abi.h"
#include "lanewise/kernel_info.h"

namespace lanewise::device {

/// One loaded image; unmapped when destroyed, so it must outlive every run of its entry.
class LoadedCode {
public:
    /// Null when the image is malformed or imports an unknown function; then `error` says why. Throws std::bad_alloc.
    /// `name` is the kernel's, shown to perf when `perf_map` is set (/tmp/perf-<pid>.map). An image with a `group` is
    /// ended with the group, and not loaded after that.
    static std::unique_ptr<const LoadedCode> load(const KernelCode& code, const std::string& name, bool perf_map,
                                                  std::shared_ptr<CodeGroup> group, std::string& error);
    ~LoadedCode();
    LoadedCode(const LoadedCode&) = delete;
    LoadedCode& operator=(const LoadedCode&) = delete;

    abi::Entry entry() const { return entry_; }

    /// The instructions. Memory of the image's own follows them: data that only the instructions read, or nothing.
    std::byte* text() const noexcept { return base_; }
    std::size_t text_bytes() const noexcept { return text_bytes_; }
    static constexpr std::size_t room_after_text = 4096;

private:
    LoadedCode(std::byte* base, std::size_t bytes, std::size_t text_bytes)
        : base_(base), bytes_(bytes), text_bytes_(text_bytes) {}

    std::byte* base_;
    std::size_t bytes_;
    std::size_t text_bytes_;
    abi::Entry entry_ = nullptr;
    std::shared_ptr<CodeGroup> group_;  // null: in no group
};

}  // namespace lanewise::device
