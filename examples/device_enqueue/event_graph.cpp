// Computes a table of binomial coefficients by a graph of enqueued kernels and events. The kernel that computes an
// entry waits for the kernels of the two entries above it. All kernels wait for a user event that the parent kernel
// completes at its end.
#include <cstdio>

#include "examples.h"

namespace {

constexpr int rows = 30;

const char* const source = R"CLC(
#define ROWS 30

kernel void start(global int* table)
{
    const queue_t queue = get_default_queue();
    clk_event_t gate = create_user_event(), above[ROWS], row[ROWS];
    for (int n = 0; n < ROWS; ++n) {
        for (int k = 0; k <= n; ++k) {
            clk_event_t waits[2] = {gate, gate};
            if (n != 0) {
                waits[0] = above[k == 0 ? 0 : k - 1];
                waits[1] = above[k == n ? n - 1 : k];
            }
            enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 2, waits, &row[k], ^{
                global const int* before = table + (n - 1) * ROWS;
                table[n * ROWS + k] = k == 0 || k == n ? 1 : before[k - 1] + before[k];
            });
        }
        for (int k = 0; k < n; ++k) release_event(above[k]);
        for (int k = 0; k <= n; ++k) above[k] = row[k];
    }
    for (int k = 0; k < ROWS; ++k) release_event(above[k]);
    enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
        set_user_event_status(gate, CL_COMPLETE);
        release_event(gate);
    });
}
)CLC";

}  // namespace

bool event_graph(Session& session) {
    const Array<int> table(session.context(), std::vector<int>(rows * rows));
    const double seconds = session.run(source, table);
    const auto found = table.read(session.queue());
    bool right = true;
    std::vector<int> row{1};
    for (std::size_t n = 0; n < rows; ++n) {
        for (std::size_t k = 0; k <= n; ++k) right = right && found[n * rows + k] == row[k];
        row.push_back(0);
        for (std::size_t k = row.size() - 1; k > 0; --k) row[k] += row[k - 1];
    }
    std::printf("event graph: %d children in %.2f ms, %s\n", rows * (rows + 1) / 2, seconds * 1e3,
                right ? "right" : "WRONG");
    return right;
}
