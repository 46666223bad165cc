#pragma once

#include "model/conversation/ids.h"

#include <QPoint>
#include <QString>

#include <optional>

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

/// How a question's card was answered. The value that goes with it: Option: its label; OptionWithWords: {"option":
/// its label, "words": the person's} as JSON text; Text: the person's own words; Form: the values as JSON text; the
/// others: nothing. Attach: images are to be added to what was typed so far. GoTo (replay): to the moment of its
/// end. Decide: what an approval lets happen is decided in Needs you, not in the page.
enum class AnswerKind { Option, OptionWithWords, Text, Form, Attach, Later, Decline, GoTo, Decide };

/// What a person chose at a row.
enum class RowAction {
    Reply,
    Raw,
    CopyLink,
    CopyFrom,
    OpenPrivateChannel,
    SendTo,
    Keep,
    LetGo,
    TryAgain,
    ChooseConnection
};

/// What is wanted of a remote picture. Shown says that its place is in sight; the others come from the person.
enum class PictureAction { Shown, Once, Always, Never, Ask, Open, Copy, Save };

/// What the person wants a menu for, and what can be done with it.
struct MenuTarget
{
    QPoint at;                                 ///< in the view
    std::optional<conversation::EventSeq> row; ///< that contains it
    QString address;                           ///< a link's; empty = none
    QString linkText;
    bool isField = false; ///< for typing an answer
    bool hasSelection = false;
    bool isMessage = false; ///< or a question; otherwise one of the program's own lines
    bool hasText = false;   ///< that can be shown as it was written
    bool isWritten = false; ///< and is
    bool isKeepable = false;
    bool isKept = false;
    bool isReplyable = false;
    bool isSavable = false;  ///< a file is attached there
    bool isPicture = false;  ///< that can be opened in the viewer
    bool isCopyable = false; ///< and is drawn there
    friend bool operator==(const MenuTarget&, const MenuTarget&) = default;
};

/// What the page does with a row, since it has the words as displayed. Save, OpenPicture, CopyPicture: with what was
/// last clicked there; the view's signals for that follow.
enum class RowCommand { CopyMarkdown, CopyPlain, ToggleWritten, Save, OpenPicture, CopyPicture };

/// Done with the selection, or with the focused field.
enum class EditCommand { Cut, Copy, Paste, SelectAll };

} // namespace quarterdeck::ui::transcript
