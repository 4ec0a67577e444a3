// Machine code made executable: copies a KernelCode image into memory of its own, patches addresses
// and sets page protections. Works without LLVM, for code fresh from the compiler as for code out
// of a cache or a program binary; so nothing in the image's description is trusted before it is
// checked. Thread-safety: loading is free of shared state; a loaded image never changes.
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
    /// `name` is the kernel's, shown to perf when `perf_map` is set (/tmp/perf-<pid>.map). What has a `group` is ended
    /// with it, or not loaded any more.
    static std::unique_ptr<const LoadedCode> load(const KernelCode& code, const std::string& name, bool perf_map,
                                                  std::shared_ptr<CodeGroup> group, std::string& error);
    ~LoadedCode();
    LoadedCode(const LoadedCode&) = delete;
    LoadedCode& operator=(const LoadedCode&) = delete;

    abi::Entry entry() const { return entry_; }

    /// The instructions, and what lies behind them in memory of the image's own: data that they alone read, or nothing.
    std::byte* text() const noexcept { return base_; }
    std::size_t text_bytes() const noexcept { return text_bytes_; }
    static constexpr std::size_t room_behind_text = 4096;

private:
    LoadedCode(std::byte* base, std::size_t bytes, std::size_t text_bytes)
        : base_(base), bytes_(bytes), text_bytes_(text_bytes) {}

    std::byte* base_;
    std::size_t bytes_;
    std::size_t text_bytes_;
    abi::Entry entry_ = nullptr;
    std::shared_ptr<CodeGroup> group_;  // null: of none
};

}  // namespace lanewise::device
