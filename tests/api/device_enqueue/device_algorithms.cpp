// Runs algorithms whose kernels enqueue each other, and compares the results with the host's.
#include <algorithm>
#include <deque>
#include <random>

#include "device_queue_fixture.h"

namespace {

class DeviceAlgorithms : public DeviceQueueTest {
protected:
    cl_mem buffer_of(const std::vector<cl_int>& content) {
        cl_mem made = zeros(content.size());
        EXPECT_EQ(clEnqueueWriteBuffer(queue, made, CL_TRUE, 0, content.size() * sizeof(cl_int), content.data(), 0,
                                       nullptr, nullptr),
                  CL_SUCCESS);
        return made;
    }
    template <class... Buffers>
    static void set_args(cl_kernel kernel, Buffers... buffers) {
        cl_uint index = 0;
        const cl_int codes[] = {clSetKernelArg(kernel, index++, sizeof buffers, &buffers)...};
        for (const cl_int code : codes) EXPECT_EQ(code, CL_SUCCESS);
    }
};

// Each level of the graph is searched by one child, which then enqueues the child for the next level.
TEST_F(DeviceAlgorithms, BreadthFirstSearch) {
    constexpr int nodes = 200'000, edges = 1'000'000;
    std::mt19937 random(1);
    std::vector<std::vector<cl_int>> neighbours(nodes);
    for (int i = 0; i < edges; ++i) {
        const auto from = static_cast<cl_int>(random() % nodes);
        // Most edges are short, so that the search has many levels.
        const cl_int near = (from + static_cast<cl_int>(random() % 2000)) % nodes;
        neighbours[static_cast<size_t>(from)].push_back(near);
    }
    std::vector<cl_int> starts{0}, targets, levels(nodes, -1), expected(nodes, -1);
    for (const auto& list : neighbours) {
        targets.insert(targets.end(), list.begin(), list.end());
        starts.push_back(static_cast<cl_int>(targets.size()));
    }
    levels[0] = expected[0] = 0;
    for (std::deque<cl_int> front{0}; !front.empty(); front.pop_front())
        for (const cl_int to : neighbours[static_cast<size_t>(front.front())])
            if (expected[static_cast<size_t>(to)] < 0) {
                expected[static_cast<size_t>(to)] = expected[static_cast<size_t>(front.front())] + 1;
                front.push_back(to);
            }
    cl_kernel made = build(R"(
    void step(global const int* starts, global const int* targets, global int* levels, global int* fronts,
              global int* counts, int nodes, int level) {
        const int now = level & 1, count = counts[now];
        if (count == 0) return;
        counts[now ^ 1] = 0;
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(count), ^{
            const int node = fronts[now * nodes + get_global_id(0)];
            for (int i = starts[node]; i < starts[node + 1]; ++i)
                if (atomic_cmpxchg(levels + targets[i], -1, level + 1) == -1)
                    fronts[(now ^ 1) * nodes + atomic_inc(counts + (now ^ 1))] = targets[i];
            if (get_global_id(0) == 0)
                enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1),
                               ^{ step(starts, targets, levels, fronts, counts, nodes, level + 1); });
        });
    }
    kernel void k(global const int* starts, global const int* targets, global int* levels, global int* fronts,
                  global int* counts, int nodes) {
        fronts[0] = 0;
        counts[0] = 1;
        step(starts, targets, levels, fronts, counts, nodes, 0);
    })");
    cl_mem out = buffer_of(levels);
    set_args(made, buffer_of(starts), buffer_of(targets), out, zeros(2 * nodes), zeros(2), nodes);
    launch(queue, made, 1);
    EXPECT_EQ(read(out), expected);
}

// Each child sorts a part of the array and enqueues a child for each half.
TEST_F(DeviceAlgorithms, Quicksort) {
    std::mt19937 random(2);
    std::vector<cl_int> numbers(1'000'000);
    for (cl_int& number : numbers) number = static_cast<cl_int>(random());
    cl_kernel made = build(R"(
    void sort_few(global int* data, int first, int last) {
        for (int i = first + 1; i < last; ++i) {
            const int value = data[i];
            int j = i;
            for (; j > first && data[j - 1] > value; --j) data[j] = data[j - 1];
            data[j] = value;
        }
    }
    void sort_part(global int* data, int first, int last, global int* failures) {
        while (last - first > 32) {
            const int a = data[first], b = data[first + (last - first) / 2], c = data[last - 1];
            const int pivot = max(min(a, b), min(max(a, b), c));
            int i = first, j = last - 1;
            for (;;) {
                while (data[i] < pivot) ++i;
                while (data[j] > pivot) --j;
                if (i >= j) break;
                const int other = data[i];
                data[i++] = data[j];
                data[j--] = other;
            }
            const int middle = i, end = last;
            if (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                               ^{ sort_part(data, middle, end, failures); }) != CLK_SUCCESS)
                atomic_inc(failures);
            last = middle;
        }
        sort_few(data, first, last);
    }
    kernel void k(global int* data, int count, global int* failures) { sort_part(data, 0, count, failures); })");
    cl_mem data = buffer_of(numbers), failures = zeros(1);
    set_args(made, data, static_cast<cl_int>(numbers.size()), failures);
    launch(queue, made, 1);
    std::sort(numbers.begin(), numbers.end());
    EXPECT_EQ(read(failures)[0], 0);
    EXPECT_EQ(read(data), numbers);
}

// Each node of the tree is a child that waits for its own children by events.
TEST_F(DeviceAlgorithms, SumOfATree) {
    cl_kernel made = build(R"(
    void sum(global int* data, int first, int count) {
        if (count == 1) return;
        const int half_count = count / 2;
        clk_event_t done[2];
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, &done[0],
                       ^{ sum(data, first, half_count); });
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, &done[1],
                       ^{ sum(data, first + half_count, count - half_count); });
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 2, done, NULL,
                       ^{ data[first] += data[first + half_count]; });
        release_event(done[0]);
        release_event(done[1]);
    }
    kernel void k(global int* data, int count) { sum(data, 0, count); })");
    std::vector<cl_int> ones(5000, 1);
    cl_mem data = buffer_of(ones);
    set_args(made, data, 5000);
    launch(queue, made, 1);
    EXPECT_EQ(read(data)[0], 5000);
}

}  // namespace
