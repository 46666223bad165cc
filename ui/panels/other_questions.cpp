#include "ui/panels/other_questions.h"

#include "model/conversation/text.h"
#include "ui/panels/question_card.h"
#include "ui/panels/question_parts.h"
#include "ui/present/visible_text.h"
#include "ui/theme/buttons.h"
#include "ui/theme/icons.h"
#include "ui/theme/labels.h"

#include <QFontMetricsF>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace quarterdeck::ui {

using theme::Color;
using theme::TextLabel;
using theme::TextRole;

namespace {
constexpr int runningTickMs = 1000;
constexpr int restingTickMs = 20'000;
constexpr int longestOtherText = 240; ///< all of it stands on its card
constexpr int longestOtherName = 80;
constexpr double otherSideInset = 6;
constexpr double otherGlyphGap = 8;
constexpr double otherTopInset = 4;

TextLabel* wrappedLabel(const theme::ThemeController& theme, TextRole role, Color color, const char* name,
                        QWidget* parent)
{
    auto* label = new TextLabel(theme, role, color, QFont::Normal, parent);
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    return label;
}
} // namespace

OtherQuestion::OtherQuestion(const theme::ThemeController& theme, NeedsYouPanel::Clock clock, OtherQuestionView view,
                             QWidget* parent)
    : QAbstractButton(parent)
    , m_theme(theme)
    , m_clock(std::move(clock))
    , m_view(std::move(view))
    , m_grid(new QGridLayout(this))
    , m_glyph(new theme::GlyphLabel(theme, 14, this))
    , m_asker(new TextLabel(theme, TextRole::Meta, Color::Text1, QFont::DemiBold, this))
    , m_asks(new TextLabel(theme, TextRole::Meta, Color::Text3, QFont::Normal, this))
    , m_ring(new theme::RingLabel(theme, 14, this))
    , m_left(new TextLabel(theme, TextRole::Meta, Color::AskText, QFont::Normal, this))
    , m_pause(theme::makeIconButton(theme, QStringLiteral("otherPause"), {}, theme::Icon::Pause,
                                    theme::ButtonSize::Small, this))
    , m_text(wrappedLabel(theme, TextRole::Ui, Color::Text1, "otherText", this))
    , m_reason(wrappedLabel(theme, TextRole::Meta, Color::Text2, "otherReason", this))
    , m_from(wrappedLabel(theme, TextRole::Meta, Color::Text3, "otherFrom", this))
{
    setObjectName(QStringLiteral("needsYouOther"));
    m_asker->setObjectName(QStringLiteral("otherAsker"));
    m_asks->setObjectName(QStringLiteral("otherAsks"));
    m_left->setObjectName(QStringLiteral("otherDeadline"));
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setBackgroundRole(QPalette::Window); // else its labels are drawn as text of a button
    setForegroundRole(QPalette::WindowText);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred); // a button is as wide as its longest line
    m_glyph->setGlyph(theme::StateGlyph::Waiting);
    m_asker->setElideMode(Qt::ElideMiddle); // names often differ in their ends
    m_asks->setElideMode(Qt::ElideRight);
    arrange();
    connect(m_pause, &QToolButton::clicked, this, [this] { emit deadlinePauseRequested(!m_view.isDeadlinePaused); });
    connect(&m_tick, &QTimer::timeout, this, &OtherQuestion::tellTime);
    connect(&theme, &theme::ThemeController::changed, this, &OtherQuestion::applyTheme);
    applyTheme();
    say();
}

void OtherQuestion::arrange()
{
    auto* chevron = new theme::IconLabel(m_theme, theme::Icon::ChevronRight, Color::Text3, 14, this);
    m_grid->setVerticalSpacing(0);
    m_grid->addWidget(m_glyph, 0, 0, Qt::AlignCenter);
    m_grid->addLayout(makeHead(), 0, 1, 1, 2);
    m_grid->addWidget(m_text, 1, 1, 1, 2);
    m_grid->addWidget(m_reason, 2, 1, 1, 2);
    m_grid->addWidget(m_from, 3, 1);
    m_grid->addWidget(chevron, 3, 2, Qt::AlignRight | Qt::AlignBottom);
    m_grid->setColumnStretch(1, 1);
}

QBoxLayout* OtherQuestion::makeHead()
{
    auto* head = new QHBoxLayout;
    head->addWidget(m_asker);
    head->addWidget(m_asks);
    head->addStretch(1);
    head->addWidget(m_ring);
    head->addWidget(m_left);
    head->addWidget(m_pause);
    return head;
}

void OtherQuestion::applyTheme()
{
    const theme::Theme& look = m_theme.theme();
    const int side = look.px(otherSideInset);
    const int above = look.px(otherTopInset);
    m_grid->setContentsMargins(side, above, side, above);
    m_grid->setHorizontalSpacing(look.px(otherGlyphGap));
    m_grid->itemAtPosition(0, 1)->layout()->setSpacing(side);
    m_grid->setRowMinimumHeight(0, look.px(theme::Measure::HControlSmall));
    updateGeometry();
}

void OtherQuestion::setView(const OtherQuestionView& view)
{
    m_view = view;
    say();
}

