#include "compiler/spirv/large_values.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>

#include "compiler/ir/address_spaces.h"
#include "compiler/spirv/state/translation.h"

namespace lanewise::compiler::il {
namespace {

// If a function has at most this number of instructions on large values, SROA may split the objects, even if whole
// objects are copied often.
constexpr std::size_t most_split = 64;

class LargeValues {
public:
    explicit LargeValues(llvm::Function& function)
        : function_(function),
          layout_(function.getDataLayout()),
          builder_(function.getContext()),
          variables_(&function.getEntryBlock(), function.getEntryBlock().begin()) {}

    void run() {
        for (llvm::Instruction& instruction : llvm::instructions(function_))
            if (is_affected(instruction)) affected_.push_back(&instruction);
        choose_places();
        if (affected_.size() > most_split && copies_often()) forbid_splits();
        for (llvm::Instruction* instruction : affected_) replace(*instruction);
        for (llvm::PHINode* phi : phis_) fill(*phi);
        for (llvm::Instruction* instruction : llvm::reverse(affected_)) {
            if (!is_replaced(*instruction)) continue;
            instruction->replaceAllUsesWith(llvm::PoisonValue::get(instruction->getType()));
            instruction->eraseFromParent();
        }
    }

private:
    using Numbers = llvm::DenseMap<const llvm::Instruction*, std::size_t>;

    std::uint64_t parts(llvm::Type* type) {
        if (!type->isAggregateType()) return 1;
        if (const auto known = parts_.find(type); known != parts_.end()) return known->second;
        std::uint64_t sum = 0;
        if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
            sum = array->getNumElements() * parts(array->getElementType());
        else
            for (llvm::Type* member : llvm::cast<llvm::StructType>(type)->elements()) sum += parts(member);
        return parts_[type] = sum;
    }
    bool is_large(llvm::Type* type) { return type->isAggregateType() && parts(type) > most_parts_of_values; }

    bool is_affected(const llvm::Instruction& instruction) {
        return is_large(instruction.getType()) ||
               llvm::any_of(instruction.operands(), [&](const llvm::Use& use) { return is_large(use->getType()); });
    }

    // True if the value of the instruction will be kept in memory.
    bool is_kept(const llvm::Instruction& instruction) {
        return is_large(instruction.getType()) &&
               llvm::isa<llvm::LoadInst, llvm::InsertValueInst, llvm::ExtractValueInst, llvm::PHINode, llvm::SelectInst,
                         llvm::FreezeInst>(instruction);
    }
    bool is_replaced(const llvm::Instruction& instruction) const {
        return places_.contains(&instruction) || replaced_.contains(&instruction);
    }

    // Gives each large value a place: a variable in memory. If all uses of a value are in the value's own block, the
    // place becomes free after the last use, so that several values share a place.
    void choose_places() {
        Numbers numbers;
        for (auto [number, instruction] : llvm::enumerate(affected_)) numbers[instruction] = number;
        llvm::DenseMap<std::size_t, llvm::SmallVector<const llvm::Instruction*, 2>> ends;  // last user -> values
        for (auto [number, instruction] : llvm::enumerate(affected_)) {
            if (is_kept(*instruction)) {
                llvm::Value* place = place_for(*instruction);
                places_[instruction] = place;
                if (const auto last = last_use(*instruction, numbers)) ends[*last].push_back(instruction);
            }
            const llvm::Value* own = places_.lookup(instruction);
            for (const llvm::Instruction* ended : ends.lookup(number))
                if (llvm::Value* place = places_.lookup(ended); place != own) free_[ended->getType()].push_back(place);
        }
    }

    // Returns the number of the last instruction that uses a value; nothing if a phi or an instruction of another block
    // uses it.
    static std::optional<std::size_t> last_use(const llvm::Instruction& value, const Numbers& numbers) {
        if (llvm::isa<llvm::PHINode>(value)) return std::nullopt;
        std::size_t last = numbers.lookup(&value);
        for (const llvm::User* user : value.users()) {
            const auto* instruction = llvm::cast<llvm::Instruction>(user);
            if (instruction->getParent() != value.getParent() || llvm::isa<llvm::PHINode>(instruction))
                return std::nullopt;
            last = std::max(last, numbers.lookup(instruction));
        }
        return last;
    }

    // True if there are many copies of whole objects in proportion to the accesses to parts. Otherwise splitting the
    // objects (SROA) is worth its time, since it makes the accesses to parts cheaper.
    bool copies_often() const {
        constexpr std::size_t most_parts_for_copy = 16;
        const auto copies = [&](const llvm::Instruction* instruction) {
            const auto* insertion = llvm::dyn_cast<llvm::InsertValueInst>(instruction);
            if (insertion) return places_.lookup(insertion) != places_.lookup(insertion->getAggregateOperand());
            return !llvm::isa<llvm::ExtractValueInst>(instruction);
        };
        const auto count = static_cast<std::size_t>(llvm::count_if(affected_, copies));
        return affected_.size() < count * most_parts_for_copy;
    }

