#include "model/formats/coding_agent/swe_agent_reader.h"

#include "model/formats/coding_agent/injected_text.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/recording/recording_builder.h"

#include <utility>

namespace quarterdeck::formats {

using conversation::Address;
using conversation::Message;
using conversation::ToolResultBlock;
using nlohmann::json;

namespace {

const std::string sweAgent = "SWE-agent";
const Address sweTools("Tools");
const Address sweModel("Agent");

std::string sweContentText(const json& content)
{
    if (content.is_string()) {
        return content.get<std::string>();
    }
    std::string text;
    for (const json& part : content.is_array() ? content : json::array()) {
        text += (text.empty() ? "" : "\n") + textMember(part, "text");
    }
    return text;
}

/// "str_replace_editor" of "str_replace_editor view /a".
std::string sweToolOf(const std::string& action) { return action.substr(0, action.find_first_of(" \t\r\n")); }

/// What SWE-agent told the model before its first answer.
void addSweInstructions(const json& history, TitledRecordingBuilder& session)
{
    for (const json& entry : history.is_array() ? history : json::array()) {
        const std::string role = textMember(entry, "role");
        if (role == "assistant") {
            return;
        }
        const std::string text = sweContentText(memberOf(entry, "content"));
        if (memberOf(entry, "is_demo") == true || text.empty()) {
            continue;
        }
        Message message;
        message.role = role == "system" ? "system" : "assistant"; // its own words, never the person's
        message.sentFrom = Address(sweAgent);
        message.sendTo = {sweModel};
        message.content = conversation::textBlocks(text);
        session.add(std::move(message));
    }
}

void addSweStep(const json& step, std::size_t number, const ReadLimits& limits, TitledRecordingBuilder& session)
{
    const std::string thought(trimmedText(textMember(step, "thought")));
    const std::string action(trimmedText(textMember(step, "action")));
    const std::string response(trimmedText(sweContentText(memberOf(step, "response"))));
    const std::string id = "step_" + std::to_string(number);
    Message said;
    said.role = "assistant";
    said.sentFrom = sweModel;
    said.sendTo = {action.empty() ? Address(sweAgent) : sweTools};
    const std::string words = thought.empty() && action.empty() ? response : thought;
    if (!words.empty()) {
        said.content = conversation::textBlocks(words);
    }
    if (!action.empty()) {
        said.content.emplace_back(toolUseOf(id, sweToolOf(action), action, limits));
    }
    if (!said.content.empty()) {
        session.add(std::move(said));
    }
    const json& observation = memberOf(step, "observation");
    if (observation.is_string() && !action.empty()) {
        Message answer;
        answer.role = "tool";
        answer.sentFrom = sweTools;
        answer.sendTo = {sweModel};
        ToolResultBlock result;
        result.id = id;
        result.name = sweToolOf(action);
        result.output = observation.get<std::string>();
        answer.content.emplace_back(std::move(result));
        session.add(std::move(answer));
    }
}

std::optional<conversation::Usage> sweUsage(const json& info)
{
    const json& stats = memberOf(info, "model_stats");
    auto usage = usageOf({memberOf(stats, "tokens_sent"), memberOf(stats, "tokens_received"), {}, {}}, {});
    if (const auto cost = costFrom(memberOf(stats, "instance_cost"))) {
        usage = usage ? usage : conversation::Usage();
        usage->cost = cost;
    }
    return usage;
}

void readSweRun(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, json run,
                const SourceLocation& place)
{
    if (!run.is_object()) {
        return sink.reportProblem(errors::problem(source.name(), place, errors::RejectReason::NotAnObject));
    }
    const json history = memberOf(run, "history");
    const json steps = memberOf(run, "trajectory");
    const auto usage = sweUsage(memberOf(run, "info"));
    run.erase("history");
    run.erase("trajectory");
    TitledRecordingBuilder session(source, sink, limits, {"swe_agent", place, std::move(run)});
    session.setTitle(baseName(source.name())); // the name of the task
    addSweInstructions(history, session);
    for (std::size_t i = 0; steps.is_array() && i < steps.size() && !sink.isStopped(); ++i) {
        addSweStep(steps[i], i + 1, limits, session);
    }
    if (usage) {
        session.setUsage(*usage);
    }
    if (!session.end()) {
        sink.reportProblem(errors::problem(source.name(), place, errors::RejectReason::NoMessages));
    }
}

} // namespace

bool SweAgentReader::recognises(const JsonShape& shape) const
{
    return shape.listHas("trajectory", "action") && shape.listHas("trajectory", "observation");
}

Result<std::size_t> SweAgentReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                         const ReadLimits& limits) const
{
    RecordReader records(source, shape.layout, limits);
    return records.forEachGood(sink, [&](json record, const SourceLocation& place) {
        readSweRun(source, sink, limits, std::move(record), place);
    });
}

} // namespace quarterdeck::formats
