#include "compiler/guard/guarded_call.h"

#include <clang/Basic/Stack.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/PrettyStackTrace.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <cstdio>
#include <mutex>
#include <new>

#include "compiler/guard/fault_frames.h"
#include "compiler/guard/fault_signals.h"
#include "compiler/guard/switch_stack.h"

namespace lanewise::compiler {
namespace {

// Signal handlers read this variable, so it uses the thread-local storage model `initial-exec`, which never allocates
// memory.
[[gnu::tls_model("initial-exec")]] constinit thread_local GuardedCall* current_call = nullptr;

// Ends the guarded call of this thread. Outside of a guarded call, prints the reason and returns, and LLVM then ends
// the process as usual.
void end_by_fatal_error(void*, const char* reason, bool) {
    if (GuardedCall* call = GuardedCall::current()) {
        call->note_end(CallEnd::fault, reason);
        call->leave();
    }
    std::fprintf(stderr, "LLVM: %s\n", reason);
}

void end_by_lack_of_memory(void*, const char* reason, bool) {
    if (GuardedCall* call = GuardedCall::current()) {
        call->note_end(CallEnd::out_of_memory, "");
        call->leave();
    }
    std::fprintf(stderr, "LLVM: %s\n", reason);
}

void install_error_handlers() {
    static std::once_flag once;
    std::call_once(once, [] {
        llvm::install_fatal_error_handler(end_by_fatal_error);
        llvm::install_bad_alloc_error_handler(end_by_lack_of_memory);
    });
}

// True if the process can map the memory that the first build needs to fill LLVM's tables. The tables would stay
// incomplete if memory ran out while they are filled.
bool has_some_memory() {
    constexpr std::size_t some_bytes = std::size_t{16} << 20;
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return true;
    void* const some = ::mmap(nullptr, some_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return some != MAP_FAILED && ::munmap(some, some_bytes) == 0;
}

// Prepares the thread for a guarded call. This function runs on the compiler's stack, since the caller's stack may be
// too small for the unwinder.
void begin_on_far_bottom(void*) {
    clang::noteBottomOfStack(/*ForceSet=*/true);
    static std::once_flag once;
    std::call_once(once, learn_libraries);
}

}  // namespace

GuardedCall* GuardedCall::current() noexcept { return current_call; }

void GuardedCall::note_end(CallEnd end, const char* reason) noexcept {
    if (end_ != CallEnd::returned) return;
    end_ = end == CallEnd::fault && reads_from_outside_ ? CallEnd::unreadable : end;
    std::size_t length = 0;
    for (; reason[length] != '\0' && length + 1 < sizeof reason_; ++length) reason_[length] = reason[length];
    reason_[length] = '\0';
}

void GuardedCall::leave() noexcept { lanewise_leave_stack(way_back_); }

void GuardedCall::undo() noexcept {
    for (; undos_; undos_ = undos_->outer_) undos_->undo_();
}

// Leaves a gap on the stack between the frame that catches an exception and the frames that the exception passed.
// Otherwise the catching frame and its callees would overwrite UndoOnFailure objects in the passed frames.
[[gnu::noinline]] void GuardedCall::work_further_down() {
    volatile char distance[16384];
    distance[0] = 0;
    work_();
    distance[1] = 0;
}

// The compiler is built without exceptions. An exception of the C++ library therefore passes the compiler's frames
// without running destructors. Every other end of a guarded call skips the destructors, too.
void GuardedCall::work_on_stack(void* object) noexcept {
    auto& call = *static_cast<GuardedCall*>(object);
    try {
        call.work_further_down();
    } catch (const std::bad_alloc&) {
        call.note_end(CallEnd::out_of_memory, "");
    } catch (const std::exception& exception) {
        call.note_end(CallEnd::fault, exception.what());
    } catch (...) {
        call.note_end(CallEnd::fault, "an unknown exception");
    }
}

CallOutcome GuardedCall::run() {
    if (!stack_.is_there() || !has_some_memory()) return {CallEnd::out_of_memory, {}};
    install_error_handlers();
    void* ignored = nullptr;
    lanewise_call_on_stack(&ignored, stack_.far_bottom(), begin_on_far_bottom, nullptr);
    const void* const trace = llvm::SavePrettyStackState();
    {
        const FaultSignals signals(stack_);
        current_call = this;
        lanewise_call_on_stack(&way_back_, stack_.top(), work_on_stack, this);
        current_call = nullptr;
    }
    if (end_ == CallEnd::returned) return {};
    stack_.abandon();
    half_made_.take_back();
    undo();
    llvm::RestorePrettyStackState(trace);
    return {end_, reason_};
}

CallOutcome run_guarded(llvm::function_ref<void()> work) { return GuardedCall(work).run(); }

UndoOnFailure::UndoOnFailure(llvm::function_ref<void()> undo) : undo_(undo), outer_(nullptr) {
    if (!current_call) return;
    outer_ = current_call->undos_;
    current_call->undos_ = this;
}

UndoOnFailure::~UndoOnFailure() {
    if (current_call) current_call->undos_ = outer_;
}

ReadsFromOutside::ReadsFromOutside() noexcept {
    if (current_call) current_call->reads_from_outside_ = true;
}

ReadsFromOutside::~ReadsFromOutside() {
    if (current_call) current_call->reads_from_outside_ = false;
}

}  // namespace lanewise::compiler
