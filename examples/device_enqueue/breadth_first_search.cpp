// Computes the level of each node of a graph: its distance from a start node. One child kernel visits the nodes of a
// level, with many work-items, and enqueues a child kernel for the next level.
#include <cstdio>
#include <deque>
#include <random>

#include "examples.h"

namespace {

constexpr int nodes = 200'000, edges = 1'000'000;

const char* const source = R"CLC(
void visit_level(global const int* starts, global const int* targets, global int* levels, global int* fronts,
                 global int* counts, int nodes, int level)
{
    const int now = level & 1, next = now ^ 1, count = counts[now];
    if (count == 0) return;
    counts[next] = 0;
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(count), ^{
        const int node = fronts[now * nodes + get_global_id(0)];
        for (int i = starts[node]; i < starts[node + 1]; ++i)
            if (atomic_cmpxchg(levels + targets[i], -1, level + 1) == -1)
                fronts[next * nodes + atomic_inc(counts + next)] = targets[i];
        if (get_global_id(0) == 0)
            enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
                visit_level(starts, targets, levels, fronts, counts, nodes, level + 1);
            });
    });
}

kernel void start(global const int* starts, global const int* targets, global int* levels, global int* fronts,
                  global int* counts, int nodes)
{
    fronts[0] = 0;
    counts[0] = 1;
    levels[0] = 0;
    visit_level(starts, targets, levels, fronts, counts, nodes, 0);
}
)CLC";

struct Graph {
    std::vector<int> starts{0}, targets;
};

Graph make_graph() {
    std::mt19937 random(1);
    std::vector<std::vector<int>> neighbours(nodes);
    for (int i = 0; i < edges; ++i) {
        const auto from = static_cast<int>(random() % nodes);
        neighbours[static_cast<std::size_t>(from)].push_back((from + static_cast<int>(random() % 2000)) % nodes);
    }
    Graph graph;
    for (const auto& list : neighbours) {
        graph.targets.insert(graph.targets.end(), list.begin(), list.end());
        graph.starts.push_back(static_cast<int>(graph.targets.size()));
    }
    return graph;
}

std::vector<int> levels_on_host(const Graph& graph) {
    std::vector<int> levels(nodes, -1);
    levels[0] = 0;
    for (std::deque<std::size_t> front{0}; !front.empty(); front.pop_front())
        for (int i = graph.starts[front.front()]; i < graph.starts[front.front() + 1]; ++i) {
            const auto to = static_cast<std::size_t>(graph.targets[static_cast<std::size_t>(i)]);
            if (levels[to] >= 0) continue;
            levels[to] = levels[front.front()] + 1;
            front.push_back(to);
        }
    return levels;
}

}  // namespace

bool breadth_first_search(Session& session) {
    const Graph graph = make_graph();
    const Array<int> starts(session.context(), graph.starts), targets(session.context(), graph.targets);
    const Array<int> levels(session.context(), std::vector<int>(nodes, -1));
    const Array<int> fronts(session.context(), std::vector<int>(2 * nodes)), counts(session.context(), {0, 0});
    const double seconds = session.run(source, starts, targets, levels, fronts, counts, nodes);
    const bool right = levels.read(session.queue()) == levels_on_host(graph);
    std::printf("breadth-first search: %d edges in %.1f ms, %s\n", edges, seconds * 1e3, right ? "right" : "WRONG");
    return right;
}
