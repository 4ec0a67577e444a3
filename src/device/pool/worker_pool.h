// Where an arena's workers come from: oneTBB as a mere supplier of threads. oneTBB keeps, reuses and
// retires them; what they do is the arena's business. In the child of a fork oneTBB counts threads that are not
// there: where it was in use before, the child makes its own. Thread-safe.
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
