// A small use of OpenCL in which any allocation may fail. Each call that fails is made again when there is memory: then
// it must succeed, and the results must be right in the end; all that the scenario made it releases.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "../api/driver.h"

namespace lanewise::fail_allocations {

using api_fuzz::cl;

/// Tells what is wrong, with scenario and request, and ends the process.
[[noreturn]] void fail(const std::string& what);

/// Makes calls of a scenario.
class Caller {
public:
    /// Makes `call` with allocations that may fail; if it says that memory was short, again with those that do not.
    void make(const char* name, const std::function<cl_int()>& call);

    /// The same for a call that creates something.
    template <class Handle>
    Handle create(const char* name, const std::function<Handle(cl_int*)>& call) {
        Handle handle{};
        make(name, [&] {
            cl_int code = 1;
            handle = call(&code);
            if ((handle != Handle{}) != (code == CL_SUCCESS)) fail(std::string(name) + ": code and result disagree");
            return code;
        });
        return handle;
    }

    /// Waits for a command, which may have failed for lack of memory; false when it did.
    bool wait(cl_event event);

    /// Enqueues a command and waits for it; once more when it failed for lack of memory.
    void run(const char* name, const std::function<cl_int(cl_event*)>& enqueue);

    /// What must hold.
    void expect(bool holds, const char* what) {
        if (!holds) fail(what);
    }

    /// What comes soon, on another thread.
    void wait_until(bool (*holds)(), const char* what);

    /// Released in the reverse order at the end of the scenario.
    void at_end(const char* name, std::function<cl_int()> call) { ends_.emplace_back(name, std::move(call)); }
    void end();

private:
    std::vector<std::pair<const char*, std::function<cl_int()>>> ends_;
};

/// What most scenarios begin with.
struct Basics {
    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
    explicit Basics(Caller& caller, cl_command_queue_properties properties = 0);
};

/// The binary of the program that most scenarios use, in memory that all processes share: one of them makes it.
struct SharedBinary {
    std::size_t size = 0;  // 0: not made yet
    unsigned char bytes[1 << 20];
};
extern SharedBinary* shared_binary;

struct Scenario {
    const char* name;
    void (*run)(Caller&);
    /// What the compiler made until it was out of memory stays (docs/design.md).
    bool compiles = false;
};

}  // namespace lanewise::fail_allocations
