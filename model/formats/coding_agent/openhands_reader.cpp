#include "model/formats/coding_agent/openhands_reader.h"

#include "model/formats/coding_agent/openhands_events.h"
#include "model/formats/coding_agent/openhands_session.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"

#include <functional>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

namespace quarterdeck::formats {

using errors::RejectReason;
using nlohmann::json;

namespace {

bool isOldEvent(const JsonShape& shape)
{
    return (shape.has("source") || shape.has("timestamp"))
        && ((shape.has("action") && shape.has("args"))
            || (shape.has("observation") && shape.has("extras") && shape.has("content")));
}

bool isSdkEvent(const JsonShape& shape)
{
    const bool isKnown = shape.has("llm_message") || shape.has("system_prompt") || shape.has("tool_call_id")
        || (shape.has("key") && shape.has("value")) || shape.has("forgotten_event_ids") || shape.has("hook_event_type");
    return shape.has("kind") && shape.has("source") && shape.has("timestamp") && shape.has("id") && isKnown;
}

/// The name of the list of events that each run of a benchmark has; empty = it is none.
const char* listOf(const JsonShape& shape)
{
    for (const char* list : {"history", "trajectory", "events"}) {
        const auto has = [&](const char* key) { return shape.listHas(list, key); };
        if ((has("source") && has("timestamp") && (has("kind") || has("action") || has("observation")))
            || (has("action") && (has("images_urls") || has("image_urls") || has("args")))) {
            return list;
        }
    }
    // Pairs of an action with what it led to, into which nobody looks.
    return shape.has("history") && shape.has("instance_id") && shape.has("metrics") && shape.has("test_result")
        ? "history"
        : "";
}

void addEvent(const json& event, const SourceLocation& place, OpenHandsSession& session)
{
    if (!event.is_object()) {
        session.recording().problem(place, RejectReason::NotAnObject);
    } else if (event.contains("kind")) {
        addOpenHandsSdkEvent(event, place, session);
    } else {
        addOpenHandsEvent(event, place, session);
    }
}

/// Those that belong to the conversation as it was left: a person can go back, after which events have another
/// parent than the event before them.
class OpenHandsBranches
{
public:
    void note(const json& event)
    {
        const std::string parent = textMember(event, "parent_id");
        m_hasParents = m_hasParents || !parent.empty();
        const std::size_t id = hashOf(textMember(event, "id"));
        const std::size_t above = parent.empty() ? 0 : hashOf(parent);
        const bool isOfTree = textMember(event, "kind") != "ConversationStateUpdateEvent";
        m_events.push_back({id, m_ids.contains(above) ? above : 0, isOfTree}); // one that is lost was the one before
        if (isOfTree) {
            m_ids.insert(id);
        }
    }
    /// Of each event, whether it was left.
    [[nodiscard]] std::vector<bool> left() const
    {
        std::vector<bool> left(m_events.size(), false);
        std::optional<std::size_t> wanted;
        for (std::size_t i = m_events.size(); m_hasParents && i-- > 0;) {
            const Event& event = m_events[i];
            left[i] = event.isOfTree && wanted && event.id != *wanted;
            if (event.isOfTree && !left[i]) {
                wanted = event.parent != 0 ? std::optional(event.parent) : std::nullopt;
            }
        }
        return left;
    }

private:
    std::unordered_set<std::size_t> m_ids; ///< of those in the tree
    struct Event
    {
        std::size_t id = 0;
        std::size_t parent = 0; ///< 0: the one before
        bool isOfTree = true;
    };
    static std::size_t hashOf(const std::string& id) { return std::hash<std::string>()(id) | 1U; }

