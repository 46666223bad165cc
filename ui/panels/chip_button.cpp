#include "ui/panels/chip_button.h"

#include <QPainter>
#include <QStringList>
#include <algorithm>

namespace quarterdeck::ui {

namespace {
constexpr int chipWordGap = 4;
}

ChipButton::ChipButton(const theme::ThemeController& theme, QWidget* parent) : QAbstractButton(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("composerRecipients"));
    setFocusPolicy(Qt::TabFocus);
    setProperty("ownFocus", true); // the ring of the pill, not of its frame
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void ChipButton::setChips(std::vector<theme::ChipStyle> chips)
{
    m_chips = std::move(chips);
    QStringList names;
    for (const theme::ChipStyle& chip : m_chips)
        names.append(chip.text);
    setAccessibleName(tr("Recipients: %1").arg(names.join(QStringLiteral(", "))));
    updateGeometry();
    update();
}

QSize ChipButton::sizeHint() const
{
    QSize size(0, m_theme.theme().px(22));
    for (const theme::ChipStyle& chip : m_chips) {
        const QSize one = theme::chipSize(m_theme.theme(), chip);
        size.rwidth() += one.width() + chipWordGap;
        size.setHeight(std::max(size.height(), one.height()));
    }
    return size;
}

void ChipButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    double x = 0;
    for (const theme::ChipStyle& chip : m_chips) {
        const QSize size = theme::chipSize(m_theme.theme(), chip);
        theme::paintChip(painter, m_theme.theme(),
                         QRectF(x, (height() - size.height()) / 2.0, size.width(), size.height()), chip);
        x += size.width() + chipWordGap;
    }
    if (hasFocus())
        theme::paintRowFocus(painter, m_theme.theme(), rect(), height() / 2.0);
}

} // namespace quarterdeck::ui
