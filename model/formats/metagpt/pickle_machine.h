#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace quarterdeck::formats::pickle {

/// A value of a pickle stands in the machine's list of values and is named by its place: nothing is owned by anything
/// else, so that no shape of it can overflow a stack.
using ValueId = std::uint32_t;

/// What a pickle may name. It is only ever a name here: nothing is imported or called.
enum class Name {
    Message,
    UserMessage,
    SystemMessage,
    AiMessage,
    Text,          ///< builtins.str
    List,          ///< builtins.list, typing.List
    Ellipsis,      ///< builtins.Ellipsis
    Set,           ///< builtins.set
    Object,        ///< builtins.object
    GenericAlias,  ///< types.GenericAlias: list[..]
    GetItem,       ///< operator.getitem: List[..]
    Reconstructor, ///< copyreg._reconstructor: an object without its state
    Class          ///< any class of MetaGPT's, by which an address or an action is meant: `text` is its path
};

enum class Kind {
    None,
    Boolean,
    Integer,
    LargeInteger, ///< `text` is its bytes, lowest first, in two's complement
    Decimal,      ///< `text` is its digits: an integer of protocol 0
    Real,
    Text, ///< `text` is UTF-8 that may contain lone surrogates
    Bytes,
    List,
    Tuple,
    Set,
    Dictionary, ///< `items` are keys and values alternately
    Name,
    ListType, ///< `number` nested lists of text: list[str] is 1
    Object    ///< of the class `name`; `items` holds its state once it has one
};

struct Value
{
    Kind kind = Kind::None;
    Name name = Name::Object;
    std::int64_t number = 0;
    double real = 0;
    std::string_view text; ///< points into the bytes being read, or into the machine
    std::vector<ValueId> items;
};

/// The bytes of a pickle, read from front to back. Whatever would go beyond the end gives zeros and nothing, and is
/// remembered.
class Bytes
{
public:
    explicit Bytes(std::string_view bytes) : m_rest(bytes) { }

    [[nodiscard]] bool isBroken() const { return m_isBroken; }
    [[nodiscard]] std::size_t remaining() const { return m_rest.size(); }
    /// `size` bytes; nothing is set aside before they are known to be there.
    [[nodiscard]] std::string_view take(std::uint64_t size);
    /// A whole number of up to 8 bytes, the lowest first.
    [[nodiscard]] std::uint64_t number(std::size_t size);
    /// As many bytes as a number of `size` bytes before them says.
    [[nodiscard]] std::string_view counted(std::size_t size) { return take(number(size)); }
    /// Up to the line break, which is taken too.
    [[nodiscard]] std::string_view line();
    [[nodiscard]] std::uint64_t decimalLine();

private:
    std::string_view m_rest;
    bool m_isBroken = false;
};

struct Limits
{
    std::size_t maxValues = 1'000'000;
    std::size_t maxItems = 10'000'000; ///< of all lists, tuples, sets and dictionaries together
};

/// Reads a pickle of any protocol as data: a stack machine over the opcodes that never calls, imports or builds
/// anything, and refuses every opcode and name that a message does not need. Time and memory are bounded by the bytes
/// and the limits. The bytes outlive it.
class Machine
{
public:
    Machine(std::string_view bytes, const Limits& limits) : m_bytes(bytes), m_limits(limits) { }

    /// The value at the end; nothing when the pickle is refused: then `refusal` says why.
    [[nodiscard]] std::optional<ValueId> run();
    [[nodiscard]] const std::string& refusal() const { return m_refusal; }
    [[nodiscard]] const Value& at(ValueId id) const { return m_values[id]; }

private:
    using Operation = void (Machine::*)();
    [[nodiscard]] static Operation operationOf(std::uint8_t opcode);

    // pickle_machine.cpp: the stack
    void refuse(const std::string& why);
    ValueId make(Value value);
    void push(ValueId id);
    void pushNew(Value value) { push(make(std::move(value))); }
    void pushKind(Kind kind);
    [[nodiscard]] ValueId pop();
    [[nodiscard]] ValueId top() const;
    [[nodiscard]] std::vector<ValueId> popToMark();
    void addItems(ValueId to, Kind kind, const std::vector<ValueId>& items);
    void remember(std::uint64_t slot);
    void recall(std::uint64_t slot);
    void mark() { m_marks.push_back(m_stack.size()); }
    void drop() { static_cast<void>(pop()); }
    void dropToMark() { static_cast<void>(popToMark()); }
    void duplicate();
    void protocol();
    void frame();
    void stop() { m_isStopped = true; }

