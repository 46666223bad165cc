#include "ui/sessions/sessions_panel.h"

#include "filter_examples.h"
#include "found_news_bar.h"
#include "session_delegate.h"

#include "ui/actions/action_registry.h"
#include "ui/sessions/session_list_model.h"
#include "ui/theme/breathing.h"
#include "ui/theme/buttons.h"
#include "ui/theme/painted_labels.h"
#include "ui/theme/search_field.h"
#include "ui/theme/text_label.h"
#include "ui/theme/theme_controller.h"
#include "ui/theme/tool_tip.h"

#include <QContextMenuEvent>
#include <QDateTime>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QListView>
#include <QMenu>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

using theme::Color;
using theme::Icon;
using theme::Measure;
using theme::TextRole;

namespace {

conversation::Timestamp systemNow() { return {QDateTime::currentMSecsSinceEpoch()}; }

QListView* makeList(QWidget* parent)
{
    auto* list = new QListView(parent);
    list->setObjectName(QStringLiteral("sessions.list"));
    list->setSelectionMode(QAbstractItemView::NoSelection);
    list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list->setMouseTracking(true);
    list->viewport()->setAutoFillBackground(false);
    return list;
}

} // namespace

SessionsPanel::SessionsPanel(const theme::ThemeController& theme, const ActionRegistry& actions, QWidget* parent,
                             Clock clock)
    : Surface(theme, parent)
    , m_clock(clock ? std::move(clock) : Clock(systemNow))
    , m_model(new SessionListModel(this))
    , m_delegate(new SessionDelegate(theme, this))
    , m_list(makeList(this))
    , m_foundNews(new FoundNewsBar(theme, this))
    , m_search(new theme::SearchField(theme, this))
    , m_empty(new theme::TextLabel(theme, TextRole::Ui, Color::Text3, QFont::Normal, this))
    , m_head(new Surface(theme, this))
    , m_foot(new Surface(theme, Color::BgWindow, Qt::TopEdge, this))
    , m_footIcon(new theme::IconLabel(theme, Icon::None, Color::Text2, 14, m_foot))
    , m_footText(new theme::TextLabel(theme, TextRole::Meta, Color::Text2, QFont::Normal, m_foot))
    , m_settings(theme::makeIconButton(theme, QStringLiteral("sessions.settings"), {}, Icon::Settings,
                                       theme::ButtonSize::Small, m_foot))
    , m_breathing(new theme::Breathing(theme, this))
{
    setObjectName(QStringLiteral("sessions"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(m_delegate);
    m_empty->setWordWrap(true);
    m_empty->setContentsMargins(14, 14, 14, 14);
    buildHead(actions);
    buildFoot();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_head);
    column->addSpacing(2);
    column->addWidget(m_empty);
    column->addWidget(m_list, 1);
    column->addWidget(m_foundNews);
    column->addWidget(m_foot);
    setFocusProxy(m_list);

    connectParts();
    const auto year = [this] { return QDateTime::fromMSecsSinceEpoch(m_clock().msSinceEpoch).date().year(); };
    new FilterExamples(theme, *m_search, year, this); // after the panel's own: it has the keys first
    m_model->setNow(m_clock());
    setFoot(Icon::None, {});
    setSettingsMenu(nullptr);
    retranslate();
    refreshEmpty();
}

void SessionsPanel::connectParts()
{
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_model->setFilter(text);
        const bool isAsked = !text.trimmed().isEmpty();
        if (isAsked != m_model->found().isAsked) // what was found before stays until there is something newer
            m_model->setFound({.isAsked = isAsked, .isReading = isAsked, .hasMore = false, .note = {}, .messages = {}});
        refreshEmpty();
        setFoundNews(0);
        emit searched(text.trimmed());
    });
    connect(m_foundNews, &FoundNewsBar::wanted, this, &SessionsPanel::foundNewsWanted);
    connect(m_list->verticalScrollBar(), &QScrollBar::valueChanged, this, &SessionsPanel::askForMore);
    connect(m_list->verticalScrollBar(), &QScrollBar::rangeChanged, this, &SessionsPanel::askForMore);
    connect(m_list, &QListView::clicked, this, &SessionsPanel::choose);
    // Keys by hand: `activated` would choose a second time at the double click after a click.
    m_list->installEventFilter(this);
    m_list->viewport()->installEventFilter(this);
    m_search->installEventFilter(this);
    connect(m_breathing, &theme::Breathing::turned, this, [this](double turn) {
        m_delegate->setTurn(turn);
        m_list->viewport()->update();
    });
    connect(&controller(), &theme::ThemeController::changed, m_list, &QListView::doItemsLayout);
    // Ages are told in seconds at first, so the list looks again often; nothing is painted that did not change.
    m_aging.setInterval(std::chrono::seconds(5));
    connect(&m_aging, &QTimer::timeout, this, [this] { m_model->setNow(m_clock()); });
    m_aging.start();
}

