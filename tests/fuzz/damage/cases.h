// Passes damaged sources and binaries to the driver, one after another.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "../api/driver.h"
#include "mutator.h"

namespace lanewise::fuzz_damage {

/// State in shared memory, which the process that runs the cases writes, and its parent process reads.
struct Progress {
    std::atomic<std::uint32_t> seed = 0;
    std::atomic<std::uint64_t> done = 0;
    std::atomic<std::uint64_t> built = 0;
    std::atomic<std::uint64_t> kernels = 0;
    std::atomic<std::uint64_t> faults = 0;  // crashes that the compiler's guard caught
};

std::string damaged_source_of(std::uint32_t seed);
const std::vector<std::string>& undamaged_sources();

class Cases {
public:
    explicit Cases(Progress& progress);
    ~Cases();
    Cases(const Cases&) = delete;
    Cases& operator=(const Cases&) = delete;

    void build_source(std::uint32_t seed);
    void load_binary(std::uint32_t seed);

    /// Prints an error and ends the process.
    [[noreturn]] void fail(const std::string& what);

private:
    void build(cl_program program, const char* options, bool may_want_all_memory);
    void create_kernels(cl_program program);
    std::string log_of(cl_program program);
    void note_log(const std::string& log);
    Bytes binary_of(cl_program program);
    void make_binaries();

    Progress& progress_;
    cl_device_id device_ = nullptr;
    cl_context context_ = nullptr;
    std::vector<Bytes> binaries_;  // undamaged binaries
};

}  // namespace lanewise::fuzz_damage
