#include "model/gateway/mcp/tools.h"

#include "model/conversation/attachments.h"
#include "model/conversation/decide/image_paths.h"
#include "model/formats/json/python_json.h"
#include "model/gateway/mcp/schema_check.h"
#include "model/gateway/remote_session.h"
#include "model/gateway/sent_bodies.h"

#include <QString>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace quarterdeck::gateway::mcp {

/// For an existing tool. Thread: any.
[[nodiscard]] const nlohmann::json& inputSchema(const std::string& tool);

using nlohmann::json;

namespace {

std::string dataOf(const json& image) { return image.is_string() ? image.get<std::string>() : image.value("data", ""); }

} // namespace

tl::expected<std::vector<formats::RecordedAttachment>, std::string> imagesIn(const json& arguments)
{
    std::vector<formats::RecordedAttachment> images;
    for (const json& one : arguments.value("images", json::array())) {
        const std::string place = "arguments[images][" + std::to_string(images.size()) + "]: ";
        auto sent = sentBytesIn(dataOf(one));
        if (!sent)
            return tl::unexpected(place + "it is no base64. Paths and addresses are not read.");
        if (conversation::imageTypeOf(sent->bytes).empty())
            return tl::unexpected(place + "it is no picture that can be shown (PNG, JPEG, WebP, GIF).");
        images.push_back(attachmentOf(std::move(sent->bytes), {}));
    }
    return images;
}

conversation::MediaBlock blockOf(const formats::RecordedAttachment& image)
{
    conversation::MediaBlock block;
    block.source.hash = image.hash;
    block.source.mediaType = image.mediaType;
    block.source.size = static_cast<std::int64_t>(image.bytes.size());
    return block;
}

namespace {

/// Written for models: the description says what a tool is for, the fields' own descriptions what each means. Draft 7
/// and 2020-12 read it alike.
constexpr const char* toolsText = R"json([
{
  "name": "ask_human",
  "title": "Ask the person",
  "description": "Asks the person who watches over you a question in Quarterdeck and waits for the answer, however long that takes. Use it when only the person can decide, knows or may permit something. The result's status says what came of it: answered, declined, timed_out or withdrawn. Only answered is consent; never take silence for it. When your calls may not take long, give wait_s: the status is then open when nobody has answered yet, and check_answer asks again with the question_id.",
  "annotations": {"readOnlyHint": true, "destructiveHint": false, "openWorldHint": true},
  "inputSchema": {
    "type": "object",
    "properties": {
      "question": {"type": "string", "minLength": 1, "maxLength": 100000, "description": "What you want to know, in whole sentences. Markdown is shown."},
      "why": {"type": "string", "maxLength": 100000, "description": "Why you ask, and what depends on it."},
      "options": {"type": "array", "maxItems": 50, "description": "Answers to choose from; each becomes a button. The person can also answer in own words.",
        "items": {"anyOf": [
          {"type": "string", "minLength": 1, "maxLength": 1000},
          {"type": "object", "properties": {"label": {"type": "string", "minLength": 1, "maxLength": 1000}, "description": {"type": "string", "maxLength": 10000}}, "required": ["label"], "additionalProperties": false}]}},
      "default": {"type": "string", "description": "The label of the option that you would take. It is marked, and never taken by itself."},
      "schema": {"type": "object", "description": "A JSON Schema of type object: the person fills in a form, and the answer is an object."},
      "images": {"type": "array", "maxItems": 20, "description": "Pictures to show with the question, as base64 or data: URLs.",
        "items": {"anyOf": [
          {"type": "string", "minLength": 1},
          {"type": "object", "properties": {"data": {"type": "string", "minLength": 1}, "mimeType": {"type": "string"}, "type": {"type": "string"}}, "required": ["data"], "additionalProperties": false}]}},
      "urgency": {"type": "string", "enum": ["low", "normal", "high"]},
      "timeout_s": {"type": "number", "minimum": 1, "maximum": 31536000, "description": "After so many seconds the question ends as timed_out. Without it, it stays until it is answered."},
      "wait_s": {"type": "number", "minimum": 0, "maximum": 31536000, "description": "So many seconds this call waits at most; the question stays open after that."}
    },
    "required": ["question"],
    "additionalProperties": false
  },
  "outputSchema": {"$ref": "answer"}
},
{
  "name": "check_answer",
  "title": "Look whether the person has answered",
  "description": "What came of a question that ask_human asked before, in this connection or an earlier one. The status is open as long as nobody has answered.",
  "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true},
  "inputSchema": {
    "type": "object",
    "properties": {
      "question_id": {"type": "string", "minLength": 1, "maxLength": 200},
      "wait_s": {"type": "number", "minimum": 0, "maximum": 31536000, "description": "So many seconds it waits for an answer; 0 when it is not given."}
    },
    "required": ["question_id"],
    "additionalProperties": false
  },
  "outputSchema": {"$ref": "answer"}
},
{
  "name": "notify_human",
  "title": "Tell the person something",
  "description": "Tells the person something that needs no answer, such as that work is done or has failed. It does not wait.",
  "annotations": {"readOnlyHint": true, "destructiveHint": false, "openWorldHint": true},
  "inputSchema": {
    "type": "object",
    "properties": {
      "text": {"type": "string", "minLength": 1, "maxLength": 1000000, "description": "Markdown is shown."},
      "level": {"type": "string", "enum": ["info", "warning", "error"]}
    },
    "required": ["text"],
    "additionalProperties": false
  },
  "outputSchema": {"$ref": "message"}
},
{
  "name": "post_message",
  "title": "Show a message between agents",
  "description": "Shows the person a message that one agent sent to another, so that the conversation can be followed in Quarterdeck. It is only shown: nobody else receives it by this.",
  "annotations": {"readOnlyHint": true, "destructiveHint": false, "openWorldHint": false},
  "inputSchema": {
    "type": "object",
    "properties": {
      "from": {"type": "string", "minLength": 1, "maxLength": 200, "description": "The name of the agent that speaks."},
      "to": {"description": "The names of those it speaks to.", "anyOf": [
        {"type": "string", "maxLength": 200},
        {"type": "array", "maxItems": 50, "items": {"type": "string", "maxLength": 200}}]},
      "text": {"type": "string", "minLength": 1, "maxLength": 1000000, "description": "Markdown is shown."},
      "images": {"type": "array", "maxItems": 20, "description": "As base64 or data: URLs.",
        "items": {"anyOf": [
          {"type": "string", "minLength": 1},
          {"type": "object", "properties": {"data": {"type": "string", "minLength": 1}, "mimeType": {"type": "string"}, "type": {"type": "string"}}, "required": ["data"], "additionalProperties": false}]}}
    },
    "required": ["from", "text"],
    "additionalProperties": false
  },
  "outputSchema": {"$ref": "message"}
}
])json";