    // pickle_machine.cpp: numbers and texts
    void pushText(std::string_view text) { pushNew({Kind::Text, {}, 0, 0, text, {}}); }
    void pushBytes(std::string_view bytes) { pushNew({Kind::Bytes, {}, 0, 0, bytes, {}}); }
    void pushInteger(std::int64_t number) { pushNew({Kind::Integer, {}, number, 0, {}, {}}); }
    void pushLarge(std::string_view bytes);
    void none() { pushKind(Kind::None); }
    void yes() { pushNew({Kind::Boolean, {}, 1, 0, {}, {}}); }
    void no() { pushNew({Kind::Boolean, {}, 0, 0, {}, {}}); }
    void integerLine();
    void longLine();
    void realLine();
    void stringLine();
    void unicodeLine();
    void int4() { pushInteger(static_cast<std::int32_t>(m_bytes.number(4))); }
    void int1() { pushInteger(static_cast<std::int64_t>(m_bytes.number(1))); }
    void int2() { pushInteger(static_cast<std::int64_t>(m_bytes.number(2))); }
    void long1() { pushLarge(m_bytes.counted(1)); }
    void long4() { pushLarge(m_bytes.counted(4)); }
    void real8();
    void text1() { pushText(m_bytes.counted(1)); }
    void text4() { pushText(m_bytes.counted(4)); }
    void text8() { pushText(m_bytes.counted(8)); }
    void bytes1() { pushBytes(m_bytes.counted(1)); }
    void bytes4() { pushBytes(m_bytes.counted(4)); }
    void bytes8() { pushBytes(m_bytes.counted(8)); }

    // pickle_objects.cpp: containers, names, objects
    void emptyList() { pushKind(Kind::List); }
    void emptyTuple() { pushKind(Kind::Tuple); }
    void emptySet() { pushKind(Kind::Set); }
    void emptyDictionary() { pushKind(Kind::Dictionary); }
    void list() { collect(Kind::List); }
    void tuple() { collect(Kind::Tuple); }
    void frozenSet() { collect(Kind::Set); }
    void dictionary() { collect(Kind::Dictionary); }
    void collect(Kind kind);
    void tuple1() { shortTuple(1); }
    void tuple2() { shortTuple(2); }
    void tuple3() { shortTuple(3); }
    void shortTuple(std::size_t size);
    void append();
    void appendAll() { addToMark(Kind::List); }
    void addAll() { addToMark(Kind::Set); }
    void setItem();
    void setItems() { addToMark(Kind::Dictionary); }
    void addToMark(Kind kind);
    void getLine() { recall(m_bytes.decimalLine()); }
    void get1() { recall(m_bytes.number(1)); }
    void get4() { recall(m_bytes.number(4)); }
    void putLine() { remember(m_bytes.decimalLine()); }
    void put1() { remember(m_bytes.number(1)); }
    void put4() { remember(m_bytes.number(4)); }
    void memoize() { remember(m_memo.size()); }
    void globalLine();
    void globalFromStack();
    void pushName(std::string_view module, std::string_view name);
    void reduce();
    void newObject();
    void build();
    [[nodiscard]] bool isName(ValueId id, Name name) const;
    void makeListType(const std::vector<ValueId>& arguments);
    void makeObject(ValueId type);

    Bytes m_bytes;
    Limits m_limits;
    std::vector<Value> m_values;
    std::size_t m_items = 0;
    std::vector<ValueId> m_stack;
    std::vector<std::size_t> m_marks; ///< the stack's size below each
    std::unordered_map<std::uint64_t, ValueId> m_memo;
    std::deque<std::string> m_texts; ///< texts that are escaped in the bytes
    std::string m_refusal;
    bool m_isStopped = false;
};

} // namespace quarterdeck::formats::pickle
