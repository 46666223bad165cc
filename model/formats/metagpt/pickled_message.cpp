#include "model/formats/metagpt/pickled_message.h"

#include "model/conversation/outsiders.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/python_json.h"
#include "model/formats/metagpt/pickle_machine.h"
#include "model/formats/metagpt/stored_messages.h"
#include "model/formats/recording/recording_builder.h"

#include <QUtf8StringView>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string_view>

namespace quarterdeck::formats::pickle {

/// A value as JSON (see python_json for what JSON does not hold): tuples are lists. Nothing for cycles, what nests too
/// deeply or grows too large where it refers to itself, sets, bytes, names and objects, and keys that are no texts or
/// whole numbers. One writer counts all that it writes.
class JsonWriter
{
public:
    explicit JsonWriter(const Machine& machine, std::size_t maxValues = 1'000'000)
        : m_machine(machine)
        , m_left(maxValues)
    { }

    [[nodiscard]] std::optional<nlohmann::json> write(ValueId id, int depth = 0);

private:
    [[nodiscard]] std::optional<nlohmann::json> writeList(const Value& value, int depth);
    [[nodiscard]] std::optional<nlohmann::json> writeDictionary(const Value& value, int depth);

    const Machine& m_machine;
    std::size_t m_left = 0;
};

/// A text as JSON holds it: one with lone surrogates is marked. Nothing for what is no UTF-8 otherwise.
[[nodiscard]] std::optional<std::string> jsonText(std::string_view text);

using nlohmann::json;

namespace {

constexpr int deepestPickle = 100;

/// Decimal digits of a number in two's complement, the lowest byte first.
std::string decimalOf(std::string_view bytes)
{
    std::string magnitude(bytes);
    const bool isNegative = static_cast<std::int8_t>(bytes.back()) < 0;
    unsigned carry = isNegative ? 1 : 0;
    for (char& byte : magnitude) {
        const unsigned value =
            (isNegative ? 0xFFU - static_cast<std::uint8_t>(byte) : static_cast<std::uint8_t>(byte)) + carry;
        byte = static_cast<char>(value & 0xFFU);
        carry = value >> 8U;
    }
    std::string digits;
    while (std::ranges::any_of(magnitude, [](char byte) { return byte != 0; })) {
        unsigned remainder = 0;
        for (auto byte = magnitude.rbegin(); byte != magnitude.rend(); ++byte) {
            const unsigned value = remainder * 256 + static_cast<std::uint8_t>(*byte);
            *byte = static_cast<char>(value / 10);
            remainder = value % 10;
        }
        digits += static_cast<char>('0' + remainder);
    }
    if (digits.empty()) {
        return "0";
    }
    std::ranges::reverse(digits);
    return (isNegative ? "-" : "") + digits;
}

std::optional<json> numberFrom(const std::string& digits) { return python_json::parse(digits); }

std::optional<json> realOf(double real)
{
    if (std::isfinite(real)) {
        return real;
    }
    return python_json::parse(std::isnan(real) ? "NaN" : real < 0 ? "-Infinity" : "Infinity");
}

/// Lone surrogates in Python's UTF-8 ("surrogatepass") become JSON escapes; the rest stays.
std::string withEscapedSurrogates(std::string_view text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
        if (byte(at) == 0xED && at + 2 < text.size() && byte(at + 1) >= 0xA0) {
            const unsigned code = 0xD000U | ((byte(at + 1) & 0x3FU) << 6U) | (byte(at + 2) & 0x3FU);
            std::array<char, 8> escape{};
            std::snprintf(escape.data(), escape.size(), "\\u%04x", code);
            result += escape.data();
            at += 2;
        } else {
            result += text[at];
        }
    }
    return result;
}

} // namespace

std::optional<std::string> jsonText(std::string_view text)
{
    constexpr std::string_view mark = "\uFDD0"; // of python_json
    if (!text.starts_with(mark) && QUtf8StringView(text.data(), static_cast<qsizetype>(text.size())).isValidUtf8()) {
        return std::string(text); // as nearly all are
    }
    // Escaped first, since a text may hold any character; one that begins like a marked text is marked itself.
    std::string token = "\"";
    for (const char one : text) {
        const bool isControl = static_cast<std::uint8_t>(one) < 0x20;
        std::array<char, 8> escape{};
        if (isControl || one == '"' || one == '\\') {
            std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(one));
            token += escape.data();
        } else {
            token += one;
        }
    }
    const auto value = python_json::parse(withEscapedSurrogates(token + '"'));
    return value && value->is_string() ? std::optional(value->get<std::string>()) : std::nullopt;
}

