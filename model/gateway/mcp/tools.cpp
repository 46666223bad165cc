#include "model/gateway/mcp/tools.h"

#include "model/conversation/attachments.h"
#include "model/formats/json/python_json.h"
#include "model/gateway/client_display_name.h"
#include "model/gateway/mcp/images.h"
#include "model/gateway/mcp/schema_check.h"
#include "model/gateway/mcp/tool_schemas.h"

#include <QString>
#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway::mcp {

using nlohmann::json;
namespace python_json = formats::python_json;
using Called = tl::expected<ToolCall, std::string>;

namespace {

/// As a person reads it.
std::string textAt(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? python_json::escaped(found->get_ref<const std::string&>())
                                                       : std::string();
}

std::optional<std::chrono::milliseconds> secondsAt(const json& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number())
        return std::nullopt;
    return std::chrono::milliseconds(static_cast<std::int64_t>(found->get<double>() * 1000.0));
}

/// A name as it is displayed: on one line.
std::string nameIn(const std::string& text) { return QString::fromStdString(text).simplified().toStdString(); }

std::vector<conversation::QuestionOption> optionsIn(const json& arguments)
{
    std::vector<conversation::QuestionOption> options;
    for (const json& one : arguments.value("options", json::array())) {
        if (one.is_string())
            options.push_back({python_json::escaped(one.get<std::string>()), {}});
        else
            options.push_back({textAt(one, "label"), textAt(one, "description")});
    }
    return options;
}

std::optional<std::string> whatIsWrong(const conversation::Question& question)
{
    const auto& options = question.options;
    for (auto one = options.begin(); one != options.end(); ++one)
        if (std::any_of(options.begin(), one, [&](const auto& other) { return other.label == one->label; }))
            return "arguments[options]: two options have the label \"" + one->label + "\".";
    const bool isKnown =
        std::ranges::any_of(options, [&](const auto& one) { return one.label == question.defaultOption; });
    if (!question.defaultOption.empty() && !isKnown)
        return std::string("arguments[default]: it must be the label of an option.");
    if (!question.schema.isNull() && question.schema.json().value("type", json()) != "object")
        return std::string("arguments[schema]: its type must be \"object\", with the form's fields as properties.");
    if (!question.schema.isNull() && !question.options.empty())
        return std::string("arguments: a question has either options or a schema.");
    return std::nullopt;
}

Called askIn(const json& arguments)
{
    AskHuman call;
    call.question.text = textAt(arguments, "question");
    call.question.reason = textAt(arguments, "why");
    call.question.options = optionsIn(arguments);
    call.question.defaultOption = textAt(arguments, "default");
    if (const json schema = arguments.value("schema", json()); schema.is_object() && !schema.empty())
        call.question.schema = conversation::JsonValue(schema);
    const std::string urgency = textAt(arguments, "urgency");
    call.question.urgency = urgency == "high" ? conversation::Urgency::High
        : urgency == "low"                    ? conversation::Urgency::Low
                                              : conversation::Urgency::Normal;
    call.timeout = secondsAt(arguments, "timeout_s");
    call.patience = secondsAt(arguments, "wait_s");
    if (auto wrong = whatIsWrong(call.question))
        return tl::unexpected(std::move(*wrong));
    auto images = imagesIn(arguments);
    if (!images)
        return tl::unexpected(std::move(images.error()));
    call.images = std::move(*images);
    for (const formats::RecordedAttachment& image : call.images)
        call.question.images.push_back(blockOf(image));
    return call;
}

Called checkIn(const json& arguments)
{
    CheckAnswer call;
    call.id = conversation::QuestionId(textAt(arguments, "question_id"));
    call.patience = secondsAt(arguments, "wait_s").value_or(std::chrono::milliseconds(0));
    return call;
}

Called notifyIn(const json& arguments)
{
    const std::string level = textAt(arguments, "level");
    return NotifyHuman{textAt(arguments, "text"), level.empty() ? "info" : level};
}

Called postIn(const json& arguments)
{
    PostMessage call;
    call.from = clientDisplayName(nameIn(textAt(arguments, "from")));
    if (call.from.empty())
        return tl::unexpected(std::string("arguments[from]: it must say who speaks."));
    const json to = arguments.value("to", json::array());
    for (const json& one : to.is_array() ? to : json::array({to}))
        if (std::string name = nameIn(python_json::shown(one.get<std::string>())); !name.empty())
            call.to.push_back(clientDisplayName(std::move(name)));
    call.text = textAt(arguments, "text");
    auto images = imagesIn(arguments);
    if (!images)
        return tl::unexpected(std::move(images.error()));
    call.images = std::move(*images);
    return call;
}

struct Tool
{
    const char* name;
    Called (*read)(const json&);
};
constexpr Tool tools[] = {
    {"ask_human", askIn}, {"check_answer", checkIn}, {"notify_human", notifyIn}, {"post_message", postIn}};

std::optional<std::string> findingIn(const std::string& tool, const json& arguments)
{
    static std::mutex mutex;
    static std::map<std::string, std::unique_ptr<SchemaCheck>> checks;
    const std::scoped_lock lock(mutex);
    auto& check = checks[tool];
    if (!check)
        check = std::make_unique<SchemaCheck>(inputSchema(tool));
    return check->findingIn(arguments);
}

} // namespace

Called readToolCall(const std::string& name, json arguments)
{
    const auto* tool = std::ranges::find(tools, name, &Tool::name);
    if (tool == std::end(tools))
        return tl::unexpected("There is no tool of the name \"" + name
                              + "\". There are ask_human, check_answer, notify_human and post_message.");
    if (arguments.is_null())
        arguments = json::object();
    // Many clients send null for a field that is not given.
    if (arguments.is_object())
        std::erase_if(arguments.get_ref<json::object_t&>(), [](const auto& member) { return member.second.is_null(); });
    if (auto finding = findingIn(name, arguments))
        return tl::unexpected(std::move(*finding));
    return tool->read(arguments);
}

} // namespace quarterdeck::gateway::mcp
