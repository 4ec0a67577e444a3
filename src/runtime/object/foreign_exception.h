// Exceptions of the application that the driver catches. Driver and application may each have a C++ library of their
// own, and each of these counts what was thrown and is not caught (std::uncaught_exceptions): the count goes up where
// an exception is thrown and down where it is caught, so one would stay too high for ever. Thread-safe.
#pragma once

namespace lanewise::runtime {

/// To be called by a handler of exceptions, first: counts what it has caught where that was thrown. The application's
/// count stays as it is where its C++ library does not export the Itanium C++ ABI's __cxa_get_globals.
void settle_uncaught_count() noexcept;

}  // namespace lanewise::runtime