std::optional<json> JsonWriter::write(ValueId id, int depth)
{
    if (m_left == 0 || depth > deepestPickle) {
        return std::nullopt;
    }
    --m_left;
    const Value& value = m_machine.at(id);
    switch (value.kind) {
    case Kind::None:
        return json();
    case Kind::Boolean:
        return value.number != 0;
    case Kind::Integer:
        return value.number;
    case Kind::LargeInteger:
        return numberFrom(decimalOf(value.text));
    case Kind::Decimal:
        return numberFrom(std::string(value.text));
    case Kind::Real:
        return realOf(value.real);
    case Kind::Text: {
        const auto text = jsonText(value.text);
        return text ? std::optional<json>(*text) : std::nullopt;
    }
    case Kind::List:
    case Kind::Tuple:
        return writeList(value, depth);
    case Kind::Dictionary:
        return writeDictionary(value, depth);
    case Kind::Bytes:
    case Kind::Set:
    case Kind::Name:
    case Kind::ListType:
    case Kind::Object:
        break;
    }
    return std::nullopt;
}

std::optional<json> JsonWriter::writeList(const Value& value, int depth)
{
    json list = json::array();
    for (const ValueId item : value.items) {
        auto written = write(item, depth + 1);
        if (!written) {
            return std::nullopt;
        }
        list.push_back(std::move(*written));
    }
    return list;
}

std::optional<json> JsonWriter::writeDictionary(const Value& value, int depth)
{
    json object = json::object();
    for (std::size_t i = 0; i + 1 < value.items.size(); i += 2) {
        const Value& key = m_machine.at(value.items[i]);
        const auto name = key.kind == Kind::Text ? jsonText(key.text)
            : key.kind == Kind::Integer          ? std::optional(std::to_string(key.number))
                                                 : std::nullopt;
        auto written = name ? write(value.items[i + 1], depth + 1) : std::nullopt;
        if (!written) {
            return std::nullopt;
        }
        object[*name] = std::move(*written);
    }
    return object;
}

} // namespace quarterdeck::formats::pickle

namespace quarterdeck::formats::metagpt {

using conversation::JsonValue;
using conversation::Message;
using conversation::Result;
using nlohmann::json;
using pickle::Kind;
using pickle::Machine;
using pickle::Name;
using pickle::Value;
using pickle::ValueId;

namespace {

std::string classNameOf(Name name)
{
    switch (name) {
    case Name::UserMessage:
        return "UserMessage";
    case Name::SystemMessage:
        return "SystemMessage";
    case Name::AiMessage:
        return "AIMessage";
    default:
        return "Message";
    }
}

/// Extracts the message's fields from the machine's values; notes the first that is wrong.
class Fields
{
public:
    explicit Fields(const Machine& machine) : m_machine(machine), m_json(machine) { }

