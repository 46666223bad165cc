#include "model/formats/coding_agent/codex_thread.h"

#include "model/formats/coding_agent/codex_items.h"
#include "model/formats/coding_agent/sub_agents.h"
#include "model/formats/json/json_text.h"
#include "model/formats/recording/recording_builder.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace quarterdeck::formats::codex {

using conversation::Usage;
using nlohmann::json;

namespace {

/// A hostile file may have any number.
constexpr std::size_t mostKept = 1'000'000;

constexpr const char* numbers[] = {"input_tokens", "cached_input_tokens", "output_tokens", "reasoning_output_tokens"};

/// What was added; null if anything is less than before.
json differenceOf(const json& total, const json& before)
{
    json difference = json::object();
    for (const char* key : numbers) {
        const std::int64_t more = countMember(total, key) - countMember(before, key);
        if (more < 0) {
            return nullptr;
        }
        difference[key] = static_cast<std::uint64_t>(more);
    }
    return difference;
}

/// Who started a sub-agent. Newer versions say it twice.
std::string parentIn(const json& meta, const json& spawn)
{
    const std::string parent = textMember(meta, "parent_thread_id");
    return parent.empty() ? textMember(spawn, "parent_thread_id") : parent;
}

} // namespace

std::optional<Usage> usageOf(const json& told, const std::string& model)
{
    Usage usage;
    usage.model = model;
    usage.promptTokens = countMember(told, "input_tokens");
    usage.completionTokens = countMember(told, "output_tokens");
    usage.cachedTokens = std::min(countMember(told, "cached_input_tokens"), usage.promptTokens);
    usage.reasoningTokens = std::min(countMember(told, "reasoning_output_tokens"), usage.completionTokens);
    return usage.promptTokens == 0 && usage.completionTokens == 0 ? std::nullopt : std::optional(std::move(usage));
}

bool Thread::begin(const json& meta, const std::string& time)
{
    if (!m_begun.empty()) {
        m_hasOther = m_hasOther || (isSub() && textMember(meta, "id") != id);
        return false;
    }
    const json& spawn = memberOf(memberOf(memberOf(meta, "source"), "subagent"), "thread_spawn");
    m_begun = time.empty() ? "-" : time;
    id = textMember(meta, "id");
    parentId = parentIn(meta, spawn);
    path = textMember(meta, "agent_path");
    path = path.empty() ? textMember(spawn, "agent_path") : path;
    path = path.empty() && !isSub() ? "/root" : path;
    if (!isSub()) {
        return true;
    }
    name = agentOfPath(path);
    for (const char* key : {"agent_nickname", "agent_role"}) {
        name = name.empty() ? textMember(meta, key) : name;
        name = name.empty() ? textMember(spawn, key) : name;
    }
    name = name.empty() ? unnamedSubAgent : name;
    return true;
}

bool Thread::isRepeated(const json& item)
{
    const std::string itemId = textMember(item, "id");
    if (itemId.empty() || m_read.size() >= mostKept) {
        return false;
    }
    const std::string words = textMember(item, "type") + itemId + textMember(item, "call_id")
        + memberOf(item, "content").dump(-1, ' ', false, json::error_handler_t::replace)
        + textMember(item, "arguments");
    return !m_read.insert(std::hash<std::string>()(words)).second;
}

void Thread::note(const json& event)
{
    const std::string type = textMember(event, "type");
    if (type == "item_completed") {
        noteItem(memberOf(event, "item"));
    } else if (failed.size() < mostKept) {
        const json& exitCode = memberOf(event, "exit_code");
        const json& result = memberOf(event, "result");
        const bool isFailure = (exitCode.is_number() && exitCode != 0) || memberOf(event, "success") == false
            || !memberOf(result, "Err").is_null() || memberOf(memberOf(result, "Ok"), "isError") == true
            || memberOf(memberOf(result, "Ok"), "is_error") == true;
        if (const std::string call = textMember(event, "call_id"); isFailure && !call.empty()) {
            failed.insert(call);
        }
    }
}

void Thread::noteItem(const json& item)
{
    const std::string itemId = textMember(item, "id");
    const std::string status = textMember(item, "status");
    if (textMember(item, "type") == "AgentMessage") {
        m_hasAnnounced = true;
        if (m_announced.size() < mostKept) {
            m_announced.insert(itemId);
        }
    } else if ((status == "failed" || status == "declined") && failed.size() < mostKept) {
        failed.insert(itemId);
    }
}

bool Thread::isSummary(const json& item) const
{
    const std::string itemId = textMember(item, "id");
    return m_hasAnnounced && textMember(item, "type") == "message" && textMember(item, "role") == "assistant"
        && !itemId.empty() && m_announced.size() < mostKept && !m_announced.contains(itemId);
}

std::string Thread::textThatWaits() const { return waiting ? textsIn(waiting->item) : std::string(); }

Counted Thread::count(const json& info)
{
    const json& total = memberOf(info, "total_token_usage");
    const json& last = memberOf(info, "last_token_usage");
    const json before = std::exchange(m_total, total);
    if (!total.is_object() || !before.is_object()) {
        return {usageOf(last, model), !total.is_object()};
    }
    const json difference = differenceOf(total, before);
    if (difference.is_null()) {
        return {usageOf(last, model), false}; // it was counted anew
    }
    auto spent = usageOf(difference, model);
    return spent ? Counted{std::move(spent), false} : Counted{usageOf(last, model), true};
}

json Thread::withAgent(json source) const
{
    if (!lane.empty()) { // as Claude Code says whose work it is
        source["agentId"] = lane;
        source["isSidechain"] = true;
    }
    return source;
}

conversation::JsonValue Thread::metadataOf(json item, std::int64_t line) const
{
    for (const char* key : {"content", "output", "arguments", "encrypted_content", "tools", "result"}) {
        item.erase(key);
    }
    json metadata = {{"source", withAgent(std::move(item))}};
    if (lane.empty()) { // lines of the others are counted from where its file ends
        metadata[recordKey] = std::to_string(line);
    }
    return conversation::JsonValue(std::move(metadata));
}

} // namespace quarterdeck::formats::codex
