#include "ui/shell/dock.h"

#include "ui/theme/buttons.h"
#include "ui/theme/labels.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QEvent>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QPainter>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
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
    , m_badge(new theme::BadgeLabel(theme, this))
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

using theme::Icon;

namespace {

constexpr double memberHeight = 34;
constexpr int memberGap = 4;

} // namespace

class DockStrip::BellButton final : public QAbstractButton
{
public:
    BellButton(const theme::ThemeController& theme, QWidget* parent) : QAbstractButton(parent), m_theme(theme)
    {
        setFocusPolicy(Qt::TabFocus);
    }

    void setCount(int count)
    {
        m_count = count;
        retranslate();
        update();
    }

    void retranslate()
    {
        setAccessibleName(DockStrip::tr("Needs you: %n", nullptr, m_count));
        setToolTip(accessibleName());
    }

    QSize sizeHint() const override { return {m_theme.theme().px(36), m_theme.theme().px(28)}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const theme::Theme& look = m_theme.theme();
        QPainter painter(this);
        theme::paintRowBackground(painter, look, rect(), false, underMouse(), look.measure(Measure::R2));
        theme::paintIcon(painter, Icon::Bell, rect(), look.px(16), look.color(Color::Text2));
        if (m_count > 0) {
            const QString text = QString::number(m_count);
            const QSize size = theme::badgeSize(look, text);
            theme::paintBadge(painter, look, QRectF(width() - size.width(), 0, size.width(), size.height()), text);
        }
    }

private:
    const theme::ThemeController& m_theme;
    int m_count = 0;
};

class DockStrip::MemberButton final : public QAbstractButton
{
public:
    MemberButton(const theme::ThemeController& theme, const MemberGlyph& member, QWidget* parent)
        : QAbstractButton(parent)
        , m_theme(theme)
    {
        setFocusPolicy(Qt::TabFocus);
        setMember(member);
    }

    void setMember(const MemberGlyph& member)
    {
        m_member = member;
        setObjectName(QStringLiteral("strip.member.") + member.name);
        setAccessibleName(member.name);
        setToolTip(theme::plainToolTip(member.name));
        update();
    }

    QSize sizeHint() const override { return {m_theme.theme().px(36), m_theme.theme().px(memberHeight)}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const theme::Theme& look = m_theme.theme();
        const double size = look.px(Measure::Avatar);
        QPainter painter(this);
        theme::paintAvatarWithState(painter, look, QRectF((width() - size) / 2.0, look.px(3), size, size),
                                    m_member.avatar, m_member.state);
    }

private:
    const theme::ThemeController& m_theme;
    MemberGlyph m_member;
};

namespace {

QWidget* makeRule(const theme::ThemeController& theme, QWidget* parent)
{
    auto* rule = new theme::Surface(theme, Color::Line2, {}, parent);
    rule->setFixedSize(24, 1);
    return rule;
}

} // namespace

DockStrip::DockStrip(const theme::ThemeController& theme, QWidget* parent)
    : Surface(theme, Color::BgWindow, Qt::LeftEdge, parent)
    , m_bell(new BellButton(theme, this))
    , m_inspector(theme::makeIconButton(theme, QStringLiteral("strip.inspector"), {}, Icon::Route,
                                        theme::ButtonSize::Normal, this))
    , m_docks(theme::makeIconButton(theme, QStringLiteral("strip.docks"), {}, Icon::PanelRight,
                                    theme::ButtonSize::Normal, this))
    , m_memberColumn(new QVBoxLayout)
    , m_more(new QToolButton(this))
{
    setObjectName(QStringLiteral("dockStrip"));
    m_bell->setObjectName(QStringLiteral("strip.needsYou"));
    m_more->setObjectName(QStringLiteral("strip.more"));
    m_memberColumn->setSpacing(memberGap);
    m_memberColumn->addWidget(m_more, 0, Qt::AlignHCenter);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 8, 0, 8);
    column->setSpacing(10);
    column->addWidget(m_bell, 0, Qt::AlignHCenter);
    column->addWidget(makeRule(theme, this), 0, Qt::AlignHCenter);
    column->addLayout(m_memberColumn);
    column->addWidget(makeRule(theme, this), 0, Qt::AlignHCenter);
    column->addWidget(m_inspector, 0, Qt::AlignHCenter);
    column->addStretch();
    column->addWidget(m_docks, 0, Qt::AlignHCenter);
    const auto resize = [this] {
        setFixedWidth(this->theme().px(Measure::WStrip));
        m_more->setFont(this->theme().font(theme::TextRole::Meta));
        fit();
    };
    resize();
    connect(&theme, &theme::ThemeController::changed, this, resize);
    connect(m_bell, &QAbstractButton::clicked, this, [this] { emit dockRequested(DockId::NeedsYou); });
    connect(m_inspector, &QAbstractButton::clicked, this, [this] { emit dockRequested(DockId::Inspector); });
    connect(m_more, &QAbstractButton::clicked, this, [this] { emit dockRequested(DockId::Team); });
    connect(m_docks, &QAbstractButton::clicked, this, &DockStrip::docksRequested);
    retranslate();
}

void DockStrip::changeEvent(QEvent* event)
{
    Surface::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void DockStrip::retranslate()
{
    setAccessibleName(tr("Side panel"));
    m_bell->retranslate();
    m_inspector->setAccessibleName(tr("Inspector"));
    m_docks->setAccessibleName(tr("Show the side panel"));
    for (QToolButton* button : {m_inspector, m_docks})
        button->setToolTip(button->accessibleName());
    fit();
}

void DockStrip::setNeedsYou(int count) { m_bell->setCount(count); }

void DockStrip::setMembers(const std::vector<MemberGlyph>& members)
{
    while (m_members.size() > members.size()) {
        delete m_members.back();
        m_members.pop_back();
    }
    for (std::size_t i = 0; i < m_members.size(); ++i)
        m_members[i]->setMember(members[i]);
    for (std::size_t i = m_members.size(); i < members.size(); ++i) {
        auto* button = new MemberButton(controller(), members[i], this);
        connect(button, &QAbstractButton::clicked, this, [this] { emit dockRequested(DockId::Team); });
        m_memberColumn->insertWidget(static_cast<int>(i), button, 0, Qt::AlignHCenter);
        m_members.push_back(button);
    }
    fit();
}

void DockStrip::resizeEvent(QResizeEvent* event)
{
    Surface::resizeEvent(event);
    fit();
}

/// As many members as fit, and a number for the others.
void DockStrip::fit()
{
    const int one = theme().px(memberHeight) + memberGap;
    const int others = m_bell->sizeHint().height() + m_inspector->height() + m_docks->height() + 2 // the rules
        + 6 * layout()->spacing() + layout()->contentsMargins().top() + layout()->contentsMargins().bottom();
    const auto room = static_cast<std::size_t>(std::max(0, (height() - others + memberGap) / one));
    const bool isCut = room < m_members.size();
    const std::size_t shown = isCut ? std::max<std::size_t>(room, 1) - 1 : m_members.size();
    for (std::size_t i = 0; i < m_members.size(); ++i)
        m_members[i]->setVisible(i < shown);
    m_more->setVisible(isCut);
    m_more->setText(u'+' + QString::number(m_members.size() - shown));
    m_more->setAccessibleName(tr("%n more member(s)", nullptr, static_cast<int>(m_members.size() - shown)));
    m_more->setToolTip(m_more->accessibleName());
}

} // namespace quarterdeck::ui
