#include "model/formats/metagpt/pickle_machine.h"

#include <array>

namespace quarterdeck::formats::pickle {

// Opcodes: the module pickletools of Python's standard library. Whatever is missing from this table is refused:
// persistent ids, INST and OBJ, the extension registry, out-of-band buffers.
Machine::Operation Machine::operationOf(std::uint8_t opcode)
{
    static const auto table = [] {
        std::array<Operation, 256> operations{};
        const std::initializer_list<std::pair<int, Operation>> known = {{0x80, &Machine::protocol},
                                                                        {0x95, &Machine::frame},
                                                                        {'.', &Machine::stop},
                                                                        {'(', &Machine::mark},
                                                                        {'0', &Machine::drop},
                                                                        {'1', &Machine::dropToMark},
                                                                        {'2', &Machine::duplicate},
                                                                        {'N', &Machine::none},
                                                                        {0x88, &Machine::yes},
                                                                        {0x89, &Machine::no},
                                                                        {'I', &Machine::integerLine},
                                                                        {'L', &Machine::longLine},
                                                                        {'J', &Machine::int4},
                                                                        {'K', &Machine::int1},
                                                                        {'M', &Machine::int2},
                                                                        {0x8a, &Machine::long1},
                                                                        {0x8b, &Machine::long4},
                                                                        {'F', &Machine::realLine},
                                                                        {'G', &Machine::real8},
                                                                        {'S', &Machine::stringLine},
                                                                        {'T', &Machine::bytes4},
                                                                        {'U', &Machine::bytes1},
                                                                        {'V', &Machine::unicodeLine},
                                                                        {'X', &Machine::text4},
                                                                        {0x8c, &Machine::text1},
                                                                        {0x8d, &Machine::text8},
                                                                        {'B', &Machine::bytes4},
                                                                        {'C', &Machine::bytes1},
                                                                        {0x8e, &Machine::bytes8},
                                                                        {0x96, &Machine::bytes8},
                                                                        {']', &Machine::emptyList},
                                                                        {'l', &Machine::list},
                                                                        {'a', &Machine::append},
                                                                        {'e', &Machine::appendAll},
                                                                        {')', &Machine::emptyTuple},
                                                                        {'t', &Machine::tuple},
                                                                        {0x85, &Machine::tuple1},
                                                                        {0x86, &Machine::tuple2},
                                                                        {0x87, &Machine::tuple3},
                                                                        {'}', &Machine::emptyDictionary},
                                                                        {'d', &Machine::dictionary},
                                                                        {'s', &Machine::setItem},
                                                                        {'u', &Machine::setItems},
                                                                        {0x8f, &Machine::emptySet},
                                                                        {0x90, &Machine::addAll},
                                                                        {0x91, &Machine::frozenSet},
                                                                        {'g', &Machine::getLine},
                                                                        {'h', &Machine::get1},
                                                                        {'j', &Machine::get4},
                                                                        {'p', &Machine::putLine},
                                                                        {'q', &Machine::put1},
                                                                        {'r', &Machine::put4},
                                                                        {0x94, &Machine::memoize},
                                                                        {'c', &Machine::globalLine},
                                                                        {0x93, &Machine::globalFromStack},
                                                                        {'R', &Machine::reduce},
                                                                        {0x81, &Machine::newObject},
                                                                        {'b', &Machine::build}};
        for (const auto& [code, operation] : known) {
            operations[static_cast<std::size_t>(code)] = operation;
        }
        return operations;
    }();
    return table[opcode];
}

std::optional<ValueId> Machine::run()
{
    while (!m_isStopped && m_refusal.empty()) {
        const auto opcode = static_cast<std::uint8_t>(m_bytes.number(1));
        const Operation operation = operationOf(opcode);
        if (m_bytes.isBroken()) {
            refuse("it ends too early");
        } else if (!operation) {
            refuse("opcode " + std::to_string(opcode));
        } else {
            (this->*operation)();
        }
        if (m_bytes.isBroken()) {
            refuse("it ends too early");
        }
    }
    if (!m_refusal.empty()) {
        return std::nullopt;
    }
    const ValueId result = pop();
    return m_refusal.empty() ? std::optional(result) : std::nullopt;
}

void Machine::refuse(const std::string& why)
{
    if (m_refusal.empty()) {
        m_refusal = why;
    }
}

ValueId Machine::make(Value value)
{
    if (m_values.size() >= m_limits.maxValues) {
        refuse("too many values");
        return 0;
    }
    m_values.push_back(std::move(value));
    return static_cast<ValueId>(m_values.size() - 1);
}

void Machine::push(ValueId id)
{
    if (m_refusal.empty()) {
        m_stack.push_back(id);
    }
}

void Machine::pushKind(Kind kind)
{
    Value value;
    value.kind = kind;
    pushNew(std::move(value));
}

ValueId Machine::top() const
{
    const bool isEmpty = m_stack.size() <= (m_marks.empty() ? 0 : m_marks.back());
    return isEmpty ? 0 : m_stack.back();
}

ValueId Machine::pop()
{
    if (m_stack.size() <= (m_marks.empty() ? 0 : m_marks.back())) {
        refuse("the stack is empty");
        if (m_values.empty()) {
            m_values.emplace_back();
        }
        return 0;
    }
    const ValueId id = m_stack.back();
    m_stack.pop_back();
    return id;
}

std::vector<ValueId> Machine::popToMark()
{
    if (m_marks.empty()) {
        refuse("there is no mark");
        return {};
    }
    const auto from = m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back());
    std::vector<ValueId> items(from, m_stack.end());
    m_stack.erase(from, m_stack.end());
    m_marks.pop_back();
    return items;
}

void Machine::addItems(ValueId to, Kind kind, const std::vector<ValueId>& items)
{
    m_items += items.size();
    if (!m_refusal.empty() || m_values[to].kind != kind) {
        refuse("items for an object that takes none");
    } else if (m_items > m_limits.maxItems) {
        refuse("too many items");
    } else if (kind == Kind::Dictionary && items.size() % 2 != 0) {
        refuse("a key without a value");
    } else {
        m_values[to].items.insert(m_values[to].items.end(), items.begin(), items.end());
    }
}

void Machine::remember(std::uint64_t slot)
{
    const ValueId id = pop();
    push(id);
    m_memo[slot] = id;
}

void Machine::duplicate()
{
    const ValueId id = pop();
    push(id);
    push(id);
}

void Machine::recall(std::uint64_t slot)
{
    const auto known = m_memo.find(slot);
    if (known == m_memo.end()) {
        refuse("a reference to a value that was never stored");
    } else {
        push(known->second);
    }
}

void Machine::protocol()
{
    if (m_bytes.number(1) > 5) {
        refuse("a protocol newer than 5");
    }
}

void Machine::frame()
{
    if (m_bytes.number(8) > m_bytes.remaining()) {
        refuse("it ends too early");
    }
}

} // namespace quarterdeck::formats::pickle
