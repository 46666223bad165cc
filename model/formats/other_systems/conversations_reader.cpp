#include "model/formats/other_systems/conversations_reader.h"

#include "model/formats/format_errors.h"
#include "model/formats/json/json_shape.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/other_systems/read_message.h"
#include "model/formats/other_systems/shown_branch.h"
#include "model/formats/recording/titled_recording_builder.h"

#include <algorithm>
#include <iterator>

namespace quarterdeck::formats {

using errors::RejectReason;
using nlohmann::json;

namespace {

std::int64_t messagesIn(const json& mapping)
{
    return std::ranges::count_if(mapping, [](const json& node) { return memberOf(node, "message").is_object(); });
}

void readConversation(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, json conversation,
                      const SourceLocation& place)
{
    const json mapping = memberOf(conversation, "mapping");
    if (!mapping.is_object()) {
        const RejectReason reason = conversation.is_object() ? RejectReason::NoMessageList : RejectReason::NotAnObject;
        return sink.reportProblem(errors::problem(source.name(), place, reason));
    }
    conversation.erase("mapping");
    const std::vector<const json*> branch = chatgpt::activeBranch(mapping, textMember(conversation, "current_node"));
    chatgpt::MessageReader messages(memberOf(conversation, "create_time"), limits);
    const std::string title = textMember(conversation, "title");
    RecordedDetails details{"chatgpt", place, std::move(conversation)};
    if (const std::int64_t others = messagesIn(mapping) - std::ssize(branch); others > 0) {
        details.leftOut["messages"] = others; // of other branches
    }
    TitledRecordingBuilder session(source, sink, limits, std::move(details));
    session.setTitle(title);
    for (const json* one : branch) {
        if (sink.isStopped()) {
            return;
        }
        if (auto message = messages.read(*one)) {
            session.add(std::move(*message));
        }
    }
    if (!session.end()) {
        sink.reportProblem(errors::problem(source.name(), place, RejectReason::NoMessages));
    }
}

} // namespace

bool ChatGptReader::recognises(const JsonShape& shape) const
{
    return shape.has("mapping") && (shape.has("current_node") || shape.has("conversation_id"));
}

Result<std::size_t> ChatGptReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                        const ReadLimits& limits) const
{
    RecordReader records(source, shape.layout, limits);
    return records.forEachGood(sink, [&](json record, const SourceLocation& place) {
        readConversation(source, sink, limits, std::move(record), place);
    });
}

} // namespace quarterdeck::formats
