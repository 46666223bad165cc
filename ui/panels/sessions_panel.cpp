#include "ui/panels/sessions_panel.h"

#include "ui/panels/session_delegate.h"
#include "ui/panels/session_list_model.h"
#include "ui/panels/session_search_parts.h"
#include "ui/theme/action_registry.h"
#include "ui/theme/buttons.h"
#include "ui/theme/icons.h"
#include "ui/theme/labels.h"
#include "ui/theme/search_field.h"
#include "ui/theme/theme.h"

#include <QContextMenuEvent>
#include <QDateTime>
#include <QEvent>
#include <QHBoxLayout>
#include <QItemSelectionModel>
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
    , m_foundNews(new NewResultsBar(theme, this))
    , m_search(new theme::SearchField(theme, this))
    , m_empty(new theme::TextLabel(theme, TextRole::Ui, Color::Text3, QFont::Normal, this))
    , m_head(new Surface(theme, this))
    , m_foot(new Surface(theme, Color::BgWindow, Qt::TopEdge, this))
    , m_footIcon(new theme::IconLabel(theme, Icon::None, Color::Text2, 14, m_foot))
    , m_footText(new theme::TextLabel(theme, TextRole::Meta, Color::Text2, QFont::Normal, m_foot))
    , m_settings(theme::makeIconButton(theme, QStringLiteral("sessions.settings"), {}, Icon::Settings,
                                       theme::ButtonSize::Small, m_foot))
    , m_breathing(new theme::ThinkingSpinner(theme, this))
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
            m_model->setFound({.isAsked = isAsked, .isReading = isAsked, .note = {}, .messages = {}});
        refreshEmpty();
        setFoundNews(0);
        emit searched(text.trimmed());
    });
    connect(m_foundNews, &NewResultsBar::wanted, this, &SessionsPanel::foundNewsRequested);
    connect(m_list->verticalScrollBar(), &QScrollBar::valueChanged, this, &SessionsPanel::askForMore);
    connect(m_list->verticalScrollBar(), &QScrollBar::rangeChanged, this, &SessionsPanel::askForMore);
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex& index) {
        m_stoodOn = sessionAt(index);
        m_delegate->setClicked(m_stoodOn);
        choose(index);
    });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
        if (!m_model->isChanging()) // else it was the row that went, and not the person
            m_stoodOn = sessionAt(index);
    });
    connect(m_model, &SessionListModel::rowsSettled, this, &SessionsPanel::standAgain);
    // Keys are handled here: `activated` would choose again at a double click.
    m_list->installEventFilter(this);
    m_list->viewport()->installEventFilter(this);
    m_search->installEventFilter(this);
    connect(m_breathing, &theme::ThinkingSpinner::turned, this, [this](double turn) {
        m_delegate->setTurn(turn);
        m_list->viewport()->update();
    });
    connect(&controller(), &theme::ThemeController::changed, m_list, &QListView::doItemsLayout);
    // Ages are shown in seconds at first, so this is frequent; only what changed is repainted.
    m_aging.setInterval(std::chrono::seconds(5));
    connect(&m_aging, &QTimer::timeout, this, [this] { m_model->setNow(m_clock()); });
    m_aging.start();
}

/// Asks before the end is reached, so that scrolling continues without a wait.
void SessionsPanel::askForMore()
{
    const QScrollBar* bar = m_list->verticalScrollBar();
    if (bar->maximum() - bar->value() < m_list->viewport()->height())
        emit moreRequested();
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
    setSharedSessions(SessionListModel::shared(std::move(rows)));
}

void SessionsPanel::setSharedSessions(view::SharedSessionRows rows)
{
    m_model->setNow(m_clock());
    m_model->setSharedSessions(std::move(rows));
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
    stand(m_model->index(row));
    m_list->scrollTo(m_model->index(row - 1), QAbstractItemView::PositionAtTop); // its heading
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
    stand(m_model->index(row));
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

void SessionsPanel::refreshEmpty()
{
    const bool isEmpty = m_model->rowCount() == 0;
    m_empty->setVisible(isEmpty);
    m_empty->setText(m_model->sessionCount() == 0 ? tr("Sessions appear here: running ones, imported ones and samples.")
                         : m_search->text().trimmed().isEmpty()
                         ? tr("All sessions are archived.")
                         : tr("No session has this in its title, tags or note."));
}

void SessionsPanel::refreshMotion() { m_breathing->setRunning(m_model->isShown(theme::StateGlyph::Thinking)); }

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
    m_search->setToolTip(
        theme::plainToolTip(tr("Search all sessions: titles, tags, notes and messages. Narrow it down with from:Bob, "
                               "in:private, has:image, tool:name or after:2026-03-01.")));
    m_settings->setAccessibleName(tr("Settings"));
    m_settings->setToolTip(tr("Settings"));
    m_model->retranslate();
    refreshEmpty();
}

