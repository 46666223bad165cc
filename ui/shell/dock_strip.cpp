#include "ui/shell/dock_strip.h"

#include "ui/theme/buttons.h"
#include "ui/theme/theme_controller.h"
#include "ui/theme/tool_tip.h"

#include <QEvent>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace quarterdeck::ui {

using theme::Color;
using theme::Icon;
using theme::Measure;

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
            theme::paintBadge(painter, look, QRectF(width() - size.width(), 0, size.width(), size.height()), text,
                              theme::BadgeTone::Ask);
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
