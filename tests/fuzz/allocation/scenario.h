// Scenarios: small uses of OpenCL in which any allocation may fail. Each failed call is repeated with allocations that
// cannot fail, and must then succeed. At the end the results must be right. A scenario releases all objects that it
// creates.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "../api/driver.h"

namespace lanewise::fail_allocations {

using api_fuzz::cl;

/// Prints an error with the scenario and the number of the request, and ends the process.
[[noreturn]] void fail(const std::string& what);

/// Makes the calls of a scenario, and repeats calls that fail for lack of memory.
class Caller {
public:
    /// Runs `call` with allocations that may fail. If the call reports lack of memory, repeats the call with
    /// allocations that cannot fail.
    void make(const char* name, const std::function<cl_int()>& call);

    /// Like make(), for a call that creates an object; returns the object's handle.
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

    /// Waits for the command of `event` and releases the event. Returns false if the command failed for lack of memory.
    bool wait(cl_event event);

    /// Enqueues a command and waits for it. If the command fails for lack of memory, enqueues it again with allocations
    /// that cannot fail.
    void run(const char* name, const std::function<cl_int(cl_event*)>& enqueue);

    /// Checks a condition: prints an error and ends the process if `holds` is false.
    void expect(bool holds, const char* what) {
        if (!holds) fail(what);
    }

    /// Waits until holds() returns true, which another thread must cause. Ends the process if that takes too long.
    void wait_until(bool (*holds)(), const char* what);

    /// Registers a call that releases an object. end() makes these calls in reverse order.
    void at_end(const char* name, std::function<cl_int()> call) { ends_.emplace_back(name, std::move(call)); }
    void end();

private:
    std::vector<std::pair<const char*, std::function<cl_int()>>> ends_;
};

/// Device, context and queue, which most scenarios use.
struct Basics {
    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
    explicit Basics(Caller& caller, cl_command_queue_properties properties = 0);
};

/// Binary of the program that most scenarios use. It is in memory that all processes share. The first process that
/// needs the binary builds it.
struct SharedBinary {
    std::size_t size = 0;  // 0 before the binary is made
    unsigned char bytes[1 << 20];
};
extern SharedBinary* shared_binary;

struct Scenario {
    const char* name;
    void (*run)(Caller&);
    /// Whether the scenario uses the compiler. Such scenarios are not checked for leaks: if the compiler runs out of
    /// memory, the memory that it allocated for the build stays allocated (docs/design/compiler.md, "Isolation").
    bool compiles = false;
};

}  // namespace lanewise::fail_allocations
