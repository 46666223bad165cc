#include "model/formats/openai/openai_reader.h"

#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/chat_recording_builder.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/openai/response_items.h"
#include "model/formats/recording/recording_builder.h"

#include <array>
#include <optional>
#include <string>

namespace quarterdeck::formats {

using nlohmann::json;

namespace {

/// A list of messages, or one text of the person's.
json messagesIn(json input)
{
    if (input.is_string()) {
        return json::array({json{{"role", "user"}, {"content", std::move(input)}}});
    }
    return input.is_array() ? std::move(input) : json::array();
}

/// `{instructions, input, output}`
json runOfResponse(json response)
{
    json messages = json::array();
    if (const std::string instructions = textMember(response, "instructions"); !instructions.empty()) {
        messages.push_back({{"role", "system"}, {"content", instructions}});
        response.erase("instructions");
    }
    for (const char* list : {"input", "output"}) {
        for (json& item : messagesIn(response.value(list, json()))) {
            const bool isKnown = !textMember(item, "role").empty() || isItemOfResponse(item);
            messages.push_back(isKnown ? std::move(item)
                                       : json{{"role", "assistant"}, {"content", json::array({std::move(item)})}});
        }
        response.erase(list);
    }
    response["messages"] = std::move(messages);
    return response;
}

/// `{choices: [{message}]}`: the model's alternatives are appended.
json runOfCompletion(json completion)
{
    json messages = messagesIn(completion.value("messages", json()));
    for (json& choice : completion["choices"]) {
        if (choice.is_object() && choice.contains("message")) {
            messages.push_back(std::move(choice["message"]));
            choice.erase("message");
        }
    }
    completion["messages"] = std::move(messages);
    return completion;
}

json runOfBody(json body)
{
    if (memberOf(body, "choices").is_array()) {
        return runOfCompletion(std::move(body));
    }
    const bool isResponse = memberOf(body, "output").is_array() || !memberOf(body, "input").is_null();
    return isResponse && !memberOf(body, "messages").is_array() ? runOfResponse(std::move(body)) : body;
}

} // namespace

bool isOfRequests(const JsonShape& shape)
{
    const bool isBatch = shape.has("custom_id")
        && (shape.memberHas("response", "body") || shape.memberHas("body", "messages")
            || shape.memberHas("body", "input"));
    const bool isResponse = shape.has("object") && shape.has("output") && shape.listHas("output", "type");
    const bool isOfItems = shape.listHas("input", "role") || shape.listHas("input", "type");
    const bool isOfText =
        shape.has("input") && (shape.has("instructions") || shape.has("tools")); // embeddings have none
    const bool isRequest = shape.has("model") && (isOfItems || isOfText);
    return isBatch || isResponse || isRequest || shape.listHas("choices", "message");
}

json runOfRequest(json record)
{
    const json& answered = memberOf(memberOf(record, "response"), "body");
    json body = answered.is_object() ? answered : memberOf(record, "body");
    if (!body.is_object()) {
        return runOfBody(std::move(record));
    }
    json run = runOfBody(std::move(body));
    if (record.contains("custom_id")) {
        run["custom_id"] = record["custom_id"];
    }
    return run;
}

using errors::RejectReason;

namespace {

constexpr std::array messageLists = {"traj", "messages"};

bool isMessage(const JsonShape& shape)
{
    return shape.has("role") && (shape.has("content") || shape.has("tool_calls") || shape.has("function_call"));
}

bool isRun(const JsonShape& shape)
{
    return std::ranges::any_of(messageLists, [&](const char* list) { return shape.listHas(list, "role"); });
}

/// Signs of a benchmark run, in which a program plays the user.
bool isUserSimulated(const json& run) { return run.contains("reward") && run.contains("task_id"); }

/// What a server says beside its answer.
std::optional<conversation::Usage> usageOfRun(const json& run)
{
    return usageFrom(memberOf(run, "usage"), textMember(run, "model"));
}

const char* messageListOf(const json& run)
{
    for (const char* list : messageLists) {
        if (const auto found = run.find(list); found != run.end() && found->is_array()) {
            return list;
        }
    }
    return nullptr;
}

void readRun(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, json run, SourceLocation place)
{
    const char* list = run.is_object() ? messageListOf(run) : nullptr;
    if (!list || run[list].empty()) {
        const RejectReason reason = !run.is_object() ? RejectReason::NotAnObject
            : list                                   ? RejectReason::NoMessages
                                                     : RejectReason::NoMessageList;
        sink.reportProblem(errors::problem(source.name(), place, reason));
        return;
    }
    json messages = std::move(run[list]);
    run.erase(list);
    ChatRecordingBuilder session(source, sink, limits, {"openai", place, run});
    session.setUserIsSimulated(isUserSimulated(run));
    session.setUsage(usageOfRun(run));
    for (json& message : messages) {
        if (sink.isStopped()) {
            return;
        }
        ++place.message;
        session.add(std::move(message), place);
    }
    session.end();
}

Result<std::size_t> readRuns(ByteSource& source, Layout layout, SessionSink& sink, const ReadLimits& limits)
{
    RecordReader records(source, layout, limits);
    return records.forEachGood(sink, [&](json record, const SourceLocation& place) {
        const bool isRun = !record.is_object() || messageListOf(record) != nullptr;
        readRun(source, sink, limits, isRun ? std::move(record) : runOfRequest(std::move(record)), place);
    });
}

/// For a run that is the whole file: its messages are never all held. Empty if they are not where its beginning says.
std::optional<Result<std::size_t>> readLongRun(ByteSource& source, const std::string& list, SessionSink& sink,
                                               const ReadLimits& limits)
{
    ListedDocument document(source, list, limits);
    auto run = document.fields(sink);
    if (!run) {
        return tl::unexpected(run.error());
    }
    if (!run->is_object() || messageListOf(*run) != nullptr) {
        return std::nullopt;
    }
    ChatRecordingBuilder session(source, sink, limits, {"openai", {}, *run});
    session.setUserIsSimulated(isUserSimulated(*run));
    session.setUsage(usageOfRun(*run));
    auto count = document.forEach(
        sink, [&](json message, const SourceLocation& place) { session.add(std::move(message), place); });
    if (count && !sink.isStopped()) {
        session.end();
    }
    return count ? Result<std::size_t>(1) : count;
}

Result<std::size_t> readMessages(ByteSource& source, Layout layout, SessionSink& sink, const ReadLimits& limits)
{
    ChatRecordingBuilder session(source, sink, limits, {"openai", {}, json::object()});
    RecordReader records(source, layout, limits);
    auto count = records.forEachGood(sink, [&](json record, SourceLocation place) {
        std::swap(place.run, place.message); // elements of the list are messages here
        session.add(std::move(record), place);
    });
    if (count) {
        session.end();
    }
    return count;
}

} // namespace

bool OpenAiReader::recognises(const JsonShape& shape) const
{
    return isMessage(shape) || isRun(shape) || isOfRequests(shape);
}

Result<std::size_t> OpenAiReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                       const ReadLimits& limits) const
{
    if (shape.layout == Layout::Document && isRun(shape) && !isOfRequests(shape)) {
        const auto* list =
            std::ranges::find_if(messageLists, [&](const char* name) { return shape.listHas(name, "role"); });
        if (auto count = readLongRun(source, *list, sink, limits)) {
            return std::move(*count);
        }
    }
    return isRun(shape) || isOfRequests(shape) ? readRuns(source, shape.layout, sink, limits)
                                               : readMessages(source, shape.layout, sink, limits);
}

} // namespace quarterdeck::formats
