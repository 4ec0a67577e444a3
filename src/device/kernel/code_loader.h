// Makes machine code executable: copies the image of a KernelCode to new memory, inserts addresses and sets page
// protections. Works without LLVM. The code may come from the compiler, from the cache or from a program binary, so the
// image's description is checked before it is used. Thread-safety: loading uses no shared state; a loaded image never
// changes.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "device/kernel/code_group.h"
#include "lanewise/kernel_abi.h"
#include "lanewise/kernel_info.h"

namespace lanewise::device {

/// A loaded image. The destructor unmaps the code, so the object must outlive every run of the image's entry function.
class LoadedCode {
public:
    /// Loads an image. Returns null if the image is malformed or imports an unknown function, and stores the reason in
    /// `error`. Throws std::bad_alloc. If `perf_map` is true, perf shows the code under `name`, the kernel's name
    /// (/tmp/perf-<pid>.map). If `group` is not null, the image joins the group and is ended with it; the load fails if
    /// the group has already been ended.
    static std::unique_ptr<const LoadedCode> load(const KernelCode& code, const std::string& name, bool perf_map,
                                                  std::shared_ptr<CodeGroup> group, std::string& error);
    ~LoadedCode();
    LoadedCode(const LoadedCode&) = delete;
    LoadedCode& operator=(const LoadedCode&) = delete;

    abi::Entry entry() const { return entry_; }

    /// Returns the address of the instructions. The next `room_after_text` bytes are mapped, too: they hold constants
    /// that only the instructions read, or no data.
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
    std::shared_ptr<CodeGroup> group_;  // null if the image is in no group
};

}  // namespace lanewise::device
