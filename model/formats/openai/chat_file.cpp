#include "model/formats/openai/chat_file.h"

#include "model/formats/format_errors.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/listed_document.h"
#include "model/formats/json/record_reader.h"

#include <utility>

namespace quarterdeck::formats {

using errors::RejectReason;
using nlohmann::json;

ChatFile::ChatFile(ByteSource& source, SessionSink& sink, const ReadLimits& limits, std::string format, Add add)
    : m_source(source)
    , m_sink(sink)
    , m_limits(limits)
    , m_format(std::move(format))
    , m_add(std::move(add))
{ }

Result<std::size_t> ChatFile::readMessages(Layout layout)
{
    ChatRecordingBuilder session(m_source, m_sink, m_limits, {m_format, {}, json::object()});
    RecordReader records(m_source, layout, m_limits);
    auto count = records.forEachGood(m_sink, [&](json record, SourceLocation place) {
        std::swap(place.run, place.message); // elements of the list are messages here
        m_add(session, std::move(record), place);
    });
    if (count) {
        session.end();
    }
    return count;
}

Result<std::size_t> ChatFile::readRuns(Layout layout, const std::string& list)
{
    if (layout == Layout::Document) {
        const auto isRead = readLongRun(list);
        if (!isRead || *isRead) {
            return isRead ? Result<std::size_t>(1) : tl::unexpected(isRead.error());
        }
    }
    RecordReader records(m_source, layout, m_limits);
    return records.forEachGood(
        m_sink, [&](json record, const SourceLocation& place) { readRun(std::move(record), list, place); });
}

Result<bool> ChatFile::readLongRun(const std::string& list)
{
    ListedDocument document(m_source, list, m_limits);
    auto run = document.fields(m_sink);
    if (!run) {
        return tl::unexpected(run.error());
    }
    if (!run->is_object()) {
        return false;
    }
    ChatRecordingBuilder session(m_source, m_sink, m_limits, {m_format, {}, std::move(*run)});
    const auto count = document.forEach(
        m_sink, [&](json message, const SourceLocation& place) { m_add(session, std::move(message), place); });
    if (!count) {
        return tl::unexpected(count.error());
    }
    if (!m_sink.isStopped()) {
        session.end();
    }
    return true;
}

void ChatFile::readRun(json run, const std::string& list, SourceLocation place)
{
    const bool isListed = memberOf(run, list.c_str()).is_array();
    json messages = isListed ? std::move(run[list]) : json::array();
    if (messages.empty()) {
        const RejectReason reason = !run.is_object() ? RejectReason::NotAnObject
            : isListed                               ? RejectReason::NoMessages
                                                     : RejectReason::NoMessageList;
        return m_sink.reportProblem(errors::problem(m_source.name(), place, reason));
    }
    run.erase(list);
    ChatRecordingBuilder session(m_source, m_sink, m_limits, {m_format, place, std::move(run)});
    for (json& message : messages) {
        if (m_sink.isStopped()) {
            return;
        }
        ++place.message;
        m_add(session, std::move(message), place);
    }
    session.end();
}

} // namespace quarterdeck::formats
