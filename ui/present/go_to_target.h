#pragma once

#include <QDateTime>

#include <cstdint>

namespace quarterdeck::ui::view {

/// Where what was typed leads.
struct GoToTarget
{
    enum class Kind {
        Nowhere, ///< nothing is typed
        Row,     ///< to a row by its number
        Moment,  ///< to the first row from that time on
        Link,    ///< to the message that a link names, of this session or another
        Untimed, ///< a time was typed, and the conversation has none
        Unread,  ///< it is neither a number nor a time
    };
    Kind kind = Kind::Nowhere;
    std::int64_t row = 0;   ///< from 1; may be beyond `total`
    std::int64_t total = 0; ///< existing rows
    QDateTime moment;
    bool operator==(const GoToTarget&) const = default;
};

} // namespace quarterdeck::ui::view
