#include "tests/support/wait.h"
#include "tests/support/widgets_test.h"

#include "tests/support/accessibility.h"

#include "ui/panels/channel_bar.h"
#include "ui/panels/sessions_panel.h"
#include "ui/panels/team_panel.h"
#include "ui/panels/toolbar.h"
#include "ui/present/notice_board.h"
#include "ui/shell/banner_stack.h"
#include "ui/shell/continue_bar.h"
#include "ui/shell/main_window.h"
#include "ui/shell/welcome_page.h"
#include "ui/theme/action_registry.h"
#include "ui/theme/buttons.h"
#include "ui/theme/theme.h"

#include <QDropEvent>
#include <QMenu>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QSplitter>
#include <QTest>

namespace tst_main_window {

using namespace quarterdeck::ui;

namespace {

/// The window with the real panels; page, composer and replay bar are plain widgets.
struct Fixture
{
    explicit Fixture(QApplication& application) : theme(application), actions(theme), window(theme, actions)
    {
        parts.sessions = new SessionsPanel(theme, actions);
        parts.toolbar = new Toolbar(theme, actions);
        parts.tabs = new ChannelBar(theme, actions);
        parts.banners = new BannerStack(theme, notices);
        parts.page = new QWidget;
        parts.composer = new QWidget;
        parts.continuation = new ContinueBar(theme, actions[ActionId::SessionContinue]);
        parts.firstStart = new WelcomePage(theme, actions);
        parts.team = new Dock(theme, QStringLiteral("dock.team"), QStringLiteral("Team"), new TeamPanel(theme));
        parts.needsYou = new Dock(theme, QStringLiteral("dock.needsYou"), QStringLiteral("Needs you"), new QWidget);
        parts.inspector = new Dock(theme, QStringLiteral("dock.inspector"), QStringLiteral("Inspector"), new QWidget);
        parts.strip = new DockStrip(theme);
        parts.replayBar = new QWidget;
        window.setParts(parts);
    }

    void showAt(int width)
    {
        window.resize(width, 700);
        window.show();
        QVERIFY(quarterdeck::test::waitFor([&] { return window.isActiveWindow(); }));
        QCoreApplication::processEvents();
    }

    theme::ThemeController theme;
    NoticeBoard notices;
    ActionRegistry actions;
    MainWindow window;
    WindowParts parts;
};

} // namespace

class TestMainWindow final : public QObject
{
    Q_OBJECT

private slots:
    void widths_data();
    void widths();
    void designedWidths_holdAtFullSize();
    void designedWidths_comeBackWhenItGrows();
    void largeText_fitsOnASmallScreen();
    void narrow_sessionsOpenOverThePage();
    void narrow_docksOpenOverThePage();
    void wide_docksCanBeFolded();
    void overlay_endsWhenTheWindowGrows();
    void panels_goWithTheWindow_data();
    void panels_goWithTheWindow();
    void draggedWidths_areKept();
    void continuation_standsInTheComposersPlace();
    void pages_showWhatBelongsToThem();
    void foldedDock_opensWhenAskedFor();
    void menu_opensByKey();
    void droppedFiles_areHandedOn();
    void otherDrops_areNotTaken();
    void banners_replaceAndClose();
    void banners_wrapWhatIsLong();
    void title_namesSessionAndCount();
    void escape_leavesTheReplay();
    void strip_asksForDocks();
    void strip_countsThoseWhoFindNoRoom();
    void everything_hasNamesAndIsReachable();
    void tab_reachesEveryPanel();
};

void TestMainWindow::widths_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<bool>("sessionsBeside");
    QTest::addColumn<bool>("docksBeside");
    QTest::newRow("full") << 1440 << true << true;
    QTest::newRow("just wide enough") << 1180 << true << true;
    QTest::newRow("sessions overlaid") << 1179 << false << true;
    QTest::newRow("docks just beside") << 1000 << false << true;
    QTest::newRow("docks folded") << 999 << false << false;
    QTest::newRow("narrow") << 700 << false << false;
}

