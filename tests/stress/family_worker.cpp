#include "family_worker.h"

namespace lanewise::stress {
namespace {

constexpr unsigned most_nodes = 150;
constexpr unsigned most_depth = 12;

Queue make_device_queue(const Setup& host, cl_queue_properties more, cl_uint bytes) {
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES,
                                              CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | more,
                                              CL_QUEUE_SIZE, bytes, 0};
    return make<Queue>("clCreateCommandQueueWithProperties", [&](cl_int* code) {
        return clCreateCommandQueueWithProperties(host.context.get(), host.device, properties, code);
    });
}

template <class T>
void read_back(cl_command_queue queue, const Buffer& from, std::vector<T>& to) {
    expect("clEnqueueReadBuffer",
           clEnqueueReadBuffer(queue, from.get(), CL_TRUE, 0, to.size() * sizeof(T), to.data(), 0, nullptr, nullptr),
           CL_SUCCESS);
}

}  // namespace

FamilySetup make_family_setup(const Setup& host) {
    FamilySetup setup{host, {}, {}};
    setup.program = make<Program>("clCreateProgramWithSource", [&](cl_int* code) {
        const char* text = family_source;
        return clCreateProgramWithSource(host.context.get(), 1, &text, nullptr, code);
    });
    expect("clBuildProgram", clBuildProgram(setup.program.get(), 0, nullptr, "-cl-std=CL3.0 -g", nullptr, nullptr),
           CL_SUCCESS);
    cl_uint most = 0;
    clGetDeviceInfo(host.device, CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, sizeof most, &most, nullptr);
    setup.device_queues.push_back(make_device_queue(host, CL_QUEUE_ON_DEVICE_DEFAULT, most));
    setup.device_queues.push_back(make_device_queue(host, CL_QUEUE_PROFILING_ENABLE, most));
    setup.device_queues.push_back(make_device_queue(host, 0, 4096));
    return setup;
}

FamilyWorker::FamilyWorker(const FamilySetup& setup, unsigned thread, unsigned seed)
    : setup_(setup), queue_(setup.host.queues[thread % setup.host.queues.size()].get()), random_(seed) {
    kernel_ = make<Kernel>("family", [&](cl_int* code) { return clCreateKernel(setup.program.get(), "family", code); });
}

Buffer FamilyWorker::buffer_of(std::size_t words) const {
    Words content(words);
    return make<Buffer>("clCreateBuffer", [&](cl_int* code) {
        return clCreateBuffer(setup_.host.context.get(), CL_MEM_COPY_HOST_PTR, words * sizeof(cl_uint), content.data(),
                              code);
    });
}

void FamilyWorker::add_node(cl_uint parent, cl_uint place, unsigned depth) {
    const auto me = static_cast<cl_uint>(nodes_.size());
    FamilyNode node{};
    node.parent = parent;
    node.place = place;
    const cl_uint groups = 1 + pick(pick(4) == 0 ? family_groups : 2);
    node.group = pick(3) == 0 && me != 0 ? 0 : 1 + pick(pick(4) == 0 ? 40 : 4);
    node.items = groups * (node.group == 0 ? 1 + pick(20) : node.group);
    // If the work-items of a node run many iterations, several threads share the work-groups. Children may then be
    // ready before all work-groups of their parent have begun.
    if (pick(16) == 0) node.turns = 1u << (6 + pick(6));
    if (me != 0) {
        node.owner = pick(2) == 0 ? 0 : pick(nodes_[parent].items);
        node.flags = pick(3);
        node.queue = may_be_refused_ ? pick(3) : pick(2);
        node.locals = pick(2) == 0 ? 0 : pick(3);
        for (cl_uint c = parent + 1; c < me; c = nodes_[c].end)
            if (nodes_[c].owner == node.owner && pick(3) == 0) node.waits |= 1u << nodes_[c].place;
        node.is_marker = node.waits != 0 && pick(4) == 0;
        if (!node.is_marker && pick(4) == 0) node.gate = !may_be_refused_ && pick(8) == 0 ? 2 : 1;
    }
    nodes_.push_back(node);
    const bool goes_on = !node.is_marker && depth < most_depth;
    const cl_uint children = !goes_on ? 0 : me == 0 || pick(5) == 0 ? 1 + pick(family_children) : pick(3);
    for (cl_uint i = 0; i < children && nodes_.size() < most_nodes; ++i) add_node(me, i, depth + 1);
    nodes_[me].end = static_cast<cl_uint>(nodes_.size());
}

