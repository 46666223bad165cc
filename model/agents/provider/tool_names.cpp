#include "model/agents/provider/tool_names.h"

#include "model/conversation/utf8.h"

#include <algorithm>

namespace quarterdeck::team {

using conversation::ContentBlock;
using conversation::Message;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;

namespace {

constexpr std::size_t longest = 64;

bool isAllowed(char character)
{
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z')
        || (character >= '0' && character <= '9') || character == '_' || character == '-';
}

bool isTaken(const std::string& name)
{
    return !name.empty() && name.size() <= longest && std::ranges::all_of(name, isAllowed);
}

/// A character of another alphabet becomes one '_', however many bytes it has.
std::string nearest(const std::string& name)
{
    std::string result;
    for (const char character : name) {
        if (!conversation::utf8::isContinuation(character))
            result += isAllowed(character) ? character : '_';
    }
    return result.empty() ? "tool" : result.substr(0, longest);
}

} // namespace

ToolNames::ToolNames(std::span<const formats::Tool> tools, std::span<const Message> messages)
{
    // Names that need no change come first, so that none of them is given away.
    for (const bool staysAsItIs : {true, false}) {
        const auto addIf = [&](const std::string& name) {
            if (isTaken(name) == staysAsItIs)
                add(name);
        };
        for (const formats::Tool& tool : tools)
            if (!tool.isProvider)
                addIf(tool.name);
        for (const Message& message : messages)
            for (const ToolUseBlock& call : blocksOf<ToolUseBlock>(message))
                addIf(call.name);
    }
}

void ToolNames::add(const std::string& name)
{
    if (m_sent.contains(name))
        return;
    const std::string wanted = isTaken(name) ? name : nearest(name);
    std::string given = wanted;
    for (int number = 2; m_taken.contains(given); ++number) {
        const std::string ending = '_' + std::to_string(number);
        given = wanted.substr(0, longest - ending.size()) + ending;
    }
    m_taken.insert(given);
    m_sent[name] = given;
    if (given != name)
        m_originals[given] = name;
}

const std::string& ToolNames::sentName(const std::string& name) const
{
    const auto found = m_sent.find(name);
    return found == m_sent.end() ? name : found->second;
}

const std::string& ToolNames::original(const std::string& sentName) const
{
    const auto found = m_originals.find(sentName);
    return found == m_originals.end() ? sentName : found->second;
}

std::vector<formats::Tool> ToolNames::toServerNames(std::vector<formats::Tool> tools) const
{
    for (formats::Tool& tool : tools)
        if (!tool.isProvider)
            tool.name = sentName(tool.name);
    return tools;
}

std::vector<Message> ToolNames::toServerNames(std::vector<Message> messages) const
{
    if (areAllKept())
        return messages;
    for (Message& message : messages) {
        for (ContentBlock& block : message.content) {
            if (auto* call = std::get_if<ToolUseBlock>(&block))
                call->name = sentName(call->name);
            else if (auto* result = std::get_if<ToolResultBlock>(&block))
                result->name = sentName(result->name);
        }
    }
    return messages;
}

} // namespace quarterdeck::team
