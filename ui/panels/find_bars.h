#pragma once

#include "ui/theme/search_field.h"

#include <QDateTime>
#include <QString>

#include <cstdint>
#include <optional>

namespace quarterdeck::ui::view {

/// How many rows were found so far, and which of them is selected, at which of its matches.
struct FindCount
{
    bool isAsked = false;      ///< a search is on
    bool isWhole = true;       ///< the whole channel was searched
    bool hasFailed = false;    ///< the rest of it cannot be
    std::int64_t total = 0;    ///< rows
    std::int64_t place = 0;    ///< the selected one's number, from 1; 0 = none
    int here = 0;              ///< the selected match in that row, from 1
    int places = 0;            ///< in that row; 0 = unknown
    bool isOutOfSight = false; ///< the selected row shows none of its matches
    QString hint;              ///< why nothing was found, if known
    bool operator==(const FindCount&) const = default;
};

} // namespace quarterdeck::ui::view

namespace quarterdeck::ui {

class ActionRegistry;

/// Finds in the conversation: a field, what was found, and the way from one match to the next. Enter goes forward,
/// Shift+Enter back. Thread: ui; theme and actions must outlive it.
class FindBar final : public InputBar
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FindBar)

public:
    FindBar(const theme::ThemeController& theme, const ActionRegistry& actions, QWidget* parent = nullptr);

    void setCount(const view::FindCount& count);

signals:
    void nextRequested();
    void previousRequested();

private:
    void enter(Qt::KeyboardModifiers modifiers) override;
    void retranslate() override;

    view::FindCount m_shown;
};

} // namespace quarterdeck::ui

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

namespace quarterdeck::ui {

/// Where somebody wants to go in a conversation: a row by number, or else a time, or a day, or both.
struct TypedTarget
{
    std::optional<std::int64_t> number; ///< 1 = the first row
    std::optional<QDate> date;
    std::optional<QTime> time;
    bool operator==(const TypedTarget&) const = default;
};

/// Parses what was typed: "1,234" and "#12"; "14:05", "14:05:09", "2:05 pm" and "下午2:05"; "2026-03-01", "2026/3/1"
/// and "2026年3月1日", optionally followed by a time. Full-width letters too. Empty if it is none of these.
[[nodiscard]] std::optional<TypedTarget> readTypedTarget(const QString& typed);

/// The time span of a conversation, and what a person is looking at now.
struct TimesAround
{
    QDateTime start;
    QDateTime end;
    QDateTime inSight;
};
/// The moment meant by a place with a time or a day. Without a day: of all days on which the conversation was going on
/// at that time, the one nearest to what is in sight; if there is none, the day in sight.
[[nodiscard]] QDateTime momentOf(const TypedTarget& place, const TimesAround& around);

/// Goes to a message by its number or to a time. Enter goes. Thread: ui; the theme must outlive it.
class GoToBar final : public InputBar
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(GoToBar)

public:
    explicit GoToBar(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setPlace(const view::GoToTarget& place);

signals:
    void wanted();

private:
    void enter(Qt::KeyboardModifiers modifiers) override;
    void retranslate() override;

    view::GoToTarget m_place;
};

} // namespace quarterdeck::ui
