#include "ui/panels/question_card.h"

#include "ui/images/attachment_strip.h"
#include "ui/panels/question_parts.h"
#include "ui/present/quantities.h"
#include "ui/present/visible_text.h"
#include "ui/theme/labels.h"

#include <QApplication>
#include <QBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace quarterdeck::ui {

namespace {
constexpr int graceMs = 400;
constexpr int tickMs = 1000;
constexpr int sendingTickMs = 100;
constexpr int slowTickMs = 20'000; ///< where only minutes are told
constexpr int longestProgram = 160;
constexpr qint64 oldMs = 60'000; ///< a question that has waited for longer says so
} // namespace

QuestionCard::QuestionCard(const theme::ThemeController& theme, NeedsYouPanel::Clock clock, QuestionCardState view,
                           QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_clock(std::move(clock))
    , m_view(std::move(view))
{
    setObjectName(QStringLiteral("questionCard"));
    m_tick.setInterval(tickMs);
    connect(&m_tick, &QTimer::timeout, this, &QuestionCard::refreshDeadline);
    m_sendingTick.setInterval(sendingTickMs);
    connect(&m_sendingTick, &QTimer::timeout, this, &QuestionCard::refreshSending);
    connect(&theme, &theme::ThemeController::changed, this, &QuestionCard::build);
    build();
}

void QuestionCard::setView(const QuestionCardState& view, std::optional<conversation::Timestamp> moment)
{
    const bool isSame = view == m_view;
    if (view.sending.isEmpty() != m_view.sending.isEmpty())
        settleAnew(); // other buttons are where the old ones were
    m_view = view;
    m_moment = moment;
    if (isSame)
        refreshDeadline();
    else
        build();
}

void QuestionCard::retranslate() { build(); }

QString QuestionCard::asksWords() const
{
    const bool isForm = m_view.formFields > 0 && !m_view.isTextForm;
    const QString asks = m_view.isUrgent ? tr("urgent")
        : isForm                         ? tr("asks, %n field(s)", nullptr, m_view.formFields)
                                         : tr("asks");
    const std::optional<std::int64_t> age = this->age();
    return age && *age >= oldMs && !isFromTold()
        ? asks + QStringLiteral(" · ") + tr("for %1").arg(wording::duration(*age))
        : asks;
}

std::optional<std::int64_t> QuestionCard::age() const
{
    if (!m_view.askedAt || isPast() || m_moment)
        return std::nullopt;
    return m_clock().msSinceEpoch - m_view.askedAt->msSinceEpoch;
}

QString QuestionCard::fromWords() const
{
    QStringList parts;
    if (!m_view.program.isEmpty())
        parts.append(wording::visibleText(m_view.program, longestProgram));
    if (const std::optional<std::int64_t> age = this->age())
        parts.append(ageWords(*age));
    return parts.join(QStringLiteral(" · "));
}

/// Below the head, which has no room for it; present from the start, so that nothing moves after the first
/// minute.
void QuestionCard::buildFrom(QBoxLayout& column)
{
    if (!isFromTold())
        return;
    m_from = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::Text3, QFont::Normal, m_body);
    m_from->setObjectName(QStringLiteral("questionFrom"));
    m_from->setText(fromWords());
    m_from->setWordWrap(true);
    column.addWidget(m_from);
}

void QuestionCard::refreshDeadline()
{
    m_tick.stop();
    if (m_ring == nullptr)
        return;
    if (m_asks != nullptr)
        m_asks->setText(asksWords());
    if (m_from != nullptr)
        m_from->setText(fromWords());
    if (!isPast() && !m_moment)
        m_tick.start(m_view.deadline && !m_view.isDeadlinePaused ? tickMs : slowTickMs);
    const bool isTold = m_view.deadline.has_value() && (!isPast() || m_moment.has_value());
    m_ring->setVisible(isTold);
    m_left->setVisible(isTold);
    if (!isTold)
        return;
    DeadlineClock{*m_view.deadline, m_view.askedAt, m_moment.value_or(m_clock()), m_view.isDeadlinePaused, isPast()}
        .showOn(*m_ring, *m_left);
}

