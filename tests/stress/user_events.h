// Sets the status of user events after a short random time, in a thread of its own. Because this thread never waits for
// commands, all commands end even if every other thread waits. Thread-safe.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "cl_objects.h"

namespace lanewise::stress {

class UserEventSetter {
public:
    UserEventSetter() : thread_([this] { run(); }) {}
    ~UserEventSetter() {
        {
            const std::lock_guard lock(mutex_);
            stop_ = true;
        }
        wake_.notify_one();
        thread_.join();
    }

    void settle_later(Event event, cl_int status) {
        {
            const std::lock_guard lock(mutex_);
            pending_.push_back({std::move(event), status});
        }
        wake_.notify_one();
    }

private:
    struct Pending {
        Event event;
        cl_int status;
    };

    void run() {
        std::minstd_rand random(1);
        std::unique_lock lock(mutex_);
        while (!stop_ || !pending_.empty()) {
            wake_.wait(lock, [&] { return stop_ || !pending_.empty(); });
            std::vector<Pending> taken = std::exchange(pending_, {});
            lock.unlock();
            std::shuffle(taken.begin(), taken.end(), random);
            for (const Pending& pending : taken) {
                if (random() % 4 == 0) {
                    std::this_thread::sleep_for(std::chrono::microseconds(random() % 500));
                }
                expect("clSetUserEventStatus", clSetUserEventStatus(pending.event.get(), pending.status), CL_SUCCESS);
            }
            taken.clear();
            lock.lock();
        }
    }

    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<Pending> pending_;  // guarded by mutex_
    bool stop_ = false;             // guarded by mutex_
    std::thread thread_;            // the last member, because the thread uses all other members
};

}  // namespace lanewise::stress