void TestMainWindow::widths()
{
    QFETCH(int, width);
    QFETCH(bool, sessionsBeside);
    QFETCH(bool, docksBeside);
    Fixture f(*qApp);
    f.showAt(width);
    QCOMPARE(f.window.width(), width);
    QCOMPARE(f.window.isSessionsOverlaid(), !sessionsBeside);
    QCOMPARE(f.parts.sessions->isVisible(), sessionsBeside);
    QCOMPARE(f.window.isDocksFolded(), !docksBeside);
    QCOMPARE(f.parts.team->isVisible(), docksBeside);
    QCOMPARE(f.parts.strip->isVisible(), !docksBeside);
    QCOMPARE(f.actions[ActionId::ViewSessions].isChecked(), sessionsBeside);
    QCOMPARE(f.actions[ActionId::ViewDocks].isChecked(), docksBeside);
}

void TestMainWindow::designedWidths_holdAtFullSize()
{
    Fixture f(*qApp);
    f.showAt(1440);
    QCOMPARE(f.parts.sessions->width(), 248);
    QCOMPARE(f.parts.team->width(), 320);
    QCOMPARE(f.parts.toolbar->height(), 44);
    f.window.resize(1600, 700);
    QCoreApplication::processEvents();
    QCOMPARE(f.parts.sessions->width(), 248); // room goes to the page
    QCOMPARE(f.parts.team->width(), 320);
    WindowLayout layout = f.window.windowLayout();
    QCOMPARE(layout, WindowLayout{}); // nobody dragged anything
    layout.sessionsWidth = 300;
    layout.docksWidth = 400;
    f.window.setWindowLayout(layout);
    QCOMPARE(f.parts.sessions->width(), 300);
    QCOMPARE(f.parts.team->width(), 400);
}

void TestMainWindow::designedWidths_comeBackWhenItGrows()
{
    Fixture f(*qApp);
    f.showAt(800);
    f.window.resize(1440, 700);
    QVERIFY(quarterdeck::test::waitFor([&] { return f.parts.sessions->width() == 248 && f.parts.team->width() == 320; },
                                       1000));
}

/// 200 % on 1366 x 768, beside a panel of the desktop.
void TestMainWindow::largeText_fitsOnASmallScreen()
{
    Fixture f(*qApp);
    f.showAt(700);
    QCOMPARE(f.window.width(), 700);
    f.theme.setTextScale(2);
    f.window.resize(860, 640);
    QCoreApplication::processEvents();
    QCOMPARE(f.window.size(), QSize(860, 640));
    f.window.showPage(MainWindow::Page::Session);
    QCoreApplication::processEvents();
    QCOMPARE(f.window.size(), QSize(860, 640)); // nothing pushes it wider
    QVERIFY(f.parts.strip->isVisible());
    QVERIFY(f.parts.strip->mapTo(&f.window, QPoint(f.parts.strip->width(), 0)).x() <= f.window.width());
    f.theme.setTextScale(1);
}

void TestMainWindow::narrow_sessionsOpenOverThePage()
{
    Fixture f(*qApp);
    f.showAt(1100);
    f.window.showPage(MainWindow::Page::Session);
    const int toolbar = f.parts.toolbar->width();
    f.actions[ActionId::ViewSessions].trigger();
    QVERIFY(f.parts.sessions->isVisible());
    QCOMPARE(f.parts.sessions->width(), 248);
    QCOMPARE(f.parts.toolbar->width(), toolbar); // over it, not beside
    QTest::keyClick(f.window.focusWidget(), Qt::Key_Escape);
    QVERIFY(!f.parts.sessions->isVisible());
    QVERIFY(!f.actions[ActionId::ViewSessions].isChecked());
    f.actions[ActionId::ViewSessions].trigger();
    QTest::mouseClick(f.parts.sessions->parentWidget(), Qt::LeftButton, {}, QPoint(600, 300));
    QVERIFY(!f.parts.sessions->isVisible());
}

void TestMainWindow::narrow_docksOpenOverThePage()
{
    Fixture f(*qApp);
    f.showAt(900);
    f.window.showDock(DockId::Inspector);
    QVERIFY(f.parts.inspector->isVisible());
    QVERIFY(f.parts.strip->isVisible());
    QVERIFY(f.actions[ActionId::ViewDocks].isChecked());
    f.actions[ActionId::ViewDocks].trigger();
    QVERIFY(!f.parts.inspector->isVisible());
}

