// A table with the work of each command of a command buffer, indexed by the number of the command. Several runs of the
// command buffer may share a table. If some works are replaced while runs use the table, only the list of chunks and
// the chunks with these works are copied. Not thread-safe for changes; runs may read their table at any time.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/graph/recorded_work.h"
#include "runtime/object/ref.h"

namespace lanewise::runtime {

class WorkTable : public Shared<WorkTable> {
public:
    /// Returns the work of a command; null for a barrier, and for a kernel whose arguments are not all set.
    RecordedWork* at(std::uint32_t index) const noexcept {
        return chunks_[index / chunk_size]->works[index % chunk_size].get();
    }

    /// Makes room for one more work. The caller must hold the only reference to the table.
    void make_room(std::uint32_t index) {
        if (index / chunk_size == chunks_.size()) chunks_.push_back(make<Chunk>());
    }

    /// Prepares calls of exchange() for the commands `indices`: copies those parts of the table that runs still use.
    static void make_changeable(Ref<WorkTable>& table, std::span<const std::uint32_t> indices) {
        if (!table->is_unique()) table = make<WorkTable>(*table);
        for (const std::uint32_t index : indices) {
            Ref<Chunk>& chunk = table->chunks_[index / chunk_size];
            if (!chunk->is_unique()) chunk = make<Chunk>(*chunk);
        }
    }
    /// Sets the work of a command, and returns its previous work.
    Ref<RecordedWork> exchange(std::uint32_t index, Ref<RecordedWork> work) noexcept {
        std::swap(chunks_[index / chunk_size]->works[index % chunk_size], work);
        return work;
    }
    void set(std::uint32_t index, Ref<RecordedWork> work) noexcept {
        chunks_[index / chunk_size]->works[index % chunk_size] = std::move(work);
    }

private:
    static constexpr std::uint32_t chunk_size = 32;
    struct Chunk : Shared<Chunk> {
        std::array<Ref<RecordedWork>, chunk_size> works;
    };

    std::vector<Ref<Chunk>> chunks_;
};

}  // namespace lanewise::runtime
