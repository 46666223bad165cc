#include "ui/theme/segmented_choice.h"

#include "ui/theme/theme_controller.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

namespace quarterdeck::ui::theme {

namespace {
constexpr double buttonHeight = 22;
constexpr double besideText = 10;
constexpr double besideIcon = 7;
constexpr double iconSide = 14;
constexpr int frame = 2;
} // namespace

SegmentedChoice::SegmentedChoice(const ThemeController& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_row(new QHBoxLayout(this))
    , m_group(new QButtonGroup(this))
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_row->setContentsMargins(frame, frame, frame, frame);
    m_row->setSpacing(0);
    connect(m_group, &QButtonGroup::idClicked, this, &SegmentedChoice::chosen);
    connect(m_group, &QButtonGroup::idToggled, this, &SegmentedChoice::dress);
    connect(&theme, &ThemeController::changed, this, &SegmentedChoice::dress);
}

void SegmentedChoice::setChoices(const QStringList& objectNames, const QStringList& names)
{
    for (int i = 0; i < objectNames.size(); ++i) {
        auto* button = new QToolButton(this);
        button->setObjectName(objectNames.at(i));
        button->setCheckable(true);
        button->setProperty("choice", true);
        m_group->addButton(button, i);
        m_row->addWidget(button);
    }
    setNames(names);
    setCurrent(0);
}

void SegmentedChoice::setNames(const QStringList& names)
{
    for (int i = 0; i < names.size(); ++i) {
        m_group->button(i)->setText(names.at(i));
        m_group->button(i)->setAccessibleName(names.at(i));
    }
    dress();
}

void SegmentedChoice::setIcons(const QList<Icon>& icons)
{
    for (int i = 0; i < icons.size(); ++i)
        m_group->button(i)->setIcon(themedIcon(m_theme, icons.at(i)));
}

void SegmentedChoice::setNarrow(bool on)
{
    m_isNarrow = on;
    dress();
}

void SegmentedChoice::setCurrent(int index) { m_group->button(index)->setChecked(true); }

int SegmentedChoice::current() const { return m_group->checkedId(); }

/// All as wide as when chosen, so that nothing moves when another one is.
void SegmentedChoice::dress()
{
    const Theme& look = m_theme.theme();
    const QFontMetrics widest(look.font(TextRole::Meta, QFont::Medium));
    for (QAbstractButton* button : m_group->buttons()) {
        static_cast<QToolButton*>(button)->setToolButtonStyle(m_isNarrow ? Qt::ToolButtonIconOnly
                                                                         : Qt::ToolButtonTextOnly);
        button->setIconSize({look.px(iconSide), look.px(iconSide)});
        button->setToolTip(m_isNarrow ? button->accessibleName() : QString());
        button->setFont(look.font(TextRole::Meta, button->isChecked() ? QFont::Medium : QFont::Normal));
        const int inner = m_isNarrow ? look.px(iconSide) : widest.horizontalAdvance(button->text());
        button->setFixedSize(inner + look.px(2 * (m_isNarrow ? besideIcon : besideText)), look.px(buttonHeight));
    }
    update();
}

void SegmentedChoice::paintEvent(QPaintEvent*)
{
    const Theme& look = m_theme.theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.color(Color::BgHover));
    const double radius = look.measure(Measure::R2);
    painter.drawRoundedRect(rect(), radius, radius);
}

} // namespace quarterdeck::ui::theme
