// Corrects the exception counts when the driver catches an exception that the application's C++ library threw. Driver
// and application may each have a C++ library of their own, each with a count of exceptions that are thrown and not yet
// caught (std::uncaught_exceptions). The thrower's library raises its count and the catcher's library lowers another
// one, so the thrower's count would stay too high for ever. Thread-safe.
#pragma once

namespace lanewise::runtime {

/// Moves the catch of the current exception to the count of the library that threw it. An exception handler must call
/// this first. The application's count stays wrong when its C++ library does not export __cxa_get_globals of the
/// Itanium C++ ABI.
void settle_uncaught_count() noexcept;

}  // namespace lanewise::runtime
