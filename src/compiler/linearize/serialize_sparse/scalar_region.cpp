#include "compiler/linearize/serialize_sparse/scalar_region.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/limits/budget.h"
#include "compiler/linearize/fast_paths/copies.h"

namespace lanewise::compiler {
namespace {

using llvm::BasicBlock;
using llvm::dyn_cast;
using llvm::isa;

// Whether `constant` refers only to variables in the kernel's own object file. The addresses of other variables are
// known only in the kernel function.
bool is_in_image(const llvm::Constant& constant) {
    if (const auto* variable = dyn_cast<llvm::GlobalVariable>(&constant))
        return variable->getAddressSpace() == constant_space && !program_variable_offset(*variable);
    return llvm::all_of(constant.operands(), [](const llvm::Use& part) {
        return isa<BasicBlock>(part) || is_in_image(*llvm::cast<llvm::Constant>(part));
    });
}

bool may_be_private(const llvm::Value& pointer) {
    if (!pointer.getType()->isPointerTy()) return false;
    const unsigned space = pointer.getType()->getPointerAddressSpace();
    return (space == private_space || space == generic_space) &&
           !isa<llvm::Argument>(llvm::getUnderlyingObject(&pointer));
}

bool is_address(const llvm::Value& value) { return isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(value); }

// Whether `check` accepts all uses of an array's address. If `leads_on` accepts a user, the user computes another
// address in the array, and the uses of that address are checked instead.
bool all_uses(const llvm::AllocaInst& array, llvm::function_ref<bool(const llvm::Value&)> leads_on,
              llvm::function_ref<bool(const llvm::Use&)> check) {
    llvm::SmallSetVector<const llvm::Value*, 16> addresses;
    addresses.insert(&array);
    for (std::size_t i = 0; i < addresses.size(); ++i)
        for (const llvm::Use& use : addresses[i]->uses()) {
            if (leads_on(*use.getUser()))
                addresses.insert(use.getUser());
            else if (!check(use))
                return false;
        }
    return true;
}

bool is_accessed_by(const llvm::Use& use) {
    return isa<llvm::LoadInst>(use.getUser()) || (isa<llvm::StoreInst>(use.getUser()) && use.getOperandNo() == 1);
}

}  // namespace

// Passes the elements of `array` to the region's function as parameters. Returns false if the array is large, or if its
// address is used by instructions other than loads and stores. Also returns false if the region writes to the array and
// other code may read the array afterwards.
bool ScalarRegion::share_array(llvm::AllocaInst& array) {
    llvm::Type* element = nullptr;
    bool writes = false, is_read_outside = false;
    const bool only_accesses = all_uses(array, is_address, [&](const llvm::Use& use) {
        if (!is_accessed_by(use)) return false;
        const bool is_load = isa<llvm::LoadInst>(use.getUser());
        const bool is_inside = region_.contains(use.getUser());
        writes |= is_inside && !is_load;
        is_read_outside |= !is_inside && is_load;
        llvm::Type* type = llvm::getLoadStoreType(use.getUser());
        if (!element) element = type;
        return element == type;
    });
    if (!only_accesses || !element || element->isVectorTy() || (writes && (is_read_outside || region_.in_loop)))
        return false;
    const llvm::DataLayout& layout = kernel_.getDataLayout();
    const std::uint64_t bytes = array.getAllocationSize(layout)->getFixedValue();
    const std::uint64_t count = bytes / layout.getTypeAllocSize(element);
    if (count * layout.getTypeAllocSize(element) != bytes || count > budget::handed_elements) return false;
    shared_.push_back({&array, element, static_cast<unsigned>(count),
                       llvm::commonAlignment(array.getAlign(), layout.getTypeAllocSize(element))});
    return true;
}

// Whether only the region uses `array`, and the array's address does not escape.
bool ScalarRegion::is_own(const llvm::AllocaInst& array) const {
    const auto leads_on = [](const llvm::Value& user) {
        return is_address(user) || isa<llvm::PHINode, llvm::SelectInst>(user);
    };
    return all_uses(array, leads_on, [&](const llvm::Use& use) {
        return region_.contains(use.getUser()) && (is_accessed_by(use) || isa<llvm::MemIntrinsic>(use.getUser()));
    });
}

bool ScalarRegion::import_array(llvm::AllocaInst& array) {
    const auto is_array = [&](const Shared& known) { return known.array == &array; };
    if (llvm::is_contained(own_, &array) || llvm::any_of(shared_, is_array)) return true;
    if (!array.isStaticAlloca()) return false;
    if (region_.in_loop || region_.latch || !is_own(array)) return share_array(array);
    own_.push_back(&array);
    return true;
}

bool ScalarRegion::import_address(llvm::Value& value) {
    if (!is_address(value)) return false;
    auto& address = llvm::cast<llvm::Instruction>(value);
    if (!llvm::all_of(address.operands(), [&](llvm::Use& part) { return import_value(*part); })) return false;
    addresses_.insert(&address);
    return true;
}

bool ScalarRegion::import_value(llvm::Value& value) {
    if (isa<BasicBlock, llvm::MetadataAsValue>(value) || region_.contains(&value) || inputs_.contains(&value))
        return true;
    if (auto* array = dyn_cast<llvm::AllocaInst>(&value)) return import_array(*array);
    if (const auto* constant = dyn_cast<llvm::Constant>(&value);
        constant && (isa<llvm::Function>(constant) || is_in_image(*constant)))
        return true;
    if (!isa<llvm::Constant>(value) && may_be_private(value)) return import_address(value);
    if (!value.getType()->isFirstClassType() || value.getType()->isTokenTy()) return false;
    inputs_.insert(&value);
    return true;
}

// Whether all users of `instruction` outside of the region are phis of the join.
bool ScalarRegion::hands_over(const llvm::Instruction& instruction) const {
    return llvm::all_of(instruction.uses(), [&](const llvm::Use& use) {
        const auto* phi = dyn_cast<llvm::PHINode>(use.getUser());
        return region_.contains(use.getUser()) ||
               (phi && phi->getParent() == region_.join && region_.blocks.contains(phi->getIncomingBlock(use)));
    });
}

// Whether the region's function can be made without the operation `call`. `ocl.all` is replaced by false, so that the
// single work-item takes the path with masks. The caller computes pure operations on constants, and passes their
// results.
bool ScalarRegion::takes_operation(llvm::CallInst& call) {
    if (as_operation(&call, op::all)) return import_value(*call.getArgOperand(0));
    if (!is_pure_operation(&call) ||
        !llvm::all_of(call.args(), [](const llvm::Use& part) { return isa<llvm::Constant>(part); }))
        return false;
    inputs_.insert(&call);
    return true;
}

bool ScalarRegion::takes(llvm::Instruction& instruction) {
    if (isa<llvm::AllocaInst>(instruction) || !hands_over(instruction)) return false;
    if (is_operation(&instruction)) return takes_operation(llvm::cast<llvm::CallInst>(instruction));
    if (!may_be_copied(instruction)) return false;
    auto* phi = dyn_cast<llvm::PHINode>(&instruction);
    if (!phi) return llvm::all_of(instruction.operands(), [&](llvm::Use& operand) { return import_value(*operand); });
    // The initial values of the loop's phis are not needed, because the function continues with a later iteration.
    return llvm::all_of(phi->blocks(), [&](BasicBlock* from) {
        return (from == region_.head && region_.latch) || import_value(*phi->getIncomingValueForBlock(from));
    });
}

bool ScalarRegion::is_possible() {
    for (BasicBlock* block : region_.blocks)
        for (llvm::Instruction& instruction : *block)
            if (!takes(instruction)) return false;
    for (llvm::PHINode& phi : region_.join->phis())
        for (BasicBlock* from : phi.blocks())
            if (region_.blocks.contains(from) && !import_value(*phi.getIncomingValueForBlock(from))) return false;
    return true;
}

llvm::Function* ScalarRegion::new_function() {
    llvm::SmallVector<llvm::Type*, 16> parameters, results;
    for (const llvm::Value* input : inputs_) parameters.push_back(input->getType());
    for (const Shared& shared : shared_) parameters.append(shared.count, shared.element);
    for (const llvm::PHINode* phi : carried_) parameters.push_back(phi->getType());
    for (const llvm::PHINode& phi : region_.join->phis()) results.push_back(phi.getType());
    llvm::LLVMContext& context = kernel_.getContext();
    llvm::Type* result = results.empty() ? llvm::Type::getVoidTy(context) : llvm::StructType::get(context, results);
    auto* function =
        llvm::Function::Create(llvm::FunctionType::get(result, parameters, false), llvm::GlobalValue::InternalLinkage,
                               kernel_.getName() + ".region", kernel_.getParent());
    for (const llvm::Attribute attribute : kernel_.getAttributes().getFnAttrs())
        if (!attribute.isStringAttribute() || !attribute.getKindAsString().starts_with(fact::prefix))
            function->addFnAttr(attribute);
    // The kernel's attribute `memory` does not count accesses to the kernel's own variables, so it may be wrong for the
    // region's function.
    function->removeFnAttr(llvm::Attribute::Memory);
    function->addFnAttr(llvm::Attribute::NoInline);
    function->addFnAttr(fact::sparse_region);
    return function;
}

void ScalarRegion::begin() {
    auto* entry = BasicBlock::Create(function_->getContext(), "entry", function_);
    llvm::IRBuilder<> builder(entry);
    auto* parameter = function_->arg_begin();
    for (llvm::Value* input : inputs_) copies_[input] = &*parameter++;
    for (llvm::AllocaInst* array : own_) copies_[array] = builder.Insert(array->clone());
    for (const Shared& shared : shared_) {
        llvm::Value* array = builder.Insert(shared.array->clone());
        copies_[shared.array] = array;
        for (unsigned i = 0; i < shared.count; ++i)
            builder.CreateAlignedStore(&*parameter++, builder.CreateConstGEP1_32(shared.element, array, i),
                                       shared.align);
    }
    for (llvm::Instruction* address : addresses_) {
        llvm::Instruction* copy = builder.Insert(address->clone());
        llvm::RemapInstruction(copy, copies_, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
        copies_[address] = copy;
    }
    copies_[region_.head] = entry;
}

void ScalarRegion::copy_blocks() {
    llvm::SmallVector<BasicBlock*, 16> made;
    for (BasicBlock* block : region_.blocks) {
        made.push_back(llvm::CloneBasicBlock(block, copies_, "", function_));
        copies_[block] = made.back();
    }
    llvm::SmallVector<llvm::Instruction*, 4> operations;
    const auto known = [&](llvm::Instruction& operation, llvm::Value* value) {
        operations.push_back(llvm::cast<llvm::Instruction>(copies_[&operation]));
        copies_[&operation] = value;
    };
    for (unsigned i = 0; i < inputs_.size(); ++i)
        if (region_.contains(inputs_[i])) known(*llvm::cast<llvm::Instruction>(inputs_[i]), function_->getArg(i));
    for (BasicBlock* block : region_.blocks)
        for (llvm::Instruction& instruction : *block)
            if (as_operation(&instruction, op::all))
                known(instruction, llvm::ConstantInt::getFalse(function_->getContext()));
    copies_[region_.join] = BasicBlock::Create(function_->getContext(), "end", function_);
    llvm::remapInstructionsInBlocks(made, copies_);
    for (llvm::Instruction* operation : operations) operation->eraseFromParent();
    for (BasicBlock* block : made)
        for (llvm::Instruction& instruction : *block) {
            instruction.setDebugLoc({});
            instruction.dropDbgRecords();
        }
    llvm::BranchInst::Create(llvm::cast<BasicBlock>(copies_[region_.start]),
                             llvm::cast<BasicBlock>(copies_[region_.head]));
}

// Makes the loop in the function start with the values of the function's last parameters.
void ScalarRegion::go_on() {
    auto* parameter = function_->arg_end() - static_cast<std::ptrdiff_t>(carried_.size());
    for (llvm::PHINode* phi : carried_)
        llvm::cast<llvm::PHINode>(copies_[phi])->setIncomingValueForBlock(&function_->getEntryBlock(), &*parameter++);
}

void ScalarRegion::end() {
    llvm::IRBuilder<> builder(llvm::cast<BasicBlock>(copies_[region_.join]));
    llvm::SmallVector<llvm::PHINode*, 4> results;
    for (llvm::PHINode& phi : region_.join->phis()) {
        results.push_back(builder.CreatePHI(phi.getType(), 2));
        for (BasicBlock* from : phi.blocks()) {
            if (!region_.blocks.contains(from)) continue;
            llvm::Value* value = phi.getIncomingValueForBlock(from);
            llvm::Value* copy = copies_.lookup(value);
            results.back()->addIncoming(copy ? copy : value, llvm::cast<BasicBlock>(copies_[from]));
        }
    }
    if (results.empty()) {
        builder.CreateRetVoid();
        return;
    }
    llvm::Value* all = llvm::PoisonValue::get(function_->getReturnType());
    for (unsigned i = 0; i < results.size(); ++i) all = builder.CreateInsertValue(all, results[i], i);
    builder.CreateRet(all);
}

llvm::SmallVector<llvm::Value*, 16> ScalarRegion::arguments(llvm::IRBuilder<>& builder) {
    llvm::SmallVector<llvm::Value*, 16> arguments;
    for (llvm::Value* input : inputs_)
        arguments.push_back(region_.contains(input) ? builder.Insert(llvm::cast<llvm::Instruction>(input)->clone())
                                                    : input);
    for (const Shared& shared : shared_)
        for (unsigned i = 0; i < shared.count; ++i)
            arguments.push_back(builder.CreateAlignedLoad(
                shared.element, builder.CreateConstGEP1_32(shared.element, shared.array, i), shared.align));
    BasicBlock* block = builder.GetInsertBlock();
    for (llvm::PHINode* phi : carried_) {
        auto* left = llvm::PHINode::Create(phi->getType(), 1);  // values leave a loop in phis (LCSSA)
        left->insertInto(block, block->getFirstNonPHIIt());
        left->addIncoming(phi, block->getSinglePredecessor());
        arguments.push_back(left);
    }
    return arguments;
}

void ScalarRegion::make() {
    if (region_.latch)
        for (llvm::PHINode& phi : region_.start->phis()) carried_.push_back(&phi);
    function_ = new_function();
    begin();
    copy_blocks();
    go_on();
    end();
}

ScalarRegion::Results ScalarRegion::call(llvm::IRBuilder<>& builder) {
    llvm::CallInst* call = builder.CreateCall(function_, arguments(builder));
    Results results;
    if (!call->getType()->isVoidTy())
        for (unsigned i = 0; i < call->getType()->getStructNumElements(); ++i)
            results.push_back(builder.CreateExtractValue(call, i));
    return results;
}

}  // namespace lanewise::compiler
