// One host thread of the stress test of families: trees of kernels that enqueue kernels, on queues that all threads
// share, against a model that knows which of them run, and which make the command fail. What has to come before a
// kernel the kernel itself checks when it runs.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "device_setup.h"
#include "family_source.h"

namespace lanewise::stress {

/// The program, and queues on the device: the default one, and two that kernels get as arguments, the last of which is
/// small.
struct FamilySetup {
    const Setup& host;
    Program program;
    std::vector<Queue> device_queues;
};

FamilySetup make_family_setup(const Setup& host);

class FamilyWorker {
public:
    FamilyWorker(const FamilySetup& setup, unsigned thread, unsigned seed);

    /// Runs one tree and checks what came of it.
    void step();

private:
    using Words = std::vector<cl_uint>;

    unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }
    Buffer buffer_of(std::size_t words) const;
    void make_tree();
    void add_node(cl_uint parent, cl_uint place, unsigned depth);
    void find_outcomes();
    void check(cl_int status, const Words& marks, const Words& refused, const Words& bad) const;

    const FamilySetup& setup_;
    const cl_command_queue queue_;
    std::minstd_rand random_;
    Kernel kernel_;
    std::vector<FamilyNode> nodes_;
    std::vector<bool> runs_, fails_;  // of each node: whether it runs, and whether its event has an error
    bool may_be_refused_ = false;     // by a queue that is full; then nothing fails
};

}  // namespace lanewise::stress
