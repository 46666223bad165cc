#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::formats {

/// One event of a text/event-stream. All texts are valid UTF-8.
struct StreamEvent
{
    std::string name;    ///< its `event` field; empty = "message"
    std::string data;    ///< its `data` lines, joined by line breaks
    std::string id = {}; ///< its `id` field; empty if it gives none, whatever earlier ones gave
    friend bool operator==(const StreamEvent&, const StreamEvent&) = default;
};

/// Splits bytes into events according to the WHATWG HTML standard (9.2.6): lines end with LF, CR or CR LF, a blank line
/// ends an event, and an event without its blank line does not count. The result does not depend on how the bytes are
/// cut. Holds one event at most. Thread: any, one at a time.
class EventStreamDecoder
{
public:
    explicit EventStreamDecoder(std::size_t maxEventBytes = std::size_t{64} << 20);

    /// The events that end within these bytes. None after isOverLimit.
    [[nodiscard]] std::vector<StreamEvent> feed(std::string_view bytes);
    /// An event, or a line, is incomplete.
    [[nodiscard]] bool isUnfinished() const { return m_hasData || !m_line.empty(); }
    /// An event grew larger than is accepted: the rest is refused.
    [[nodiscard]] bool isOverLimit() const { return m_isOverLimit; }

private:
    void endLine(std::vector<StreamEvent>& events);
    void takeField(std::string_view line);
    void dispatch(std::vector<StreamEvent>& events);

    std::size_t m_maxEventBytes = 0;
    std::string m_line;
    StreamEvent m_event;
    bool m_hasData = false;
    bool m_isFirstLine = true;
    bool m_isAfterCarriageReturn = false;
    bool m_isOverLimit = false;
};

} // namespace quarterdeck::formats
