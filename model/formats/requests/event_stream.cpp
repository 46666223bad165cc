#include "model/formats/requests/event_stream.h"

#include "model/formats/requests/valid_utf8.h"

namespace quarterdeck::formats {

namespace {

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

} // namespace

EventStreamDecoder::EventStreamDecoder(std::size_t maxEventBytes) : m_maxEventBytes(maxEventBytes) { }

std::vector<StreamEvent> EventStreamDecoder::feed(std::string_view bytes)
{
    std::vector<StreamEvent> events;
    if (m_isAfterCarriageReturn && bytes.starts_with('\n')) {
        bytes.remove_prefix(1); // the second half of a CR LF that was cut in two
        m_isAfterCarriageReturn = false;
    }
    while (!bytes.empty() && !m_isOverLimit) {
        const std::size_t end = bytes.find_first_of("\r\n");
        m_line.append(bytes.substr(0, end));
        m_isOverLimit = m_line.size() + m_event.data.size() > m_maxEventBytes;
        m_isAfterCarriageReturn = false;
        if (end == std::string_view::npos) {
            break;
        }
        const bool isCarriageReturn = bytes[end] == '\r';
        bytes.remove_prefix(end + 1);
        if (isCarriageReturn && bytes.starts_with('\n')) {
            bytes.remove_prefix(1);
        } else {
            m_isAfterCarriageReturn = isCarriageReturn;
        }
        endLine(events);
    }
    return events;
}

void EventStreamDecoder::endLine(std::vector<StreamEvent>& events)
{
    std::string_view line = m_line;
    if (m_isFirstLine && line.starts_with(byteOrderMark)) {
        line.remove_prefix(byteOrderMark.size());
    }
    m_isFirstLine = false;
    if (line.empty()) {
        dispatch(events);
    } else {
        takeField(line);
    }
    m_line.clear();
}

void EventStreamDecoder::takeField(std::string_view line)
{
    const std::size_t colon = line.find(':');
    const std::string_view name = line.substr(0, colon);
    std::string_view value = colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
    if (value.starts_with(' ')) {
        value.remove_prefix(1);
    }
    if (name == "event") {
        m_event.name = validUtf8(value);
    } else if (name == "data") {
        if (m_hasData) {
            m_event.data += '\n';
        }
        m_event.data += validUtf8(value);
        m_hasData = true;
    } else if (name == "id" && value.find('\0') == std::string_view::npos) {
        m_event.id = validUtf8(value);
    }
    // Comments, `retry` and unknown fields require nothing here.
}

void EventStreamDecoder::dispatch(std::vector<StreamEvent>& events)
{
    if (m_hasData) {
        events.push_back(std::move(m_event));
    }
    m_event = {};
    m_hasData = false;
}

} // namespace quarterdeck::formats
