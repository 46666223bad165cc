#include "model/formats/requests/event_stream.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace quarterdeck::formats {

/// The text with U+FFFD for each maximal invalid piece (the "maximal subpart" rule of Unicode and WHATWG).
[[nodiscard]] std::string validUtf8(std::string_view bytes);

namespace {

/// What may follow a first byte: how many bytes, and the range of the next one (Unicode, table 3-7).
struct Expected
{
    std::size_t length = 0; ///< 0 = starts no character
    std::uint8_t low = 0x80;
    std::uint8_t high = 0xBF;
};

Expected expectedAfter(std::uint8_t first)
{
    if (first >= 0xC2 && first <= 0xDF) {
        return {2};
    }
    if (first >= 0xE0 && first <= 0xEF) {
        return {3, static_cast<std::uint8_t>(first == 0xE0 ? 0xA0 : 0x80),
                static_cast<std::uint8_t>(first == 0xED ? 0x9F : 0xBF)};
    }
    if (first >= 0xF0 && first <= 0xF4) {
        return {4, static_cast<std::uint8_t>(first == 0xF0 ? 0x90 : 0x80),
                static_cast<std::uint8_t>(first == 0xF4 ? 0x8F : 0xBF)};
    }
    return {first < 0x80 ? std::size_t{1} : std::size_t{0}};
}

/// The bytes at `at` that belong together, and whether they are a complete character.
struct Piece
{
    std::size_t length = 1;
    bool isWhole = false;
};

Piece pieceAt(std::string_view bytes, std::size_t at)
{
    Expected expected = expectedAfter(static_cast<std::uint8_t>(bytes[at]));
    Piece piece;
    while (piece.length < expected.length && at + piece.length < bytes.size()) {
        const auto next = static_cast<std::uint8_t>(bytes[at + piece.length]);
        if (next < expected.low || next > expected.high) {
            break;
        }
        ++piece.length;
        expected.low = 0x80;
        expected.high = 0xBF;
    }
    piece.isWhole = piece.length == expected.length;
    return piece;
}

} // namespace

std::string validUtf8(std::string_view bytes)
{
    std::string text;
    text.reserve(bytes.size());
    for (std::size_t at = 0; at < bytes.size();) {
        const Piece piece = pieceAt(bytes, at);
        text += piece.isWhole ? bytes.substr(at, piece.length) : std::string_view("\xEF\xBF\xBD");
        at += piece.length;
    }
    return text;
}

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
