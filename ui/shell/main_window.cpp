#include "ui/shell/main_window.h"

#include "ui/shell/window_overlays.h"

#include "ui/present/names_and_links.h"
#include "ui/shell/menus.h"
#include "ui/theme/action_registry.h"
#include "ui/theme/theme.h"

#include <QCloseEvent>
#include <QDropEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <utility>

namespace quarterdeck::ui {

using theme::Color;
using theme::Measure;

namespace {

// Widths from the design, in px at 100 % text.
constexpr double overlaySessionsBelow = 1180;
constexpr double foldDocksBelow = 1000;
constexpr double sessionsMin = 200;
constexpr double sessionsMax = 360;
constexpr double docksMin = 280;
constexpr double docksMax = 420;
constexpr double centreMin = 360;
constexpr double windowMin = 560;
constexpr double windowMinHeight = 400;
// However large the text, the window fits a small screen.
constexpr int windowMinAtMost = 700;
constexpr int centreMinAtMost = 560;
constexpr int windowMinHeightAtMost = 600;

QVBoxLayout* columnIn(QWidget* widget)
{
    auto* column = new QVBoxLayout(widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    return column;
}

QSplitter* thinSplitter(const QString& name)
{
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->setObjectName(name);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    return splitter;
}

} // namespace

MainWindow::MainWindow(const theme::ThemeController& theme, ActionRegistry& actions, QWidget* parent)
    : QMainWindow(parent)
    , m_theme(theme)
    , m_actions(actions)
    , m_menu(new MainMenu(actions, *menuBar()))
{
    setObjectName(QStringLiteral("mainWindow"));
    addActions(actions.all());
    menuBar()->setVisible(menuBar()->isNativeMenuBar());
    buildFrame();
    connectActions();
    connect(&theme, &theme::ThemeController::changed, this, &MainWindow::restyle);
    retranslate();
    setAcceptDrops(true);
    resize(1280, 800);
}

MainWindow::~MainWindow() = default;

void MainWindow::buildFrame()
{
    m_outer = thinSplitter(QStringLiteral("outerSplitter"));
    m_inner = thinSplitter(QStringLiteral("innerSplitter"));
    m_main = new QWidget;
    m_mainColumn = columnIn(m_main);
    m_centre = new theme::Surface(m_theme, Color::BgCanvas, {});
    m_centreColumn = columnIn(m_centre);
    m_docks = new theme::Surface(m_theme);
    m_docks->setObjectName(QStringLiteral("docks"));
    m_dockColumn = columnIn(m_docks);
    m_inner->addWidget(m_centre);
    m_inner->addWidget(m_docks);
    m_inner->setStretchFactor(0, 1);
    m_inner->setStretchFactor(1, 0);
    m_outer->addWidget(m_main);
    m_replayLine = new theme::Surface(m_theme, Color::Accent, {}, m_main);
    m_replayLine->hide();
    // A splitter would adopt the overlay as a pane, so both are put into a frame.
    auto* frame = new QWidget;
    columnIn(frame)->addWidget(m_outer);
    setCentralWidget(frame);
    m_overlay = new SideOverlay(m_theme, frame);
    connect(m_overlay, &SideOverlay::closeRequested, this, &MainWindow::closeOverlay);
    // Only what a person moved: splitters also yield to a narrow window.
    connect(m_outer, &QSplitter::splitterMoved, this, [this] { m_wanted.sessionsWidth = m_parts.sessions->width(); });
    connect(m_inner, &QSplitter::splitterMoved, this, [this] { m_wanted.docksWidth = m_docks->width(); });
    m_dropOverlay = new DropOverlay(m_theme, frame);
}

void MainWindow::connectActions()
{
    connect(&m_actions[ActionId::ViewMenu], &QAction::triggered, this, &MainWindow::openMenu);
    connect(&m_actions[ActionId::ViewSessions], &QAction::triggered, this, &MainWindow::toggleSessions);
    connect(&m_actions[ActionId::ViewDocks], &QAction::triggered, this, &MainWindow::toggleDocks);
    connect(&m_actions[ActionId::ViewTeam], &QAction::triggered, this, [this] { showDock(DockId::Team); });
    connect(&m_actions[ActionId::ViewNeedsYou], &QAction::triggered, this, [this] { showDock(DockId::NeedsYou); });
    connect(&m_actions[ActionId::ViewInspector], &QAction::triggered, this, [this] { showDock(DockId::Inspector); });
    connect(&m_actions[ActionId::AppQuit], &QAction::triggered, this, &QWidget::close);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_mayClose && !m_mayClose())
        event->ignore();
    else
        QMainWindow::closeEvent(event);
}

void MainWindow::setParts(const WindowParts& parts)
{
    m_parts = parts;
    if (parts.sessions != nullptr) {
        m_outer->insertWidget(0, parts.sessions);
        m_outer->setStretchFactor(0, 0);
        m_outer->setStretchFactor(1, 1);
    }
    if (parts.toolbar != nullptr)
        m_mainColumn->addWidget(parts.toolbar);
    auto* body = new QHBoxLayout;
    body->setSpacing(0);
    body->addWidget(m_inner, 1);
    if (parts.strip != nullptr) {
        body->addWidget(parts.strip);
        connect(parts.strip, &DockStrip::dockRequested, this, &MainWindow::showDock);
        connect(parts.strip, &DockStrip::docksRequested, this, [this] { toggleDocks(true); });
    }
    m_mainColumn->addLayout(body, 1);
    if (parts.replayBar != nullptr)
        m_mainColumn->addWidget(parts.replayBar);
    std::vector<QWidget*> centre{parts.tabs, parts.hold, parts.find, parts.goTo, parts.range, parts.print, parts.page};
    centre.insert(centre.end(), parts.others.begin(), parts.others.end());
    centre.insert(centre.end(), {parts.firstStart, parts.composer, parts.continuation});
    const auto isTall = [&](QWidget* part) {
        return part == parts.page || part == parts.firstStart
            || std::ranges::find(parts.others, part) != parts.others.end();
    };
    for (QWidget* part : centre) {
        if (part != nullptr)
            m_centreColumn->addWidget(part, isTall(part) ? 1 : 0);
    }
    for (Dock* dock : {parts.team, parts.needsYou, parts.inspector}) {
        if (dock != nullptr)
            m_dockColumn->addWidget(dock, dock == parts.inspector ? 1 : 0);
    }
    if (parts.inspector == nullptr)
        m_dockColumn->addStretch();
    else
        parts.inspector->setHairlines({}); // it ends with the window
    m_replayLine->raise();
    if (parts.banners != nullptr) {
        parts.banners->setParent(m_centre);
        m_centre->installEventFilter(this);
        for (QWidget* above : {parts.tabs, parts.hold, parts.find, parts.goTo, parts.range, parts.print, parts.page})
            if (above != nullptr)
                above->installEventFilter(this);
    }
    restyle();
    refreshPage();
}

/// Over the top of whatever fills the middle: notices never move what is being read or clicked.
void MainWindow::placeBanners()
{
    if (m_parts.banners == nullptr)
        return;
    int top = 0;
    for (const QWidget* above : {m_parts.tabs, m_parts.hold, m_parts.find, m_parts.goTo, m_parts.range, m_parts.print})
        if (above != nullptr && above->isVisible())
            top = std::max(top, above->geometry().bottom() + 1);
    const int width = m_centre->width();
    const int height = m_parts.banners->hasHeightForWidth() ? m_parts.banners->heightForWidth(width)
                                                            : m_parts.banners->sizeHint().height();
    m_parts.banners->setGeometry(0, top, width, height);
    m_parts.banners->raise();
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    const bool isPlaced = event->type() == QEvent::Resize || event->type() == QEvent::Move
        || event->type() == QEvent::Show || event->type() == QEvent::Hide;
    if (isPlaced)
        placeBanners();
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::setSubject(const QString& session, int waiting)
{
    if (session == m_session && waiting == m_waiting)
        return;
    m_session = session;
    m_waiting = waiting;
    retranslate();
}

void MainWindow::showPage(Page page)
{
    m_page = page;
    refreshPage();
}

void MainWindow::setReplayShown(bool shown)
{
    m_isReplay = shown;
    refreshPage();
}

void MainWindow::setComposerShown(bool shown)
{
    m_isComposerShown = shown;
    refreshPage();
}

void MainWindow::setContinuationShown(bool shown)
{
    if (std::exchange(m_isContinuationShown, shown) != shown)
        refreshPage();
}

void MainWindow::showInstead(QWidget* other)
{
    m_instead = other;
    refreshPage();
}

void MainWindow::refreshPage()
{
    const bool hasSession = m_page == Page::Session;
    const auto show = [](QWidget* widget, bool visible) {
        if (widget != nullptr)
            widget->setVisible(visible);
    };
    show(m_parts.tabs, hasSession);
    show(m_parts.page, hasSession && m_instead == nullptr);
    for (QWidget* other : m_parts.others)
        show(other, hasSession && other == m_instead);
    show(m_parts.firstStart, !hasSession);
    show(m_parts.composer, hasSession && m_isComposerShown && m_instead == nullptr);
    show(m_parts.continuation, hasSession && m_isContinuationShown && m_instead == nullptr);
    show(m_parts.replayBar, hasSession && m_isReplay);
    m_replayLine->setVisible(hasSession && m_isReplay);
}

void MainWindow::restyle()
{
    const theme::Theme& look = m_theme.theme();
    setMinimumSize(std::min(look.px(windowMin), windowMinAtMost),
                   std::min(look.px(windowMinHeight), windowMinHeightAtMost));
    m_centre->setMinimumWidth(std::min(look.px(centreMin), centreMinAtMost));
    m_docks->setMinimumWidth(look.px(docksMin));
    m_docks->setMaximumWidth(look.px(docksMax));
    if (m_parts.sessions != nullptr) {
        m_parts.sessions->setMinimumWidth(look.px(sessionsMin));
        m_parts.sessions->setMaximumWidth(look.px(sessionsMax));
    }
    setWindowLayout(m_wanted);
}

void MainWindow::setWindowLayout(const WindowLayout& layout)
{
    m_wanted = layout;
    arrangeWidths();
    const theme::Theme& look = m_theme.theme();
    const int sessions = layout.sessionsWidth > 0 ? layout.sessionsWidth : look.px(Measure::WSessions);
    const int docks = layout.docksWidth > 0 ? layout.docksWidth : look.px(Measure::WDocks);
    if (m_outer->count() == 2)
        m_outer->setSizes({sessions, std::max(1, width() - sessions - 1)});
    if (m_inner->count() == 2)
        m_inner->setSizes({std::max(1, width() - sessions - docks - 2), docks});
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    const auto arrangement = [this] { return std::pair(m_isSessionsOverlaid, m_isDocksFolded); };
    const auto before = arrangement();
    arrangeWidths();
    // Panels that return get their width once the splitters have theirs, or they would share by the old one.
    if (arrangement() != before)
        QMetaObject::invokeMethod(
            this, [this] { setWindowLayout(m_wanted); }, Qt::QueuedConnection);
}

void MainWindow::arrangeWidths()
{
    arrangeSessions(width() < m_theme.theme().px(overlaySessionsBelow));
    arrangeDocks(width() < m_theme.theme().px(foldDocksBelow) || !m_wanted.isDocksShown);
    m_replayLine->setGeometry(0, 0, std::max(width(), m_main->width()), 2);
}

void MainWindow::arrangeSessions(bool overlaid)
{
    if (m_parts.sessions == nullptr)
        return;
    if (overlaid != m_isSessionsOverlaid) {
        m_isSessionsOverlaid = overlaid;
        if (m_overlay->panel() == m_parts.sessions)
            m_overlay->release();
        if (overlaid)
            m_parts.sessions->setParent(m_overlay); // hidden until asked for, and gone with the window
        else
            m_outer->insertWidget(0, m_parts.sessions);
        m_parts.sessions->hide();
    }
    if (!overlaid)
        m_parts.sessions->setVisible(m_wanted.isSessionsShown);
    m_actions[ActionId::ViewSessions].setChecked(m_parts.sessions->isVisibleTo(this));
}

void MainWindow::arrangeDocks(bool folded)
{
    if (folded != m_isDocksFolded) {
        m_isDocksFolded = folded;
        if (m_overlay->panel() == m_docks)
            m_overlay->release();
        if (folded)
            m_docks->setParent(m_overlay);
        else
            m_inner->addWidget(m_docks);
        m_docks->setVisible(!folded);
    }
    if (m_parts.strip != nullptr)
        m_parts.strip->setVisible(folded);
    m_actions[ActionId::ViewDocks].setChecked(m_docks->isVisibleTo(this));
}

void MainWindow::toggleSessions(bool on)
{
    if (m_parts.sessions == nullptr)
        return;
    if (m_isSessionsOverlaid) {
        closeOverlay();
        if (on)
            m_overlay->open(m_parts.sessions, Qt::LeftEdge, m_theme.theme().px(Measure::WSessions));
    } else {
        m_wanted.isSessionsShown = on;
        setWindowLayout(m_wanted);
    }
    m_actions[ActionId::ViewSessions].setChecked(on);
}

void MainWindow::toggleDocks(bool on)
{
    const bool isNarrow = width() < m_theme.theme().px(foldDocksBelow);
    if (isNarrow) {
        closeOverlay();
        if (on)
            m_overlay->open(m_docks, Qt::RightEdge, m_theme.theme().px(Measure::WDocks));
    } else {
        m_wanted.isDocksShown = on;
        setWindowLayout(m_wanted);
    }
    m_actions[ActionId::ViewDocks].setChecked(on);
}

void MainWindow::closeOverlay()
{
    const QWidget* panel = m_overlay->release();
    if (panel == m_parts.sessions)
        m_actions[ActionId::ViewSessions].setChecked(false);
    else if (panel == m_docks)
        m_actions[ActionId::ViewDocks].setChecked(false);
}

void MainWindow::showDock(DockId id)
{
    if (!m_docks->isVisibleTo(this))
        toggleDocks(true);
    Dock* dock = id == DockId::Team ? m_parts.team : id == DockId::NeedsYou ? m_parts.needsYou : m_parts.inspector;
    if (dock == nullptr)
        return;
    if (dock->title().isFolded()) {
        dock->title().setFolded(false);
        dock->content().show();
    }
    dock->content().setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::openMenu()
{
    // Below the button if it is visible, otherwise in the window's corner.
    const auto* button = findChild<QToolButton*>(QStringLiteral("view.menu.button"));
    const QPoint corner = button != nullptr && button->isVisible() ? button->mapToGlobal(QPoint(0, button->height()))
                                                                   : mapToGlobal(QPoint(8, 8));
    m_menu->popup().popup(corner);
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    setWindowLayout(m_wanted); // the splitters have their real width only now
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (view::localFiles(*event->mimeData()).isEmpty())
        return;
    event->setDropAction(Qt::CopyAction); // a file manager would take a move for leave to delete
    event->accept();
    m_dropOverlay->open();
}

void MainWindow::dragMoveEvent(QDragMoveEvent* event)
{
    event->setDropAction(Qt::CopyAction);
    event->accept();
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) { m_dropOverlay->hide(); }

void MainWindow::dropEvent(QDropEvent* event)
{
    m_dropOverlay->hide();
    event->setDropAction(Qt::CopyAction);
    event->accept();
    emit filesDropped(view::localFiles(*event->mimeData()));
}

/// What Tab can reach, as the eye goes: part by part, and within each from the top down and from left to right. Parts
/// come and go all the time (cards, tabs, notices), so an order made once would follow when they were made.
std::vector<QWidget*> MainWindow::tabOrder() const
{
    const std::vector<const QWidget*> parts{m_parts.toolbar, m_parts.sessions, m_parts.tabs,  m_parts.find,
                                            m_parts.goTo,    m_parts.range,    m_parts.print, m_parts.banners,
                                            m_centre,        m_docks,          m_parts.strip, m_parts.replayBar};
    struct Stop
    {
        std::size_t part;
        QPoint at;
        QWidget* widget;
    };
    std::vector<Stop> stops;
    for (QWidget* widget : findChildren<QWidget*>()) {
        const bool isReached = (widget->focusPolicy() & Qt::TabFocus) != 0 && widget->focusProxy() == nullptr
            && widget->isEnabled() && widget->isVisible() && widget->window() == this;
        if (!isReached)
            continue;
        const auto isAround = [widget](const QWidget* part) {
            return part != nullptr && (part == widget || part->isAncestorOf(widget));
        };
        const auto part = std::ranges::find_if(parts, isAround);
        stops.push_back({static_cast<std::size_t>(part - parts.begin()), widget->mapTo(this, QPoint()), widget});
    }
    std::ranges::stable_sort(stops, [](const Stop& one, const Stop& other) {
        constexpr int sameLine = 8; // px: a small button stands lower than a large one beside it
        if (one.part != other.part)
            return one.part < other.part;
        return std::pair(one.at.y() / sameLine, one.at.x()) < std::pair(other.at.y() / sameLine, other.at.x());
    });
    std::vector<QWidget*> order;
    std::ranges::transform(stops, std::back_inserter(order), &Stop::widget);
    return order;
}

bool MainWindow::focusNextPrevChild(bool next)
{
    const std::vector<QWidget*> order = tabOrder();
    if (order.empty())
        return false;
    const auto here = std::ranges::find(order, focusWidget());
    auto to = next ? order.begin() : std::prev(order.end());
    if (here != order.end() && next)
        to = std::next(here) == order.end() ? order.begin() : std::next(here);
    else if (here != order.end() && here != order.begin())
        to = std::prev(here);
    (*to)->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

/// Esc comes here from whatever has the focus if nothing else is there to be closed: it leads back to the present.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (m_isReplay && event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier)
        m_actions[ActionId::ViewReplay].trigger();
    else
        QMainWindow::keyPressEvent(event);
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QMainWindow::changeEvent(event);
}

void MainWindow::retranslate()
{
    // The number first: a task bar shows little more than the beginning.
    const QString subject = m_session.isEmpty() ? tr("Quarterdeck") : tr("%1 — Quarterdeck").arg(m_session);
    setWindowTitle(m_waiting > 0 ? tr("(%L1) %2").arg(m_waiting).arg(subject) : subject);
    setAccessibleName(tr("Quarterdeck"));
    m_docks->setAccessibleName(tr("Team, questions, inspector"));
}

} // namespace quarterdeck::ui
