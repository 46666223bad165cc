#include "model/formats/metagpt/pickled_message.h"

#include "model/conversation/outsiders.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/python_json.h"
#include "model/formats/metagpt/pickle_json.h"
#include "model/formats/metagpt/structured_content.h"

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