bool SessionsPanel::eventFilter(QObject* watched, QEvent* event)
{
    // A note is as high as it needs to be.
    if (watched == m_list->viewport() && event->type() == QEvent::Resize && !m_model->found().note.isEmpty())
        QMetaObject::invokeMethod(m_list, &QListView::doItemsLayout, Qt::QueuedConnection);
    if (watched == m_list && event->type() == QEvent::KeyPress && takeListKey(*static_cast<QKeyEvent*>(event)))
        return true;
    // A key's comes to the list, the mouse's to its viewport.
    if (event->type() == QEvent::ContextMenu && (watched == m_list || watched == m_list->viewport())) {
        askForMenu(*static_cast<QContextMenuEvent*>(event));
        return true;
    }
    if (watched == m_search && event->type() == QEvent::KeyPress && takeFieldKey(static_cast<QKeyEvent*>(event)->key()))
        return true;
    return Surface::eventFilter(watched, event);
}

bool SessionsPanel::takeListKey(const QKeyEvent& event)
{
    const QString session = sessionAt(m_list->currentIndex());
    if (event.matches(QKeySequence::Undo))
        emit undoWanted();
    else if (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter)
        enter(m_list->currentIndex());
    else if (event.key() == Qt::Key_F2 && !session.isEmpty())
        emit renameWanted(session);
    else if (event.key() == Qt::Key_Delete && !session.isEmpty())
        emit archiveWanted(session);
    else
        return false;
    return true;
}

void SessionsPanel::askForMenu(const QContextMenuEvent& event)
{
    if (event.reason() == QContextMenuEvent::Mouse) {
        const QModelIndex index = m_list->indexAt(m_list->viewport()->mapFromGlobal(event.globalPos()));
        emit menuWanted(sessionAt(index), event.globalPos());
        return;
    }
    const QModelIndex index = m_list->currentIndex();
    const QRect row = m_list->visualRect(index);
    emit menuWanted(sessionAt(index), m_list->viewport()->mapToGlobal(row.bottomLeft()));
}

QString SessionsPanel::sessionAt(const QModelIndex& index) const
{
    const auto kind = static_cast<SessionListModel::Kind>(index.data(SessionListModel::KindRole).toInt());
    const bool isSession = index.isValid() && kind == SessionListModel::Kind::Session;
    return isSession ? index.data(SessionListModel::RowRole).value<view::SessionRow>().id : QString();
}

/// Down leads from the field into what was found, Enter to the first of it.
bool SessionsPanel::takeFieldKey(int key)
{
    const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (key != Qt::Key_Down && !(isEnter && !m_search->text().trimmed().isEmpty()))
        return false;
    QModelIndex first;
    for (int row = 0; row < m_model->rowCount() && !first.isValid(); ++row) {
        const QModelIndex index = m_model->index(row);
        const auto kind = static_cast<SessionListModel::Kind>(index.data(SessionListModel::KindRole).toInt());
        const bool isFound = kind != SessionListModel::Kind::NeedsYou || m_search->text().trimmed().isEmpty();
        if (isFound && index.flags().testFlag(Qt::ItemIsEnabled))
            first = index;
    }
    if (first.isValid()) {
        m_list->setFocus(Qt::TabFocusReason);
        m_list->setCurrentIndex(first);
        if (isEnter)
            enter(first);
    }
    return true;
}

/// Before the end is reached: what was found goes on without a wait.
void SessionsPanel::askForMore()
{
    const QScrollBar* bar = m_list->verticalScrollBar();
    if (bar->maximum() - bar->value() < m_list->viewport()->height())
        emit moreWanted();
}

