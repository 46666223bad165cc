#include "model/formats/export/message_list_writer.h"
#include "model/formats/export/session_writer.h"
#include "model/formats/json/json_text.h"
#include "model/formats/metagpt/stored_messages.h"

#include <array>
#include <map>
#include <string>

namespace quarterdeck::formats {

using conversation::Message;
using nlohmann::json;

namespace {

template <typename Set>
json listOf(const Set& texts)
{
    json list = json::array();
    for (const auto& one : texts) {
        list.push_back(one.str());
    }
    return list;
}

json roleJson(const conversation::Role& role)
{
    json written = {{"name", role.name.str()},
                    {"profile", role.profile},
                    {"goal", role.goal},
                    {"constraints", role.constraints},
                    {"addresses", listOf(role.addresses)},
                    {"enable_memory", role.memoryEnabled},
                    {"rc", {{"watch", listOf(role.watch)}}}};
    if (!role.classPath.empty()) {
        written["__module_class_name"] = role.classPath;
    }
    return written;
}

std::optional<std::string> mappingOf(const json& typeName)
{
    using metagpt::FieldType;
    for (const FieldType type : {FieldType::Text, FieldType::ListOfTexts, FieldType::ListOfListsOfTexts}) {
        if (typeName == metagpt::typeName(type)) {
            return metagpt::mappingText(type);
        }
    }
    return std::nullopt;
}

/// As MetaGPT reads it; null if it has no form for it.
json structuredJson(const conversation::StructuredContent& content)
{
    json written = content.schema.json();
    if (!written.is_object() || !written.contains("class")) {
        return nullptr;
    }
    written["value"] = content.value.json();
    if (written.contains("schema")) {
        const auto mapping = metagpt::mappingOfSchema(written["schema"]);
        written.erase("schema");
        written["mapping"] = mapping.value_or(json());
        return mapping ? written : json();
    }
    if (written.contains("mapping") && written["mapping"].is_object()) {
        for (json& type : written["mapping"]) {
            const auto text = mappingOf(type);
            if (!text) {
                return nullptr;
            }
            type = *text;
        }
    }
    return written;
}

/// The index of a memory lists each message once more under the action that made it, where MetaGPT looks messages up.
/// It follows the messages, so it is held until then, and is limited: no writer holds a whole long session.
class ActionIndex
{
public:
    /// False if it is full: MetaGPT then finds the message among all, but not by its action.
    [[nodiscard]] bool add(const std::string& action, const std::string& message)
    {
        constexpr std::size_t mostHeld = std::size_t{32} << 20;
        if (action.empty()) {
            return true; // as MetaGPT, which finds no message by none
        }
        if (m_size + message.size() > mostHeld) {
            return false;
        }
        m_size += message.size();
        std::string& messages = m_messages[action];
        messages += (messages.empty() ? "" : ",\n") + message;
        return true;
    }
    void write(std::string& out) const
    {
        const char* before = "{";
        for (const auto& [action, messages] : m_messages) {
            out.append(before).append(textOfJson(action)).append(":[").append(messages).append("]");
            before = ",\n";
        }
        out += m_messages.empty() ? "{}" : "}";
    }

private:
    std::map<std::string, std::string> m_messages; ///< as elements of a list, by action
    std::size_t m_size = 0;
};

/// team.json: the members, and the history with each message once.
class MetaGptWriter final : public MessageListWriter
{
public:
    explicit MetaGptWriter(WriterContext writing) : MessageListWriter(std::move(writing), "metagpt") { }

    void begin(std::string&) override { } // says what its members are for
    void event(const WrittenEvent& written, std::string& out) override;
    void end(std::string& out) override
    {
        out += "\n],\"index\":";
        m_index.write(out);
        out += m_isTeam ? "}}}\n" : "}}\n";
    }

protected:
    void open(const json& fields, std::string& out) override;
    void message(const Said& said, std::string& out) override;

private:
    [[nodiscard]] json instructContent(const Said& said);

