// Part of both shared libraries: nothing in them is destroyed when the process exits, because other
// threads may be in the middle of a build or of a kernel then, and static objects of the application may
// still release what they hold. The libraries are never unloaded (-z nodelete), so there is no other
// time at which a destructor would have to run.
//
// Compilers register the destructors of static objects by this function; the C library's is hidden by it
// for our libraries alone, LLVM's static archives included.
extern "C" __attribute__((visibility("hidden"))) int __cxa_atexit(void (*)(void*), void*, void*) noexcept { return 0; }