void TestMainWindow::wide_docksCanBeFolded()
{
    Fixture f(*qApp);
    f.showAt(1440);
    f.actions[ActionId::ViewDocks].trigger();
    QVERIFY(!f.parts.team->isVisible());
    QVERIFY(f.parts.strip->isVisible());
    QVERIFY(!f.window.windowLayout().isDocksShown);
    f.actions[ActionId::ViewDocks].trigger();
    QVERIFY(f.parts.team->isVisible());
    QVERIFY(!f.parts.strip->isVisible());
    QCOMPARE(f.parts.team->width(), 320);
}

void TestMainWindow::overlay_endsWhenTheWindowGrows()
{
    Fixture f(*qApp);
    f.showAt(900);
    f.actions[ActionId::ViewSessions].trigger();
    QVERIFY(f.parts.sessions->isVisible());
    f.window.resize(1400, 700);
    QCoreApplication::processEvents();
    QVERIFY(f.parts.sessions->isVisible());
    QVERIFY(f.parts.team->isVisible());
    QCOMPARE(f.parts.sessions->mapTo(&f.window, QPoint(0, 0)).x(), 0);
    QVERIFY(f.parts.toolbar->mapTo(&f.window, QPoint(0, 0)).x() > f.parts.sessions->width());
}

void TestMainWindow::panels_goWithTheWindow_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<bool>("isOverlayUsed");
    QTest::newRow("wide") << 1440 << false;
    QTest::newRow("sessions overlaid") << 1100 << false;
    QTest::newRow("all overlaid") << 800 << false;
    QTest::newRow("opened and closed") << 800 << true;
}

void TestMainWindow::panels_goWithTheWindow()
{
    QFETCH(int, width);
    QFETCH(bool, isOverlayUsed);
    QList<QPointer<QWidget>> panels;
    {
        Fixture f(*qApp);
        f.showAt(width);
        for (int i = 0; isOverlayUsed && i < 2; ++i) {
            f.actions[ActionId::ViewSessions].trigger();
            f.actions[ActionId::ViewDocks].trigger();
        }
        panels = {f.parts.sessions, f.parts.team, f.parts.needsYou, f.parts.inspector, f.parts.strip};
        for (const QPointer<QWidget>& panel : panels)
            QCOMPARE(panel->window(), &f.window);
    }
    for (const QPointer<QWidget>& panel : panels)
        QVERIFY(panel.isNull());
}

void TestMainWindow::draggedWidths_areKept()
{
    Fixture f(*qApp);
    f.showAt(1440);
    const auto drag = [&f](const char* splitter, int by) {
        QWidget* handle = f.window.findChild<QSplitter*>(QLatin1String(splitter))->handle(1);
        const QPoint grip = handle->rect().center();
        QTest::mousePress(handle, Qt::LeftButton, {}, grip);
        QTest::mouseMove(handle, grip + QPoint(by, 0));
        QTest::mouseRelease(handle, Qt::LeftButton, {}, grip);
    };
    drag("outerSplitter", 40);
    drag("innerSplitter", -50);
    const int sessions = f.parts.sessions->width();
    const int docks = f.parts.team->width();
    QVERIFY(sessions > 280 && docks > 360);
    f.actions[ActionId::ViewDocks].trigger();
    f.window.close();
    const WindowLayout layout = f.window.windowLayout();
    QCOMPARE(layout, (WindowLayout{sessions, docks, true, false}));

    Fixture next(*qApp);
    next.window.setWindowLayout(layout);
    next.showAt(1440);
    QCOMPARE(next.parts.sessions->width(), sessions);
    QVERIFY(!next.parts.team->isVisible());
    next.actions[ActionId::ViewDocks].trigger();
    QCOMPARE(next.parts.team->width(), docks);
}

void TestMainWindow::pages_showWhatBelongsToThem()
{
    Fixture f(*qApp);
    f.showAt(1440);
    QVERIFY(f.parts.firstStart->isVisible());
    QVERIFY(!f.parts.composer->isVisible());
    QVERIFY(!f.parts.tabs->isVisible());
    f.window.showPage(MainWindow::Page::Session);
    QVERIFY(!f.parts.firstStart->isVisible());
    QVERIFY(f.parts.page->isVisible());
    QVERIFY(f.parts.composer->isVisible());
    QVERIFY(!f.parts.replayBar->isVisible());
    f.window.setReplayShown(true);
    QVERIFY(f.parts.replayBar->isVisible());
    f.window.setComposerShown(false);
    QVERIFY(!f.parts.composer->isVisible());
    f.window.showPage(MainWindow::Page::FirstStart);
    f.window.setComposerShown(true);
    QVERIFY(!f.parts.composer->isVisible());
    QVERIFY(!f.parts.replayBar->isVisible());
}

