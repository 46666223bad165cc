#include "script.h"

#include <algorithm>
#include <array>
#include <set>

namespace model_server {

using nlohmann::json;

namespace {

const std::set<std::string> errors = {
    "",           "wrong_key",    "forbidden",        "no_such_model", "not_found",   "rate_limited",
    "overloaded", "server_error", "context_too_long", "no_credit",     "bad_request", "in_200",
    "in_stream",  "html",         "redirect"};
const std::set<std::string> faults = {"", "cut_before", "cut_after_head", "cut_middle", "hang", "silence", "huge"};
const std::set<std::string> quirks = {
    "no_space",   "bom",      "crlf",   "comments", "no_done",          "not_streamed",  "repeated_names",
    "index_zero", "no_index", "no_ids", "same_ids", "arguments_object", "reasoning_key", "connection_close"};

class Reader
{
public:
    explicit Reader(std::string& problem) : m_problem(problem) { }

    Reply reply(const json& object)
    {
        Reply reply;
        if (object.is_string()) {
            reply.text = object.get<std::string>();
            return reply;
        }
        know(object,
             {"text", "thinking", "tool_calls", "finish", "usage", "error", "retry_after", "fault", "quirks",
              "chunking", "delay_ms", "pace_ms", "bytes", "comment"});
        if (!m_problem.empty())
            return reply;
        reply.text = object.value("text", "");
        reply.thinking = object.value("thinking", "");
        for (const json& call : object.value("tool_calls", json::array()))
            reply.toolCalls.push_back(
                {call.value("name", ""), call.value("arguments", json::object()), call.value("id", "")});
        reply.finish = object.value("finish", "");
        reply.usage = object.value("usage", json());
        reply.error = oneOf(errors, object.value("error", ""), "error");
        reply.retryAfter = object.value("retry_after", "");
        reply.fault = oneOf(faults, object.value("fault", ""), "fault");
        for (const json& quirk : object.value("quirks", json::array()))
            reply.quirks.push_back(oneOf(quirks, quirk.get<std::string>(), "quirk"));
        reply.chunking = object.value("chunking", "");
        reply.delayMs = object.value("delay_ms", 0);
        reply.paceMs = object.value("pace_ms", 0);
        reply.bytes = object.value("bytes", reply.bytes);
        return reply;
    }

    Rule rule(const json& object)
    {
        know(object, {"name", "when", "reply", "replies", "once", "comment"});
        Rule rule;
        if (!m_problem.empty())
            return rule;
        rule.name = object.value("name", "");
        rule.isOnce = object.value("once", false);
        rule.when = condition(object.value("when", json::object()));
        for (const json& one : object.value("replies", json::array()))
            rule.replies.push_back(reply(one));
        if (object.contains("reply"))
            rule.replies.push_back(reply(object["reply"]));
        if (rule.replies.empty())
            m_problem = "a rule without a reply: " + object.dump();
        return rule;
    }

private:
    Condition condition(const json& object)
    {
        know(object, {"any", "system", "last", "model", "tool", "turn"});
        Condition condition;
        if (!m_problem.empty())
            return condition;
        if (const json any = object.value("any", json::array()); any.is_string())
            condition.anywhere = {any.get<std::string>()};
        else
            condition.anywhere = any.get<std::vector<std::string>>();
        condition.system = object.value("system", "");
        condition.last = object.value("last", "");
        condition.model = object.value("model", "");
        condition.tool = object.value("tool", "");
        if (object.contains("turn"))
            condition.turn = object["turn"].get<int>();
        return condition;
    }

    std::string oneOf(const std::set<std::string>& known, const std::string& name, const char* kind)
    {
        if (!known.contains(name))
            m_problem = std::string("no such ") + kind + ": " + name;
        return name;
    }

    void know(const json& object, const std::set<std::string>& names)
    {
        if (!object.is_object()) {
            m_problem = "an object should stand here: " + object.dump();
            return;
        }
        for (auto member = object.begin(); member != object.end(); ++member)
            if (!names.contains(member.key()))
                m_problem = "no such member: " + member.key();
    }

    std::string& m_problem;
};

/// All texts of a message or of the system's blocks.
std::string textsOf(const json& value)
{
    if (value.is_string())
        return value.get<std::string>();
    std::string texts;
    if (value.is_array())
        for (const json& one : value)
            texts += textsOf(one) + '\n';
    if (value.is_object())
        for (const char* member : {"text", "content", "thinking"})
            if (value.contains(member))
                texts += textsOf(value[member]) + '\n';
    return texts;
}

std::string systemOf(const json& body)
{
    std::string texts = body.contains("system") ? textsOf(body["system"]) : std::string();
    for (const json& message : body.value("messages", json::array()))
        if (message.value("role", "") == "system" || message.value("role", "") == "developer")
            texts += textsOf(message) + '\n';
    return texts;
}

bool offers(const json& body, const std::string& tool)
{
    for (const json& one : body.value("tools", json::array()))
        if (one.value("name", "") == tool || one.value("function", json::object()).value("name", "") == tool)
            return true;
    return false;
}

int turnOf(const json& body)
{
    const json messages = body.value("messages", json::array());
    return static_cast<int>(
        std::ranges::count_if(messages, [](const json& message) { return message.value("role", "") == "assistant"; }));
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

bool Reply::has(const char* quirk) const { return std::ranges::find(quirks, quirk) != quirks.end(); }

std::optional<Script> scriptOf(const json& object, std::string& problem)
{
    Script script;
    Reader reader(problem);
    try {
        script.key = object.value("key", "");
        script.models = object.value("models", script.models);
        script.chunking = object.value("chunking", script.chunking);
        for (const json& rule : object.value("rules", json::array()))
            script.rules.push_back(reader.rule(rule));
        script.otherwise = reader.reply(object.value("otherwise", json("I have nothing to say.")));
    } catch (const json::exception& failure) {
        problem = failure.what();
    }
    return problem.empty() ? std::optional(std::move(script)) : std::nullopt;
}

Script scriptOf(Reply reply)
{
    Script script;
    script.otherwise = std::move(reply);
    return script;
}

bool holds(const Condition& condition, const Asked& asked)
{
    const json messages = asked.body.value("messages", json::array());
    const std::string whole = asked.body.dump(-1, ' ', false, json::error_handler_t::replace);
    const std::string last = messages.empty() ? std::string() : textsOf(messages.back());
    return std::ranges::all_of(condition.anywhere, [&](const std::string& text) { return contains(whole, text); })
        && contains(systemOf(asked.body), condition.system) && contains(last, condition.last)
        && (condition.model.empty() || condition.model == asked.model)
        && (condition.tool.empty() || offers(asked.body, condition.tool))
        && (!condition.turn || *condition.turn == turnOf(asked.body));
}

} // namespace model_server
