#include "model/formats/recording/jsonl.h"

#include "model/conversation/attachments.h"
#include "model/conversation/json/event_json.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"

#include <nlohmann/json.hpp>

#include <set>

namespace quarterdeck::formats {

std::string jsonlHeaderLine(const JsonlHeader& header)
{
    nlohmann::json line = {{"format", "quarterdeck"}, {"version", jsonlVersion}, {"events", header.events}};
    if (!header.session.empty()) {
        line["session"] = header.session;
    }
    if (!header.attachmentsFolder.empty()) {
        line["attachments"] = header.attachmentsFolder;
    }
    return plainTextOfJson(line) + '\n';
}

std::string jsonlEventLine(const conversation::Event& event)
{
    return plainTextOfJson(conversation::toJson(event)) + '\n';
}

using errors::RejectReason;
using nlohmann::json;

namespace {

std::int64_t numberMember(const json& value, const char* key)
{
    const auto member = value.is_object() ? value.find(key) : value.end();
    return value.is_object() && member != value.end() && member->is_number_integer() ? member->get<std::int64_t>() : 0;
}

/// Further from 1970 than calendars reach (ECMAScript's limit, 275,000 years): two such times have no difference.
bool isImpossible(std::int64_t ms)
{
    constexpr std::int64_t furthest = 8'640'000'000'000'000;
    return ms < -furthest || ms > furthest;
}

/// Reads one exported log, line by line.
class LogReader
{
public:
    LogReader(ByteSource& source, SessionSink& sink, const ReadLimits& limits)
        : m_source(source)
        , m_sink(sink)
        , m_limits(limits)
    { }

    Result<std::size_t> read()
    {
        // An export can be imported however deep its values are: a line adds one level around an event's payload.
        ReadLimits limits = m_limits;
        limits.maxDepth = conversation::maxJsonDepth + 1;
        RecordReader records(m_source, Layout::Lines, limits, Dialect::Plain);
        const auto count = records.forEach([this](const Result<json>& record, const SourceLocation& place) {
            if (!record) {
                m_error = record.error();
            } else if (!m_hasHeader) {
                readHeader(*record);
            } else {
                readEvent(*record, place);
            }
            return !m_error && !m_sink.isStopped();
        });
        if (!count || m_error) {
            return tl::unexpected(m_error ? *m_error : count.error());
        }
        if (!m_sink.isStopped() && (m_events == 0 || m_events != m_expectedEvents)) {
            return tl::unexpected(errors::missingEvents(m_source.name(), m_expectedEvents, m_events));
        }
        m_sink.endSession();
        return count;
    }

private:
    void readHeader(const json& header)
    {
        m_hasHeader = true;
        const std::int64_t version = numberMember(header, "version");
        if (version > jsonlVersion) {
            m_error = errors::newerVersion(m_source.name(), version);
            return;
        }
        m_expectedEvents = numberMember(header, "events");
        m_folder = textMember(header, "attachments");
        m_sink.beginLog();
    }

    void readEvent(const json& line, const SourceLocation& place)
    {
        auto event = conversation::eventFromJson(line);
        if (!event) {
            m_error = errors::notAnEvent(m_source.name(), place.line, event.error().detail);
            return;
        }
        if (event->seq.value != m_events + 1) {
            m_error = errors::notTheNextEvent(m_source.name(), place.line, m_events + 1);
            return;
        }
        m_error = faultOf(*event, place.line);
        if (m_error) {
            return;
        }
        ++m_events;
        for (const conversation::MediaSource& media : conversation::attachmentsOf(event->body)) {
            readAttachment(media, place);
        }
        m_sink.acceptEvent(std::move(*event));
    }

    /// Why a log cannot have the event at that place.
    std::optional<Error> faultOf(const Event& event, std::int64_t line)
    {
        // Judged by name, since a newer version's start counts, too.
        const bool isStart = conversation::kindOf(event.body) == conversation::kindOf(SessionStarted{});
        if (isStart != (m_events == 0)) {
            return isStart ? errors::startedTwice(m_source.name(), line) : errors::notTheStart(m_source.name(), line);
        }
        if (isImpossible(event.time.msSinceEpoch) || isImpossible(event.monotonicMs)) {
            return errors::impossibleTime(m_source.name(), line);
        }
        m_roles += std::holds_alternative<conversation::RoleHired>(event.body) ? 1 : 0;
        if (m_roles > m_limits.maxRolesOfLog) {
            return errors::tooManyRoles(m_source.name(), line, m_limits.maxRolesOfLog);
        }
        return std::nullopt;
    }

    void readAttachment(const conversation::MediaSource& media, const SourceLocation& place)
    {
        if (!m_attachments.insert(media.hash.str()).second) {
            return;
        }
        auto bytes = m_source.attachment(m_folder, media.hash, m_limits.maxAttachmentBytes);
        if (const std::string renamed = m_source.name() + ".attachments"; !bytes && renamed != m_folder) {
            bytes = m_source.attachment(renamed, media.hash, m_limits.maxAttachmentBytes); // with its file
        }
        if (!bytes) {
            m_sink.reportProblem(errors::problem(m_source.name(), place, RejectReason::AttachmentMissing));
        } else if (conversation::attachmentHash(*bytes) != media.hash) {
            m_sink.reportProblem(errors::problem(m_source.name(), place, RejectReason::AttachmentDiffers));
        } else {
            m_sink.acceptAttachment({media.hash, std::move(*bytes), media.mediaType, media.width, media.height});
        }
    }

    ByteSource& m_source;
    SessionSink& m_sink;
    ReadLimits m_limits;
    bool m_hasHeader = false;
    std::int64_t m_expectedEvents = 0;
    std::int64_t m_events = 0;
    std::int64_t m_roles = 0;
    std::string m_folder;
    std::set<std::string> m_attachments;
    std::optional<Error> m_error;
};

} // namespace

bool JsonlReader::recognises(const JsonShape& shape) const
{
    return shape.layout != Layout::Array && shape.format == "quarterdeck" && shape.has("version");
}

Result<std::size_t> JsonlReader::read(ByteSource& source, const JsonShape&, SessionSink& sink,
                                      const ReadLimits& limits) const
{
    return LogReader(source, sink, limits).read();
}

} // namespace quarterdeck::formats