    [[nodiscard]] const std::string& refusal() const { return m_refusal; }
    void refuse(const std::string& why)
    {
        if (m_refusal.empty()) {
            m_refusal = why;
        }
    }
    /// The value of a dictionary's member; the last of that name, as in Python.
    [[nodiscard]] const Value* member(const Value& dictionary, std::string_view name) const
    {
        const Value* found = nullptr;
        for (std::size_t i = 0; i + 1 < dictionary.items.size(); i += 2) {
            const Value& key = m_machine.at(dictionary.items[i]);
            if (key.kind == Kind::Text && key.text == name) {
                found = &m_machine.at(dictionary.items[i + 1]);
            }
        }
        return found;
    }
    std::string text(const Value& dictionary, std::string_view name, std::string missing, bool isRequired = false)
    {
        const Value* value = member(dictionary, name);
        if (!value && !isRequired) {
            return missing;
        }
        const auto read = value && value->kind == Kind::Text ? pickle::jsonText(value->text) : std::nullopt;
        if (!read) {
            refuse("the field " + std::string(name));
        }
        return python_json::shown(read.value_or(""));
    }
    /// A text, or a class, which stands for its path as MetaGPT's any_to_str writes it.
    std::string nameOf(const Value& dictionary, std::string_view name, std::string missing)
    {
        const Value* value = member(dictionary, name);
        return value && isClass(*value) ? std::string(value->text) : text(dictionary, name, std::move(missing));
    }
    conversation::AddressSet addresses(const Value& dictionary)
    {
        const Value* value = member(dictionary, "send_to");
        if (!value) {
            return {conversation::address::all};
        }
        conversation::AddressSet read;
        if (value->kind != Kind::Set && value->kind != Kind::List) {
            refuse("the field send_to");
            return read;
        }
        for (const ValueId item : value->items) {
            const Value& address = m_machine.at(item);
            const auto name = isClass(address) ? std::optional(std::string(address.text))
                : address.kind == Kind::Text   ? pickle::jsonText(address.text)
                                               : std::nullopt;
            name ? static_cast<void>(read.insert(conversation::Address(python_json::shown(*name))))
                 : refuse("the field send_to");
        }
        return read;
    }
    /// In 0.4, one address or none; an empty one means everybody, as in later versions.
    conversation::AddressSet oneAddress(const Value& dictionary)
    {
        const std::string address = nameOf(dictionary, "send_to", "");
        const std::string restricted = address.empty() ? nameOf(dictionary, "restricted_to", "") : address;
        return {restricted.empty() ? conversation::address::all : conversation::Address(restricted)};
    }
    JsonValue object(const Value& dictionary, std::string_view name)
    {
        const Value* value = member(dictionary, name);
        if (!value) {
            return JsonValue(json::object());
        }
        auto read = value->kind == Kind::Dictionary ? jsonOf(*value) : std::nullopt;
        if (!read) {
            refuse("the field " + std::string(name));
        }
        return JsonValue(read.value_or(json::object()));
    }
    std::optional<conversation::StructuredContent> structured(const Value& dictionary)
    {
        const Value* value = member(dictionary, "instruct_content");
        const bool isEmpty = value && value->kind == Kind::Dictionary && value->items.empty(); // as Python takes it
        if (!value || value->kind == Kind::None || isEmpty) {
            return std::nullopt;
        }
        const Value* mapping = value->kind == Kind::Dictionary ? member(*value, "mapping") : nullptr;
        if (!mapping || mapping->kind != Kind::Dictionary || !member(*value, "value")) {
            refuse("the field instruct_content");
            return std::nullopt;
        }
        json plain{{"class", text(*value, "class", "", true)}, {"value", object(*value, "value").json()}};
        plain["mapping"] = json::object();
        for (std::size_t i = 0; i + 1 < mapping->items.size(); i += 2) {
            const Value& field = m_machine.at(mapping->items[i]);
            const auto name = field.kind == Kind::Text ? pickle::jsonText(field.text) : std::nullopt;
            const auto type = typeOf(m_machine.at(mapping->items[i + 1]));
            if (!name || !type) {
                refuse("the mapping of instruct_content");
                return std::nullopt;
            }
            plain["mapping"][*name] = mappingText(*type);
        }
        const auto read = readStructuredContent(plain);
        if (!read) {
            refuse("the field instruct_content: " + read.error().detail);
            return std::nullopt;
        }
        return read->content;
    }

private:
    [[nodiscard]] static bool isClass(const Value& value)
    {
        return value.kind == Kind::Name && value.name == Name::Class;
    }
    [[nodiscard]] std::optional<json> jsonOf(const Value& value)
    {
        json object = json::object();
        for (std::size_t i = 0; i + 1 < value.items.size(); i += 2) {
            const Value& key = m_machine.at(value.items[i]);
            const auto name = key.kind == Kind::Text ? pickle::jsonText(key.text) : std::nullopt;
            auto written = name ? m_json.write(value.items[i + 1]) : std::nullopt;
            if (!written) {
                return std::nullopt;
            }
            object[*name] = std::move(*written);
        }
        return object;
    }
    /// Of the pair (type, Ellipsis), or the text that stands for it in MetaGPT's JSON.
    [[nodiscard]] std::optional<FieldType> typeOf(const Value& value) const
    {
        if (value.kind == Kind::Text) {
            return fieldTypeOf(value.text);
        }
        if (value.kind != Kind::Tuple || value.items.size() != 2) {
            return std::nullopt;
        }
        const Value& type = m_machine.at(value.items[0]);
        const Value& dots = m_machine.at(value.items[1]);
        if (dots.kind != Kind::Name || dots.name != Name::Ellipsis) {
            return std::nullopt;
        }
        if (type.kind == Kind::Name && type.name == Name::Text) {
            return FieldType::Text;
        }
        if (type.kind == Kind::ListType) {
            return type.number == 1 ? FieldType::ListOfTexts : FieldType::ListOfListsOfTexts;
        }
        return std::nullopt;
    }

