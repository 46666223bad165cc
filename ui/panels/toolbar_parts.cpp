#include "ui/panels/toolbar_parts.h"

#include "ui/panels/toolbar.h"
#include "ui/present/quantities.h"
#include "ui/theme/buttons.h"
#include "ui/theme/icons.h"
#include "ui/theme/labels.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QCoreApplication>
#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace quarterdeck::ui {

using theme::Color;
using theme::StateGlyph;
using view::RunState;

StateGlyph glyphOf(RunState run)
{
    switch (run) {
    case RunState::NotStarted:
    case RunState::AtRest:
        return StateGlyph::Idle;
    case RunState::Running:
        return StateGlyph::Acting;
    case RunState::WaitingForUser:
        return StateGlyph::Waiting;
    case RunState::Paused:
    case RunState::Stopping:
    case RunState::Pausing:
        return StateGlyph::Paused;
    case RunState::Finished:
        return StateGlyph::Done;
    case RunState::Stopped:
        return StateGlyph::Stopped;
    case RunState::Failed:
        return StateGlyph::Failed;
    case RunState::Recorded:
        return StateGlyph::Recorded;
    case RunState::Held:
        return StateGlyph::Held;
    }
    return StateGlyph::Idle;
}

Color colorOf(RunState run)
{
    switch (run) {
    case RunState::Running:
        return Color::StatusActing;
    case RunState::WaitingForUser:
        return Color::AskText;
    case RunState::Failed:
        return Color::DangerText;
    case RunState::NotStarted:
    case RunState::AtRest:
    case RunState::Paused:
    case RunState::Finished:
    case RunState::Stopped:
    case RunState::Stopping:
    case RunState::Pausing:
    case RunState::Recorded:
        break;
    case RunState::Held:
        return Color::HoldText;
    }
    return Color::Text2;
}

QString wordOf(RunState run)
{
    switch (run) {
    case RunState::NotStarted:
        return Toolbar::tr("Not started");
    case RunState::Running:
        return Toolbar::tr("Running");
    case RunState::WaitingForUser:
        return Toolbar::tr("Waiting for you");
    case RunState::Paused:
        return Toolbar::tr("Paused");
    case RunState::Finished:
        return Toolbar::tr("Finished");
    case RunState::Stopped:
        return Toolbar::tr("Stopped");
    case RunState::Failed:
        return Toolbar::tr("Failed");
    case RunState::AtRest:
        return Toolbar::tr("Idle");
    case RunState::Stopping:
        return Toolbar::tr("Stopping");
    case RunState::Pausing:
        return Toolbar::tr("Pausing");
    case RunState::Recorded:
        return Toolbar::tr("Recorded");
    case RunState::Held:
        return Toolbar::tr("Held: waits for you");
    }
    return {};
}

namespace {

struct ConnectionButton
{
    Q_DECLARE_TR_FUNCTIONS(ConnectionButton)
};

} // namespace

QPushButton* makeConnectionButton(const theme::ThemeController& theme, QAction& action, QWidget* parent)
{
    QPushButton* button = theme::makeButton(theme, QStringLiteral("toolbar.connection"), {}, theme::ButtonKind::Flat,
                                            theme::Icon::Plug, theme::ButtonSize::Normal, parent);
    QObject::connect(button, &QPushButton::clicked, &action, &QAction::trigger);
    return button;
}

void showConnection(const theme::ThemeController& theme, QPushButton& button,
                    const std::optional<view::Connection>& connection, bool isNarrow)
{
    const view::Connection shown = connection.value_or(view::Connection());
    const QString word = !shown.isHere ? ConnectionButton::tr("Not connected")
        : shown.isSure                 ? ConnectionButton::tr("Connected")
                                       : ConnectionButton::tr("Heard recently");
    QStringList told{shown.who, shown.since, shown.rate, shown.error};
    told.removeAll(QString());
    theme::setButtonIcon(theme, button, shown.isHere ? theme::Icon::Plug : theme::Icon::Unplug);
    theme::setButtonText(theme, button, isNarrow ? QString() : word);
    button.setAccessibleName(word);
    button.setAccessibleDescription(told.join(QStringLiteral(", ")));
    button.setToolTip(theme::plainToolTip(told.join(u'\n')));
    button.setVisible(connection.has_value());
}

ClockChip::ClockChip(const theme::ThemeController& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("toolbar.clock"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void ClockChip::setClock(const QString& clock)
{
    m_clock = clock;
    m_word = Toolbar::tr("Replay");
    setAccessibleName(Toolbar::tr("Replay at %1").arg(clock));
    setVisible(!clock.isEmpty());
    updateGeometry();
    update();
}

QSize ClockChip::sizeHint() const
{
    const theme::Theme& look = m_theme.theme();
    const double text = theme::textWidth(font(), m_word) + theme::tabularWidth(font(), m_clock);
    return {static_cast<int>(std::ceil(text)) + look.px(9 + 14 + 6 + 5 + 10), look.px(24)};
}

void ClockChip::paintEvent(QPaintEvent* /*event*/)
{
    const theme::Theme& look = m_theme.theme();
    const QColor accent = look.color(Color::Accent);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.color(Color::AccentSoft));
    painter.drawRoundedRect(rect(), height() / 2.0, height() / 2.0);
    const int icon = look.px(14);
    theme::paintIcon(painter, theme::Icon::History, QRectF(look.px(9), 0, icon, height()), icon, accent);
    double x = look.px(9 + 14 + 6);
    x += theme::paintText(painter, QRectF(x, 0, width() - x, height()), m_word, font(), accent) + look.px(5);
    theme::paintTabular(painter, QRectF(x, 0, width() - x, height()), m_clock, font(), accent);
}

QFont ClockChip::font() const { return m_theme.theme().font(theme::TextRole::Meta, QFont::DemiBold); }

using theme::TextRole;

namespace {

constexpr int gaugeInset = 6; ///< px at each side, where it is seen pressed
constexpr double warnFrom = 0.8;

} // namespace

BudgetGauge::BudgetGauge(const theme::ThemeController& theme, QWidget* parent) : QAbstractButton(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("toolbar.budget"));
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&theme, &theme::ThemeController::changed, this, [this] { updateGeometry(); });
    retranslate();
}

