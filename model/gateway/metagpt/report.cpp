#include "metagpt/report.h"

#include "conversation/utf8.h"
#include "formats/python_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway::metagpt {

using conversation::JsonValue;
using nlohmann::json;
namespace python_json = formats::python_json;

namespace {

constexpr std::size_t longestWord = 200;
/// What is longer is stored, and another message goes on.
constexpr std::size_t longestText = std::size_t{1} << 20;
/// A field of a larger object that is longer is left out: a page's screenshot, as Python writes bytes.
constexpr std::size_t longestField = 65'536;
/// What a terminal prints is no Markdown. It has no end, so that it can grow.
constexpr std::string_view fence = "~~~~~~~~\n";

std::string wordIn(const json& object, const char* key, std::string_view otherwise = {})
{
    const auto found = object.find(key);
    const bool isText = found != object.end() && python_json::isText(*found);
    const std::string text = isText ? python_json::shown(found->get_ref<const std::string&>()) : std::string();
    return conversation::utf8::shortened(text.empty() ? otherwise : std::string_view(text), longestWord);
}

JsonValue valueIn(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? JsonValue() : JsonValue(*found);
}

/// As a person reads it.
std::string textOf(const json& value)
{
    if (value.is_null())
        return {};
    return python_json::isText(value) ? python_json::shown(value.get_ref<const std::string&>())
                                      : python_json::text(value);
}

bool isText(const std::string& name) { return name == "content" || name == "output" || name == "cmd"; }

bool isAddress(const std::string& name) { return name == "path" || name == "url" || name == "local_url"; }

/// Fields that nobody reads, and that are long.
json withoutLongFields(json value)
{
    if (!value.is_object())
        return value;
    for (auto& [key, field] : value.get_ref<json::object_t&>())
        if (field.is_string() && field.get_ref<const std::string&>().size() > longestField)
            field = "… (" + std::to_string(field.get_ref<const std::string&>().size()) + ")";
    return value;
}

} // namespace

tl::expected<Report, std::string> readReport(std::string_view body)
{
    const auto parsed = python_json::parse(body);
    if (!parsed)
        return tl::unexpected(std::string("The content is no JSON."));
    if (!parsed->is_object())
        return tl::unexpected(std::string("The content is no report: no object."));
    Report report;
    report.block = wordIn(*parsed, "block");
    report.uuid = wordIn(*parsed, "uuid");
    report.name = wordIn(*parsed, "name", "content");
    report.role = wordIn(*parsed, "role", "MetaGPT");
    report.value = valueIn(*parsed, "value");
    report.extra = valueIn(*parsed, "extra");
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
    if (report.name == "end_marker" || isAddress(report.name) || report.name == "page" || m_text.size() >= longestText)
        return true;
    // A thought begins with what kind it is, and its text follows; any other object is whole.
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
    if (report.name == "content" && value.is_structured()) // a notebook's cells
        return addFields(report);
    if (m_block == "Terminal" && m_text.empty())
        m_text = fence;
    if (report.name == "cmd")
        m_text += "$ ";
    m_text += textOf(value);
    if (report.name == "cmd" && !m_text.ends_with('\n'))
        m_text += '\n';
}

/// Several objects of one message are one: what a file is, and then where it lies.
void ReportedMessage::addFields(const Report& report)
{
    if (isAddress(report.name) && m_text.empty())
        m_text = textOf(report.value.json());
    json fields = m_value.json().is_object() ? m_value.json() : json::object();
    const json added = withoutLongFields(report.value.json());
    if (!added.is_object())
        fields[report.name] = added;
    else
        fields.update(added);
    m_value = JsonValue(std::move(fields));
}

conversation::Message ReportedMessage::message() const
{
    conversation::Message message;
    message.id = m_id;
    message.role = "assistant";
    message.sentFrom = conversation::Address(m_role);
    message.sendTo = {conversation::address::none};
    message.timestamp = m_time;
    if (m_block == "Thought" && !m_text.empty())
        message.content = {conversation::ThinkingBlock{m_text, {}}};
    else if (!m_text.empty())
        message.content = conversation::textBlocks(m_text);
    if (!m_value.isNull())
        message.instructContent = conversation::StructuredContent{{}, m_value};
    json metadata = {{"block", m_block}, {"uuid", m_uuid}};
    if (!m_extra.isNull())
        metadata["extra"] = m_extra.json();
    message.metadata = JsonValue(std::move(metadata));
    return message;
}

} // namespace quarterdeck::gateway::metagpt
