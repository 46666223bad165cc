#include "ui/shell/dock.h"

#include "ui/theme/painted_labels.h"
#include "ui/theme/text_label.h"
#include "ui/theme/theme_controller.h"
#include "ui/theme/tool_tip.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

namespace quarterdeck::ui {

using theme::Color;
using theme::Measure;
using theme::TextRole;

class DockTitle::FoldButton final : public QAbstractButton
{
public:
    FoldButton(const theme::ThemeController& theme, QWidget* parent) : QAbstractButton(parent), m_theme(theme)
    {
        setFocusPolicy(Qt::TabFocus);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
        connect(&theme, &theme::ThemeController::changed, this, [this] { updateGeometry(); });
    }

    void setFolded(bool folded)
    {
        m_isFolded = folded;
        updateGeometry();
        update();
    }

    QSize sizeHint() const override
    {
        const theme::Theme& look = m_theme.theme();
        const double text = theme::textWidth(font(), words());
        return {static_cast<int>(std::ceil(text)) + (m_isFolded ? look.px(22) : 0), look.px(24)};
    }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const theme::Theme& look = m_theme.theme();
        QPainter painter(this);
        QRectF area(rect());
        if (m_isFolded) {
            const int size = look.px(14);
            theme::paintIcon(painter, theme::Icon::ChevronRight, QRectF(0, 0, size, height()), size,
                             look.color(Color::Text2));
            area.setLeft(look.px(22));
        }
        theme::paintText(painter, area, words(), font(), look.color(underMouse() ? Color::Text1 : Color::Text2));
    }

private:
    QFont font() const { return m_theme.theme().font(TextRole::Meta, QFont::DemiBold); }
    QString words() const { return QAbstractButton::text(); }

    const theme::ThemeController& m_theme;
    bool m_isFolded = false;
};

class DockTitle::Members final : public QWidget
{
public:
    Members(const theme::ThemeController& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
    {
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
        setObjectName(QStringLiteral("members"));
    }

    void setMembers(std::vector<MemberGlyph> members)
    {
        m_members = std::move(members);
        QStringList names;
        for (const MemberGlyph& member : m_members)
            names.append(member.name);
        setAccessibleName(names.join(QStringLiteral(", ")));
        updateGeometry();
        update();
    }

    QSize sizeHint() const override
    {
        const theme::Theme& look = m_theme.theme();
        const int shown = static_cast<int>(std::min<std::size_t>(m_members.size(), maxShown));
        return {shown * look.px(pitch), look.px(Measure::HDockTitle)};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        for (std::size_t i = 0; i < std::min<std::size_t>(m_members.size(), maxShown); ++i)
            theme::paintAvatarWithState(painter, m_theme.theme(), place(i), m_members[i].avatar, m_members[i].state);
    }

    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::ToolTip) {
            const auto* help = static_cast<QHelpEvent*>(event);
            for (std::size_t i = 0; i < m_members.size(); ++i) {
                if (place(i).contains(help->pos()))
                    QToolTip::showText(help->globalPos(), theme::plainToolTip(m_members[i].name), this);
            }
            return true;
        }
        return QWidget::event(event);
    }

private:
    static constexpr double pitch = 36;
    static constexpr std::size_t maxShown = 6;

    QRectF place(std::size_t index) const
    {
        const theme::Theme& look = m_theme.theme();
        const double size = look.px(Measure::AvatarSmall);
        return {static_cast<double>(index) * look.px(pitch) + look.px(6), (height() - size) / 2.0 - 1, size, size};
    }

    const theme::ThemeController& m_theme;
    std::vector<MemberGlyph> m_members;
};

