#include "runtime/object/application_call.h"

#include <cxxabi.h>

#include <csetjmp>
#include <exception>
#include <new>

#include "device/machine/not_cancelled.h"
#include "device/pool/foreign_call.h"
#include "runtime/object/foreign_exception.h"
#include "runtime/object/log.h"

namespace lanewise::runtime {

namespace {

/// Stops the stack unwinding of pthread_exit: the destructor jumps back into contain_call(). A catch handler could not
/// stop the unwinding, because a handler that catches the unwinding of pthread_exit must rethrow.
class EndOfExit {
public:
    explicit EndOfExit(std::jmp_buf& back) noexcept : back_(back) {}
    ~EndOfExit() {
        if (is_unwinding_) std::longjmp(back_, 1);
    }
    EndOfExit(const EndOfExit&) = delete;
    EndOfExit& operator=(const EndOfExit&) = delete;

    void disarm() noexcept { is_unwinding_ = false; }

private:
    std::jmp_buf& back_;
    bool is_unwinding_ = true;
};

/// Calls `function` and catches its exceptions. Only pthread_exit can unwind the stack frame of this function.
[[gnu::noinline]] bool catch_exceptions(const char* what, void (*function)(void*), void* data, std::jmp_buf& back) {
    EndOfExit end(back);
    bool returned = false;
    try {
        function(data);
        returned = true;
    } catch (const ::abi::__forced_unwind&) {
        throw;
    } catch (const std::exception& exception) {
        settle_uncaught_count();
        log_line("%s threw an exception: %s. The driver goes on; catch exceptions in the function itself.", what,
                 exception.what());
    } catch (...) {
        settle_uncaught_count();
        log_line("%s threw an exception. The driver goes on; catch exceptions in the function itself.", what);
    }
    end.disarm();
    return returned;
}

}  // namespace

bool contain_call(const char* what, void (*function)(void*), void* data) noexcept {
    const device::NotCancelled meanwhile;
    const device::Arena::ForeignCall call;
    std::jmp_buf back;
    if (setjmp(back) == 0) return catch_exceptions(what, function, data, back);
    log_line("%s called pthread_exit. The driver keeps its thread; return from the function instead.", what);
    return false;
}

std::string no_return_text(const char* what) noexcept try {
    return std::string(what) + " did not return: it threw an exception or called pthread_exit. Return from it instead.";
} catch (const std::bad_alloc&) {
    return {};
}

}  // namespace lanewise::runtime
