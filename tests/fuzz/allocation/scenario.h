// A small use of OpenCL in which any allocation may fail. Each failed call is repeated with enough memory and must then
// succeed, and the results must be right in the end. A scenario releases all objects that it makes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "../api/driver.h"

namespace lanewise::fail_allocations {

using api_fuzz::cl;

/// Reports an error with scenario and request, and ends the process.
[[noreturn]] void fail(const std::string& what);

/// Makes the calls of a scenario.
class Caller {
public:
    /// Makes `call` with allocations that may fail; if it reports lack of memory, repeats it with enough memory.
    void make(const char* name, const std::function<cl_int()>& call);

    /// Does the same for a call that creates an object.
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

    /// Waits for a command; false if it failed for lack of memory.
    bool wait(cl_event event);

    /// Enqueues a command and waits for it; repeats it if it failed for lack of memory.
    void run(const char* name, const std::function<cl_int(cl_event*)>& enqueue);

    /// Ends the process unless the condition `holds`.
    void expect(bool holds, const char* what) {
        if (!holds) fail(what);
    }

    /// Waits for a condition that another thread will soon fulfil.
    void wait_until(bool (*holds)(), const char* what);

    /// Registers a release; releases run in reverse order at the end of the scenario.
    void at_end(const char* name, std::function<cl_int()> call) { ends_.emplace_back(name, std::move(call)); }
    void end();

private:
    std::vector<std::pair<const char*, std::function<cl_int()>>> ends_;
};

/// Objects with which most scenarios begin.
struct Basics {
    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
    explicit Basics(Caller& caller, cl_command_queue_properties properties = 0);
};

/// The binary of the program that most scenarios use: one process makes it, in memory that all of them share.
struct SharedBinary {
    std::size_t size = 0;  // 0: not made yet
    unsigned char bytes[1 << 20];
};
extern SharedBinary* shared_binary;

struct Scenario {
    const char* name;
    void (*run)(Caller&);
    /// Whether it compiles: all that the compiler made until it ran out of memory stays allocated
    /// (docs/design/compiler.md, "Isolation").
    bool compiles = false;
};

}  // namespace lanewise::fail_allocations