// Where the focus is in the list, and what its keys do.

bool SessionsPanel::eventFilter(QObject* watched, QEvent* event)
{
    // A note is as tall as it needs to be.
    if (watched == m_list->viewport() && event->type() == QEvent::Resize && !m_model->found().note.isEmpty())
        QMetaObject::invokeMethod(m_list, &QListView::doItemsLayout, Qt::QueuedConnection);
    // Here it undoes what was done to a session, not an answer.
    if (watched == m_list && event->type() == QEvent::ShortcutOverride
        && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Undo)) {
        event->accept();
        return true;
    }
    if (watched == m_list && event->type() == QEvent::KeyPress && takeListKey(*static_cast<QKeyEvent*>(event)))
        return true;
    // From the keyboard it goes to the list, from the mouse to its viewport.
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
    const bool isForRow = event.key() == Qt::Key_F2 || event.key() == Qt::Key_Delete;
    if (isForRow && !session.isEmpty())
        m_stoodOn = session;
    if (event.matches(QKeySequence::Undo))
        emit undoRequested();
    else if (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter)
        enter(m_list->currentIndex());
    else if (event.key() == Qt::Key_F2 && !session.isEmpty())
        emit renameRequested(session);
    else if (event.key() == Qt::Key_Delete && !session.isEmpty())
        emit archiveRequested(session);
    else
        return false;
    return true;
}

void SessionsPanel::askForMenu(const QContextMenuEvent& event)
{
    if (event.reason() == QContextMenuEvent::Mouse) {
        const QModelIndex index = m_list->indexAt(m_list->viewport()->mapFromGlobal(event.globalPos()));
        emit menuRequested(sessionAt(index), event.globalPos());
        return;
    }
    const QModelIndex index = m_list->currentIndex();
    const QRect row = m_list->visualRect(index);
    emit menuRequested(sessionAt(index), m_list->viewport()->mapToGlobal(row.bottomLeft()));
}

QString SessionsPanel::sessionAt(const QModelIndex& index) const
{
    const auto kind = static_cast<SessionListModel::Kind>(index.data(SessionListModel::KindRole).toInt());
    const bool isSession = index.isValid() && kind == SessionListModel::Kind::Session;
    return isSession ? index.data(SessionListModel::RowRole).value<view::SessionRow>().id : QString();
}

/// Down leads from the field into the results, Enter to the first one.
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
        stand(first);
        if (isEnter)
            enter(first);
    }
    return true;
}

void SessionsPanel::enter(const QModelIndex& index)
{
    choose(index);
    if (!sessionAt(index).isEmpty())
        emit readingRequested();
}

void SessionsPanel::setCurrentSession(const QString& id)
{
    m_model->setCurrent(id);
    m_delegate->setClicked({});
    // Somebody who is moving through the results stays there.
    if (m_model->found().isAsked && m_list->currentIndex().isValid())
        return;
    highlightSession(id);
}

void SessionsPanel::highlightSession(const QString& id)
{
    if (const QModelIndex at = m_model->indexOf(id); at.isValid()) {
        stand(at);
        m_list->scrollTo(at);
    }
    m_stoodOn = id;
}

void SessionsPanel::stand(const QModelIndex& index)
{
    m_list->setCurrentIndex(index);
    m_stoodOn = sessionAt(index); // also where the index was there before
}

/// A session that returns to the list gets the focus back.
void SessionsPanel::standAgain()
{
    if (m_stoodOn.isEmpty() || sessionAt(m_list->currentIndex()) == m_stoodOn)
        return;
    if (const QModelIndex at = m_model->indexOf(m_stoodOn); at.isValid())
        m_list->setCurrentIndex(at);
}

void SessionsPanel::tellNotOpened()
{
    m_delegate->setClicked({});
    m_list->viewport()->update();
}

} // namespace quarterdeck::ui