/// What a recording leads to stands where one would write.
void TestMainWindow::continuation_standsInTheComposersPlace()
{
    Fixture f(*qApp);
    f.showAt(1440);
    f.window.setComposerShown(false);
    f.window.setContinuationShown(true);
    QVERIFY(!f.parts.continuation->isVisible());
    f.window.showPage(MainWindow::Page::Session);
    QVERIFY(f.parts.continuation->isVisible());
    QVERIFY(f.parts.continuation->geometry().top() >= f.parts.page->geometry().bottom());
    auto* button = f.parts.continuation->findChild<QPushButton*>(QStringLiteral("continueBar.continue"));
    QCOMPARE(button->accessibleName(), QStringLiteral("Continue with this team…"));
    const QSignalSpy wanted(&f.actions[ActionId::SessionContinue], &QAction::triggered);
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    f.actions.setAvailable(ActionId::SessionContinue, false);
    QVERIFY(!button->isEnabled());
    f.window.setContinuationShown(false);
    QVERIFY(!f.parts.continuation->isVisible());
}

void TestMainWindow::foldedDock_opensWhenAskedFor()
{
    Fixture f(*qApp);
    f.showAt(1440);
    auto* fold = f.parts.team->findChild<QAbstractButton*>(QStringLiteral("fold"));
    QVERIFY(fold != nullptr);
    QSignalSpy toggled(&f.parts.team->title(), &DockTitle::foldToggled);
    QTest::mouseClick(fold, Qt::LeftButton);
    QCOMPARE(toggled.size(), 1);
    QVERIFY(f.parts.team->title().isFolded());
    QVERIFY(!f.parts.team->content().isVisible());
    f.actions[ActionId::ViewTeam].trigger();
    QVERIFY(!f.parts.team->title().isFolded());
    QVERIFY(f.parts.team->content().isVisible());
}

void TestMainWindow::menu_opensByKey()
{
    Fixture f(*qApp);
    f.showAt(1440);
    QTest::keyClick(&f.window, Qt::Key_F10);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu != nullptr);
    QCOMPARE(menu->objectName(), QStringLiteral("menu.main"));
    QCOMPARE(menu->actions().size(), 5);
    int entries = 0;
    for (const QAction* submenu : menu->actions()) {
        QVERIFY(!submenu->text().isEmpty());
        entries += static_cast<int>(submenu->menu()->actions().size());
    }
    QVERIFY(entries > 30);
    menu->close();
}

void TestMainWindow::droppedFiles_areHandedOn()
{
    Fixture f(*qApp);
    f.showAt(1300);
    QSignalSpy dropped(&f.window, &MainWindow::filesDropped);
    auto* hint = f.window.findChild<QWidget*>(QStringLiteral("dropHint"));
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(QStringLiteral("/tmp/run 1.json")), QUrl(QStringLiteral("https://x.example/"))});
    // Over a panel that does not use it.
    QDragEnterEvent enter({5, 5}, Qt::MoveAction | Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(f.parts.team, &enter);
    QVERIFY(enter.isAccepted());
    QCOMPARE(enter.dropAction(), Qt::CopyAction);
    QVERIFY(hint->isVisible());
    QCOMPARE(hint->size(), f.window.centralWidget()->size());
    QDragLeaveEvent leave;
    QCoreApplication::sendEvent(&f.window, &leave);
    QVERIFY(!hint->isVisible());
    QCoreApplication::sendEvent(f.parts.team, &enter);
    QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&f.window, &drop);
    QVERIFY(!hint->isVisible());
    QCOMPARE(dropped.size(), 1);
    QCOMPARE(dropped[0][0].toStringList(), QStringList{QStringLiteral("/tmp/run 1.json")});
}

void TestMainWindow::otherDrops_areNotTaken()
{
    Fixture f(*qApp);
    f.showAt(1300);
    QMimeData text;
    text.setText(QStringLiteral("words"));
    QDragEnterEvent enter({5, 5}, Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&f.window, &enter);
    QVERIFY(!enter.isAccepted());
}

