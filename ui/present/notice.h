#pragma once

#include <QString>

#include <functional>

namespace quarterdeck::ui::view {

/// Danger: lost or dangerous. Held: something waits by the person's own rule. Limit: a bound was reached. Plain: the
/// rest.
enum class NoticeTone { Plain, Danger, Held, Limit };

/// The id of the notice that the library is damaged, wherever that was met.
inline const QString damageNoticeId = QStringLiteral("damaged");

/// A button of a notice.
struct NoticeAction
{
    QString label;               ///< empty = there is no such button
    std::function<void()> act{}; ///< called once the notice is gone, unless that stays; may be empty

    [[nodiscard]] bool isEmpty() const { return label.isEmpty(); }
};

/// A notice above the page: what happened, what it means, and what can be done about it.
struct Notice
{
    QString id; ///< a later notice with the same id replaces it
    NoticeTone tone = NoticeTone::Plain;
    QString what;
    QString meaning;
    NoticeAction button;
    bool passes = false;            ///< only reports success: disappears by itself after some seconds
    NoticeAction otherButton{};     ///< an alternative
    bool isUpdate{};                ///< progress: if it was closed, it stays closed
    QString session{};              ///< shown only with this one; empty = with any
    bool stays{};                   ///< holds whatever its buttons do: they leave it there
    std::function<void()> closed{}; ///< called when the person closes it; may be empty
};

} // namespace quarterdeck::ui::view
