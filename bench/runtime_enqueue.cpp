// Measures the cost of kernels that work-items enqueue (children). The cases are many work-items that enqueue one child
// each, chains of children, and chains of events. Skips the benchmarks if the device has no device queues.
#include <string>
#include <vector>

#include "samples.h"
#include "session.h"

namespace {

using bench::check;
using bench::Samples;
using bench::session;
using bench::set_arg;

bool has_device_queues() {
    cl_command_queue_properties properties = 0;
    const cl_int status = clGetDeviceInfo(session().device(), CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, sizeof properties,
                                          &properties, nullptr);
    return status == CL_SUCCESS && properties != 0;
}

const bench::Queue& default_device_queue() {
    static const bench::Queue queue = [] {
        const cl_queue_properties properties[] = {
            CL_QUEUE_PROPERTIES,
            CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
        cl_int status = CL_SUCCESS;
        bench::Queue made(
            clCreateCommandQueueWithProperties(session().context(), session().device(), properties, &status));
        check(status, "clCreateCommandQueueWithProperties");
        return made;
    }();
    return queue;
}

/// Measures a launch of `k(global int* out, int count)` with `items` work-items, which enqueue `commands` children in
/// total.
void measure(benchmark::State& state, const std::string& source, std::size_t items, int count, int commands) {
    if (!has_device_queues()) return state.SkipWithError("the device has no queues");
    static_cast<void>(default_device_queue());
    const auto program = session().build(source, "-cl-std=CL3.0");
    const auto kernel = session().kernel(program, "k");
    const auto out = session().new_buffer(std::size_t{4} << 20);
    set_arg(kernel, 0, out);
    set_arg(kernel, 1, count);
    Samples samples;
    samples.take(state, [&] {
        session().launch(session().queue(), kernel, items);
        clFinish(session().queue());
    });
    samples.report_us(state, commands);
}

/// Measures a launch in which each work-item enqueues a child of one work-item.
void device_children(benchmark::State& state) {
    constexpr int count = 1'000'000;
    measure(state, R"(kernel void k(global int* out, int count) {
        const int i = get_global_id(0);
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ out[i] = i; });
    })",
            count, count, count);
}
BENCHMARK(device_children)->UseManualTime();

/// Measures a chain of children, each of which enqueues the next one.
void device_descent(benchmark::State& state) {
    constexpr int count = 10'000;
    measure(state, R"(
    void step(queue_t queue, global int* out, int left) {
        out[left & 1023] = left;
        if (left != 0)
            enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ step(queue, out, left - 1); });
    }
    kernel void k(global int* out, int count) { step(get_default_queue(), out, count); })",
            1, count, count);
}
BENCHMARK(device_descent)->UseManualTime();

/// Measures a chain of children, each of which waits for the event of the preceding child.
void device_event_chain(benchmark::State& state) {
    constexpr int count = 10'000;
    measure(state, R"(kernel void k(global int* out, int count) {
        const queue_t queue = get_default_queue();
        clk_event_t before, now;
        enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, &before, ^{ out[0] = 0; });
        for (int i = 1; i < count; ++i) {
            enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &before, &now, ^{ out[0] = i; });
            release_event(before);
            before = now;
        }
        release_event(before);
    })",
            1, count, count);
}
BENCHMARK(device_event_chain)->UseManualTime();

/// A grid whose nodes a breadth-first search visits. A square grid has few levels of many nodes. A long and narrow
/// grid, like a road network, has many levels of few nodes.
struct Grid {
    cl_int width, height;
    std::size_t nodes() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
};
constexpr Grid square{708, 708}, narrow{16, 31250}, line{1, 1'000'000};

// Visits the nodes of a level. Two kernels call this function: one that the host launches for each level, and one that
// enqueues itself for the next level. The second kernel enqueues one work-item for each node of the current level,
// since the number of nodes of the next level is not known yet.
constexpr const char* visit = R"(
    void visit(global int* levels, global int* fronts, global int* counts, int side, int rows, int level, int item) {
        const int now = level & 1, node = fronts[now * side * 4 + item], x = node % side, y = node / side;
        const int next[4] = {x > 0 ? node - 1 : -1, x + 1 < side ? node + 1 : -1,
                             y > 0 ? node - side : -1, y + 1 < rows ? node + side : -1};
        for (int i = 0; i < 4; ++i)
            if (next[i] >= 0 && levels[next[i]] == -1 && atomic_cmpxchg(levels + next[i], -1, level + 1) == -1)
                fronts[(1 - now) * side * 4 + atomic_inc(counts + (level + 1) % 3)] = next[i];
    }
    kernel void visit_level(global int* levels, global int* fronts, global int* counts, int side, int rows, int level) {
        if (get_global_id(0) == 0) counts[(level + 2) % 3] = 0;
        visit(levels, fronts, counts, side, rows, level, get_global_id(0));
    }
    void all_from(queue_t queue, global int* levels, global int* fronts, global int* counts, int side, int rows,
                  int level) {
        const int count = counts[level % 3], items = get_global_size(0);
        if (count == 0) return;
        if (get_global_id(0) == 0) {
            counts[(level + 2) % 3] = 0;
            enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(count), ^{
                all_from(queue, levels, fronts, counts, side, rows, level + 1);
            });
        }
        for (int item = get_global_id(0); item < count; item += items)
            visit(levels, fronts, counts, side, rows, level, item);
    }
    kernel void all_levels(global int* levels, global int* fronts, global int* counts, int side, int rows) {
        all_from(get_default_queue(), levels, fronts, counts, side, rows, 0);
    })";