void TestMainWindow::banners_replaceAndClose()
{
    Fixture f(*qApp);
    f.showAt(1440);
    auto& banners = static_cast<BannerStack&>(*f.parts.banners);
    QVERIFY(!banners.isVisible());
    int closed = 0;
    int clicked = 0;
    f.notices.post(
        {QStringLiteral("file"), view::NoticeTone::Danger, QStringLiteral("a.txt was not imported."), {}, {}});
    view::Notice stays{QStringLiteral("file"),
                       view::NoticeTone::Danger,
                       QStringLiteral("b.txt was not imported."),
                       QStringLiteral("Nothing changed."),
                       {QStringLiteral("Show"), [&clicked] { ++clicked; }}};
    stays.stays = true;
    stays.closed = [&closed] { ++closed; };
    f.notices.post(stays);
    QCOMPARE(banners.count(), 1);
    QVERIFY(banners.isVisible());
    auto* banner = banners.findChild<QWidget*>(QStringLiteral("banner.file"), Qt::FindDirectChildrenOnly);
    QVERIFY(banner != nullptr);
    QTest::mouseClick(banners.findChildren<QPushButton*>(QStringLiteral("banner.file.button")).constLast(),
                      Qt::LeftButton);
    QCOMPARE(clicked, 1);
    QTest::mouseClick(banners.findChildren<QToolButton*>(QStringLiteral("banner.file.close")).constLast(),
                      Qt::LeftButton);
    QCOMPARE(closed, 1);
    QCOMPARE(banners.count(), 0);
    QVERIFY(!banners.isVisible());
}

void TestMainWindow::title_namesSessionAndCount()
{
    Fixture f(*qApp);
    QCOMPARE(f.window.windowTitle(), QStringLiteral("Quarterdeck"));
    f.window.setSubject(QStringLiteral("Build a game"), 0);
    QCOMPARE(f.window.windowTitle(), QStringLiteral("Build a game — Quarterdeck"));
    f.window.setSubject(QStringLiteral("Build a game"), 3);
    QCOMPARE(f.window.windowTitle(), QStringLiteral("(3) Build a game — Quarterdeck"));
    f.window.setSubject({}, 2);
    QCOMPARE(f.window.windowTitle(), QStringLiteral("(2) Quarterdeck"));
}

void TestMainWindow::escape_leavesTheReplay()
{
    Fixture f(*qApp);
    f.showAt(1440);
    QSignalSpy toggled(&f.actions[ActionId::ViewReplay], &QAction::triggered);
    QTest::keyClick(&f.window, Qt::Key_Escape);
    QCOMPARE(toggled.size(), 0);
    f.window.setReplayShown(true);
    QTest::keyClick(&f.window, Qt::Key_Escape);
    QCOMPARE(toggled.size(), 1);
}

