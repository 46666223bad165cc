#include "ui/panels/team_panel.h"

#include "ui/panels/team_list.h"

#include "ui/theme/icons.h"
#include "ui/theme/labels.h"
#include "ui/theme/theme.h"

#include <QContextMenuEvent>
#include <QDateTime>
#include <QListView>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <utility>

namespace quarterdeck::ui {

using theme::Color;
using theme::Icon;
using theme::Measure;
using theme::TextRole;

namespace {

constexpr int maxRows = 8;

conversation::Timestamp teamNow() { return {QDateTime::currentMSecsSinceEpoch()}; }

QListView* makeTeamList(QWidget* parent)
{
    auto* list = new QListView(parent);
    list->setObjectName(QStringLiteral("team.list"));
    list->setSelectionMode(QAbstractItemView::NoSelection);
    list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list->setUniformItemSizes(true);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list->setContextMenuPolicy(Qt::CustomContextMenu);
    list->setMouseTracking(true);
    list->viewport()->setAutoFillBackground(false);
    return list;
}

} // namespace

TeamPanel::TeamPanel(const theme::ThemeController& theme, QWidget* parent, Clock clock)
    : Surface(theme, parent)
    , m_clock(clock ? std::move(clock) : Clock(teamNow))
    , m_model(new TeamListModel(this))
    , m_delegate(new TeamDelegate(theme, this))
    , m_list(makeTeamList(this))
    , m_empty(new theme::TextLabel(theme, TextRole::Ui, Color::Text3, QFont::Normal, this))
    , m_breathing(new theme::ThinkingSpinner(theme, this))
{
    setObjectName(QStringLiteral("team"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_list->setModel(m_model);
    m_list->setItemDelegate(m_delegate);
    m_empty->setWordWrap(true);
    m_empty->setContentsMargins(14, 2, 14, 14);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_empty);
    column->addWidget(m_list);

    connect(m_list, &QListView::activated, this, [this](const QModelIndex& index) {
        openMenu(index, m_list->viewport()->mapToGlobal(m_list->visualRect(index).bottomLeft()));
    });
    connect(m_list, &QListView::customContextMenuRequested, this,
            [this](const QPoint& at) { openMenu(m_list->indexAt(at), m_list->viewport()->mapToGlobal(at)); });
    connect(m_breathing, &theme::ThinkingSpinner::turned, this, [this](double turn) {
        m_delegate->setTurn(turn);
        m_list->viewport()->update();
    });
    connect(&theme, &theme::ThemeController::changed, this, &TeamPanel::refresh);
    m_aging.setInterval(std::chrono::seconds(1));
    connect(&m_aging, &QTimer::timeout, this, [this] { m_model->setNow(now()); });
    m_aging.start();
    retranslate();
    refresh();
}

conversation::Timestamp TeamPanel::now() const { return m_moment ? *m_moment : m_clock(); }

void TeamPanel::setTeam(view::Team team)
{
    m_model->setNow(now());
    m_model->setTeam(std::move(team));
    refresh();
}

void TeamPanel::setMoment(std::optional<conversation::Timestamp> moment)
{
    m_moment = moment;
    m_model->setNow(now());
}

std::vector<MemberGlyph> TeamPanel::memberGlyphs() const
{
    std::vector<MemberGlyph> result;
    for (const view::TeamMember& member : m_model->team()) {
        //: a member and what it does
        result.push_back({tr("%1: %2").arg(member.name, team::stateWords(member, now())), member.avatar,
                          member.asksUser ? theme::StateGlyph::Waiting : member.state});
    }
    return result;
}

QSize TeamPanel::sizeHint() const
{
    if (m_model->rowCount() == 0)
        return Surface::sizeHint();
    return {theme().px(Measure::WDocks), std::min(maxRows, m_model->rowCount()) * theme().px(Measure::HTeamRow)};
}

QSize TeamPanel::minimumSizeHint() const
{
    if (m_model->rowCount() == 0)
        return Surface::minimumSizeHint();
    return {0, std::min(2, m_model->rowCount()) * theme().px(Measure::HTeamRow)};
}

void TeamPanel::openMenu(const QModelIndex& index, const QPoint& globalPosition)
{
    if (!index.isValid())
        return;
    const auto member = index.data(TeamListModel::MemberRole).value<view::TeamMember>();
    const QString& key = member.key;
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("team.menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (member.canRetry) {
        menu->addAction(theme::themedIcon(controller(), Icon::Play), tr("Try again"), this,
                        [this, key] { emit retryRequested(key); });
    }
    if (m_canSpeak) {
        menu->addAction(theme::themedIcon(controller(), Icon::Lock), tr("Direct chat"), this,
                        [this, key] { emit directChatRequested(key); });
    }
    if (m_canSpeak && member.isInDirectChat) {
        menu->addAction(theme::themedIcon(controller(), Icon::X), tr("End direct chat"), this,
                        [this, key] { emit directChatEndRequested(key); });
    }
    menu->addAction(theme::themedIcon(controller(), Icon::Inbox), tr("Show inbox"), this,
                    [this, key] { emit inboxRequested(key); });
    if (member.canBeSteered) {
        menu->addSeparator();
        using conversation::RoleMode;
        const auto offer = [&](RoleMode wanted, Icon icon, const QString& words) {
            menu->addAction(theme::themedIcon(controller(), icon), words, this,
                            [this, key, wanted] { emit modeRequested(key, wanted); });
        };
        if (member.mode == RoleMode::Active) {
            offer(RoleMode::Paused, Icon::Pause, tr("Pause: give it no turn"));
            offer(RoleMode::Muted, Icon::EyeOff, tr("Mute: deliver nothing it says"));
        } else {
            offer(RoleMode::Active, Icon::Play, member.mode == RoleMode::Paused ? tr("Let it continue") : tr("Unmute"));
        }
    }
    menu->popup(globalPosition);
}

void TeamPanel::refresh()
{
    const bool isEmpty = m_model->rowCount() == 0;
    m_empty->setVisible(isEmpty);
    m_list->setVisible(!isEmpty);
    // A hidden focus proxy would trap the Tab key.
    setFocusProxy(isEmpty ? nullptr : m_list);
    m_list->doItemsLayout();
    const auto& team = m_model->team();
    m_breathing->setRunning(std::any_of(team.begin(), team.end(), [](const view::TeamMember& member) {
        return member.state == theme::StateGlyph::Thinking;
    }));
    updateGeometry();
}

void TeamPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Surface::changeEvent(event);
}

void TeamPanel::retranslate()
{
    setAccessibleName(tr("Team"));
    m_list->setAccessibleName(tr("Team"));
    m_empty->setText(tr("Each member’s state, unread messages and cost appear here while a session is open."));
    m_model->setNow(now());
}

} // namespace quarterdeck::ui
