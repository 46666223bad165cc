#include "ui/panels/budget_gauge.h"

#include "ui/present/quantities.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme_controller.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace quarterdeck::ui {

using theme::Color;
using theme::TextRole;

namespace {

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
    return {m_theme.theme().px(width), m_theme.theme().px(28)};
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
    const double lineHeight = look.px(16);
    const bool hasBar = m_budget && m_unpricedTokens == 0; // it would say how much is left
    const double top = (height() - lineHeight - (hasBar ? look.px(7) : 0)) / 2.0;
    QRectF line(0, top, width(), lineHeight);
    if (isNearEnd) {
        theme::paintIcon(painter, theme::Icon::TriangleAlert, QRectF(0, top, look.px(12), lineHeight), look.px(12),
                         look.color(Color::AskEdge));
        line.setLeft(look.px(16));
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
    const QRectF whole(0, top + lineHeight + look.px(3), width(), bar);
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
