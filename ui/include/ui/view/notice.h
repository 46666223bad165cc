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
    QString id; ///< a later notice with the same id takes its place
    NoticeTone tone = NoticeTone::Plain;
    QString what;
    QString meaning;
    QString button;        ///< empty = none
    bool passes = false;   ///< says only that something went well: it goes by itself after some seconds
    QString otherButton{}; ///< what can be done instead; empty = none
    bool isUpdate{};       ///< how far something is: where it was closed, it stays so

    bool operator==(const Notice&) const = default;
};

} // namespace quarterdeck::ui::view
