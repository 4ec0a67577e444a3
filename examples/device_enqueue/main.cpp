// device_enqueue
//
// Runs four algorithms in which kernels enqueue kernels (OpenCL C 3.0, section 6.15.19). For each algorithm, the host
// only launches one work-item and reads the result.
#include <cstdio>
#include <exception>

#include "examples.h"

int main() {
    try {
        Session session;
        bool right = true;
        for (const auto example : {breadth_first_search, mariani_silver, quicksort, event_graph})
            right = example(session) && right;
        return right ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "device_enqueue: %s\n", error.what());
        return 1;
    }
}
