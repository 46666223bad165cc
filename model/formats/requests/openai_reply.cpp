#include "model/formats/requests/openai_reply.h"

#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/requests/streamed_reply.h"

#include <nlohmann/json_fwd.hpp>

#include <algorithm>
#include <array>
#include <map>

namespace quarterdeck::formats {

/// Joins the pieces of tool calls in an OpenAI stream's deltas: by `index`, otherwise by `id`, otherwise by position.
/// Servers differ: some give every call the index 0, some repeat the name in each piece or send empty ids and names,
/// some omit ids and indices, some write the arguments as an object.
class ToolCallJoiner
{
public:
    /// Joins into `calls`, which must outlive it.
    explicit ToolCallJoiner(std::vector<StreamedToolCall>& calls) : m_calls(calls) { }

    /// The `tool_calls` of one delta. Entries that are not objects are skipped.
    void take(const nlohmann::json& entries);
    /// The `function_call` of a delta, OpenAI's form before `tool_calls`.
    void takeFunctionCall(const nlohmann::json& function);

private:
    using Index = std::int64_t;
    std::size_t callOf(const nlohmann::json& entry, std::size_t place);
    std::size_t callByIndex(Index index, const std::string& id, const nlohmann::json& entry);
    std::size_t callByPlace(const nlohmann::json& entry, std::size_t place);
    std::optional<std::size_t> callWithId(const std::string& id) const;
    std::size_t add();
    void extend(std::size_t place, const nlohmann::json& entry);

    std::vector<StreamedToolCall>& m_calls;
    std::vector<SurrogateJoiner> m_halves;        ///< of the arguments of each
    std::map<Index, std::size_t> m_byIndex;       ///< the call that an index last meant
    std::map<std::size_t, std::size_t> m_byPlace; ///< the call that was last at a position of a delta
};

using nlohmann::json;

namespace {

const json& functionOf(const json& entry)
{
    const auto function = entry.find("function");
    return function != entry.end() && function->is_object() ? *function : entry;
}

std::string argumentsOf(const json& function)
{
    const auto arguments = function.find("arguments");
    if (arguments == function.end() || arguments->is_null()) {
        return {};
    }
    return arguments->is_string() ? arguments->get<std::string>() : textOfJson(*arguments);
}

bool isComplete(const std::string& arguments)
{
    return arguments.starts_with('{') && arguments.ends_with('}') && json::accept(arguments);
}

/// With an index a name may come in pieces: a named piece starts another call only after complete arguments.
bool isNextNamedCall(const StreamedToolCall& call, const json& entry)
{
    const std::string name = textMember(functionOf(entry), "name");
    const bool isNamedAnew =
        !name.empty() && call.name && (name != *call.name || argumentsOf(functionOf(entry)).starts_with('{'));
    return isNamedAnew && isComplete(call.arguments);
}

/// A named piece after another name, or after complete arguments, starts a call of its own.
bool isNextCall(const StreamedToolCall& call, const json& entry)
{
    const std::string name = textMember(functionOf(entry), "name");
    if (name.empty() || !call.name) {
        return false;
    }
    return name != *call.name || (argumentsOf(functionOf(entry)).starts_with('{') && isComplete(call.arguments));
}

} // namespace

void ToolCallJoiner::take(const json& entries)
{
    if (!entries.is_array()) {
        return;
    }
    std::size_t place = 0;
    for (const json& entry : entries) {
        if (entry.is_object()) {
            extend(callOf(entry, place), entry);
        }
        ++place;
    }
}

void ToolCallJoiner::takeFunctionCall(const json& function)
{
    if (function.is_object()) {
        take(json::array({{{"function", function}}}));
    }
}

std::size_t ToolCallJoiner::callOf(const json& entry, std::size_t place)
{
    const std::string id = textMember(entry, "id");
    const auto index = entry.find("index");
    std::size_t call = 0;
    if (index != entry.end() && index->is_number_integer()) {
        call = callByIndex(index->get<Index>(), id, entry);
    } else if (!id.empty()) {
        const auto known = callWithId(id);
        call = known ? *known : add();
    } else {
        call = callByPlace(entry, place);
    }
    m_byPlace[place] = call;
    return call;
}

std::size_t ToolCallJoiner::callByIndex(Index index, const std::string& id, const json& entry)
{
    const auto known = m_byIndex.find(index);
    if (known != m_byIndex.end()) {
        const auto& knownId = m_calls[known->second].id;
        const bool isOther = knownId ? !id.empty() && *knownId != id : isNextNamedCall(m_calls[known->second], entry);
        if (!isOther) {
            return known->second;
        }
    }
    const auto sameId = known != m_byIndex.end() && !id.empty() ? callWithId(id) : std::nullopt;
    const std::size_t call = sameId ? *sameId : add();
    m_byIndex[index] = call;
    return call;
}

std::size_t ToolCallJoiner::callByPlace(const json& entry, std::size_t place)
{
    const auto known = m_byPlace.find(place);
    if (known != m_byPlace.end() && !isNextCall(m_calls[known->second], entry)) {
        return known->second;
    }
    return add();
}

std::optional<std::size_t> ToolCallJoiner::callWithId(const std::string& id) const
{
    const auto found = std::ranges::find_if(m_calls, [&](const StreamedToolCall& call) { return call.id == id; });
    return found == m_calls.end() ? std::nullopt
                                  : std::optional(static_cast<std::size_t>(std::distance(m_calls.begin(), found)));
}

std::size_t ToolCallJoiner::add()
{
    m_calls.emplace_back();
    m_halves.emplace_back();
    return m_calls.size() - 1;
}

void ToolCallJoiner::extend(std::size_t place, const json& entry)
{
    StreamedToolCall& call = m_calls[place];
    if (const std::string id = textMember(entry, "id"); !id.empty()) {
        call.id = id;
    }
    const json& function = functionOf(entry);
    if (const std::string name = textMember(function, "name"); !name.empty() && name != call.name.value_or("")) {
        call.name = call.name.value_or("") + name;
    }
    const json& arguments = memberOf(function, "arguments");
    call.arguments += python_json::isText(arguments) ? m_halves[place].take(arguments) : argumentsOf(function);
}

using conversation::ContentBlock;

namespace {

/// A text, or a list of text parts as some servers stream it; empty if it is neither.
std::optional<std::string> textOfContent(const json& object, const char* key, SurrogateJoiner& half)
{
    const auto content = object.find(key);
    if (content == object.end() || content->is_null()) {
        return std::nullopt;
    }
    if (python_json::isText(*content)) {
        return half.take(*content);
    }
    if (!content->is_array()) {
        return std::nullopt;
    }
    std::string text;
    for (const json& part : *content) {
        text += half.take(memberOf(part, "text"));
    }
    return text;
}

void append(std::optional<std::string>& whole, const std::optional<std::string>& piece)
{
    if (piece && whole) {
        *whole += *piece;
    } else if (piece) {
        whole = piece;
    }
}

/// The first text stays; empty ones count as missing (as in the opening chunk of Azure's streams).
void keepFirst(std::optional<std::string>& known, const json& object, const char* key)
{
    if (const std::string text = textMember(object, key); !known && !text.empty()) {
        known = text;
    }
}

class OpenAiReply final : public ReplyReader
{
public:
    [[nodiscard]] std::vector<ContentBlock> blocks() const override;

protected:
    void take(const json& object) override { takeChunk(object, "delta"); }
    void takeBody(const json& object) override
    {
        takeChunk(object, "message");
        m_reply.isDone = m_reply.finishReason.has_value();
    }

private:
    void takeChunk(const json& object, const char* part);
    void takeChoice(const json& choice, const char* part);
    void takeDelta(const json& delta);

