#include "model/formats/export/tool_result_sorter.h"

#include "model/formats/export/message_list_writer.h"
#include "model/formats/recording/recording_builder.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::formats {

using conversation::ContentBlock;
using conversation::Message;
using conversation::TextBlock;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;

namespace {

/// As the ids that go out are given, see CallIds.
bool isAnswerTo(const ToolUseBlock& call, const ToolResultBlock& result)
{
    return call.id == result.id && (!call.id.empty() || result.name.empty() || result.name == call.name);
}

void takeAnswered(std::vector<ToolUseBlock>& open, const Message& message)
{
    for (const ToolResultBlock& result : blocksOf<ToolResultBlock>(message)) {
        const auto call = std::ranges::find_if(open, [&](const ToolUseBlock& one) { return isAnswerTo(one, result); });
        if (call != open.end()) {
            open.erase(call);
        }
    }
}

bool answersOne(const std::vector<ToolUseBlock>& open, const Message& message)
{
    const auto results = blocksOf<ToolResultBlock>(message);
    return std::ranges::any_of(results, [&](const ToolResultBlock& result) {
        return std::ranges::any_of(open, [&](const ToolUseBlock& one) { return isAnswerTo(one, result); });
    });
}

void writeAsText(ToolResultSorter::One& one, const std::vector<ToolUseBlock>& calls)
{
    for (ContentBlock& block : one.message.content) {
        const auto* call = std::get_if<ToolUseBlock>(&block);
        if (call != nullptr && std::ranges::find(calls, *call) != calls.end()) {
            block = TextBlock{callText(*call)};
            ++one.callsAsText;
        }
    }
}

} // namespace

bool ToolResultSorter::isCalling(const Message& message)
{
    return conversation::hasBlock<ToolUseBlock>(message)
        && (message.role == "assistant" || (!isChatRole(message.role) && !message.sentFrom.isEmpty()));
}

void ToolResultSorter::add(One one, const Write& write)
{
    constexpr std::size_t most = 256; // what was not answered for so long never will be
    const bool isOwn = !one.source.is_null();
    if (const std::size_t place = isOwn ? m_waiting.size() : callerOf(one.message); place < m_waiting.size()) {
        one.movedBefore = std::ssize(m_waiting) - static_cast<std::ptrdiff_t>(place) - 1;
        takeAnswered(m_waiting[place].open, one.message);
        m_waiting[place].answers.push_back(std::move(one));
    } else {
        Waiting waiting{std::move(one), {}, {}};
        if (!isOwn && isCalling(waiting.one.message)) {
            waiting.open = blocksOf<ToolUseBlock>(waiting.one.message);
            takeAnswered(waiting.open, waiting.one.message);
        }
        m_waiting.push_back(std::move(waiting));
    }
    while (!m_waiting.empty() && (m_waiting.front().open.empty() || m_waiting.size() > most)) {
        writeFirst(write);
    }
}

void ToolResultSorter::release(const Write& write)
{
    while (!m_waiting.empty()) {
        writeFirst(write);
    }
}

std::size_t ToolResultSorter::callerOf(const Message& message) const
{
    const auto caller = isCalling(message)
        ? m_waiting.end()
        : std::ranges::find_if(m_waiting, [&](const Waiting& waiting) { return answersOne(waiting.open, message); });
    return static_cast<std::size_t>(caller - m_waiting.begin());
}

void ToolResultSorter::writeFirst(const Write& write)
{
    Waiting first = std::move(m_waiting.front());
    m_waiting.pop_front();
    writeAsText(first.one, first.open);
    write(first.one);
    for (const One& answer : first.answers) {
        write(answer);
    }
}

} // namespace quarterdeck::formats
