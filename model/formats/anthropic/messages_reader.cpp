#include "model/formats/anthropic/messages_reader.h"

#include "model/formats/anthropic/anthropic_recording_builder.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_shape.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/listed_document.h"
#include "model/formats/json/record_reader.h"

#include <optional>

namespace quarterdeck::formats {

using errors::RejectReason;
using nlohmann::json;

namespace {

bool hasOwnBlocks(const JsonShape& shape)
{
    return shape.hasTypeOf({"tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use"});
}

/// Roles and parts that Anthropic does not have.
bool isOpenAi(const JsonShape& shape)
{
    return shape.hasRoleOf({"system", "developer", "tool", "function"})
        || shape.hasTypeOf({"function", "image_url", "input_audio"});
}

bool isRequest(const JsonShape& shape)
{
    return shape.listHas("messages", "role")
        && (shape.has("system") || shape.has("anthropic_version") || shape.has("max_tokens") || hasOwnBlocks(shape));
}

bool isMessage(const JsonShape& shape)
{
    return shape.has("role") && shape.has("content") && (shape.has("stop_reason") || hasOwnBlocks(shape));
}

/// Lines of a message batch: its requests or its results.
bool isBatch(const JsonShape& shape)
{
    return shape.has("custom_id") && (shape.memberHas("params", "messages") || shape.memberHas("result", "message"));
}

/// `{custom_id, params}` or `{custom_id, result: {message}}` as a request. A result is a request with that message
/// alone.
json requestOf(json line)
{
    json request = memberOf(line, "params");
    if (const json& answer = memberOf(memberOf(line, "result"), "message"); answer.is_object()) {
        request = {{"messages", json::array({answer})}};
    }
    if (!request.is_object()) {
        return line;
    }
    request["custom_id"] = memberOf(line, "custom_id");
    return request;
}

void readRequest(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, json request,
                 SourceLocation place)
{
    const auto list = request.is_object() ? request.find("messages") : request.end();
    if (!request.is_object() || list == request.end() || !list->is_array() || list->empty()) {
        const RejectReason reason = !request.is_object() ? RejectReason::NotAnObject
            : list != request.end() && list->is_array()  ? RejectReason::NoMessages
                                                         : RejectReason::NoMessageList;
        sink.reportProblem(errors::problem(source.name(), place, reason));
        return;
    }
    const json messages = std::move(*list);
    request.erase("messages");
    const json system = request.value("system", json());
    request.erase("system");
    anthropic::AnthropicRecordingBuilder session(source, sink, limits, {"anthropic", place, std::move(request)});
    session.addSystem(system, place);
    for (const json& message : messages) {
        if (sink.isStopped()) {
            return;
        }
        ++place.message;
        session.add(message, place);
    }
    session.end();
}

/// For a request that is the whole file: its messages are never all held. Empty if there are none.
std::optional<Result<std::size_t>> readLongRequest(ByteSource& source, SessionSink& sink, const ReadLimits& limits)
{
    ListedDocument document(source, "messages", limits);
    auto request = document.fields(sink);
    if (!request) {
        return tl::unexpected(request.error());
    }
    if (!request->is_object()) {
        return std::nullopt;
    }
    const json system = request->value("system", json());
    request->erase("system");
    anthropic::AnthropicRecordingBuilder session(source, sink, limits, {"anthropic", {}, std::move(*request)});
    session.addSystem(system, {});
    auto count =
        document.forEach(sink, [&](const json& message, const SourceLocation& place) { session.add(message, place); });
    if (count && !sink.isStopped()) {
        session.end();
    }
    return count ? Result<std::size_t>(1) : count;
}

} // namespace

bool AnthropicReader::recognises(const JsonShape& shape) const
{
    return isBatch(shape) || (!isOpenAi(shape) && (isRequest(shape) || isMessage(shape)));
}

Result<std::size_t> AnthropicReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                          const ReadLimits& limits) const
{
    const bool areRequests = isRequest(shape);
    const bool isOfBatch = isBatch(shape);
    if (areRequests && shape.layout == Layout::Document) {
        if (auto count = readLongRequest(source, sink, limits)) {
            return std::move(*count);
        }
    }
    anthropic::AnthropicRecordingBuilder messages(source, sink, limits, {"anthropic", {}, json::object()});
    RecordReader records(source, shape.layout, limits);
    auto count = records.forEachGood(sink, [&](json record, SourceLocation place) {
        if (isOfBatch) {
            readRequest(source, sink, limits, requestOf(std::move(record)), place);
        } else if (areRequests) {
            readRequest(source, sink, limits, std::move(record), place);
        } else {
            std::swap(place.run, place.message); // elements of the list are messages here
            messages.add(record, place);
        }
    });
    if (count) {
        messages.end();
    }
    return count;
}

} // namespace quarterdeck::formats
