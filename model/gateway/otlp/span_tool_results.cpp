#include "model/gateway/otlp/span_tool_results.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::gateway::otlp {

using conversation::ContentBlock;
using conversation::MediaBlock;
using conversation::TextBlock;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;

namespace {

const std::string toolRole = "tool";
/// In no real conversation do more calls wait for their results.
constexpr std::size_t mostOpen = 1'000;

bool isResult(const ContentBlock& block) { return std::holds_alternative<ToolResultBlock>(block); }

/// Whether a tool gave the block; pictures follow the result they belong to, so what came before matters.
bool isOfTool(const ContentBlock& block, bool isBeforeOfTool)
{
    return isResult(block) || (isBeforeOfTool && std::holds_alternative<MediaBlock>(block));
}

/// Whether its bytes come with the message.
bool hasAttachment(const ContentBlock& block)
{
    const auto* media = std::get_if<MediaBlock>(&block);
    return media != nullptr && !media->source.hash.isEmpty();
}

/// Splits runs of results, and of other blocks, into messages of their own.
void split(SpanMessage message, std::vector<SpanMessage>& into)
{
    bool isBeforeOfTool = false;
    bool isFirst = true;
    auto attachment = message.attachments.begin(); // in the order of the blocks
    for (ContentBlock& block : message.content) {
        const bool isOfToolNow = isOfTool(block, isBeforeOfTool);
        if (isFirst || isOfToolNow != isBeforeOfTool) {
            SpanMessage part;
            part.role = isOfToolNow ? toolRole : message.role;
            part.name = isOfToolNow ? std::string() : message.name;
            part.isAnswer = message.isAnswer;
            into.push_back(std::move(part));
        }
        if (hasAttachment(block) && attachment != message.attachments.end())
            into.back().attachments.push_back(std::move(*attachment++));
        into.back().content.push_back(std::move(block));
        isBeforeOfTool = isOfToolNow;
        isFirst = false;
    }
}

/// Calls not answered yet, in order.
class OpenCalls
{
public:
    void look(ContentBlock& block)
    {
        if (const auto* call = std::get_if<ToolUseBlock>(&block)) {
            if (m_open.size() < mostOpen)
                m_open.push_back({call->id, call->name});
        } else if (auto* result = std::get_if<ToolResultBlock>(&block)) {
            pair(*result);
        }
    }

private:
    struct Call
    {
        std::string id;
        std::string name;
    };
    /// By id; if programs send none, calls are answered in order.
    void pair(ToolResultBlock& result)
    {
        const auto call = std::ranges::find_if(m_open, [&](const Call& one) {
            return result.id.empty() ? result.name.empty() || result.name == one.name : result.id == one.id;
        });
        if (call == m_open.end())
            return;
        result.id = call->id;
        if (result.name.empty())
            result.name = call->name;
        m_open.erase(call);
    }

    std::vector<Call> m_open;
};

} // namespace

void makeResult(SpanMessage& message, std::string callId)
{
    ToolResultBlock result;
    result.id = std::move(callId);
    result.name = std::exchange(message.name, {});
    std::erase_if(message.content, [&](const ContentBlock& block) {
        const auto* text = std::get_if<TextBlock>(&block);
        if (text != nullptr)
            result.output += (result.output.empty() ? "" : "\n") + text->text;
        return text != nullptr;
    });
    message.content.insert(message.content.begin(), std::move(result));
}

std::vector<SpanMessage> attachToolResults(std::vector<SpanMessage> messages)
{
    std::vector<SpanMessage> all;
    for (SpanMessage& message : messages) {
        if (message.role == toolRole && std::ranges::none_of(message.content, isResult))
            makeResult(message, {});
        // Results of a server's own tools are part of its answer.
        if (message.role != "assistant" && std::ranges::any_of(message.content, isResult))
            split(std::move(message), all);
        else
            all.push_back(std::move(message));
    }
    OpenCalls calls;
    for (SpanMessage& message : all)
        for (ContentBlock& block : message.content)
            calls.look(block);
    return all;
}

} // namespace quarterdeck::gateway::otlp
