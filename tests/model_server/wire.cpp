#include "wire.h"

#include <algorithm>

namespace model_server {

using nlohmann::json;

namespace {

constexpr std::size_t pieceOfText = 12;

QByteArray textOf(const json& value)
{
    return QByteArray::fromStdString(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

/// Cut at characters: a JSON text must be UTF-8.
std::vector<std::string> pieces(const std::string& text)
{
    std::vector<std::string> cut;
    for (std::size_t from = 0; from < text.size();) {
        std::size_t to = std::min(text.size(), from + pieceOfText);
        while (to < text.size() && (static_cast<unsigned char>(text[to]) & 0xC0U) == 0x80U)
            ++to;
        cut.push_back(text.substr(from, to - from));
        from = to;
    }
    return cut;
}

QByteArray eventOf(const Reply& reply, const QByteArray& data, const QByteArray& name = {})
{
    const QByteArray end = reply.has("crlf") ? "\r\n" : "\n";
    const QByteArray colon = reply.has("no_space") ? ":" : ": ";
    QByteArray event;
    if (reply.has("comments"))
        event += ": keep-alive" + end + end;
    if (!name.isEmpty())
        event += "event" + colon + name + end;
    return event + "data" + colon + data + end + end;
}

std::int64_t tokensIn(std::size_t bytes) { return static_cast<std::int64_t>(bytes / 4 + 1); }

std::int64_t promptTokens(const Asked& asked) { return tokensIn(static_cast<std::size_t>(textOf(asked.body).size())); }

std::int64_t completionTokens(const Reply& reply)
{
    std::size_t bytes = reply.text.size() + reply.thinking.size();
    for (const ToolCall& call : reply.toolCalls)
        bytes += call.name.size() + call.arguments.dump().size();
    return tokensIn(bytes);
}

json usageOf(const Reply& reply, const Asked& asked)
{
    if (reply.usage.is_object())
        return reply.usage;
    if (reply.usage == false)
        return nullptr;
    if (asked.isAnthropic)
        return {{"input_tokens", promptTokens(asked)}, {"output_tokens", completionTokens(reply)}};
    return {{"prompt_tokens", promptTokens(asked)},
            {"completion_tokens", completionTokens(reply)},
            {"total_tokens", promptTokens(asked) + completionTokens(reply)}};
}

std::string argumentsText(const ToolCall& call)
{
    return call.arguments.is_string() ? call.arguments.get<std::string>() : call.arguments.dump();
}

std::string idOf(const Reply& reply, std::size_t place, const char* beginning)
{
    const ToolCall& call = reply.toolCalls[place];
    if (reply.has("same_ids"))
        return std::string(beginning) + "same";
    return call.id.empty() ? beginning + std::to_string(place + 1) : call.id;
}

std::string finishOf(const Reply& reply, const Asked& asked)
{
    if (!reply.finish.empty())
        return reply.finish;
    if (reply.toolCalls.empty())
        return asked.isAnthropic ? "end_turn" : "stop";
    return asked.isAnthropic ? "tool_use" : "tool_calls";
}

json openAiChunk(const Asked& asked, json delta, const json& finish = nullptr)
{
    return {{"id", "chatcmpl-1"},
            {"object", "chat.completion.chunk"},
            {"model", asked.model},
            {"choices", json::array({{{"index", 0}, {"delta", std::move(delta)}, {"finish_reason", finish}}})}};
}

json callPiece(const Reply& reply, std::size_t place, const json& function, bool isFirst)
{
    json piece{{"function", function}};
    if (!reply.has("no_index"))
        piece["index"] = reply.has("index_zero") ? 0 : place;
    if (isFirst)
        piece["type"] = "function";
    if (!reply.has("no_ids") && (isFirst || reply.has("index_zero")))
        piece["id"] = idOf(reply, place, "call_");
    return piece;
}

QList<QByteArray> openAiStream(const Reply& reply, const Asked& asked)
{
    QList<QByteArray> events;
    const auto add = [&](json delta) { events.append(eventOf(reply, textOf(openAiChunk(asked, std::move(delta))))); };
    add({{"role", "assistant"}, {"content", ""}});
    for (const std::string& piece : pieces(reply.thinking))
        add({{reply.has("reasoning_key") ? "reasoning" : "reasoning_content", piece}});
    for (const std::string& piece : pieces(reply.text))
        add({{"content", piece}});
    for (std::size_t place = 0; place < reply.toolCalls.size(); ++place) {
        const ToolCall& call = reply.toolCalls[place];
        if (reply.has("arguments_object")) {
            add({{"tool_calls",
                  json::array({callPiece(reply, place, {{"name", call.name}, {"arguments", call.arguments}}, true)})}});
            continue;
        }
        add({{"tool_calls", json::array({callPiece(reply, place, {{"name", call.name}, {"arguments", ""}}, true)})}});
        for (const std::string& piece : pieces(argumentsText(call))) {
            json function{{"arguments", piece}};
            if (reply.has("repeated_names"))
                function["name"] = call.name;
            add({{"tool_calls", json::array({callPiece(reply, place, function, false)})}});
        }
    }
    events.append(eventOf(reply, textOf(openAiChunk(asked, json::object(), finishOf(reply, asked)))));
    if (const json usage = usageOf(reply, asked); !usage.is_null()) {
        json last = openAiChunk(asked, json::object());
        last["choices"] = json::array();
        last["usage"] = usage;
        events.append(eventOf(reply, textOf(last)));
    }
    if (!reply.has("no_done"))
        events.append(eventOf(reply, "[DONE]"));
    return events;
}

class AnthropicStream
{
public:
    AnthropicStream(const Reply& reply, const Asked& asked) : m_reply(reply), m_asked(asked) { }

    QList<QByteArray> events()
    {
        json message{{"id", "msg_1"},
                     {"type", "message"},
                     {"role", "assistant"},
                     {"model", m_asked.model},
                     {"content", json::array()}};
        const json usage = usageOf(m_reply, m_asked);
        if (usage.is_object())
            message["usage"] = usage;
        add("message_start", {{"message", message}});
        if (!m_reply.thinking.empty()) {
            block({{"type", "thinking"}, {"thinking", ""}}, m_reply.thinking, "thinking_delta", "thinking");
        }
        if (!m_reply.text.empty())
            block({{"type", "text"}, {"text", ""}}, m_reply.text, "text_delta", "text");
        for (std::size_t place = 0; place < m_reply.toolCalls.size(); ++place)
            block({{"type", "tool_use"},
                   {"id", idOf(m_reply, place, "toolu_")},
                   {"name", m_reply.toolCalls[place].name},
                   {"input", json::object()}},
                  argumentsText(m_reply.toolCalls[place]), "input_json_delta", "partial_json");
        json end{{"delta", {{"stop_reason", finishOf(m_reply, m_asked)}}}};
        if (usage.is_object())
            end["usage"] = {{"output_tokens", usage.value("output_tokens", std::int64_t{0})}};
        add("message_delta", end);
        if (!m_reply.has("no_done"))
            add("message_stop", json::object());
        return m_events;
    }

private:
    void add(const char* name, json data)
    {
        data["type"] = name;
        m_events.append(eventOf(m_reply, textOf(data), name));
    }
    void block(const json& start, const std::string& text, const char* delta, const char* member)
    {
        const int index = m_index++;
        add("content_block_start", {{"index", index}, {"content_block", start}});
        for (const std::string& piece : pieces(text))
            add("content_block_delta", {{"index", index}, {"delta", {{"type", delta}, {member, piece}}}});
        if (start["type"] == "thinking")
            add("content_block_delta",
                {{"index", index}, {"delta", {{"type", "signature_delta"}, {"signature", "signed"}}}});
        add("content_block_stop", {{"index", index}});
    }

    const Reply& m_reply;
    const Asked& m_asked;
    QList<QByteArray> m_events;
    int m_index = 0;
};

json openAiBody(const Reply& reply, const Asked& asked)
{
    json message{{"role", "assistant"}, {"content", reply.text}};
    if (!reply.thinking.empty())
        message["reasoning_content"] = reply.thinking;
    for (std::size_t place = 0; place < reply.toolCalls.size(); ++place)
        message["tool_calls"].push_back(
            {{"id", idOf(reply, place, "call_")},
             {"type", "function"},
             {"function",
              {{"name", reply.toolCalls[place].name}, {"arguments", argumentsText(reply.toolCalls[place])}}}});
    return {{"id", "chatcmpl-1"},
            {"object", "chat.completion"},
            {"model", asked.model},
            {"choices", json::array({{{"index", 0}, {"message", message}, {"finish_reason", finishOf(reply, asked)}}})},
            {"usage", usageOf(reply, asked)}};
}

json anthropicBody(const Reply& reply, const Asked& asked)
{
    json content = json::array();
    if (!reply.thinking.empty())
        content.push_back({{"type", "thinking"}, {"thinking", reply.thinking}, {"signature", "signed"}});
    if (!reply.text.empty())
        content.push_back({{"type", "text"}, {"text", reply.text}});
    for (std::size_t place = 0; place < reply.toolCalls.size(); ++place)
        content.push_back({{"type", "tool_use"},
                           {"id", idOf(reply, place, "toolu_")},
                           {"name", reply.toolCalls[place].name},
                           {"input", reply.toolCalls[place].arguments}});
    return {{"id", "msg_1"},
            {"type", "message"},
            {"role", "assistant"},
            {"model", asked.model},
            {"content", content},
            {"stop_reason", finishOf(reply, asked)},
            {"usage", usageOf(reply, asked)}};
}

} // namespace

QList<QByteArray> streamOf(const Reply& reply, const Asked& asked)
{
    QList<QByteArray> events = asked.isAnthropic ? AnthropicStream(reply, asked).events() : openAiStream(reply, asked);
    if (reply.error == "in_stream") {
        events = events.mid(0, events.size() / 2);
        events.append(eventOf(reply, errorOf("overloaded", asked, {}).body, "error"));
    }
    if (reply.has("bom"))
        events.first().prepend("\xEF\xBB\xBF");
    return events;
}

PlainAnswer bodyOf(const Reply& reply, const Asked& asked)
{
    return {200, "application/json",
            textOf(asked.isAnthropic ? anthropicBody(reply, asked) : openAiBody(reply, asked))};
}

QList<QByteArray> piecesOf(const QList<QByteArray>& events, const std::string& chunking)
{
    if (chunking == "event")
        return events;
    const QByteArray whole = events.join();
    if (chunking == "whole")
        return {whole};
    const qsizetype size = chunking == "byte" ? 1 : std::max<qsizetype>(1, std::atoi(chunking.c_str()));
    QList<QByteArray> pieces;
    for (qsizetype from = 0; from < whole.size(); from += size)
        pieces.append(whole.mid(from, size));
    return pieces;
}

} // namespace model_server
