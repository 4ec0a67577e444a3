// The runtime's only exception: an OpenCL error code, and a sentence for debugging (shown with LANEWISE_LOG=1). Checks
// throw it; api/entry.h turns it into the call's error code.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "runtime/object/cl_headers.h"

namespace lanewise::runtime {

class Error {
public:
    explicit Error(cl_int code, std::string message = {}) : code_(code), message_(std::move(message)) {}

    cl_int code() const { return code_; }
    const std::string& message() const { return message_; }

private:
    cl_int code_;
    std::string message_;
};

/// Throws unless `condition` holds: `check(size > 0, CL_INVALID_BUFFER_SIZE, "size is 0")`.
inline void check(bool condition, cl_int code, std::string_view message = {}) {
    if (!condition) [[unlikely]]
        throw Error(code, std::string(message));
}

}  // namespace lanewise::runtime
