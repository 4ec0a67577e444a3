#include "compiler/emit/image_linker.h"

#include <llvm/ExecutionEngine/JITLink/ELF_x86_64.h>
#include <llvm/ExecutionEngine/JITLink/JITLink.h>
#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>
#include <llvm/ExecutionEngine/JITLink/x86_64.h>
#include <llvm/ExecutionEngine/Orc/SymbolStringPool.h>

namespace lanewise::compiler {
namespace {

namespace jitlink = llvm::jitlink;
using llvm::orc::ExecutorAddr;

constexpr std::uint64_t page_bytes = 4096;
// Alignment of segments in a packed image. This alignment suffices for constants of the widest vector type.
constexpr std::uint64_t packed_bytes = 64;
// Addresses at which JITLink links. The image lies above 4 GiB, so that 32-bit absolute addresses are errors. Imported
// functions are so far away from the image that JITLink must call them through pointers in the image.
constexpr std::uint64_t image_base = 0x10'0000'0000;
constexpr std::uint64_t import_base = 0x7000'0000'0000;
constexpr std::uint64_t import_distance = 0x1'0000;

// Lays out segments in the bytes of the image instead of in mapped memory.
class ImageMemory final : public jitlink::JITLinkMemoryManager {
public:
    ImageMemory(FlatImage& code, ImageLayout layout)
        : code_(code), granularity_(layout == ImageLayout::pages ? page_bytes : packed_bytes) {}

    void allocate(const jitlink::JITLinkDylib*, jitlink::LinkGraph& graph, OnAllocatedFunction allocated) override {
        jitlink::BasicLayout layout(graph);
        place_segments(layout);
        if (llvm::Error error = layout.apply()) {
            allocated(std::move(error));
            return;
        }
        allocated(std::make_unique<Allocation>());
    }

    void deallocate(std::vector<FinalizedAlloc> allocations, OnDeallocatedFunction deallocated) override {
        for (FinalizedAlloc& allocation : allocations) allocation.release();
        deallocated(llvm::Error::success());
    }

private:
    class Allocation final : public InFlightAlloc {
    public:
        void abandon(OnAbandonedFunction abandoned) override { abandoned(llvm::Error::success()); }
        void finalize(OnFinalizedFunction finalized) override { finalized(FinalizedAlloc(ExecutorAddr(image_base))); }
    };

    // Orders segments by protection: executable, read-only, writable.
    static unsigned rank(llvm::orc::AllocGroup group) {
        using llvm::orc::MemProt;
        const auto allows = [&](MemProt protection) {
            return (static_cast<unsigned>(group.getMemProt()) & static_cast<unsigned>(protection)) != 0;
        };
        if (allows(MemProt::Exec)) return 0;
        return allows(MemProt::Write) ? 2 : 1;
    }

    void place_segments(jitlink::BasicLayout& layout) {
        std::uint64_t ends[3];
        std::uint64_t offset = 0;
        for (unsigned wanted = 0; wanted < 3; ++wanted) {
            for (auto& [group, segment] : layout.segments()) {
                if (rank(group) != wanted) continue;
                offset = llvm::alignTo(offset, segment.Alignment);
                segment.Addr = ExecutorAddr(image_base + offset);
                offset += segment.ContentSize + segment.ZeroFillSize;
            }
            offset = llvm::alignTo(offset, granularity_);
            ends[wanted] = offset;
        }
        code_.text_bytes = ends[0];
        code_.rodata_bytes = ends[1] - ends[0];
        code_.image.assign(offset, 0);
        for (auto& [group, segment] : layout.segments())
            segment.WorkingMem = reinterpret_cast<char*>(code_.image.data()) + (segment.Addr.getValue() - image_base);
    }

    FlatImage& code_;
    std::uint64_t granularity_;
};

class ImageContext final : public jitlink::JITLinkContext {
public:
    ImageContext(FlatImage& code, ImageLayout layout, llvm::StringRef entry_symbol, std::string& log)
        : JITLinkContext(nullptr), code_(code), entry_symbol_(entry_symbol), log_(log), memory_(code, layout) {}

    jitlink::JITLinkMemoryManager& getMemoryManager() override { return memory_; }

    void notifyFailed(llvm::Error error) override { log_ += toString(std::move(error)) + '\n'; }

    void lookup(const LookupMap& symbols, std::unique_ptr<jitlink::JITLinkAsyncLookupContinuation> done) override {
        jitlink::AsyncLookupResult result;
        std::uint64_t address = import_base;
        for (const auto& symbol : symbols) {
            result[symbol.first] = {ExecutorAddr(address), llvm::JITSymbolFlags::Exported};
            address += import_distance;
        }
        done->run(std::move(result));
    }

    llvm::Error notifyResolved(jitlink::LinkGraph& graph) override {
        for (const jitlink::Symbol* symbol : graph.defined_symbols())
            if (symbol->hasName() && *symbol->getName() == entry_symbol_)
                code_.entry = symbol->getAddress().getValue() - image_base;
        return llvm::Error::success();
    }

