#include "model/formats/coding_agent/codex_survey.h"

#include "model/formats/json/json_text.h"

#include <utility>

namespace quarterdeck::formats::codex {

using nlohmann::json;

namespace {

/// A hostile file may have any number; the rest is judged by its form.
constexpr std::size_t mostTexts = 1'000'000;

} // namespace

const Survey::Thread& Survey::at(const std::string& thread) const
{
    static const Thread none;
    const auto found = m_threads.find(thread);
    return found == m_threads.end() ? none : found->second;
}

void Survey::note(const json& record, const std::string& name, std::int64_t line)
{
    if (m_threads.size() >= mostThreads && !m_threads.contains(name)) {
        return;
    }
    Thread& thread = m_threads[name];
    const std::string type = textMember(record, "type");
    const json& payload = memberOf(record, "payload");
    if (type == "response_item" || (!payload.is_object() && !type.empty())) {
        noteItem(thread, payload.is_object() ? payload : record, line);
    } else if (type == "token_usage_record") {
        thread.hasUsageRecords = true;
    } else if (type == "event_msg" && textMember(payload, "type") == "thread_rolled_back") {
        takeBack(thread, payload, line);
    } else if (const std::size_t key = type == "event_msg" ? keyOf(typedIn(payload)) : 0;
               key != 0 && thread.typed.size() < mostTexts) {
        thread.typed.insert(key);
        thread.firstTyped = thread.firstTyped == 0 ? line : thread.firstTyped;
    }
}

void Survey::noteItem(Thread& thread, const json& item, std::int64_t line)
{
    if (textMember(item, "type") != "message" || textMember(item, "role") != "user") {
        thread.lastAnswer = textMember(item, "role") == "developer" ? thread.lastAnswer : line;
        if (textMember(item, "role") == "assistant" && thread.answers.size() < mostTexts) {
            thread.answers.insert(keyOf(textsIn(item)));
        }
        return;
    }
    UserItem split = splitUser(item);
    thread.hasSureItems = thread.hasSureItems || split.isSure;
    for (const std::size_t key : {split.wholeKey, split.restKey}) {
        if (key != 0 && thread.inItems.size() < mostTexts) {
            thread.inItems.insert(key);
        }
    }
    if (!split.rest.empty() && thread.candidates.size() < mostTexts) {
        split.program.clear();
        split.rest = json::array({nullptr});
        thread.candidates.push_back({line, std::move(split)});
    }
}

/// The last turns, from what the person said on.
void Survey::takeBack(Thread& thread, const json& event, std::int64_t line)
{
    std::int64_t turns = countMember(event, "num_turns");
    std::int64_t from = line;
    while (turns > 0 && !thread.candidates.empty()) {
        const Candidate& last = thread.candidates.back();
        if (isTypedIn(thread, last.item, last.line)) {
            --turns;
            from = last.line;
        }
        thread.candidates.pop_back();
    }
    if (from != line) {
        thread.takenBack.add(from, line);
    }
}

/// What was typed is known from the events. Where there are none, only its form tells; likewise for what came before
/// the first one (an earlier version wrote it), and for the last words, whose event may not have been written yet.
bool Survey::isTypedIn(const Thread& thread, const UserItem& item, std::int64_t line)
{
    if (item.rest.empty()) {
        return false;
    }
    const bool isKnown = thread.typed.contains(item.wholeKey) || thread.typed.contains(item.restKey);
    return item.isSure || isKnown || item.restKey == 0 || thread.firstTyped == 0 || line < thread.firstTyped
        || line > thread.lastAnswer;
}

bool Survey::isTyped(const UserItem& item, const std::string& thread, std::int64_t line) const
{
    return isTypedIn(at(thread), item, line);
}

bool Survey::isTypedWhole(const UserItem& item, const std::string& thread) const
{
    return !item.isSure && item.wholeKey != item.restKey && at(thread).typed.contains(item.wholeKey);
}

bool Survey::isAnswer(const std::string& text, const std::string& thread) const
{
    const std::size_t key = keyOf(text);
    return key != 0 && at(thread).answers.contains(key);
}

bool Survey::isOnlyInEvent(const std::string& text, const std::string& thread) const
{
    const Thread& of = at(thread);
    const std::size_t key = keyOf(text);
    return key != 0 && !of.hasSureItems && !of.inItems.contains(key);
}

} // namespace quarterdeck::formats::codex
