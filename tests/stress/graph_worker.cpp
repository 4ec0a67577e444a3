#include "graph_worker.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

namespace lanewise::stress {
namespace {

constexpr std::size_t words = 2048;
constexpr std::size_t bytes = words * sizeof(std::uint32_t);
constexpr std::size_t group = 64;
constexpr unsigned buffer_count = 6;
constexpr std::size_t most_in_flight = 48;
constexpr std::uint32_t untouched = 0xDEADBEEF;

cl_int status_of(cl_event event) {
    cl_int status = 1;
    expect("clGetEventInfo", clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
           CL_SUCCESS);
    return status;
}

/// Returns the expected status of a command. The command's event, blocking calls and waiting functions must report this
/// status.
cl_int expected_status(bool fails) { return fails ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS; }

}  // namespace

GraphWorker::GraphWorker(const Setup& setup, UserEventSetter& setter, unsigned seed)
    : setup_(setup),
      setter_(setter),
      random_(seed),
      scale_(make_kernel(setup, "scale")),
      add_(make_kernel(setup, "add")),
      reverse_(make_kernel(setup, "reverse_groups")) {
    for (unsigned i = 0; i < buffer_count; ++i) buffers_.push_back(new_buffer());
}

void GraphWorker::step() {
    using Action = void (GraphWorker::*)();
    static constexpr std::array<Action, 16> actions{&GraphWorker::scale,
                                                    &GraphWorker::scale,
                                                    &GraphWorker::add_buffers,
                                                    &GraphWorker::reverse,
                                                    &GraphWorker::add_buffers,
                                                    &GraphWorker::write,
                                                    &GraphWorker::read,
                                                    &GraphWorker::read,
                                                    &GraphWorker::copy,
                                                    &GraphWorker::fill,
                                                    &GraphWorker::fill_sub_buffer,
                                                    &GraphWorker::map,
                                                    &GraphWorker::marker,
                                                    &GraphWorker::barrier,
                                                    &GraphWorker::replace_buffer,
                                                    &GraphWorker::own_queue};
    (this->*actions[pick(actions.size())])();
    if (pick(16) == 0) flush_or_finish();
    while (in_flight_.size() > most_in_flight) settle_oldest();
    commands_.fetch_add(1, std::memory_order_relaxed);
}

void GraphWorker::finish() {
    while (!in_flight_.empty()) settle_oldest();
    for (TestBuffer& buffer : buffers_) {
        Words content(words);
        const Waits waits = waits_for(nullptr, &buffer);
        const cl_int code = clEnqueueReadBuffer(any_queue(), buffer.object.get(), CL_TRUE, 0, bytes, content.data(),
                                                waits.count(), waits.list(), nullptr);
        expect("the last read", code, expected_status(waits.fail));
        if (!waits.fail && content != buffer.model) fail("a buffer's content at the end", 0, 1);
    }
    // Wait for the callbacks, too: some of them run shortly after the wait for their event has ended.
    while (callbacks_seen_.load() != callbacks_wanted_) std::this_thread::yield();
    recent_.clear();
}

GraphWorker::TestBuffer GraphWorker::new_buffer() {
    TestBuffer buffer;
    buffer.model.resize(words);
    for (std::uint32_t& word : buffer.model) word = static_cast<std::uint32_t>(random_());
    buffer.object = make<Buffer>("clCreateBuffer", [&](cl_int* code) {
        return clCreateBuffer(setup_.context.get(), CL_MEM_COPY_HOST_PTR, bytes, buffer.model.data(), code);
    });
    return buffer;
}

GraphWorker::Node GraphWorker::user_event() {
    Node node;
    node.event =
        make<Event>("clCreateUserEvent", [&](cl_int* code) { return clCreateUserEvent(setup_.context.get(), code); });
    node.fails = pick(10) == 0;
    setter_.settle_later(node.event, node.fails ? -1000 : CL_COMPLETE);
    return node;
}

void GraphWorker::add(Waits& waits, const Node& node) {
    waits.nodes.push_back(node);
    waits.events.push_back(node.event.get());
    waits.fail |= node.fails;
}

GraphWorker::Waits GraphWorker::waits_for(const TestBuffer* written, const TestBuffer* read) {
    Waits waits;
    for (const TestBuffer* buffer : {written, read}) {
        if (!buffer) continue;
        for (const Node& node : buffer->writer) add(waits, node);
    }
    if (written) {
        for (const Node& node : written->readers) add(waits, node);
    }
    if (pick(4) == 0) add(waits, user_event());
    if (pick(16) == 0 && !recent_.empty()) add(waits, recent_[pick(recent_.size())]);
    return waits;
}

void GraphWorker::enqueued(const Waits& waits, cl_event event, TestBuffer* written, TestBuffer* read,
                           std::shared_ptr<Words> memory, Words expected) {
    const Node node{Event(event), waits.fail};
    // A failing command accesses no memory, so that no later command needs to wait for the failing command.
    if (!node.fails && written) {
        written->writer.assign(1, node);
        written->readers.clear();
    }
    if (!node.fails && read) read->readers.push_back(node);
    if (pick(4) == 0) watch(node);
    if (recent_.size() < 8) {
        recent_.push_back(node);
    } else {
        recent_[pick(recent_.size())] = node;
    }
    in_flight_.push_back({node, std::move(memory), std::move(expected)});
}

void GraphWorker::watch(const Node& node) {
    struct Watch {
        std::atomic<std::uint64_t>& seen;
        cl_int wanted;
    };
    const auto called = [](cl_event event, cl_int status, void* data) {
        const std::unique_ptr<Watch> watch(static_cast<Watch*>(data));
        expect("the status given to a callback", status, watch->wanted);
        expect("the event's status in its callback", status_of(event), watch->wanted);
        watch->seen.fetch_add(1);
    };
    ++callbacks_wanted_;
    auto watch = std::make_unique<Watch>(callbacks_seen_, expected_status(node.fails));
    expect("clSetEventCallback", clSetEventCallback(node.event.get(), CL_COMPLETE, called, watch.release()),
           CL_SUCCESS);
}

void GraphWorker::settle_oldest() {
    const InFlight oldest = std::move(in_flight_.front());
    in_flight_.pop_front();
    const cl_event event = oldest.node.event.get();
    const bool fails = oldest.node.fails;
    expect("clWaitForEvents", clWaitForEvents(1, &event), expected_status(fails));
    expect("the status of a command", status_of(event), expected_status(fails));
    if (oldest.expected.empty()) return;
    const Words& content = *oldest.memory;
    if (!fails && content != oldest.expected) fail("a read's content", content[0], oldest.expected[0]);
    if (fails && content[0] != untouched) fail("what a failed read leaves", content[0], untouched);
}

void GraphWorker::scale() {
    TestBuffer& buffer = any_buffer();
    const Waits waits = waits_for(&buffer, nullptr);
    const cl_uint factor = pick(1000) * 2 + 1;
    const cl_uint addend = pick(1000);
    const cl_mem object = buffer.object.get();
    clSetKernelArg(scale_.get(), 0, sizeof object, &object);
    clSetKernelArg(scale_.get(), 1, sizeof factor, &factor);
    clSetKernelArg(scale_.get(), 2, sizeof addend, &addend);
    cl_event event = nullptr;
    expect("scale",
           clEnqueueNDRangeKernel(any_queue(), scale_.get(), 1, nullptr, &words, nullptr, waits.count(), waits.list(),
                                  &event),
           CL_SUCCESS);
    if (!waits.fail) {
        for (std::uint32_t i = 0; i < words; ++i) buffer.model[i] = buffer.model[i] * factor + addend + i;
    }
    enqueued(waits, event, &buffer, nullptr);
}

void GraphWorker::add_buffers() {
    TestBuffer& to = any_buffer();
    TestBuffer& from = any_buffer();
    if (&to == &from) return;
    const Waits waits = waits_for(&to, &from);
    const cl_uint factor = pick(1000);
    const cl_mem to_object = to.object.get();
    const cl_mem from_object = from.object.get();
    // The clone has arguments of its own. The test releases the clone before the command runs.
    const Kernel kernel = make<Kernel>("clCloneKernel", [&](cl_int* code) { return clCloneKernel(add_.get(), code); });
    clSetKernelArg(kernel.get(), 0, sizeof to_object, &to_object);
    clSetKernelArg(kernel.get(), 1, sizeof from_object, &from_object);
    clSetKernelArg(kernel.get(), 2, sizeof factor, &factor);
    cl_event event = nullptr;
    expect("add",
           clEnqueueNDRangeKernel(any_queue(), kernel.get(), 1, nullptr, &words, &group, waits.count(), waits.list(),
                                  &event),
           CL_SUCCESS);
    if (!waits.fail) {
        for (std::size_t i = 0; i < words; ++i) to.model[i] += from.model[i] * factor;
    }
    enqueued(waits, event, &to, &from);
}

void GraphWorker::reverse() {
    TestBuffer& buffer = any_buffer();
    const Waits waits = waits_for(&buffer, nullptr);
    const cl_mem object = buffer.object.get();
    clSetKernelArg(reverse_.get(), 0, sizeof object, &object);
    clSetKernelArg(reverse_.get(), 1, group * sizeof(cl_uint), nullptr);
    cl_event event = nullptr;
    expect("reverse_groups",
           clEnqueueNDRangeKernel(any_queue(), reverse_.get(), 1, nullptr, &words, &group, waits.count(), waits.list(),
                                  &event),
           CL_SUCCESS);
    if (!waits.fail) {
        for (auto begin = buffer.model.begin(); begin != buffer.model.end(); begin += group) {
            std::reverse(begin, begin + group);
        }
    }
    enqueued(waits, event, &buffer, nullptr);
}

void GraphWorker::write() {
    TestBuffer& buffer = any_buffer();
    const Waits waits = waits_for(&buffer, nullptr);
    const std::size_t first = pick(words / 2);
    auto memory = std::make_shared<Words>(words / 2, static_cast<std::uint32_t>(random_()));
    cl_event event = nullptr;
    expect("clEnqueueWriteBuffer",
           clEnqueueWriteBuffer(any_queue(), buffer.object.get(), CL_FALSE, first * 4, bytes / 2, memory->data(),
                                waits.count(), waits.list(), &event),
           CL_SUCCESS);
    if (!waits.fail) std::ranges::copy(*memory, buffer.model.begin() + first);
    enqueued(waits, event, &buffer, nullptr, std::move(memory));
}

void GraphWorker::read() {
    TestBuffer& buffer = any_buffer();
    const Waits waits = waits_for(nullptr, &buffer);
    auto memory = std::make_shared<Words>(words, untouched);
    const bool blocking = pick(4) == 0;
    cl_event event = nullptr;
    const cl_int code = clEnqueueReadBuffer(any_queue(), buffer.object.get(), blocking, 0, bytes, memory->data(),
                                            waits.count(), waits.list(), &event);
    expect("clEnqueueReadBuffer", code, blocking ? expected_status(waits.fail) : CL_SUCCESS);
    if (event) enqueued(waits, event, nullptr, &buffer, std::move(memory), buffer.model);
}

void GraphWorker::copy() {
    TestBuffer& to = any_buffer();
    TestBuffer& from = any_buffer();
    if (&to == &from) return;
    const Waits waits = waits_for(&to, &from);
    const std::size_t source = pick(words / 2);
    const std::size_t target = pick(words / 2);
    cl_event event = nullptr;
    expect("clEnqueueCopyBuffer",
           clEnqueueCopyBuffer(any_queue(), from.object.get(), to.object.get(), source * 4, target * 4, bytes / 2,
                               waits.count(), waits.list(), &event),
           CL_SUCCESS);
    if (!waits.fail) std::copy_n(from.model.begin() + source, words / 2, to.model.begin() + target);
    enqueued(waits, event, &to, &from);
}

void GraphWorker::fill() {
    TestBuffer& buffer = any_buffer();
    const Waits waits = waits_for(&buffer, nullptr);
    const auto pattern = static_cast<std::uint32_t>(random_());
    cl_event event = nullptr;
    expect("clEnqueueFillBuffer",
           clEnqueueFillBuffer(any_queue(), buffer.object.get(), &pattern, sizeof pattern, 0, bytes, waits.count(),
                               waits.list(), &event),
           CL_SUCCESS);
    if (!waits.fail) std::ranges::fill(buffer.model, pattern);
    enqueued(waits, event, &buffer, nullptr);
}

void GraphWorker::fill_sub_buffer() {
    TestBuffer& buffer = any_buffer();
    const Waits waits = waits_for(&buffer, nullptr);
    const cl_buffer_region region{pick(32) * 128, bytes / 4};
    const Buffer part = make<Buffer>("clCreateSubBuffer", [&](cl_int* code) {
        return clCreateSubBuffer(buffer.object.get(), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, code);
    });
    const auto pattern = static_cast<std::uint32_t>(random_());
    cl_event event = nullptr;
    expect("a sub-buffer's clEnqueueFillBuffer",
           clEnqueueFillBuffer(any_queue(), part.get(), &pattern, sizeof pattern, 0, region.size, waits.count(),
                               waits.list(), &event),
           CL_SUCCESS);
    if (!waits.fail) std::fill_n(buffer.model.begin() + region.origin / 4, words / 4, pattern);
    enqueued(waits, event, &buffer, nullptr);
}

void GraphWorker::map() {
    TestBuffer& buffer = any_buffer();
    const Waits waits = waits_for(&buffer, nullptr);
    const bool blocking = pick(2) == 0;
    cl_int code = 1;
    cl_event event = nullptr;
    void* const mapped = clEnqueueMapBuffer(any_queue(), buffer.object.get(), blocking, CL_MAP_READ | CL_MAP_WRITE, 0,
                                            bytes, waits.count(), waits.list(), &event, &code);
    expect("clEnqueueMapBuffer", code, blocking ? expected_status(waits.fail) : CL_SUCCESS);
    if (event) enqueued(waits, event, &buffer, nullptr);
    if (event) {
        const cl_int waited = clWaitForEvents(1, &event);
        expect("the wait for a map", waited, expected_status(waits.fail));
    }
    if (waits.fail) return;
    auto* const content = static_cast<std::uint32_t*>(mapped);
    if (!std::equal(buffer.model.begin(), buffer.model.end(), content)) {
        fail("a map's content", content[0], buffer.model[0]);
    }
    const std::size_t touched = pick(words);
    buffer.model[touched] = content[touched] = static_cast<std::uint32_t>(random_());
    // The unmap has no wait list, because a failed event in the list would prevent the unmap.
    const Waits none;
    event = nullptr;
    expect("clEnqueueUnmapMemObject",
           clEnqueueUnmapMemObject(any_queue(), buffer.object.get(), mapped, 0, nullptr, &event), CL_SUCCESS);
    enqueued(none, event, &buffer, nullptr);
}

void GraphWorker::marker() {
    Waits waits = waits_for(nullptr, &any_buffer());
    if (waits.nodes.empty()) add(waits, user_event());
    cl_event event = nullptr;
    expect("clEnqueueMarkerWithWaitList", clEnqueueMarkerWithWaitList(any_queue(), waits.count(), waits.list(), &event),
           CL_SUCCESS);
    enqueued(waits, event, nullptr, nullptr);
}

void GraphWorker::barrier() {
    // A barrier without a wait list waits for all earlier commands, and does not fail if earlier commands fail.
    Waits waits;
    if (pick(2) == 0) waits = waits_for(nullptr, &any_buffer());
    cl_event event = nullptr;
    expect("clEnqueueBarrierWithWaitList",
           clEnqueueBarrierWithWaitList(any_queue(), waits.count(), waits.list(), &event), CL_SUCCESS);
    enqueued(waits, event, nullptr, nullptr);
}

/// Replaces a buffer while commands that use it are pending, and releases all events of these commands.
void GraphWorker::replace_buffer() { any_buffer() = new_buffer(); }

/// Uses a new queue that is released before its command has run.
void GraphWorker::own_queue() {
    TestBuffer& buffer = any_buffer();
    const Queue queue = make<Queue>("clCreateCommandQueueWithProperties", [&](cl_int* code) {
        return clCreateCommandQueueWithProperties(setup_.context.get(), setup_.device, nullptr, code);
    });
    const Waits waits = waits_for(&buffer, nullptr);
    const std::uint32_t pattern = pick(256);
    cl_event event = nullptr;
    expect("clEnqueueFillBuffer on a queue of its own",
           clEnqueueFillBuffer(queue.get(), buffer.object.get(), &pattern, sizeof pattern, 0, bytes, waits.count(),
                               waits.list(), &event),
           CL_SUCCESS);
    if (!waits.fail) std::ranges::fill(buffer.model, pattern);
    enqueued(waits, event, &buffer, nullptr);
}

void GraphWorker::flush_or_finish() {
    if (pick(4) == 0) {
        expect("clFinish", clFinish(any_queue()), CL_SUCCESS);
    } else {
        expect("clFlush", clFlush(any_queue()), CL_SUCCESS);
    }
}

}  // namespace lanewise::stress