void TestMainWindow::banners_wrapWhatIsLong()
{
    Fixture f(*qApp);
    f.showAt(1440);
    BannerStack banners(f.theme, f.notices);
    const auto text = [&banners](const char* id) {
        return banners.findChild<QWidget*>(QStringLiteral("banner.%1.text").arg(QLatin1String(id)));
    };
    const QString sentence =
        QStringLiteral("“/home/me/a folder/results.json” is no session: line 1 is not valid JSON.");
    f.notices.post({QStringLiteral("short"), {}, QStringLiteral("Saved."), {}, {}});
    f.notices.post({QStringLiteral("long"), {}, sentence.repeated(2), QStringLiteral("Nothing changed."), {}});
    f.notices.post({QStringLiteral("endless"), {}, QString(100'000, u'x'), {}, {QStringLiteral("Open anyway")}});
    static_cast<QWidget&>(banners).show();
    banners.resize(600, banners.heightForWidth(600));
    QCoreApplication::processEvents();
    QCOMPARE(banners.width(), 600);
    const int line = f.theme.theme().px(theme::Measure::LhUi);
    QVERIFY(text("short")->height() < 2 * line); // the button beside it
    QVERIFY(text("long")->height() >= 2 * line);
    QCOMPARE(text("endless")->height(), 6 * line);
    for (const char* id : {"short", "long", "endless"})
        QVERIFY(text(id)->parentWidget()->geometry().right() <= banners.width());
}

void TestMainWindow::strip_asksForDocks()
{
    Fixture f(*qApp);
    f.parts.strip->setNeedsYou(2);
    f.parts.strip->setMembers({{QStringLiteral("Bob: idle"), {QStringLiteral("B"), 3}, {}},
                               {QStringLiteral("Alex: idle"), {QStringLiteral("A"), 4}, {}}});
    f.showAt(900);
    QSignalSpy requested(f.parts.strip, &DockStrip::dockRequested);
    QTest::mouseClick(f.parts.strip->findChild<QAbstractButton*>(QStringLiteral("strip.needsYou")), Qt::LeftButton);
    QCOMPARE(requested.size(), 1);
    QCOMPARE(requested[0][0].value<DockId>(), DockId::NeedsYou);
    QVERIFY(f.parts.needsYou->isVisible());
    f.parts.strip->setMembers({});
    QCOMPARE(f.parts.strip->findChild<QAbstractButton*>(QStringLiteral("strip.member.Bob: idle")), nullptr);
}

void TestMainWindow::strip_countsThoseWhoFindNoRoom()
{
    Fixture f(*qApp);
    std::vector<MemberGlyph> members;
    for (int i = 0; i < 40; ++i)
        members.push_back({QStringLiteral("Member %1").arg(i), {QString::number(i), 1 + i % 12}, {}});
    f.parts.strip->setMembers(members);
    f.showAt(900);
    const auto* more = f.parts.strip->findChild<QToolButton*>(QStringLiteral("strip.more"));
    QVERIFY(more->isVisible());
    int shown = 0;
    for (const QAbstractButton* button : f.parts.strip->findChildren<QAbstractButton*>())
        if (button->objectName().startsWith(QStringLiteral("strip.member.")) && button->isVisible()) {
            ++shown;
            QCOMPARE(button->height(), button->sizeHint().height());
        }
    QVERIFY(shown > 3);
    QCOMPARE(more->text(), QStringLiteral("+%1").arg(40 - shown));
    f.parts.strip->setMembers({members.front()});
    QVERIFY(!more->isVisible());
}

void TestMainWindow::everything_hasNamesAndIsReachable()
{
    Fixture f(*qApp);
    auto& sessions = static_cast<SessionsPanel&>(*f.parts.sessions);
    QMenu settings;
    sessions.setSettingsMenu(&settings);
    static_cast<ChannelBar&>(*f.parts.tabs)
        .setTabs({{QStringLiteral("everything"), view::ChannelKind::Everything, {}}});
    f.notices.post({QStringLiteral("x"), {}, QStringLiteral("x"), {}, {QStringLiteral("Do")}});
    f.parts.strip->setMembers({{QStringLiteral("Bob: idle"), {QStringLiteral("B"), 3}, {}}});
    f.showAt(1440);
    QStringList offenders = accessibilityOffenders(f.window);
    f.window.resize(800, 700);
    QCoreApplication::processEvents();
    offenders += accessibilityOffenders(f.window);
    QVERIFY2(offenders.isEmpty(), qPrintable(offenders.join(u'\n')));

    // The walk itself must be able to find something.
    auto* nameless = new QToolButton(&f.window);
    nameless->setFocusPolicy(Qt::NoFocus);
    QCOMPARE(accessibilityOffenders(f.window).size(), 3);
    delete nameless;
}

void TestMainWindow::tab_reachesEveryPanel()
{
    Fixture f(*qApp);
    view::ToolbarState state;
    state.hasSession = true;
    state.canRun = true;
    state.run = view::RunState::Running;
    static_cast<Toolbar&>(*f.parts.toolbar).setState(state);
    f.window.showPage(MainWindow::Page::Session);
    static_cast<ChannelBar&>(*f.parts.tabs)
        .setTabs({{QStringLiteral("everything"), view::ChannelKind::Everything, {}}});
    static_cast<ChannelBar&>(*f.parts.tabs).setCurrent(QStringLiteral("everything"));
    f.showAt(1440);
    QStringList reached;
    f.parts.sessions->setFocus();
    for (int i = 0; i < 40 && QApplication::focusWidget() != nullptr; ++i) {
        reached.append(QApplication::focusWidget()->objectName());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    for (const char* name : {"sessions.list", "sessions.search", "toolbar.pause", "toolbar.stop", "channel.everything",
                             "view.docks.button", "fold"})
        QVERIFY2(reached.contains(QString::fromLatin1(name)),
                 qPrintable(QString::fromLatin1(name) + QStringLiteral(" is not among ")
                            + reached.join(QStringLiteral(", "))));
}

} // namespace tst_main_window

QUARTERDECK_WIDGETS_TEST(tst_main_window, TestMainWindow)
#include "tst_main_window.moc"