void FamilyWorker::make_tree() {
    nodes_.clear();
    may_be_refused_ = pick(3) == 0;
    add_node(0, 0, 0);
}

// Determines which nodes run and which fail. Visits parents before their children, and children in order, because a
// child waits only for earlier children.
void FamilyWorker::find_outcomes() {
    runs_.assign(nodes_.size(), false);
    fails_.assign(nodes_.size(), false);
    const auto visit = [&](const auto& self, cl_uint me) -> void {
        const FamilyNode& node = nodes_[me];
        bool runs = me == 0 || (runs_[node.parent] && node.gate != 2);
        for (cl_uint c = node.parent + 1; me != 0 && c < me; c = nodes_[c].end)
            if (node.waits >> nodes_[c].place & 1 && fails_[c]) runs = false;
        runs_[me] = runs;
        bool fails = !runs;
        for (cl_uint c = me + 1; c < node.end; c = nodes_[c].end) {
            self(self, c);
            fails = fails || fails_[c];
        }
        fails_[me] = fails;
    };
    visit(visit, 0);
}

void FamilyWorker::check(cl_int status, const Words& marks, const Words& refused, const Words& bad) const {
    if (bad[0] != 0) fail("a kernel ran too early, or its local memory was wrong: kind", bad[1], bad[2]);
    for (cl_uint i = 0; i < nodes_.size();) {
        if (refused[i] != 0) {
            if (!may_be_refused_) fail("a child was refused", refused[i], 0);
            for (cl_uint end = nodes_[i].end; i < end; ++i) expect("work-items of what was refused", marks[i], 0);
            continue;
        }
        expect("work-items of a child", marks[i], runs_[i] && !nodes_[i].is_marker ? nodes_[i].items : 0);
        ++i;
    }
    if (fails_[0] != (status < 0)) fail("status of the command", status, fails_[0] ? -14 : 0);
}

void FamilyWorker::step() {
    make_tree();
    find_outcomes();
    const Buffer table = make<Buffer>("clCreateBuffer", [&](cl_int* code) {
        return clCreateBuffer(setup_.host.context.get(), CL_MEM_COPY_HOST_PTR, nodes_.size() * sizeof(FamilyNode),
                              nodes_.data(), code);
    });
    const Buffer buffers[] = {buffer_of(nodes_.size()), buffer_of(nodes_.size() * family_groups),
                              buffer_of(nodes_.size()), buffer_of(4)};
    cl_uint index = 0;
    const auto set = [&](std::size_t bytes, const void* value) {
        expect("clSetKernelArg", clSetKernelArg(kernel_.get(), index++, bytes, value), CL_SUCCESS);
    };
    const cl_mem first = table.get();
    set(sizeof first, &first);
    for (const Buffer& buffer : buffers) {
        const cl_mem object = buffer.get();
        set(sizeof object, &object);
    }
    for (unsigned i : {1u, 2u}) {
        const cl_command_queue on_device = setup_.device_queues[i].get();
        set(sizeof on_device, &on_device);
    }
    const std::size_t items = nodes_[0].items, group = nodes_[0].group;
    cl_event event = nullptr;
    expect("clEnqueueNDRangeKernel",
           clEnqueueNDRangeKernel(queue_, kernel_.get(), 1, nullptr, &items, &group, 0, nullptr, &event), CL_SUCCESS);
    const Event done(event);
    clWaitForEvents(1, &event);
    cl_int status = 1;
    expect("clGetEventInfo", clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
           CL_SUCCESS);
    Words marks(nodes_.size()), refused(nodes_.size()), bad(4);
    read_back(queue_, buffers[0], marks);
    read_back(queue_, buffers[2], refused);
    read_back(queue_, buffers[3], bad);
    check(status, marks, refused, bad);
}

}  // namespace lanewise::stress