    ActionIndex m_index;
    bool m_isTeam = true; ///< else MGXEnv.json, which is the environment alone
};

void MetaGptWriter::event(const WrittenEvent& written, std::string& out)
{
    if (const auto* started = std::get_if<conversation::SessionStarted>(&written.event.body)) {
        const json& details = started->details.json();
        const json counts = textMember(details, "format") == "metagpt" ? memberOf(details, "left_out") : json();
        const auto count = [&](const char* kind) {
            const json& number = memberOf(counts, kind);
            return number.is_number_integer() ? number.get<std::int64_t>() : 0;
        };
        counter().add(LossKind::Memories, count("memories"));
        counter().add(LossKind::Copies, count("copies"));
    }
    MessageListWriter::event(written, out);
}

void MetaGptWriter::open(const json& fields, std::string& out)
{
    json document = fields.is_object()
        ? fields
        : json{{"env", {{"desc", ""}}}, {"idea", context().last.title()}, {"investment", 10.0}, {"use_mgx", true}};
    m_isTeam = document.contains("env") && document["env"].is_object();
    json env = m_isTeam ? document["env"] : document;
    const json known = env.value("roles", json::object());
    env["roles"] = json::object();
    for (const conversation::RoleState& one : context().last.roles()) {
        const std::string name = one.role.name.str();
        json& role = env["roles"][name];
        role = memberOf(known, name.c_str());
        role = role.is_object() ? role : json::object();
        role.merge_patch(roleJson(one.role));
        if (!role.contains("__module_class_name")) { // MetaGPT reads no member without a class
            role["__module_class_name"] = fields.is_object() ? "" : "metagpt.roles.role.Role";
        }
    }
    document.erase("env");
    out += m_isTeam ? "{" + membersText(document) + "\"env\":{" : "{";
    out += membersText(env) + "\"history\":{\"ignore_id\":false,\"storage\":[";
}

void MetaGptWriter::message(const Said& said, std::string& out)
{
    const Message& message = said.message;
    counter().addIf(said.isPrivate, LossKind::Privacy);
    counter().addIf(context().last.areTimesKnown(), LossKind::Times);
    counter().addIf(message.usage.has_value(), LossKind::Usage);
    json metadata = message.metadata.isNull() ? json::object() : message.metadata.json();
    if (!said.source.is_null()) {
        metadata.erase("source"); // what our reader has put there
    } else {
        counter().addIf(!message.invocationId.empty(), LossKind::Metadata);
        takeOutMarks(metadata);
        metadata = metadata.is_null() ? json::object() : metadata;
        if (!message.name.empty() && !metadata.contains("agent")) {
            metadata["agent"] = message.name; // the name to show, as MGX has it
        }
    }
    json written = {{"id", message.id.str()},
                    {"content", plainText(message, counter())},
                    {"instruct_content", instructContent(said)},
                    {"role", message.role},
                    {"cause_by", message.causeBy.str()},
                    {"sent_from", message.sentFrom.str()},
                    {"send_to", listOf(message.sendTo)},
                    {"metadata", std::move(metadata)}};
    if (said.source.is_object()) {
        for (const auto& [key, value] : said.source.items()) {
            written[key] = value; // as it came, where ours has it otherwise
        }
    }
    const std::string text = textOfJson(written);
    counter().addIf(!m_index.add(textMember(written, "cause_by"), text), LossKind::Index);
    putElement(text, out);
}

json MetaGptWriter::instructContent(const Said& said)
{
    if (said.source.is_object() && said.source.contains("instruct_content")) {
        return said.source["instruct_content"];
    }
    if (!said.message.instructContent) {
        return nullptr;
    }
    json written = structuredJson(*said.message.instructContent);
    counter().addIf(written.is_null(), LossKind::StructuredContent);
    return written;
}

} // namespace

std::unique_ptr<SessionWriter> metaGptWriter(WriterContext context)
{
    return std::make_unique<MetaGptWriter>(std::move(context));
}

} // namespace quarterdeck::formats
