#include "metagpt/log_reader.h"

#include "formats/agentscope/msg.h"
#include "formats/python_json.h"
#include "metagpt/read_message.h"
#include "recorded/titled_session.h"
#include "sentences.h"
#include "json/json_shape.h"
#include "json/source_buffer.h"

#include <algorithm>

namespace quarterdeck::formats {

using sentences::Reason;

namespace {

constexpr std::string_view mark = "publish_message: ";
/// Of a line that a module of MetaGPT wrote.
constexpr std::string_view ofMetaGpt = " | metagpt.";
constexpr std::size_t timeLength = std::string_view("2025-06-30 19:45:55.001").size();

/// Any program may keep a log in this form: one of MetaGPT's lines is among the first.
bool isOfMetaGpt(std::string_view start)
{
    return start.find(ofMetaGpt) != std::string_view::npos || start.find(mark) != std::string_view::npos;
}

/// The message of a line of the log, and when it was sent; nothing where the line tells of no message, or of none that
/// can be read (`isWrong`).
std::optional<metagpt::ReadMessage> messageOf(const std::string& line, const ReadLimits& limits, bool& isWrong)
{
    const std::size_t at = line.find(mark);
    if (at == std::string::npos) {
        return std::nullopt;
    }
    const auto source = python_json::parse(std::string_view(line).substr(at + mark.size()), limits);
    auto read = source ? metagpt::readMessage(*source) : std::nullopt;
    isWrong = !read;
    if (!read) {
        return std::nullopt;
    }
    const std::string time = line.substr(0, timeLength);
    if (const auto sent = agentscope::timestampOf(time)) {
        read->message.timestamp = *sent;
        read->message.timestampText = time;
    }
    return read;
}

} // namespace

bool MetaGptLogReader::recognises(const JsonShape& shape) const
{
    const std::string_view start = shape.start;
    return start.size() > timeLength && agentscope::timestampOf(start.substr(0, timeLength))
        && start.substr(timeLength).starts_with(" | ") && isOfMetaGpt(start);
}

Result<std::size_t> MetaGptLogReader::read(ByteSource& source, const JsonShape&, SessionSink& sink,
                                           const ReadLimits& limits) const
{
    TitledSession session(source, sink, limits, {"metagpt_log", {}, nlohmann::json::object()});
    SourceBuffer buffer(source, limits.maxRecordBytes);
    Place place;
    std::size_t count = 0;
    while (const auto line = buffer.nextLine()) {
        ++place.line;
        bool isWrong = false;
        if (auto read = messageOf(*line, limits, isWrong)) {
            if (count++ == 0) {
                session.setTitle(conversation::textOf(read->message));
            }
            metagpt::reportFault(*read, source.name(), place, sink);
            session.add(std::move(read->message));
        } else if (isWrong) {
            sink.problem(sentences::problem(source.name(), place, Reason::NotJson));
        }
        if (sink.isStopped()) {
            return count;
        }
    }
    if (buffer.failure()) {
        return tl::unexpected(*buffer.failure());
    }
    if (buffer.isOverLimit()) {
        return tl::unexpected(sentences::tooLarge(source.name(), place.line + 1, limits));
    }
    session.end();
    return count;
}

} // namespace quarterdeck::formats