void QuestionCard::refreshSending()
{
    if (m_sending == nullptr || !m_view.sentAt || !m_view.chosenAt) {
        m_sendingTick.stop();
        return;
    }
    constexpr std::int64_t second = 1'000;
    const std::int64_t left = std::max<std::int64_t>(0, m_view.sentAt->msSinceEpoch - m_clock().msSinceEpoch);
    const std::int64_t whole = m_view.sentAt->msSinceEpoch - m_view.chosenAt->msSinceEpoch;
    m_sendingRing->setRemaining(whole > 0 ? static_cast<double>(left) / static_cast<double>(whole) : 0.0, false);
    m_takeBack->setEnabled(left > 0);
    const QString choice = wording::visibleLabel(m_view.sending);
    m_sending->setText(left > 0 ? tr("“%1” is sent in %2 s").arg(choice, QString::number((left + second - 1) / second))
                                : tr("“%1” is being sent").arg(choice));
}

bool QuestionCard::mayAnswer() const { return !isPast() && !isSending() && isSettled(); }

bool QuestionCard::isSettled() const
{
    if (!m_settledAt)
        return false;
    const std::int64_t since = m_clock().msSinceEpoch - m_settledAt->msSinceEpoch;
    return since < 0 || since >= graceMs; // negative: the computer's clock was set back meanwhile
}

void QuestionCard::ifSettled(void (QuestionCard::*wish)())
{
    if (mayAnswer())
        emit(this->*wish)();
}

void QuestionCard::answerOption(const QString& option)
{
    if (mayAnswer())
        emit optionChosen(option, m_words.text.trimmed());
}

void QuestionCard::answerTyped()
{
    if (!m_words.isEmpty() && mayAnswer())
        emit answered({m_words.text.trimmed(), m_words.images});
}

void QuestionCard::showMenu()
{
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("questionMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(menu->addAction(tr("Show in the conversation")), &QAction::triggered, this, &QuestionCard::shown);
    if (m_view.deadline) {
        QAction* pause =
            menu->addAction(m_view.isDeadlinePaused ? tr("Resume the deadline") : tr("Pause the deadline"));
        pause->setObjectName(QStringLiteral("questionPause"));
        connect(pause, &QAction::triggered, this,
                [this, isPaused = m_view.isDeadlinePaused] { emit deadlinePauseRequested(!isPaused); });
    }
    QAction* decline = menu->addAction(tr("Decline"));
    decline->setObjectName(QStringLiteral("questionDecline"));
    connect(decline, &QAction::triggered, this, &QuestionCard::declined);
    menu->popup(m_menu->mapToGlobal(QPoint(m_menu->width() - menu->sizeHint().width(), m_menu->height())));
}

void QuestionCard::setTypedAnswer(TypedAnswer words)
{
    m_words = std::move(words);
    build();
}

void QuestionCard::addImage(PickedImage image)
{
    if (m_strip != nullptr)
        m_strip->add(std::move(image)); // says so
    else
        m_words.images.push_back(std::move(image));
}

void QuestionCard::focusField()
{
    if (m_field != nullptr)
        m_field->setFocus(Qt::OtherFocusReason);
    else
        takeFocus();
}

void QuestionCard::takeFocus()
{
    if (m_first != nullptr)
        m_first->setFocus(Qt::TabFocusReason);
    else if (m_field != nullptr)
        m_field->setFocus(Qt::TabFocusReason);
    else if (auto* show = findChild<QToolButton*>(QStringLiteral("questionShow")))
        show->setFocus(Qt::TabFocusReason);
}

void QuestionCard::settleAnew() { m_settledAt = m_clock(); }

bool QuestionCard::hasFocusWithin() const
{
    const QWidget* focused = QApplication::focusWidget();
    return focused != nullptr && isAncestorOf(focused);
}

void QuestionCard::keyPressEvent(QKeyEvent* event)
{
    const int digit = event->key() - Qt::Key_1;
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (digit >= 0 && digit < 9 && digit < static_cast<int>(m_options.size())
        && !event->modifiers().testAnyFlags(Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) {
        m_options[static_cast<std::size_t>(digit)]->click();
    } else if (auto* button = qobject_cast<QAbstractButton*>(QApplication::focusWidget());
               isEnter && !event->isAutoRepeat() && button != nullptr && isAncestorOf(button)) {
        button->click(); // the field's Enter never comes here
    } else {
        QWidget::keyPressEvent(event);
    }
}

void QuestionCard::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->pos()))
        emit shown();
}

void QuestionCard::showEvent(QShowEvent* event)
{
    if (!event->spontaneous())
        m_settledAt = m_clock();
    QWidget::showEvent(event);
}

void QuestionCard::moveEvent(QMoveEvent* event)
{
    if (isVisible())
        m_settledAt = m_clock();
    QWidget::moveEvent(event);
}

void QuestionCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    theme::paintCard(painter, m_theme.theme(), rect());
}

} // namespace quarterdeck::ui
