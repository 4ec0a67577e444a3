// The frame of every entry point: runs the body and turns exceptions into error codes.
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

/// Writes a failed call to stderr when LANEWISE_LOG is on.
void log_error(const Error& error) noexcept;

/// Runs `body`, which returns nothing or a cl_int; returns the error code of the call.
template <class Body>
cl_int entry(Body&& body) noexcept {
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<Body>>) {
            body();
            return CL_SUCCESS;
        } else {
            return body();
        }
    } catch (const Error& error) {
        log_error(error);
        return error.code();
    } catch (const std::bad_alloc&) {
        return CL_OUT_OF_HOST_MEMORY;
    } catch (...) {
        return CL_OUT_OF_RESOURCES;
    }
}

/// Runs `body`, which returns a pointer. Stores the error code and returns the pointer, or null after a failure.
template <class Body>
auto pointer_entry(cl_int* errcode_ret, Body&& body) noexcept {
    std::invoke_result_t<Body> result = nullptr;
    const cl_int code = entry([&] { result = body(); });
    if (errcode_ret) *errcode_ret = code;
    return result;
}

/// As `pointer_entry`, for a body that returns a Ref: the application takes over the reference.
template <class Body>
auto create(cl_int* errcode_ret, Body&& body) noexcept {
    return pointer_entry(errcode_ret, [&] { return body().detach()->hand_over(); });
}

}  // namespace lanewise::runtime::api
