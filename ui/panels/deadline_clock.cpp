#include "ui/panels/deadline_clock.h"

#include "ui/panels/question_card.h"
#include "ui/present/quantities.h"
#include "ui/theme/painted_labels.h"
#include "ui/theme/text_label.h"

#include <algorithm>

namespace quarterdeck::ui {

namespace {
// qint64: after constants of a std:: type, lupdate does not find the class of the next tr().
constexpr qint64 deadlineUrgentMs = 60'000;
constexpr qint64 freshAgeMs = 60'000;
constexpr qint64 toldToTheSecondMs = 20 * 60'000; ///< above it minutes are enough

QString remainingWords(qint64 ms)
{
    if (ms <= 0)
        return QuestionCard::tr("time is up");
    if (ms >= toldToTheSecondMs)
        return QuestionCard::tr("%1 left").arg(wording::duration(ms));
    return QuestionCard::tr("%1:%2 left").arg(ms / 60'000).arg(ms / 1000 % 60, 2, 10, QLatin1Char('0'));
}
} // namespace

void DeadlineClock::showOn(theme::RingLabel& ring, theme::TextLabel& words) const
{
    if (isPaused) {
        ring.setRemaining(1.0, false);
        words.setText(QuestionCard::tr("paused"));
        words.setColor(theme::Color::Text3);
        ring.setAccessibleName(QuestionCard::tr("The deadline is paused"));
        return;
    }
    const std::int64_t left = deadline.msSinceEpoch - now.msSinceEpoch;
    const std::int64_t whole = askedAt ? deadline.msSinceEpoch - askedAt->msSinceEpoch : left;
    const double part = whole > 0 ? static_cast<double>(left) / static_cast<double>(whole) : 0.0;
    const bool isUrgent = left < deadlineUrgentMs && !isPast;
    ring.setRemaining(std::clamp(part, 0.0, 1.0), isUrgent);
    words.setText(remainingWords(left));
    words.setColor(isUrgent ? theme::Color::StatusFailed : theme::Color::AskText);
    ring.setAccessibleName(words.text());
}

QString ageWords(std::int64_t ms)
{
    QString words =
        ms < freshAgeMs ? QuestionCard::tr("just now") : QuestionCard::tr("waiting %1").arg(wording::duration(ms));
    return words.replace(u' ', QChar::Nbsp);
}

} // namespace quarterdeck::ui
