// The wrapper of every entry point: runs the body and turns exceptions into error codes.
//
//     cl_int clFinish(cl_command_queue queue) {
//         return entry([&] { deref(queue).finish(); });
//     }
//     cl_context clCreateContext(..., cl_int* errcode_ret) {
//         return create(errcode_ret, [&] { return make<Context>(...); });
//     }
#pragma once

#include <new>
#include <type_traits>

#include "runtime/object/error.h"
#include "runtime/object/ref.h"

namespace lanewise::runtime::api {

/// Writes the error of an API call to stderr if LANEWISE_LOG is on.
void log_error(const char* function, const Error& error) noexcept;
void log_error(const char* function, cl_int code, const char* text) noexcept;

/// Runs `body`, which returns nothing or a cl_int, and returns the error code of the call. `function` is the name of
/// the entry point for the log, by default the function that calls entry().
template <class Body>
cl_int entry(Body&& body, const char* function = __builtin_FUNCTION()) noexcept {
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<Body>>) {
            body();
            return CL_SUCCESS;
        } else {
            return body();
        }
    } catch (const Error& error) {
        log_error(function, error);
        return error.code();
    } catch (const std::bad_alloc&) {
        log_error(function, CL_OUT_OF_HOST_MEMORY,
                  "The process has no memory for the call. Release memory and call again.");
        return CL_OUT_OF_HOST_MEMORY;
    } catch (...) {
        log_error(function, CL_OUT_OF_RESOURCES,
                  "The system refused a resource that the call needs, such as a thread.");
        return CL_OUT_OF_RESOURCES;
    }
}

/// Runs `body`, which returns a pointer. Stores the error code and returns the pointer, or null if the call failed.
template <class Body>
auto pointer_entry(cl_int* errcode_ret, Body&& body, const char* function = __builtin_FUNCTION()) noexcept {
    std::invoke_result_t<Body> result = nullptr;
    const cl_int code = entry([&] { result = body(); }, function);
    if (errcode_ret) *errcode_ret = code;
    return result;
}

/// Like `pointer_entry`, for a body that returns a Ref. Returns the object's handle; the application then owns the
/// reference.
template <class Body>
auto create(cl_int* errcode_ret, Body&& body, const char* function = __builtin_FUNCTION()) noexcept {
    return pointer_entry(errcode_ret, [&] { return body().detach()->hand_over(); }, function);
}

}  // namespace lanewise::runtime::api