void OtherQuestion::say()
{
    const QString asker = wording::visibleText(m_view.asker, longestOtherName);
    m_asker->setText(asker);
    m_asks->setText(m_view.isUrgent ? QuestionCard::tr("urgent") : QuestionCard::tr("asks"));
    m_asks->setColor(m_view.isUrgent ? Color::StatusFailed : Color::Text3);
    const QString text = wording::visibleText(m_view.text.simplified(), longestOtherText);
    m_text->setText(text);
    m_reason->setText(wording::visibleText(m_view.reason.simplified(), longestOtherText));
    m_reason->setVisible(!m_reason->text().isEmpty());
    const bool isPaused = m_view.isDeadlinePaused;
    for (QWidget* part : std::initializer_list<QWidget*>{m_ring, m_left, m_pause})
        part->setVisible(m_view.deadline.has_value());
    const QString pause = isPaused ? QuestionCard::tr("Resume the deadline") : QuestionCard::tr("Pause the deadline");
    m_pause->setIcon(theme::themedIcon(m_theme, isPaused ? theme::Icon::Play : theme::Icon::Pause));
    m_pause->setToolTip(pause);
    m_pause->setAccessibleName(QuestionCard::tr("%1: question from %2").arg(pause, asker));
    tellTime();
    // The accessible name rather than the text, which would turn an "&" into a shortcut.
    setAccessibleName(QuestionCard::tr("%1 asks: %2").arg(asker, text));
    setToolTip(theme::plainToolTip(NeedsYouPanel::tr("Open “%1”").arg(wording::visibleText(m_view.title))));
}

void OtherQuestion::tellTime()
{
    const conversation::Timestamp now = m_clock();
    QStringList from;
    if (!m_view.program.isEmpty())
        from.append(wording::visibleText(m_view.program, longestOtherName));
    if (!conversation::isTitleOfQuestion(m_view.title, m_view.text))
        from.append(NeedsYouPanel::tr("“%1”").arg(wording::visibleText(m_view.title, longestOtherName)));
    if (m_view.askedAt)
        from.append(ageWords(now.msSinceEpoch - m_view.askedAt->msSinceEpoch));
    m_from->setText(from.join(QStringLiteral(" · ")));
    if (m_view.deadline)
        DeadlineClock{*m_view.deadline, m_view.askedAt, now, m_view.isDeadlinePaused}.showOn(*m_ring, *m_left);
    const bool isRunning = m_view.deadline && !m_view.isDeadlinePaused;
    m_tick.start(isRunning ? runningTickMs : restingTickMs);
    QStringList described{m_reason->text(), m_from->text()};
    if (m_view.deadline)
        described.append(m_ring->accessibleName());
    described.removeAll(QString());
    setAccessibleDescription(described.join(u'\n'));
}

void OtherQuestion::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

void OtherQuestion::paintEvent(QPaintEvent*)
{
    const theme::Theme& look = m_theme.theme();
    QPainter painter(this);
    theme::paintRowBackground(painter, look, rect(), false, underMouse(), look.measure(theme::Measure::R2));
}

namespace {
constexpr double sessionLineHeight = 24;
constexpr double sideInset = 6;
constexpr double glyphSide = 14;
constexpr double wordGap = 8;
} // namespace

OtherSessionLine::OtherSessionLine(const theme::ThemeController& theme, const OtherSessionView& other, QWidget* parent)
    : QAbstractButton(parent)
    , m_theme(theme)
{
    setObjectName(QStringLiteral("needsYouOther"));
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_questions = other.questions;
    m_held = other.held;
    m_isMore = other.isMore;
    m_title = wording::visibleText(other.title);
    // The accessible name rather than the text, which would turn an "&" into a shortcut.
    setAccessibleName(wordsWith(m_title));
    const QString first = wording::visibleText(other.first);
    setToolTip(theme::plainToolTip(first.isEmpty() ? accessibleName() : accessibleName() + u'\n' + first));
    setAccessibleDescription(first);
}

QSize OtherSessionLine::sizeHint() const { return {m_theme.theme().px(120), m_theme.theme().px(sessionLineHeight)}; }

void OtherSessionLine::paintEvent(QPaintEvent*)
{
    const theme::Theme& look = m_theme.theme();
    QPainter painter(this);
    theme::paintRowBackground(painter, look, rect(), false, underMouse(), look.measure(theme::Measure::R2));
    const double glyph = look.px(glyphSide);
    const double left = look.px(sideInset);
    const double top = (height() - glyph) / 2;
    theme::paintStateGlyph(painter, look, QRectF(left, top, glyph, glyph),
                           m_held > 0 ? theme::StateGlyph::Held : theme::StateGlyph::Waiting);
    const QRectF chevron(width() - left - glyph, top, glyph, glyph);
    theme::paintIcon(painter, theme::Icon::ChevronRight, chevron, look.px(glyphSide), look.color(theme::Color::Text3));
    const double start = left + glyph + look.px(wordGap);
    const QRectF words(start, 0, chevron.left() - look.px(wordGap) - start, height());
    const QFont font = look.font(theme::TextRole::Meta);
    const double room = words.width() - std::ceil(theme::textWidth(font, wordsWith(QString())));
    const QString title = QFontMetricsF(font).elidedText(m_title, Qt::ElideMiddle, std::max(room, 0.0));
    theme::paintText(painter, words, wordsWith(title), font, look.color(theme::Color::Text2));
}

/// The title is elided in the middle: its end distinguishes sessions with the same name.
QString OtherSessionLine::wordsWith(const QString& title) const
{
    if (m_held > 0)
        return NeedsYouPanel::tr("%n message(s) held in “%1”", nullptr, m_held).arg(title);
    return (m_isMore ? NeedsYouPanel::tr("%n more question(s) in “%1”", nullptr, m_questions)
                     : NeedsYouPanel::tr("%n question(s) in “%1”", nullptr, m_questions))
        .arg(title);
}

} // namespace quarterdeck::ui