void BudgetGauge::setValues(std::optional<double> dollars, std::optional<double> budget, std::int64_t unpricedTokens)
{
    m_dollars = dollars;
    m_budget = budget;
    m_unpricedTokens = unpricedTokens;
    retranslate();
    update();
}

void BudgetGauge::setBurn(const QString& words)
{
    if (words == m_burn)
        return;
    m_burn = words;
    retranslate();
}

void BudgetGauge::setRoom(Room room)
{
    m_room = room;
    updateGeometry();
    update();
}

QSize BudgetGauge::sizeHint() const
{
    const int width = !m_budget || m_room == Room::Least ? 60 : m_room == Room::Wide ? 126 : 104;
    return {m_theme.theme().px(width + 2 * gaugeInset), m_theme.theme().px(28)};
}

double BudgetGauge::part() const
{
    return m_budget && *m_budget > 0 ? std::clamp(m_dollars.value_or(0.0) / *m_budget, 0.0, 1.0) : 0.0;
}

QString BudgetGauge::spent(const QString& unknown) const
{
    const bool isNothing = m_budget && m_unpricedTokens == 0; // so far
    const QString known = wording::money(m_dollars.value_or(0.0));
    if (m_dollars && m_unpricedTokens > 0)
        //: So much, and more that has no price
        return tr("≥ %1").arg(known);
    return m_dollars || isNothing ? known : unknown;
}

void BudgetGauge::paintEvent(QPaintEvent*)
{
    const theme::Theme& look = m_theme.theme();
    const bool isNearEnd = part() >= warnFrom;
    QPainter painter(this);
    if (isDown()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(look.color(Color::BgSelected));
        painter.drawRoundedRect(rect(), look.px(4), look.px(4));
    }
    const double lineHeight = look.px(16);
    const bool hasBar = m_budget && m_unpricedTokens == 0; // it would say how much is left
    const double top = (height() - lineHeight - (hasBar ? look.px(7) : 0)) / 2.0;
    const double inset = look.px(gaugeInset);
    QRectF line(inset, top, width() - 2 * inset, lineHeight);
    if (isNearEnd) {
        theme::paintIcon(painter, theme::Icon::TriangleAlert, QRectF(inset, top, look.px(12), lineHeight), look.px(12),
                         look.color(Color::AskEdge));
        line.setLeft(inset + look.px(16));
    }
    theme::paintText(painter, line, spent(tr("no price")), look.font(TextRole::Meta, QFont::DemiBold),
                     look.color(Color::Text1));
    if (!m_budget)
        return;
    if (m_room != Room::Least)
        theme::paintText(painter, line,
                         hasBar ? tr("of %1").arg(wording::money(*m_budget)) : wording::tokens(m_unpricedTokens),
                         look.font(TextRole::Meta), look.color(Color::Text3), Qt::AlignRight | Qt::AlignVCenter);
    if (!hasBar)
        return;
    const double bar = look.px(4);
    const QRectF whole(inset, top + lineHeight + look.px(3), width() - 2 * inset, bar);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.color(Color::BgPressed));
    painter.drawRoundedRect(whole, bar / 2, bar / 2);
    if (part() > 0) {
        QRectF used = whole;
        used.setWidth(std::max(bar, whole.width() * part()));
        painter.setBrush(look.color(isNearEnd ? Color::AskEdge : Color::Text2));
        painter.drawRoundedRect(used, bar / 2, bar / 2);
    }
}

void BudgetGauge::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QAbstractButton::changeEvent(event);
}

void BudgetGauge::retranslate()
{
    const QString cost = spent(tr("no price known"));
    if (m_dollars && m_unpricedTokens > 0)
        setAccessibleName(
            m_budget
                ? tr("Cost: %1, plus calls without a price (%3), so the budget of %2 cannot be enforced")
                      .arg(wording::money(*m_dollars), wording::money(*m_budget), wording::tokens(m_unpricedTokens))
                : tr("Cost: %1, plus calls without a price (%2); no budget set")
                      .arg(wording::money(*m_dollars), wording::tokens(m_unpricedTokens)));
    else if (m_budget && m_unpricedTokens > 0)
        setAccessibleName(tr("No price is known for the tokens used (%1), so the budget of %2 cannot be enforced")
                              .arg(wording::tokens(m_unpricedTokens), wording::money(*m_budget)));
    else
        setAccessibleName(m_budget ? tr("Cost: %1 of a budget of %2").arg(cost, wording::money(*m_budget))
                                   : tr("Cost: %1, no budget set").arg(cost));
    setAccessibleDescription(m_burn);
    setToolTip(m_burn.isEmpty() ? accessibleName() : accessibleName() + u'\n' + m_burn);
}

} // namespace quarterdeck::ui
