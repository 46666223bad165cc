#pragma once

#include "model/conversation/ids.h"
#include "model/session/search.h"
#include "ui/transcript/page_calls.h"

#include <QPoint>
#include <QString>

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace quarterdeck::ui::transcript {

/// A place inside a row, as the page counts: opaque, only to be given back to it.
struct LineInRow
{
    int part = 0;
    int characters = 0;
    int below = 0; ///< pixels from the view's upper edge down to the line's top; negative if it is cut
    friend bool operator==(const LineInRow&, const LineInRow&) = default;
};

/// What of a channel is in the view, according to the page.
struct VisibleRows
{
    conversation::Ordinal first;
    conversation::Ordinal last;
    bool isAtEnd = true;
    double above = 0; ///< fraction of the first row's height that is above the view; 0 to 1, and 0 if it is too little
                      ///< for the scroll bar to show
    double below = 0; ///< likewise for the last row, below
};

/// A row, and where in the view it is to stand.
struct Anchor
{
    conversation::Ordinal ordinal;
    Align align = Align::End;
    friend bool operator==(const Anchor&, const Anchor&) = default;
};

/// What somebody looked at in a channel.
struct ScrollPosition
{
    std::optional<Anchor> anchor;  ///< empty = the end, wherever that is then
    std::optional<LineInRow> line; ///< in the anchor's row, where the view's upper edge cuts it
    friend bool operator==(const ScrollPosition&, const ScrollPosition&) = default;
};

/// What is marked in the rows because a person searches for it.
struct Search
{
    std::vector<session::SearchPhrase> phrases;   ///< empty = nothing is searched for
    std::optional<conversation::Ordinal> current; ///< the highlighted row, its folded parts opened
    bool isFromEnd = false;                       ///< its last match is highlighted first
    /// Marked only in these rows; without phrases, as whole rows. Empty = wherever the words occur.
    std::optional<std::vector<conversation::Ordinal>> rows = {};
    friend bool operator==(const Search&, const Search&) = default;
};

/// What is shown: a channel of a session, now or at a past moment.
struct ChannelView
{
    conversation::SessionId session;
    conversation::ChannelKey channel;
    std::int64_t total = 0;                     ///< rows in it (at that moment)
    std::optional<conversation::EventSeq> asOf; ///< replay: the moment; empty = live
    std::optional<Anchor> anchor;               ///< empty = the end
    std::optional<LineInRow> line = {};         ///< in the anchor's row, at the upper edge
    friend bool operator==(const ChannelView&, const ChannelView&) = default;
};

/// A mark beside the transcript, at one row or a span of rows of the channel shown.
struct ScrollMark
{
    /// Question: one that waits. Later ones are drawn over earlier ones.
    enum class Kind { PrivateChat, EndedQuestion, SearchHit, Mistake, Error, Question };
    Kind kind = Kind::Question;
    conversation::Ordinal first;
    conversation::Ordinal last;
    friend bool operator==(const ScrollMark&, const ScrollMark&) = default;
};

/// What the person wants a menu for, and what can be done with it.
struct MenuTarget
{
    QPoint at;                                 ///< in the view
    std::optional<conversation::EventSeq> row; ///< that contains it
    QString address;                           ///< a link's; empty = none
    QString linkText;
    std::set<ClickedPart> parts;
    [[nodiscard]] bool has(ClickedPart part) const { return parts.count(part) > 0; }
    friend bool operator==(const MenuTarget&, const MenuTarget&) = default;
};

/// Done with the selection, or with the focused field.
enum class EditCommand { Cut, Copy, Paste, SelectAll };

} // namespace quarterdeck::ui::transcript
