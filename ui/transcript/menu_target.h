#pragma once

#include "model/conversation/ids.h"

#include <QPoint>
#include <QString>
#include <optional>

namespace quarterdeck::ui::transcript {

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
