// Corrects the exception counts when the driver catches an exception that the application's C++ library threw. Driver
// and application may each have their own C++ library. Each library counts the exceptions that are thrown and not yet
// caught (std::uncaught_exceptions). The throw increments the count of the application's library, but the catch
// decrements the count of the driver's library. Without a correction, the application's count would stay too high for
// ever. Thread-safe.
#pragma once

namespace lanewise::runtime {

/// Decrements the count of uncaught exceptions in the C++ library that threw the current exception. An exception
/// handler must call this function first. The application's count stays wrong if its C++ library does not export
/// __cxa_get_globals of the Itanium C++ ABI.
void settle_uncaught_count() noexcept;

}  // namespace lanewise::runtime
