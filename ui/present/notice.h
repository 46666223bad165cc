#pragma once

#include <QString>

namespace quarterdeck::ui::view {

/// Danger: lost or dangerous. Held: something waits by the person's own rule. Limit: a bound was reached. Plain: the
/// rest.
enum class NoticeTone { Plain, Danger, Held, Limit };

/// The id of the notice whose button asks for a recovery.
inline const QString damageNoticeId = QStringLiteral("damaged");

/// A notice above the page: what happened, what it means, and what can be done about it.
struct Notice
{
    QString id; ///< a later notice with the same id replaces it
    NoticeTone tone = NoticeTone::Plain;
    QString what;
    QString meaning;
    QString button;        ///< empty = none
    bool passes = false;   ///< only reports success: disappears by itself after some seconds
    QString otherButton{}; ///< an alternative; empty = none
    bool isUpdate{};       ///< progress: if it was closed, it stays closed
    QString session{};     ///< shown only with this one; empty = with any

    bool operator==(const Notice&) const = default;
};

} // namespace quarterdeck::ui::view
