// Fixture for tests of the runtime's core, with a device, a context and queues. Its test commands behave as a `Course`
// describes, and record their execution and destruction in a journal.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "runtime/core/command.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/queue.h"

namespace lanewise::runtime::test {

using Names = std::vector<std::string>;

/// A list of texts about what happened, in the order in which it happened. Copies share the list, because a thread may
/// still record a command's end after the test has returned. Thread-safe.
class Journal {
public:
    void add(std::string what) {
        const std::lock_guard lock(state_->mutex);
        state_->entries.push_back(std::move(what));
    }
    Names entries() const {
        const std::lock_guard lock(state_->mutex);
        return state_->entries;
    }

private:
    struct State {
        std::mutex mutex;
        Names entries;
    };
    std::shared_ptr<State> state_ = std::make_shared<State>();
};

/// The behaviour of a TestCommand.
struct Course {
    cl_int result = CL_COMPLETE;  // returned by run()
    std::uint64_t units = 1;      // number of units; if it is 1, run_units() calls run()
    std::uint64_t failing_unit = ~std::uint64_t{0};
    float cost_ns = 0;         // estimated cost; 0 means the default cost of a command
    std::string failure = {};  // text of the failure that the command reports, if any
};

/// A command that writes "NAME runs", "NAME releases" and "NAME is gone" into a journal.
class TestCommand final : public Command {
public:
    TestCommand(Queue& queue, const Journal& journal, std::string name, Course course = {})
        : Command(Ref<Queue>(queue), CL_COMMAND_MARKER),
          journal_(journal),
          name_(std::move(name)),
          course_(std::move(course)) {
        if (course_.cost_ns > 0) set_cost(course_.cost_ns, course_.cost_ns);
    }
    ~TestCommand() override { journal_.add(name_ + " is gone"); }

    std::uint64_t units_run() const { return units_run_; }
    unsigned plans() const { return plans_; }
    /// Returns the status that the command had when release_resources() was called.
    cl_int status_at_release() const { return status_at_release_; }

private:
    cl_int run() noexcept override {
        journal_.add(name_ + " runs");
        return course_.result;
    }
    std::uint64_t plan() noexcept override {
        ++plans_;
        return course_.units;
    }
    void run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory) noexcept override {
        units_run_ += count;
        if (course_.units == 1) return Command::run_units(first, count, memory);
        if (course_.failing_unit - first < count) fail(CL_OUT_OF_RESOURCES);
    }
    void release_resources() noexcept override {
        status_at_release_ = status();
        journal_.add(name_ + " releases");
    }
    std::string failure() noexcept override { return course_.failure; }

    Journal journal_;
    const std::string name_;
    const Course course_;
    std::atomic<std::uint64_t> units_run_ = 0;
    std::atomic<unsigned> plans_ = 0;
    std::atomic<cl_int> status_at_release_ = 1000;
};

/// Returns whether `condition` becomes true without further calls of the runtime. The time limit is so long that only a
/// bug can exceed it.
inline bool comes_true(const std::function<bool()>& condition) {
    constexpr int most_looks = 30'000;
    for (int i = 0; i < most_looks; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
}

class CoreTest : public testing::Test {
protected:
    Ref<Queue> queue_of(cl_command_queue_properties properties) {
        return make<Queue>(*context, *device, QueueSettings{.properties = properties});
    }
    Ref<Queue> unordered_queue() { return queue_of(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE); }

    Ref<TestCommand> command(const Ref<Queue>& queue, const char* name, Course course = {}) {
        return make<TestCommand>(*queue, journal, name, std::move(course));
    }
    /// Enqueues a command that waits for the events `waits`.
    Ref<TestCommand> enqueue(const Ref<Queue>& queue, const char* name, std::vector<Event*> waits = {},
                             Order order = Order::normal, Course course = {}) {
        const Ref<TestCommand> made = command(queue, name, std::move(course));
        queue->enqueue(made, waits, nullptr, order);
        return made;
    }
    Ref<TestCommand> enqueue(const Ref<Queue>& queue, const char* name, Course course) {
        return enqueue(queue, name, {}, Order::normal, std::move(course));
    }
    Ref<UserEvent> gate() { return make<UserEvent>(*context); }

    /// Returns the names of the commands that ran, in the order in which they ran.
    Names ran() const {
        constexpr std::string_view ending = " runs";
        Names names;
        for (const std::string& entry : journal.entries())
            if (entry.ends_with(ending)) names.push_back(entry.substr(0, entry.size() - ending.size()));
        return names;
    }

    static void note_report(const char* text, const void*, std::size_t, void* journal) {
        static_cast<Journal*>(journal)->add(text);
    }

    Journal reports;  // texts that the context's callback received
    Journal journal;
    Ref<Device> device = make<Device>();
    Ref<Context> context = make<Context>(std::vector<Ref<Device>>{device}, std::vector<cl_context_properties>{},
                                         /*can_end=*/false, note_report, &reports);
};

}  // namespace lanewise::runtime::test
