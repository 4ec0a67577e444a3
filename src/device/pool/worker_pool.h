// Where an arena's workers come from: oneTBB as a mere supplier of threads. oneTBB keeps, reuses and
// retires them; what they do is the arena's business.
//
// Threads of its own, each for one call, take their place where oneTBB cannot be asked: in the child of a fork (it
// counts threads that are not there), and while it may want more threads than the process can have (it ends the
// process then; a thread of our own that cannot be made is an exception). Thread-safe.
#pragma once

#include <memory>

namespace lanewise::device {

class WorkerPool {
public:
    explicit WorkerPool(unsigned threads);
    ~WorkerPool();

    /// Has one more thread call work(data), soon. Throws when there is no memory or thread to be had.
    void recruit(void (*work)(void*), void* data);

private:
    struct Threads;
    std::unique_ptr<Threads> threads_;
};

}  // namespace lanewise::device