    ToolCallJoiner m_calls{m_reply.toolCalls};
    std::array<SurrogateJoiner, 3> m_halves; ///< of content, reasoning, refusal
};

void OpenAiReply::takeChunk(const json& object, const char* part)
{
    keepFirst(m_reply.id, object, "id");
    keepFirst(m_reply.model, object, "model");
    if (const json usage = object.value("usage", json()); usage.is_object()) {
        m_reply.usage = conversation::JsonValue(usage);
    }
    const json choices = object.value("choices", json());
    if (!choices.is_array()) {
        return;
    }
    for (const json& choice : choices) {
        if (choice.is_object() && (!choice.contains("index") || choice["index"].is_null() || choice["index"] == 0)) {
            takeChoice(choice, part);
        }
    }
}

void OpenAiReply::takeChoice(const json& choice, const char* part)
{
    if (const json delta = choice.value(part, json()); delta.is_object()) {
        takeDelta(delta);
    }
    if (const std::string reason = textMember(choice, "finish_reason"); !reason.empty()) {
        m_reply.finishReason = reason;
    }
    if (const json usage = choice.value("usage", json()); usage.is_object() && m_reply.usage.isNull()) {
        m_reply.usage = conversation::JsonValue(usage);
    }
}

void OpenAiReply::takeDelta(const json& delta)
{
    keepFirst(m_reply.role, delta, "role");
    append(m_reply.content, textOfContent(delta, "content", m_halves[0]));
    const auto reasoning = textOfContent(delta, "reasoning_content", m_halves[1]);
    append(m_reply.reasoning, reasoning ? reasoning : textOfContent(delta, "reasoning", m_halves[1]));
    append(m_reply.refusal, textOfContent(delta, "refusal", m_halves[2]));
    if (const auto calls = delta.find("tool_calls"); calls != delta.end()) {
        m_calls.take(*calls);
    }
    if (const auto function = delta.find("function_call"); function != delta.end()) {
        m_calls.takeFunctionCall(*function);
    }
}

std::vector<ContentBlock> OpenAiReply::blocks() const
{
    std::vector<ContentBlock> blocks;
    if (const std::string thinking = m_reply.reasoning.value_or(""); !thinking.empty()) {
        blocks.emplace_back(conversation::ThinkingBlock{thinking, {}});
    }
    for (const auto& text : {m_reply.content, m_reply.refusal}) {
        if (text && !text->empty()) {
            blocks.emplace_back(conversation::TextBlock{*text});
        }
    }
    for (const StreamedToolCall& call : m_reply.toolCalls) {
        blocks.emplace_back(toolUseOf(call.id.value_or(""), call.name.value_or(""), call.arguments));
    }
    return blocks;
}

} // namespace

std::unique_ptr<ReplyReader> openAiReplyReader() { return std::make_unique<OpenAiReply>(); }

} // namespace quarterdeck::formats