    // Keeps SROA from splitting the large objects. SROA would divide each copy of an object at each accessed part,
    // which takes quadratic time. SROA does not split an object if an instruction accesses an unknown part of it, so a
    // store to an unknown part is added.
    void forbid_splits() {
        llvm::SmallSetVector<llvm::AllocaInst*, 32> objects;
        const auto add = [&](llvm::Value* pointer) {
            const auto* object = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
            if (object) objects.insert(const_cast<llvm::AllocaInst*>(object));
        };
        for (llvm::Instruction* instruction : affected_) {
            if (llvm::Value* place = places_.lookup(instruction)) add(place);
            if (llvm::Value* pointer = llvm::getLoadStorePointerOperand(instruction)) add(pointer);
        }
        builder_.SetInsertPoint(&function_.getEntryBlock(), function_.getEntryBlock().begin());
        llvm::AllocaInst* zero_place = builder_.CreateAlloca(builder_.getInt64Ty());
        builder_.CreateStore(builder_.getInt64(0), zero_place, /*isVolatile=*/true);
        llvm::Value* zero = builder_.CreateLoad(builder_.getInt64Ty(), zero_place, /*isVolatile=*/true);
        for (llvm::AllocaInst* object : objects) {
            builder_.SetInsertPoint(object->getNextNode());
            builder_.CreateStore(builder_.getInt8(0), builder_.CreateGEP(builder_.getInt8Ty(), object, zero),
                                 /*isVolatile=*/true);
        }
    }

    llvm::Value* variable(llvm::Type* type) {
        llvm::AllocaInst* made = variables_.CreateAlloca(type);
        made->setAlignment(layout_.getABITypeAlign(type));
        return made;
    }

    // Returns the place for an instruction's value. An insertion gets the place of the object into which it inserts, if
    // no other instruction uses the object, and a load or insertion in the same block makes the object.
    llvm::Value* place_for(llvm::Instruction& instruction) {
        const auto* insertion = llvm::dyn_cast<llvm::InsertValueInst>(&instruction);
        auto* object = insertion ? llvm::dyn_cast<llvm::Instruction>(insertion->getAggregateOperand()) : nullptr;
        const bool is_own = object && object->hasOneUse() && object->getParent() == instruction.getParent() &&
                            llvm::isa<llvm::InsertValueInst, llvm::LoadInst>(object);
        if (is_own) return places_.at(object);
        llvm::SmallVector<llvm::Value*, 4>& unused = free_[instruction.getType()];
        return unused.empty() ? variable(instruction.getType()) : unused.pop_back_val();
    }

    llvm::Align alignment(llvm::Type* type) const { return layout_.getABITypeAlign(type); }
    llvm::Value* size(llvm::Type* type) { return builder_.getInt64(layout_.getTypeAllocSize(type)); }

    llvm::GlobalVariable* global(llvm::Constant& constant) {
        llvm::GlobalVariable*& made = globals_[&constant];
        if (made) return made;
        made = new llvm::GlobalVariable(*function_.getParent(), constant.getType(), true,
                                        llvm::GlobalValue::PrivateLinkage, &constant, "object", nullptr,
                                        llvm::GlobalValue::NotThreadLocal, constant_space);
        made->setAlignment(alignment(constant.getType()));
        made->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
        return made;
    }

    // Writes a value to the memory at `target`.
    void write(llvm::Value& value, llvm::Value* target, llvm::Align align, bool is_volatile = false) {
        llvm::Type* type = value.getType();
        if (llvm::isa<llvm::UndefValue>(value)) return;
        if (const auto place = places_.find(&value); place != places_.end()) {
            if (place->second != target)
                builder_.CreateMemCpy(target, align, place->second, alignment(type), size(type), is_volatile);
        } else if (auto* constant = llvm::dyn_cast<llvm::Constant>(&value); constant && is_large(type)) {
            if (constant->isNullValue())
                builder_.CreateMemSet(target, builder_.getInt8(0), size(type), align, is_volatile);
            else
                builder_.CreateMemCpy(target, align, global(*constant), alignment(type), size(type), is_volatile);
        } else {
            builder_.CreateAlignedStore(&value, target, align, is_volatile);
        }
    }

    // Returns the address of memory that holds a value.
    llvm::Value* memory_of(llvm::Value& value) {
        if (const auto place = places_.find(&value); place != places_.end()) return place->second;
        llvm::Value* made = variable(value.getType());
        write(value, made, alignment(value.getType()));
        return made;
    }

