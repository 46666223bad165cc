#include "model/formats/metagpt/pickle_machine.h"

#include <QByteArray>
#include <QString>

#include <array>
#include <bit>
#include <charconv>

namespace quarterdeck::formats::pickle {

std::string_view Bytes::take(std::uint64_t size)
{
    if (size > m_rest.size()) {
        m_isBroken = true;
        m_rest = {};
        return {};
    }
    const std::string_view taken = m_rest.substr(0, static_cast<std::size_t>(size));
    m_rest.remove_prefix(taken.size());
    return taken;
}

std::uint64_t Bytes::number(std::size_t size)
{
    std::uint64_t value = 0;
    const std::string_view bytes = take(size);
    for (std::size_t i = bytes.size(); i > 0; --i) {
        value = (value << 8U) | static_cast<std::uint8_t>(bytes[i - 1]);
    }
    return value;
}

std::string_view Bytes::line()
{
    const std::size_t end = m_rest.find('\n');
    if (end == std::string_view::npos) {
        m_isBroken = true;
        m_rest = {};
        return {};
    }
    const std::string_view line = m_rest.substr(0, end);
    m_rest.remove_prefix(end + 1);
    return line;
}

std::uint64_t Bytes::decimalLine()
{
    const std::string_view digits = line();
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    m_isBroken = m_isBroken || error != std::errc() || end != digits.data() + digits.size();
    return value;
}

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

namespace {

constexpr std::size_t maxLargeIntegerBytes = 1024;

bool isDecimal(std::string_view text)
{
    const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    return !digits.empty() && digits.size() <= 2 * maxLargeIntegerBytes
        && digits.find_first_not_of("0123456789") == std::string_view::npos;
}

void appendCodePoint(std::string& to, char32_t code)
{
    const auto tail = [&](unsigned shift) { to += static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
    if (code < 0x80) {
        to += static_cast<char>(code);
    } else if (code < 0x800) {
        to += static_cast<char>(0xC0U | (code >> 6U));
        tail(0);
    } else if (code < 0x10000) {
        to += static_cast<char>(0xE0U | (code >> 12U));
        tail(6);
        tail(0);
    } else {
        to += static_cast<char>(0xF0U | (code >> 18U));
        tail(12);
        tail(6);
        tail(0);
    }
}

/// The code at `at` of a text in Python's raw-unicode-escape (\uXXXX and \UXXXXXXXX, else Latin-1) and its length.
std::pair<char32_t, std::size_t> rawUnicodeAt(std::string_view text, std::size_t at)
{
    const std::size_t digits = text.substr(at, 2) == "\\u" ? 4 : text.substr(at, 2) == "\\U" ? 8 : 0;
    const std::string_view hex = digits == 0 ? std::string_view() : text.substr(at + 2, digits);
    std::uint32_t code = 0;
    if (hex.size() == digits && digits != 0
        && std::from_chars(hex.data(), hex.data() + hex.size(), code, 16).ptr == hex.data() + hex.size()
        && code <= 0x10FFFF) {
        return {code, digits + 2};
    }
    return {static_cast<std::uint8_t>(text[at]), 1};
}

std::string fromRawUnicode(std::string_view text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const auto [code, length] = rawUnicodeAt(text, at);
        appendCodePoint(result, code);
        at += length;
    }
    return result;
}

} // namespace

void Machine::pushLarge(std::string_view bytes)
{
    if (bytes.size() > maxLargeIntegerBytes) {
        refuse("a number that is too large");
        return;
    }
    if (bytes.size() > sizeof(std::int64_t)) {
        pushNew({Kind::LargeInteger, {}, 0, 0, bytes, {}});
        return;
    }
    std::uint64_t number = !bytes.empty() && static_cast<std::int8_t>(bytes.back()) < 0 ? ~std::uint64_t{0} : 0;
    for (std::size_t i = bytes.size(); i > 0; --i) {
        number = (number << 8U) | static_cast<std::uint8_t>(bytes[i - 1]);
    }
    pushInteger(static_cast<std::int64_t>(number));
}

void Machine::integerLine()
{
    const std::string_view line = m_bytes.line();
    if (line == "00" || line == "01") {
        line == "01" ? yes() : no();
        return;
    }
    std::int64_t number = 0;
    const char* end = line.data() + line.size();
    const auto parsed = std::from_chars(line.data(), end, number);
    if (parsed.ptr != end || line.empty()) {
        refuse("an invalid number");
    } else if (parsed.ec == std::errc::result_out_of_range) {
        pushNew({Kind::Decimal, {}, 0, 0, line, {}});
    } else {
        pushInteger(number);
    }
}

void Machine::longLine()
{
    std::string_view line = m_bytes.line();
    if (line.ends_with('L')) {
        line.remove_suffix(1);
    }
    if (!isDecimal(line)) {
        refuse("an invalid number");
        return;
    }
    pushNew({Kind::Decimal, {}, 0, 0, line, {}});
}

void Machine::realLine()
{
    const std::string_view line = m_bytes.line();
    bool isNumber = false;
    const double number = QByteArray(line.data(), static_cast<qsizetype>(line.size())).toDouble(&isNumber);
    if (!isNumber) {
        refuse("an invalid number");
        return;
    }
    pushNew({Kind::Real, {}, 0, number, {}, {}});
}

void Machine::real8()
{
    const std::string_view bytes = m_bytes.take(8);
    std::uint64_t bits = 0;
    for (const char byte : bytes) {
        bits = (bits << 8U) | static_cast<std::uint8_t>(byte);
    }
    pushNew({Kind::Real, {}, 0, std::bit_cast<double>(bits), {}, {}});
}

void Machine::stringLine()
{
    // Python 2's str: bytes, which no field of a message is, so the contents are skipped.
    const std::string_view line = m_bytes.line();
    const bool isQuoted =
        line.size() >= 2 && line.front() == line.back() && (line.front() == '\'' || line.front() == '"');
    if (!isQuoted) {
        refuse("a string without quotes");
        return;
    }
    pushBytes(line.substr(1, line.size() - 2));
}

void Machine::unicodeLine()
{
    m_texts.push_back(fromRawUnicode(m_bytes.line()));
    pushText(m_texts.back());
}

} // namespace quarterdeck::formats::pickle