    std::vector<Event> m_events;
    bool m_hasParents = false;
};

/// Whether somebody asks for something before the agent acts. Some benchmarks tell only beside the events what they
/// asked.
bool isAsked(const json& events)
{
    for (const json& event : events) {
        const json& first = event.is_array() && !event.empty() ? event.front() : event;
        const std::string action = textMember(first, "action");
        if (textMember(first, "source") == "user" || (action == "message" && !first.contains("source"))) {
            return true;
        }
        if (textMember(first, "kind") == "ActionEvent" || (!action.empty() && action != "system")) {
            return false;
        }
    }
    return false;
}

/// Says what is beside the list of events, and takes it out of the run.
void beginOpenHandsRun(json& run, OpenHandsSession& session, bool isAskedWithin)
{
    const std::string task = textMember(run, "instance_id") + textMember(memberOf(run, "issue"), "title");
    const std::string title = task.empty() ? textMember(memberOf(run, "conversation"), "title") : task;
    const std::string instruction = textMember(run, "instruction");
    if (!title.empty()) {
        session.recording().setGivenTitle(title);
    }
    run.erase("instruction"); // a message says it
    session.recording().setFields(run);
    if (!isAskedWithin) {
        session.ask(instruction, {});
    }
}

/// A run of a benchmark, or an exported conversation, with the list under that name.
void readOpenHandsRun(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, json run,
                      const std::string& list, const SourceLocation& place)
{
    if (!run.is_object()) {
        return sink.reportProblem(errors::problem(source.name(), place, RejectReason::NotAnObject));
    }
    const json events = memberOf(run, list.c_str()).is_array() ? memberOf(run, list.c_str()) : json::array();
    const bool isOfBenchmark = run.contains("instance_id") || run.contains("issue") || run.contains("instruction");
    run.erase(list);
    OpenHandsSession session(source, sink, limits, isOfBenchmark);
    beginOpenHandsRun(run, session, isAsked(events));
    SourceLocation at = place;
    for (const json& event : events) {
        ++at.message;
        if (sink.isStopped()) {
            return;
        }
        for (const json& one : event.is_array() ? event : json::array({event})) {
            addEvent(one, at, session);
        }
    }
    if (const json& metrics = memberOf(run, "metrics"); metrics.is_object()) {
        session.setMetrics(metrics);
    }
    session.note(textMember(run, "error"), {});
    if (!session.end()) {
        sink.reportProblem(errors::problem(source.name(), place, RejectReason::NoMessages));
    }
}

Result<std::size_t> readOpenHandsEvents(ByteSource& source, Layout layout, SessionSink& sink, const ReadLimits& limits)
{
    OpenHandsBranches branches;
    if (auto looked = RecordReader(source, layout, limits)
                          .lookThrough(sink, [&](const json& event, const SourceLocation&) { branches.note(event); });
        !looked) {
        return looked;
    }
    const std::vector<bool> left = branches.left();
    OpenHandsSession session(source, sink, limits, false);
    std::size_t number = 0;
    auto count = RecordReader(source, layout, limits).forEachGood(sink, [&](const json& event, SourceLocation place) {
        std::swap(place.run, place.message); // elements of the list are messages here
        if (number < left.size() && left[number++]) {
            session.recording().noteTakenBack(place, 1);
        } else {
            addEvent(event, place, session);
        }
    });
    if (count && !sink.isStopped()) {
        session.end();
    }
    return count;
}

} // namespace

bool OpenHandsReader::recognises(const JsonShape& shape) const
{
    return isOldEvent(shape) || isSdkEvent(shape) || *listOf(shape) != '\0';
}

Result<std::size_t> OpenHandsReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                          const ReadLimits& limits) const
{
    if (isOldEvent(shape) || isSdkEvent(shape)) {
        return readOpenHandsEvents(source, shape.layout, sink, limits);
    }
    const std::string list = listOf(shape);
    RecordReader records(source, shape.layout, limits);
    return records.forEachGood(sink, [&](json record, const SourceLocation& place) {
        readOpenHandsRun(source, sink, limits, std::move(record), list, place);
    });
}

} // namespace quarterdeck::formats
