#include "ui/panels/seen_line.h"

#include "ui/present/visible_text.h"
#include "ui/theme/tool_tip.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace quarterdeck::ui {

namespace {
constexpr double seenLineHeight = 27;
constexpr double seenGap = 8;
constexpr double seenNameAtMost = 92;
} // namespace

PromptEntryButton::PromptEntryButton(const theme::ThemeController& theme, InspectorState::SeenLine line,
                                     QWidget* parent)
    : QAbstractButton(parent)
    , m_theme(theme)
    , m_line(std::move(line))
{
    setObjectName(QStringLiteral("inspectorSeen"));
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    // The accessible name rather than the text, which would turn an "&" into a shortcut.
    QStringList said{m_line.name, m_line.text, m_line.fate};
    said.removeAll(QString());
    setAccessibleName(said.join(QStringLiteral(", ")));
    setToolTip(theme::plainToolTip(m_line.text + u'\n' + m_line.why));
}

QSize PromptEntryButton::sizeHint() const { return {m_theme.theme().px(120), m_theme.theme().px(seenLineHeight)}; }

theme::Color PromptEntryButton::nameColor() const
{
    if (!m_line.isInPrompt)
        return theme::Color::Text3;
    const bool isPlain = m_line.hue < 0 || m_theme.theme().options().highContrast;
    return isPlain ? theme::Color::Text1 : theme::roleColor(m_line.hue, theme::RoleShade::Text);
}

void PromptEntryButton::paintEvent(QPaintEvent*)
{
    const theme::Theme& look = m_theme.theme();
    QPainter painter(this);
    theme::paintRowBackground(painter, look, rect(), false, underMouse(), 0);
    theme::paintHairline(painter, look, rect(), Qt::TopEdge);
    const QFont meta = look.font(theme::TextRole::Meta);
    const QFont bold = look.font(theme::TextRole::Ui, m_line.isInPrompt ? QFont::DemiBold : QFont::Normal);
    const double space = look.px(seenGap);
    const double nameWidth =
        std::min<double>(look.px(seenNameAtMost), std::ceil(theme::textWidth(bold, m_line.name)) + 1);
    const double fateWidth = std::ceil(theme::textWidth(meta, m_line.fate)) + 1;
    theme::paintText(painter, QRectF(0, 0, nameWidth, height()), m_line.name, bold, look.color(nameColor()));
    const double left = nameWidth + space;
    const QColor words = look.color(m_line.isInPrompt ? theme::Color::Text2 : theme::Color::Text3);
    theme::paintText(painter, QRectF(left, 0, width() - left - fateWidth - space, height()), m_line.text, meta, words);
    theme::paintText(painter, QRectF(width() - fateWidth, 0, fateWidth, height()), m_line.fate, meta,
                     look.color(theme::Color::Text3), Qt::AlignRight | Qt::AlignVCenter);
}

} // namespace quarterdeck::ui