    const Machine& m_machine;
    pickle::JsonWriter m_json;
    std::string m_refusal;
};

Result<PickledMessage> refused(const std::string& why) { return tl::unexpected(errors::notAPickledMessage(why)); }

} // namespace

Result<PickledMessage> readPickledMessage(std::string_view bytes)
{
    Machine machine(bytes, {});
    const auto root = machine.run();
    if (!root) {
        return refused(machine.refusal());
    }
    const Value& object = machine.at(*root);
    if (object.kind != Kind::Object || object.items.empty()) {
        return refused("it is not a message");
    }
    Fields fields(machine);
    // Since 0.5 a message is a model of Pydantic, with its fields in a dictionary of its own; before, it was a plain
    // object, whose state they are.
    const Value& all = machine.at(object.items.front());
    const Value* inner = fields.member(all, "__dict__");
    const bool isPlain = !inner && fields.member(all, "content");
    const Value* state = isPlain ? &all : inner;
    if (!state || state->kind != Kind::Dictionary) {
        return refused("a message without fields");
    }
    PickledMessage read;
    read.className = classNameOf(object.name);
    Message& message = read.message;
    message.id = conversation::MessageId(fields.text(*state, "id", ""));
    message.content = conversation::textBlocks(fields.text(*state, "content", "", true));
    message.role = fields.text(*state, "role", "user");
    message.causeBy =
        conversation::recordedAction(fields.nameOf(*state, "cause_by", conversation::action::userRequirement.str()));
    message.sentFrom = conversation::Address(fields.nameOf(*state, "sent_from", ""));
    message.sendTo = isPlain ? fields.oneAddress(*state) : fields.addresses(*state);
    message.metadata = fields.object(*state, "metadata");
    message.instructContent = fields.structured(*state);
    if (!fields.refusal().empty()) {
        return refused(fields.refusal());
    }
    return read;
}

} // namespace quarterdeck::formats::metagpt

namespace quarterdeck::formats {

namespace {

/// Messages are small; a larger file is refused before it is held in memory whole.
constexpr std::int64_t mostBytes = std::int64_t{64} << 20;

Result<std::string> allOf(ByteSource& source, const ReadLimits& limits)
{
    const auto most = static_cast<std::size_t>(std::min(mostBytes, limits.maxRecordBytes));
    std::string bytes;
    std::array<char, 65536> part{};
    for (;;) {
        const auto count = source.read(part.data(), part.size());
        if (!count) {
            return tl::unexpected(count.error());
        }
        if (*count == 0) {
            return bytes;
        }
        if (bytes.size() + *count > most) {
            return tl::unexpected(errors::noPickledMessageIn(source.name(), "it is too large"));
        }
        bytes.append(part.data(), *count);
    }
}

} // namespace

bool PickledMessageReader::recognises(const JsonShape& shape) const
{
    const std::string_view start = shape.start;
    constexpr char protocol = '\x80'; // an opcode, and the number behind it; the oldest two have none
    const bool hasNumber = start.size() > 1 && start[0] == protocol && start[1] >= 2 && start[1] <= 5;
    const bool isPickle = hasNumber || start.starts_with("ccopy_reg\n") || start.starts_with("ccopyreg\n");
    return isPickle && start.find("metagpt.schema") != std::string_view::npos; // there are many of other programs
}

Result<std::size_t> PickledMessageReader::read(ByteSource& source, const JsonShape&, SessionSink& sink,
                                               const ReadLimits& limits) const
{
    const auto bytes = allOf(source, limits);
    if (!bytes) {
        return tl::unexpected(bytes.error());
    }
    auto read = metagpt::readPickledMessage(*bytes);
    if (!read) {
        return tl::unexpected(errors::noPickledMessageIn(source.name(), read.error().detail));
    }
    RecordingBuilder session(source, sink, limits);
    session.begin(titleFrom(conversation::textOf(read->message), baseName(source.name())),
                  {"metagpt_pickle", {}, {{"class", read->className}}});
    session.addRole(read->message.sentFrom.str());
    session.add(std::move(read->message));
    session.end();
    return 1;
}

} // namespace quarterdeck::formats