    void notifyFinalized(jitlink::JITLinkMemoryManager::FinalizedAlloc allocation) override { allocation.release(); }

    llvm::Error modifyPassConfig(jitlink::LinkGraph&, jitlink::PassConfiguration& config) override {
        config.PreFixupPasses.push_back([this](jitlink::LinkGraph& graph) -> llvm::Error {
            for (jitlink::Block* block : graph.blocks())
                for (const jitlink::Edge& edge : block->edges())
                    if (llvm::Error error = record(graph, *block, edge)) return error;
            return llvm::Error::success();
        });
        return llvm::Error::success();
    }

private:
    // Records relocations of absolute addresses only, since relative addresses are right wherever the image is loaded.
    llvm::Error record(const jitlink::LinkGraph& graph, const jitlink::Block& block, const jitlink::Edge& edge) {
        const bool is_address = edge.getKind() == jitlink::x86_64::Pointer64;
        const jitlink::Symbol& target = edge.getTarget();
        if (!edge.isRelocation() || (!is_address && target.isDefined())) return llvm::Error::success();
        if (!is_address)
            return llvm::make_error<jitlink::JITLinkError>(llvm::Twine(graph.getEdgeKindName(edge.getKind())) +
                                                           " of an imported function is not supported");
        const std::uint64_t offset = (block.getAddress() + edge.getOffset()).getValue() - image_base;
        if (target.isDefined())
            code_.relocations.push_back(
                {offset, static_cast<std::int64_t>(target.getAddress().getValue() - image_base) + edge.getAddend()});
        else
            code_.imports.push_back({offset, edge.getAddend(), (*target.getName()).str()});
        return llvm::Error::success();
    }

    FlatImage& code_;
    llvm::StringRef entry_symbol_;
    std::string& log_;
    ImageMemory memory_;
};

jitlink::Symbol* find_external(jitlink::LinkGraph& graph, llvm::StringRef name) {
    for (jitlink::Symbol* symbol : graph.external_symbols())
        if (*symbol->getName() == name) return symbol;
    return nullptr;
}

// Adds the function's image to the graph as a block, so that calls reach the function directly. JITLink lays out blocks
// in the order of their `address`. Every function needs a different address, since JITLink orders blocks of equal
// address and size by their pointers, which vary between runs.
void add_function(jitlink::LinkGraph& graph, jitlink::Section& section, const LinkedFunction& function,
                  ExecutorAddr address) {
    jitlink::Symbol* symbol = find_external(graph, function.name);
    if (!symbol) return;
    const FlatImage& code = *function.code;
    const llvm::ArrayRef<char> content(reinterpret_cast<const char*>(code.image.data()), code.image.size());
    jitlink::Block& block = graph.createContentBlock(section, content, address, packed_bytes, 0);
    graph.makeDefined(*symbol, block, code.entry, 0, jitlink::Linkage::Strong, jitlink::Scope::Local, /*IsLive=*/true);
    for (const ImageImport& import : code.imports) {
        jitlink::Symbol* imported = find_external(graph, import.symbol);
        if (!imported) imported = &graph.addExternalSymbol(import.symbol, 0, /*IsWeaklyReferenced=*/false);
        block.addEdge(jitlink::x86_64::Pointer64, static_cast<jitlink::Edge::OffsetT>(import.offset), *imported,
                      import.addend);
    }
}

void add_functions(jitlink::LinkGraph& graph, std::span<const LinkedFunction> functions) {
    using llvm::BitmaskEnumDetail::operator|;
    using llvm::orc::MemProt;
    jitlink::Section& section = graph.createSection("lanewise.functions", MemProt::Read | MemProt::Exec);
    std::uint64_t address = 0;
    for (const LinkedFunction& function : functions) {
        add_function(graph, section, function, ExecutorAddr(address));
        address += llvm::alignTo(function.code->image.size(), packed_bytes);
    }
}

}  // namespace

bool link_image(llvm::MemoryBufferRef object, llvm::StringRef entry_symbol, ImageLayout layout,
                std::span<const LinkedFunction> functions, FlatImage& code, std::string& log) {
    const auto names = std::make_shared<llvm::orc::SymbolStringPool>();
    auto graph = jitlink::createLinkGraphFromELFObject_x86_64(object, names);
    if (!graph) {
        log += toString(graph.takeError()) + '\n';
        return false;
    }
    if (!functions.empty()) add_functions(**graph, functions);
    const std::size_t log_size = log.size();
    // Linking is complete when link_ELF_x86_64() returns, since ImageContext allocates memory and looks up symbols
    // synchronously.
    jitlink::link_ELF_x86_64(std::move(*graph), std::make_unique<ImageContext>(code, layout, entry_symbol, log));
    return log.size() == log_size;
}

}  // namespace lanewise::compiler