void SessionsPanel::buildHead(const ActionRegistry& actions)
{
    m_search->setObjectName(QStringLiteral("sessions.search"));
    m_search->setKeys(actions.shortcut(ActionId::SessionSearch));
    m_search->setClearable(true);
    m_search->setMinimumWidth(60); // else its margins would widen the panel
    auto* row = new QHBoxLayout(m_head);
    row->setContentsMargins(10, 0, 10, 0);
    row->setSpacing(6);
    row->addWidget(theme::makeActionButton(controller(), actions[ActionId::ViewMenu], Icon::Menu,
                                           theme::ButtonSize::Normal, m_head));
    row->addWidget(m_search, 1);
    row->addWidget(theme::makeActionButton(controller(), actions[ActionId::SessionNew], Icon::Plus,
                                           theme::ButtonSize::Normal, m_head));
    const auto resize = [this] {
        m_head->setFixedHeight(theme().px(Measure::HToolbar));
        m_foot->setFixedHeight(theme().px(36));
    };
    resize();
    connect(&controller(), &theme::ThemeController::changed, this, resize);
    connect(&actions[ActionId::SessionSearch], &QAction::triggered, this, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    connect(&actions, &ActionRegistry::shortcutChanged, this, [this, &actions](ActionId id) {
        if (id == ActionId::SessionSearch)
            m_search->setKeys(actions.shortcut(id));
    });
}

void SessionsPanel::buildFoot()
{
    m_footText->setObjectName(QStringLiteral("sessionsFoot"));
    m_footText->setElideMode(Qt::ElideRight);
    m_settings->setPopupMode(QToolButton::InstantPopup);
    auto* row = new QHBoxLayout(m_foot);
    row->setContentsMargins(14, 1, 8, 0);
    row->setSpacing(8);
    row->addWidget(m_footIcon);
    row->addWidget(m_footText);
    row->addStretch(1);
    row->addWidget(m_settings);
}

void SessionsPanel::setSessions(view::SessionRows rows)
{
    m_model->setNow(m_clock());
    m_model->setSessions(std::move(rows));
    refreshEmpty();
    refreshMotion();
}

void SessionsPanel::setFound(view::FoundMessages found)
{
    m_model->setNow(m_clock());
    m_model->setFound(std::move(found));
    m_list->doItemsLayout(); // at once: until then the bar's range is that of before, as if the end were in sight
    refreshEmpty();
    askForMore();
}

void SessionsPanel::setFoundNews(int count, bool hasMore) { m_foundNews->setCount(count, hasMore); }

void SessionsPanel::goToNewestFound()
{
    const int row = m_model->firstFound();
    if (row < 0)
        return;
    m_list->doItemsLayout();
    m_list->setFocus(Qt::OtherFocusReason);
    m_list->setCurrentIndex(m_model->index(row));
    m_list->scrollTo(m_model->index(row - 1), QAbstractItemView::PositionAtTop); // its heading
}

void SessionsPanel::setCurrentSession(const QString& id)
{
    m_model->setCurrent(id);
    // Who goes through what was found stays there.
    if (m_model->found().isAsked && m_list->currentIndex().isValid())
        return;
    if (const QModelIndex at = m_model->indexOf(id); at.isValid()) {
        m_list->setCurrentIndex(at);
        m_list->scrollTo(at);
    }
}

void SessionsPanel::setNeedsYou(int count) { m_model->setNeedsYou(count); }

void SessionsPanel::setArchiveShown(bool isShown)
{
    m_model->setArchiveShown(isShown);
    refreshEmpty();
}

bool SessionsPanel::goToArchive()
{
    const int row = m_model->firstArchived();
    if (row < 0)
        return false;
    m_list->doItemsLayout(); // at once: it has just been shown
    m_list->setFocus(Qt::OtherFocusReason);
    m_list->setCurrentIndex(m_model->index(row));
    m_list->scrollTo(m_model->index(row - 1), QAbstractItemView::PositionAtTop); // its heading
    return true;
}

void SessionsPanel::setFoot(Icon icon, const QString& text)
{
    m_footIcon->setIcon(icon, Color::Text2);
    m_footIcon->setVisible(icon != Icon::None);
    m_footText->setText(text);
}

void SessionsPanel::setSettingsMenu(QMenu* menu)
{
    m_settings->setMenu(menu);
    m_settings->setVisible(menu != nullptr);
}

void SessionsPanel::choose(const QModelIndex& index)
{
    const auto kind = static_cast<SessionListModel::Kind>(index.data(SessionListModel::KindRole).toInt());
    if (kind == SessionListModel::Kind::NeedsYou)
        emit needsYouChosen();
    else if (kind == SessionListModel::Kind::Session)
        emit sessionChosen(index.data(SessionListModel::RowRole).value<view::SessionRow>().id);
    else if (kind == SessionListModel::Kind::Message) {
        const auto message = index.data(SessionListModel::MessageRole).value<view::FoundMessage>();
        emit messageChosen(message.session, message.row);
    }
}

void SessionsPanel::enter(const QModelIndex& index)
{
    choose(index);
    if (!sessionAt(index).isEmpty())
        emit readingWanted();
}

void SessionsPanel::refreshEmpty()
{
    const bool isEmpty = m_model->rowCount() == 0;
    m_empty->setVisible(isEmpty);
    m_empty->setText(m_model->sessionCount() == 0 ? tr("Sessions appear here: those that run, those you import, and "
                                                       "samples to look at.")
                         : m_search->text().trimmed().isEmpty()
                         ? tr("All sessions are in the archive.")
                         : tr("No session has this in its title, tags or note."));
}

void SessionsPanel::refreshMotion()
{
    bool isThinking = false;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const auto session = m_model->index(row).data(SessionListModel::RowRole).value<view::SessionRow>();
        isThinking = isThinking || (!session.id.isEmpty() && session.glyph == theme::StateGlyph::Thinking);
    }
    m_breathing->setRunning(isThinking);
}

void SessionsPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Surface::changeEvent(event);
}

void SessionsPanel::retranslate()
{
    setAccessibleName(tr("Sessions"));
    m_list->setAccessibleName(tr("Sessions"));
    m_search->setPlaceholderText(tr("Search"));
    m_search->setAccessibleName(tr("Search all sessions"));
    m_search->setToolTip(theme::plainToolTip(
        tr("Search all sessions: their titles, tags and notes, and all messages. from:Bob, in:private, has:image, "
           "tool:name and after:2026-03-01 narrow it down.")));
    m_settings->setAccessibleName(tr("Settings"));
    m_settings->setToolTip(tr("Settings"));
    m_model->retranslate();
    refreshEmpty();
}

} // namespace quarterdeck::ui