    // Returns the address and the alignment of an object's part.
    std::pair<llvm::Value*, llvm::Align> part(llvm::Type* type, llvm::Value* object, llvm::ArrayRef<unsigned> indices) {
        llvm::SmallVector<llvm::Value*, 4> all{builder_.getInt32(0)};
        for (const unsigned index : indices) all.push_back(builder_.getInt32(index));
        const auto offset = static_cast<std::uint64_t>(layout_.getIndexedOffsetInType(type, all));
        return {builder_.CreateInBoundsGEP(type, object, all), llvm::commonAlignment(alignment(type), offset)};
    }

    void replace(llvm::Instruction& instruction) {
        builder_.SetInsertPoint(&instruction);
        llvm::Type* type = instruction.getType();
        llvm::Value* place = places_.lookup(&instruction);
        if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && place) {
            builder_.CreateMemCpy(place, alignment(type), load->getPointerOperand(), load->getAlign(), size(type),
                                  load->isVolatile());
        } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
            write(*store->getValueOperand(), store->getPointerOperand(), store->getAlign(), store->isVolatile());
            replaced_.insert(store);
        } else if (auto* insertion = llvm::dyn_cast<llvm::InsertValueInst>(&instruction); insertion && place) {
            write(*insertion->getAggregateOperand(), place, alignment(type));
            const auto [address, align] = part(type, place, insertion->getIndices());
            write(*insertion->getInsertedValueOperand(), address, align);
        } else if (auto* extraction = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
            extract(*extraction, place);
        } else if (auto* selection = llvm::dyn_cast<llvm::SelectInst>(&instruction); selection && place) {
            llvm::Value* chosen =
                builder_.CreateSelect(selection->getCondition(), memory_of(*selection->getTrueValue()),
                                      memory_of(*selection->getFalseValue()));
            builder_.CreateMemCpy(place, alignment(type), chosen, alignment(type), size(type));
        } else if (llvm::isa<llvm::FreezeInst>(instruction) && place) {
            write(*instruction.getOperand(0), place, alignment(type));
        } else if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction); phi && place) {
            phis_.push_back(phi);
        } else {
            load_operands(instruction);
        }
    }

    void extract(llvm::ExtractValueInst& extraction, llvm::Value* place) {
        llvm::Type* whole = extraction.getAggregateOperand()->getType();
        const auto [address, align] =
            part(whole, memory_of(*extraction.getAggregateOperand()), extraction.getIndices());
        llvm::Type* type = extraction.getType();
        if (place) {
            builder_.CreateMemCpy(place, alignment(type), address, align, size(type));
            return;
        }
        extraction.replaceAllUsesWith(builder_.CreateAlignedLoad(type, address, align));
        replaced_.insert(&extraction);
    }

    // Loads large operands before an instruction that needs the value itself: a call or a return.
    void load_operands(llvm::Instruction& instruction) {
        for (llvm::Use& use : instruction.operands())
            if (llvm::Value* place = places_.lookup(use.get()))
                use.set(builder_.CreateAlignedLoad(use->getType(), place, alignment(use->getType())));
    }

    // Fills the place of a phi. The predecessors first write the incoming value to a second place, since this value may
    // be another phi of the same block.
    void fill(llvm::PHINode& phi) {
        llvm::Type* type = phi.getType();
        llvm::Value* next = variable(type);
        llvm::SmallPtrSet<llvm::BasicBlock*, 8> done;
        for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
            if (!done.insert(phi.getIncomingBlock(i)).second) continue;
            builder_.SetInsertPoint(phi.getIncomingBlock(i)->getTerminator());
            write(*phi.getIncomingValue(i), next, alignment(type));
        }
        builder_.SetInsertPoint(phi.getParent()->getFirstInsertionPt());
        builder_.CreateMemCpy(places_.lookup(&phi), alignment(type), next, alignment(type), size(type));
    }

    llvm::Function& function_;
    const llvm::DataLayout& layout_;
    llvm::IRBuilder<> builder_;
    llvm::IRBuilder<> variables_;
    llvm::DenseMap<llvm::Type*, std::uint64_t> parts_;
    llvm::DenseMap<const llvm::Value*, llvm::Value*> places_;
    llvm::DenseMap<llvm::Constant*, llvm::GlobalVariable*> globals_;
    llvm::SmallPtrSet<const llvm::Instruction*, 16> replaced_;
    llvm::DenseMap<llvm::Type*, llvm::SmallVector<llvm::Value*, 4>> free_;  // places that no value needs any more
    std::vector<llvm::Instruction*> affected_;
    std::vector<llvm::PHINode*> phis_;
};

}  // namespace

void keep_large_values_in_memory(llvm::Function& function) { LargeValues(function).run(); }

}  // namespace lanewise::compiler::il
