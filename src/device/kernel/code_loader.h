// Machine code made executable: copies a KernelCode image into memory of its own, patches addresses
// and sets page protections. Works without LLVM, for code fresh from the compiler as for code out
// of a cache or a program binary; so nothing in the image's description is trusted before it is
// checked. Thread-safety: loading is free of shared state; a loaded image never changes.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "lanewise/kernel_abi.h"
#include "lanewise/kernel_info.h"

namespace lanewise::device {

/// One loaded image; unmapped when destroyed, so it must outlive every run of its entry.
class LoadedCode {
public:
    /// Null when the image is malformed, imports an unknown function, or memory is short; then
    /// `error` says why. `name` is the kernel's, shown to perf when `perf_map` is set
    /// (/tmp/perf-<pid>.map).
    static std::unique_ptr<const LoadedCode> load(const KernelCode& code, const std::string& name,
                                                  bool perf_map, std::string& error);
    ~LoadedCode();
    LoadedCode(const LoadedCode&) = delete;
    LoadedCode& operator=(const LoadedCode&) = delete;

    abi::Entry entry() const { return entry_; }

private:
    LoadedCode(std::byte* base, std::size_t bytes) : base_(base), bytes_(bytes) {}

    std::byte* base_;
    std::size_t bytes_;
    abi::Entry entry_ = nullptr;
};

}  // namespace lanewise::device
