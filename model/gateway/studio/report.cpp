#include "model/gateway/studio/report.h"

#include "model/conversation/utf8.h"
#include "model/formats/json/python_json.h"
#include "model/gateway/client_display_name.h"
#include "model/gateway/json_fault.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway::metagpt {

using conversation::JsonValue;
using nlohmann::json;
namespace python_json = formats::python_json;

namespace {

constexpr std::size_t longestWord = 200;
/// A longer text is stored, and another message continues it.
constexpr std::size_t longestText = std::size_t{1} << 20;
/// Longer fields of an oversized object are left out: a page's screenshot, for instance, as Python writes bytes.
constexpr std::size_t longestField = 65'536;
/// The memory that the smallest value takes.
constexpr std::size_t leastBytes = 64;
/// Terminal output is not Markdown. The fence stays open, so that the text can grow.
constexpr std::string_view fence = "~~~~~~~~\n";

std::string wordIn(const json& object, const char* key, std::string_view otherwise = {})
{
    const auto found = object.find(key);
    const bool isText = found != object.end() && python_json::isText(*found);
    const std::string text = isText ? python_json::escaped(found->get_ref<const std::string&>()) : std::string();
    return conversation::utf8::shortened(text.empty() ? otherwise : std::string_view(text), longestWord);
}

/// As a person reads it.
std::string textOf(const json& value)
{
    if (value.is_null())
        return {};
    return python_json::isText(value) ? python_json::escaped(value.get_ref<const std::string&>())
                                      : python_json::text(value);
}

bool isText(const std::string& name) { return name == "content" || name == "output" || name == "cmd"; }

bool isAddress(const std::string& name) { return name == "path" || name == "url" || name == "local_url"; }

json leftOut(std::size_t bytes) { return "… (" + std::to_string(bytes) + ")"; }

/// The size of a long field, in place of its content.
json boundedField(const json& value)
{
    const bool isLong = value.is_string() && value.get_ref<const std::string&>().size() > longestField;
    return isLong ? leftOut(value.get_ref<const std::string&>().size()) : value;
}

/// Without long fields; if it is still larger than a message may be, just its size.
json bounded(json value)
{
    if (value.is_object())
        for (auto& [key, field] : value.get_ref<json::object_t&>())
            field = boundedField(field);
    const std::size_t bytes = value.is_structured() ? python_json::text(value).size() : 0;
    return bytes > longestText ? leftOut(bytes) : value;
}

JsonValue valueIn(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? JsonValue() : JsonValue(bounded(*found));
}

} // namespace

tl::expected<Report, std::string> readReport(std::string_view body)
{
    const auto parsed = python_json::parse(body);
    if (!parsed)
        return tl::unexpected(jsonFaultIn(body, JsonBy::Python, formats::ReadLimits().maxDepth));
    if (!parsed->is_object())
        return tl::unexpected(std::string(
            QT_TRANSLATE_NOOP("GatewayRefusals", "The request body is not a report: it is not an object.")));
    Report report;
    report.block = wordIn(*parsed, "block");
    report.uuid = wordIn(*parsed, "uuid");
    report.name = wordIn(*parsed, "name", "content");
    report.role = clientDisplayName(wordIn(*parsed, "role", "MetaGPT"));
    report.value = valueIn(*parsed, "value");
    report.extra = valueIn(*parsed, "extra");
    const auto streams = parsed->find("enable_llm_stream");
    report.isStreamed = streams != parsed->end() && streams->is_boolean() && streams->get<bool>();
    return report;
}

ReportedMessage::ReportedMessage(const Report& report, conversation::MessageId id, conversation::Timestamp now)
    : m_id(std::move(id))
    , m_time(now)
    , m_block(report.block)
    , m_uuid(report.uuid)
    , m_role(report.role)
{
    add(report);
}

bool ReportedMessage::isEndedBy(const Report& report) const
{
    if (report.name == "end_marker" || m_text.size() + m_fieldBytes >= longestText)
        return true;
    // A file's location is reported while its text is still coming.
    if (report.isStreamed)
        return false;
    if (isAddress(report.name) || report.name == "page")
        return true;
    // A thought starts with its kind, and its text follows; any other object is complete.
    return report.name == "object" && m_block != "Thought";
}

bool ReportedMessage::isOver(const Report& next) const { return next.name == "cmd" && m_last == "output"; }

void ReportedMessage::add(const Report& report)
{
    if (report.name == "end_marker")
        return;
    if (isText(report.name))
        addText(report);
    else
        addFields(report);
    if (!report.extra.isNull())
        m_extra = report.extra;
    m_last = report.name;
}

void ReportedMessage::addText(const Report& report)
{
    const json& value = report.value.json();
    if (report.name == "content" && value.is_structured()) // a notebook's cells, and what they gave
        return addToList(report);
    if (m_block == "Terminal" && m_text.empty())
        m_text = fence;
    if (report.name == "cmd")
        m_text += "$ ";
    m_text += textOf(value);
    if (report.name == "cmd" && !m_text.ends_with('\n'))
        m_text += '\n';
}

/// Several objects of one message form one: what a file is, then where it is.
void ReportedMessage::addFields(const Report& report)
{
    const json added = boundedField(report.value.json());
    if (isAddress(report.name))
        m_address = conversation::utf8::shortened(textOf(added), longestField);
    m_fieldBytes += python_json::text(added).size() + leastBytes;
    if (!m_fields.is_object())
        m_fields = json::object();
    if (!added.is_object())
        m_fields[report.name] = added;
    else
        m_fields.update(added);
}

void ReportedMessage::addToList(const Report& report)
{
    const json& added = report.value.json();
    m_fieldBytes += python_json::text(added).size() + leastBytes;
    json& list = m_fields[report.name];
    if (!list.is_array())
        list = list.is_null() ? json::array() : json::array({list});
    list.push_back(added);
}

conversation::Message ReportedMessage::message() const
{
    conversation::Message message;
    message.id = m_id;
    message.role = "assistant";
    message.sentFrom = conversation::Address(m_role);
    message.sendTo = {conversation::address::none};
    message.timestamp = m_time;
    const std::string& text = m_text.empty() ? m_address : m_text;
    if (m_block == "Thought" && !text.empty())
        message.content = {conversation::ThinkingBlock{text, {}}};
    else if (!text.empty())
        message.content = conversation::textBlocks(text);
    if (!m_fields.is_null())
        message.instructContent = conversation::StructuredContent{{}, JsonValue(m_fields)};
    json metadata = {{"block", m_block}, {"uuid", m_uuid}};
    if (!m_extra.isNull())
        metadata["extra"] = m_extra.json();
    message.metadata = JsonValue(std::move(metadata));
    return message;
}

} // namespace quarterdeck::gateway::metagpt
