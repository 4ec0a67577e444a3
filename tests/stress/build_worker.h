// One thread of `stress builds`. The thread builds, compiles, links and runs programs that all threads share; some
// builds fail. Each result must be possible in some order of the calls, and all numbers
// that a kernel computes must come from one build.
#pragma once

#include <random>
#include <vector>

#include "device_setup.h"

namespace lanewise::stress {

/// Programs that all threads share.
struct SharedPrograms {
    std::vector<Program> sources;
    std::vector<Program> binaries;  // compiled objects that were loaded as binaries
};

SharedPrograms make_programs(const Setup& setup);

class BuildWorker {
public:
    BuildWorker(const Setup& setup, const SharedPrograms& programs, cl_command_queue queue, unsigned seed)
        : setup_(setup), programs_(programs), queue_(queue), random_(seed) {}

    void step();

private:
    cl_program any(const std::vector<Program>& programs) { return programs[random_() % programs.size()].get(); }
    void build(cl_program program);
    void compile();
    void link();
    void query(cl_program program);
    void run_kernel(cl_program program);

    const Setup& setup_;
    const SharedPrograms& programs_;
    cl_command_queue queue_;
    std::minstd_rand random_;
};

}  // namespace lanewise::stress