constexpr const char* resultsText = R"json({
"answer": {
  "type": "object",
  "properties": {
    "status": {"type": "string", "enum": ["answered", "declined", "timed_out", "withdrawn", "open"]},
    "answer": {"description": "The chosen option or the person's own words; an object when there was a schema; null when there is none."},
    "answered_at": {"type": ["string", "null"], "description": "ISO 8601, UTC"},
    "waited_s": {"type": "number"},
    "question_id": {"type": "string"},
    "words": {"type": "string", "description": "What the person said beside the form that is the answer."},
    "late_answer": {"type": "string", "description": "What the person said after the question had timed out."}
  },
  "required": ["status", "answer", "answered_at", "waited_s", "question_id"]
},
"message": {
  "type": "object",
  "properties": {"message_id": {"type": "string"}},
  "required": ["message_id"]
}
})json";

json made()
{
    const json results = json::parse(resultsText);
    json tools = json::parse(toolsText);
    for (json& tool : tools)
        tool["outputSchema"] = results.at(tool["outputSchema"].at("$ref").get<std::string>());
    return tools;
}

const json& allTools()
{
    static const json tools = made();
    return tools;
}

} // namespace

const json& inputSchema(const std::string& tool)
{
    const json& tools = allTools();
    return std::ranges::find_if(tools, [&](const json& one) { return one.at("name") == tool; })->at("inputSchema");
}

bool isTool(const json& name)
{
    return std::ranges::any_of(allTools(), [&](const json& one) { return one.at("name") == name; });
}

json toolList(bool isStructured)
{
    json tools = allTools();
    if (!isStructured)
        for (json& tool : tools) {
            tool.erase("outputSchema");
            tool.erase("title");
        }
    return {{"tools", std::move(tools)}};
}

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