DockTitle::DockTitle(const theme::ThemeController& theme, const QString& title, QWidget* parent)
    : Surface(theme, parent)
    , m_button(new FoldButton(theme, this))
    , m_subtitle(new theme::TextLabel(theme, TextRole::Meta, Color::Text3, QFont::Normal, this))
    , m_moment(new theme::TextLabel(theme, TextRole::Meta, Color::Accent, QFont::Normal, this))
    , m_count(new theme::TextLabel(theme, TextRole::Meta, Color::Text3, QFont::Normal, this))
    , m_badge(new theme::BadgeLabel(theme, theme::BadgeTone::Ask, this))
    , m_members(new Members(theme, this))
    , m_tools(new QHBoxLayout)
{
    m_button->setObjectName(QStringLiteral("fold"));
    m_subtitle->setElideMode(Qt::ElideRight);
    m_tools->setSpacing(6);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 0, 8, 0);
    row->setSpacing(8);
    row->addWidget(m_button);
    row->addWidget(m_subtitle, 1);
    row->addWidget(m_moment);
    row->addWidget(m_count);
    row->addWidget(m_badge);
    row->addStretch();
    row->addWidget(m_members);
    row->addLayout(m_tools);
    const auto resize = [this, row] {
        setFixedHeight(this->theme().px(Measure::HDockTitle));
        row->setContentsMargins(this->theme().px(14), 0, this->theme().px(8), 0);
    };
    resize();
    connect(&theme, &theme::ThemeController::changed, this, resize);
    connect(m_button, &QAbstractButton::clicked, this, [this] {
        setFolded(!m_isFolded);
        emit foldToggled(m_isFolded);
    });
    for (QWidget* hidden : {static_cast<QWidget*>(m_subtitle), static_cast<QWidget*>(m_moment),
                            static_cast<QWidget*>(m_count), static_cast<QWidget*>(m_members)})
        hidden->hide();
    setTitle(title);
}

void DockTitle::setTitle(const QString& title)
{
    m_button->setText(title);
    refresh();
}

void DockTitle::setSubtitle(const QString& text)
{
    m_subtitle->setText(text);
    m_subtitle->setVisible(!text.isEmpty());
}

void DockTitle::setMoment(const QString& clock)
{
    m_clock = clock;
    refresh();
}

void DockTitle::setCount(int count)
{
    m_count->setText(count > 0 ? QString::number(count) : QString());
    m_count->setVisible(count > 0 && !m_isFolded);
}

void DockTitle::setBadge(int count) { m_badge->setCount(count); }

void DockTitle::setMembers(std::vector<MemberGlyph> members) { m_members->setMembers(std::move(members)); }

void DockTitle::addTool(QWidget* tool) { m_tools->addWidget(tool); }

void DockTitle::setFolded(bool folded)
{
    m_isFolded = folded;
    refresh();
}

void DockTitle::refresh()
{
    const QString title = m_button->text();
    m_button->setFolded(m_isFolded);
    m_button->setAccessibleName(m_isFolded ? tr("%1: expand").arg(title) : tr("%1: collapse").arg(title));
    m_button->setToolTip(m_button->accessibleName());
    m_moment->setText(tr("at %1").arg(m_clock));
    m_moment->setVisible(!m_clock.isEmpty());
    m_members->setVisible(m_isFolded);
    m_count->setVisible(!m_isFolded && !m_count->text().isEmpty());
}

void DockTitle::changeEvent(QEvent* event)
{
    Surface::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

Dock::Dock(const theme::ThemeController& theme, const QString& objectName, const QString& title, QWidget* content,
           QWidget* parent)
    : Surface(theme, Color::BgWindow, Qt::BottomEdge, parent)
    , m_title(new DockTitle(theme, title, this))
    , m_content(content)
{
    setObjectName(objectName);
    setAccessibleName(title);
    m_title->setObjectName(objectName + QStringLiteral(".title"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 1); // the hairline
    column->setSpacing(0);
    column->addWidget(m_title);
    column->addWidget(m_content, 1);
    connect(m_title, &DockTitle::foldToggled, this, [this](bool folded) { m_content->setVisible(!folded); });
}

void Dock::setTitle(const QString& title)
{
    m_title->setTitle(title);
    setAccessibleName(title);
}

} // namespace quarterdeck::ui
