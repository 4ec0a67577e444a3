// One host thread of `stress families`. Families are trees of kernels that enqueue kernels. The threads share queues. A
// model predicts which kernels run and which of them make the host's command fail. Each kernel checks that the kernels
// for which it waits have run.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "device_setup.h"
#include "family_source.h"

namespace lanewise::stress {

/// The program and the queues on the device: the default queue, and two queues that kernels get as arguments. The last
/// queue is so small that it may become full.
struct FamilySetup {
    const Setup& host;
    Program program;
    std::vector<Queue> device_queues;
};

FamilySetup make_family_setup(const Setup& host);

class FamilyWorker {
public:
    FamilyWorker(const FamilySetup& setup, unsigned thread, unsigned seed);

    /// Runs one tree and checks its outcome.
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
    std::vector<bool> runs_, fails_;  // for each node: whether it runs, and whether its event has an error
    // Whether the device may refuse children of the tree because a queue is full. In a tree whose children may be
    // refused, the test makes no event fail.
    bool may_be_refused_ = false;
};

}  // namespace lanewise::stress