class Search {
public:
    Search(const Grid& grid, const char* kernel)
        : grid_(grid),
          program_(session().build(visit, "-cl-std=CL3.0")),
          kernel_(session().kernel(program_, kernel)),
          levels_(session().new_buffer(grid.nodes() * sizeof(cl_int))),
          fronts_(session().new_buffer(static_cast<std::size_t>(grid.width) * 8 * sizeof(cl_int))),
          counts_(session().new_buffer(3 * sizeof(cl_int))) {
        set_arg(kernel_, 0, levels_);
        set_arg(kernel_, 1, fronts_);
        set_arg(kernel_, 2, counts_);
        set_arg(kernel_, 3, grid.width);
        set_arg(kernel_, 4, grid.height);
    }

    void start() {
        const cl_int zero = 0, far = -1, counts[3] = {1, 0, 0};
        const cl_command_queue queue = session().queue();
        clEnqueueFillBuffer(queue, levels_, &far, sizeof far, 0, grid_.nodes() * sizeof far, 0, nullptr, nullptr);
        clEnqueueWriteBuffer(queue, levels_, CL_TRUE, 0, sizeof zero, &zero, 0, nullptr, nullptr);
        clEnqueueWriteBuffer(queue, fronts_, CL_TRUE, 0, sizeof zero, &zero, 0, nullptr, nullptr);
        clEnqueueWriteBuffer(queue, counts_, CL_TRUE, 0, sizeof counts, counts, 0, nullptr, nullptr);
    }

    void run_on_device() {
        session().launch(session().queue(), kernel_, 1);
        clFinish(session().queue());
    }

    /// Runs the search from the host, which reads each level's number of nodes before it launches the next level.
    void run_from_host() {
        const cl_command_queue queue = session().queue();
        cl_int count = 1;
        for (cl_int level = 0; count != 0; ++level) {
            set_arg(kernel_, 5, level);
            session().launch(session().queue(), kernel_, static_cast<std::size_t>(count));
            const std::size_t next = static_cast<std::size_t>(level + 1) % 3;
            clEnqueueReadBuffer(queue, counts_, CL_TRUE, next * sizeof count, sizeof count, &count, 0, nullptr,
                                nullptr);
        }
    }

    bool is_right() {
        const std::size_t nodes = grid_.nodes();
        std::vector<cl_int> levels(nodes);
        clEnqueueReadBuffer(session().queue(), levels_, CL_TRUE, 0, nodes * sizeof(cl_int), levels.data(), 0, nullptr,
                            nullptr);
        const auto width = static_cast<std::size_t>(grid_.width);
        for (std::size_t node = 0; node < nodes; ++node)
            if (levels[node] != static_cast<cl_int>(node % width + node / width)) return false;
        return true;
    }

private:
    const Grid grid_;
    bench::Program program_;
    bench::Kernel kernel_;
    bench::Buffer levels_, fronts_, counts_;
};

void search(benchmark::State& state, const Grid& grid, const char* kernel, void (Search::*run)()) {
    if (!has_device_queues()) return state.SkipWithError("the device has no queues");
    static_cast<void>(default_device_queue());
    Search it(grid, kernel);
    Samples samples;
    samples.take(state, [&] { it.start(); }, [&] { (it.*run)(); });
    if (!it.is_right()) return state.SkipWithError("wrong levels");
    samples.report_us(state, 1);
}
BENCHMARK_CAPTURE(search, line_on_device, line, "all_levels", &Search::run_on_device)->UseManualTime();
BENCHMARK_CAPTURE(search, line_from_host, line, "visit_level", &Search::run_from_host)->UseManualTime();
BENCHMARK_CAPTURE(search, narrow_on_device, narrow, "all_levels", &Search::run_on_device)->UseManualTime();
BENCHMARK_CAPTURE(search, narrow_from_host, narrow, "visit_level", &Search::run_from_host)->UseManualTime();
BENCHMARK_CAPTURE(search, square_on_device, square, "all_levels", &Search::run_on_device)->UseManualTime();
BENCHMARK_CAPTURE(search, square_from_host, square, "visit_level", &Search::run_from_host)->UseManualTime();

}  // namespace
