#include "model/gateway/mcp/tool_schemas.h"

#include "model/gateway/mcp/tools.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::gateway::mcp {

using nlohmann::json;

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

} // namespace quarterdeck::gateway::mcp
