#include "ui/panels/channel_bar.h"

#include "ui/theme/action_registry.h"
#include "ui/theme/buttons.h"
#include "ui/theme/labels.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace quarterdeck::ui {

using theme::Color;
using theme::Icon;
using theme::Measure;
using theme::TextRole;
using view::ChannelKind;

namespace {

Icon iconOf(ChannelKind kind)
{
    switch (kind) {
    case ChannelKind::Private:
        return Icon::Lock;
    case ChannelKind::Inbox:
        return Icon::Inbox;
    case ChannelKind::Everything:
    case ChannelKind::Public:
        break;
    }
    return Icon::None;
}

QString labelOf(const view::ChannelTab& channel)
{
    if (channel.kind == ChannelKind::Everything)
        return ChannelBar::tr("Everything");
    return channel.kind == ChannelKind::Public ? ChannelBar::tr("Public") : channel.name;
}

QString sentenceOf(const view::ChannelTab& channel)
{
    switch (channel.kind) {
    case ChannelKind::Everything:
        return ChannelBar::tr("Everything, in order");
    case ChannelKind::Public:
        return ChannelBar::tr("All public messages");
    case ChannelKind::Private:
        return ChannelBar::tr("Private chat with %1").arg(channel.name);
    case ChannelKind::Inbox:
        return ChannelBar::tr("Inbox of %1: everything it received").arg(channel.name);
    }
    return {};
}

constexpr double maxTabWidth = 180;
constexpr double channelsNarrowBelow = 520;
constexpr double leastTabWidth = 56; // of the chosen one, where the buttons beside it leave no more

} // namespace

class ChannelBar::Tab final : public QAbstractButton
{
public:
    Tab(const theme::ThemeController& theme, const view::ChannelTab& channel, QWidget* parent)
        : QAbstractButton(parent)
        , m_theme(theme)
    {
        setCheckable(true);
        setFocusPolicy(Qt::TabFocus);
        setChannel(channel);
    }

    void setChannel(const view::ChannelTab& channel)
    {
        m_channel = channel;
        setObjectName(QStringLiteral("channel.") + channel.id);
        m_words = labelOf(channel); // not its text: that would make a shortcut of a "&" in a name
        setAccessibleName(sentenceOf(channel));
        setToolTip(theme::plainToolTip(accessibleName()));
        update();
    }

    QSize sizeHint() const override
    {
        const theme::Theme& look = m_theme.theme();
        const bool hasIcon = iconOf(m_channel.kind) != Icon::None;
        // Measured in the weight of the selected tab, so that selecting moves nothing.
        const double text = theme::textWidth(look.font(TextRole::Ui, QFont::Medium), m_words);
        const int wanted = static_cast<int>(std::ceil(text)) + look.px(20) + (hasIcon ? look.px(20) : 0);
        return {std::min(wanted, look.px(maxTabWidth)), look.px(Measure::HTabs)};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const theme::Theme& look = m_theme.theme();
        QPainter painter(this);
        const bool isStrong = isChecked() || underMouse();
        double x = look.px(10);
        if (const Icon icon = iconOf(m_channel.kind); icon != Icon::None) {
            const int size = look.px(14);
            theme::paintIcon(painter, icon, QRectF(x, 0, size, height()), size,
                             look.color(icon == Icon::Lock ? Color::PrivateText : Color::Text3));
            x += look.px(20);
        }
        theme::paintText(painter, QRectF(x, 0, width() - look.px(10) - x + 1, height()), m_words,
                         look.font(TextRole::Ui, isChecked() ? QFont::Medium : QFont::Normal),
                         look.color(isStrong ? Color::Text1 : Color::Text2));
        if (isChecked())
            painter.fillRect(QRectF(look.px(10), height() - 2, width() - look.px(20), 2), look.color(Color::Accent));
    }

private:
    const theme::ThemeController& m_theme;
    view::ChannelTab m_channel;
    QString m_words;
};

ChannelBar::ChannelBar(const theme::ThemeController& theme, const ActionRegistry& actions, QWidget* parent)
    : Surface(theme, Color::BgWindow, Qt::BottomEdge, parent)
    , m_group(new QButtonGroup(this))
    , m_more(theme::makeIconButton(theme, QStringLiteral("channels.more"), tr("More channels"), Icon::Ellipsis,
                                   theme::ButtonSize::Small, this))
    , m_add(theme::makeIconButton(theme, QStringLiteral("channels.add"), tr("Open a channel"), Icon::Plus,
                                  theme::ButtonSize::Small, this))
    , m_tools(new QWidget(this))
    , m_toolRow(new QHBoxLayout(m_tools))
{
    setObjectName(QStringLiteral("channels"));
    setAccessibleName(tr("Channels"));
    m_toolRow->setContentsMargins(0, 0, 0, 0);
    m_toolRow->setSpacing(8);
    m_tools->installEventFilter(this);
    for (QToolButton* button : {m_more, m_add}) {
        button->setMenu(new QMenu(button));
        button->setPopupMode(QToolButton::InstantPopup);
        connect(button->menu(), &QMenu::aboutToShow, this, &ChannelBar::fillMenus);
    }
    const auto resize = [this] {
        setFixedHeight(this->theme().px(Measure::HTabs));
        fitRoom();
        place();
    };
    resize();
    connect(&theme, &theme::ThemeController::changed, this, resize);
    connectActions(actions);
}

void ChannelBar::connectActions(const ActionRegistry& actions)
{
    const auto first = static_cast<int>(ActionId::Channel1);
    for (int i = 0; i < 9; ++i) {
        connect(&actions[static_cast<ActionId>(first + i)], &QAction::triggered, this, [this, i] { chooseAt(i); });
    }
    const auto step = [this](int by) {
        const auto at = std::find_if(m_channels.begin(), m_channels.end(),
                                     [this](const view::ChannelTab& channel) { return channel.id == m_current; });
        const auto count = static_cast<int>(m_channels.size());
        if (count > 0 && at != m_channels.end())
            chooseAt((static_cast<int>(at - m_channels.begin()) + by + count) % count);
    };
    connect(&actions[ActionId::ChannelNext], &QAction::triggered, this, [step] { step(1); });
    connect(&actions[ActionId::ChannelPrevious], &QAction::triggered, this, [step] { step(-1); });
}

void ChannelBar::chooseAt(int position)
{
    if (position >= 0 && position < static_cast<int>(m_channels.size()))
        emit channelChosen(m_channels[static_cast<std::size_t>(position)].id);
}

void ChannelBar::setTabs(view::ChannelTabs tabs)
{
    m_channels = std::move(tabs);
    while (m_tabs.size() > m_channels.size()) {
        delete m_tabs.back();
        m_tabs.pop_back();
    }
    for (std::size_t i = 0; i < m_channels.size(); ++i) {
        if (i < m_tabs.size()) {
            m_tabs[i]->setChannel(m_channels[i]);
            continue;
        }
        auto* tab = new Tab(controller(), m_channels[i], this);
        m_group->addButton(tab);
        connect(tab, &QAbstractButton::clicked, this, [this, i] {
            setCurrent(m_current); // the caller decides; until then the old tab stays
            chooseAt(static_cast<int>(i));
        });
        m_tabs.push_back(tab);
    }
    setCurrent(m_current);
}

void ChannelBar::setCurrent(const QString& id)
{
    m_current = id;
    for (std::size_t i = 0; i < m_tabs.size(); ++i)
        m_tabs[i]->setChecked(m_channels[i].id == id);
    place();
}

QString ChannelBar::currentSentence() const
{
    const auto channel = std::ranges::find(m_channels, m_current, &view::ChannelTab::id);
    return channel == m_channels.end() ? QString() : sentenceOf(*channel);
}

void ChannelBar::setChoices(view::ChannelTabs choices)
{
    m_choices = std::move(choices);
    place();
}

void ChannelBar::addTool(QWidget* tool)
{
    m_toolRow->addWidget(tool);
    place();
}

void ChannelBar::fillMenus()
{
    const auto fill = [this](QMenu& menu, const view::ChannelTabs& channels) {
        menu.clear();
        for (const view::ChannelTab& channel : channels) {
            const QString text = theme::withoutShortcut(sentenceOf(channel));
            const Icon icon = iconOf(channel.kind);
            menu.addAction(
                theme::themedIcon(controller(), icon, icon == Icon::Lock ? Color::PrivateText : Color::Text2), text,
                this, [this, id = channel.id] { emit channelChosen(id); });
        }
    };
    view::ChannelTabs hidden;
    for (std::size_t i = 0; i < m_tabs.size(); ++i) {
        if (m_tabs[i]->isHidden())
            hidden.push_back(m_channels[i]);
    }
    fill(*m_more->menu(), hidden);
    fill(*m_add->menu(), m_choices);
}

void ChannelBar::fitRoom()
{
    const bool isNarrow = width() < theme().px(channelsNarrowBelow);
    if (std::exchange(m_isNarrow, isNarrow) != isNarrow)
        emit narrowChanged(isNarrow);
}

// As many as fit, from the left; the selected tab is always visible, if need be in place of the last.
void ChannelBar::place()
{
    const int tools = m_tools->sizeHint().width();
    m_tools->setGeometry(width() - theme().px(14) - tools, 0, tools, height() - 1);
    const int end = width() - theme().px(14) - tools - theme().px(8);
    const int button = theme().px(24);
    int total = theme().px(8) + (m_choices.empty() ? 0 : button + theme().px(4));
    int current = 0;
    for (const Tab* tab : m_tabs) {
        total += tab->sizeHint().width();
        if (tab->isChecked())
            current = tab->sizeHint().width();
    }
    const bool fits = total <= end;
    const int limit = fits ? end : end - 2 * (button + theme().px(4));
    int x = theme().px(8);
    bool isCurrentPlaced = false;
    for (Tab* tab : m_tabs) {
        const int whole = tab->sizeHint().width();
        const int least = theme().px(leastTabWidth);
        const int wide = tab->isChecked() ? std::min(whole, std::max(limit - x, least)) : whole;
        const int needed = tab->isChecked() || isCurrentPlaced ? wide : wide + current;
        const bool shows = fits || x + needed <= limit || tab->isChecked();
        tab->setVisible(shows);
        if (!shows)
            continue;
        tab->setGeometry(x, 0, wide, height());
        x += wide;
        isCurrentPlaced = isCurrentPlaced || tab->isChecked();
    }
    const int top = (height() - button) / 2;
    m_more->setVisible(!fits);
    m_more->move(x + theme().px(4), top);
    if (!fits)
        x += button + theme().px(4);
    m_add->setVisible(!m_choices.empty());
    m_add->move(x + theme().px(4), top);
}

void ChannelBar::resizeEvent(QResizeEvent* event)
{
    Surface::resizeEvent(event);
    fitRoom();
    place();
}

/// The tools beside the tabs change size after the theme or the language has changed.
bool ChannelBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_tools && event->type() == QEvent::LayoutRequest)
        place();
    return Surface::eventFilter(watched, event);
}

void ChannelBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Channels"));
        m_more->setAccessibleName(tr("More channels"));
        m_more->setToolTip(tr("More channels"));
        m_add->setAccessibleName(tr("Open a channel"));
        m_add->setToolTip(tr("Open a channel"));
        setTabs(m_channels);
    }
    Surface::changeEvent(event);
}

} // namespace quarterdeck::ui
