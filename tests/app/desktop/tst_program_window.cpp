#include "app/desktop/settings.h"
#include "program_fixture.h"
#include "tests/support/accessibility.h"
#include "tests/support/page_test.h"
#include "ui/panels/channel_bar.h"
#include "ui/panels/composer.h"
#include "ui/panels/team_panel.h"
#include "ui/shell/help_windows.h"
#include "ui/shell/menus.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QActionGroup>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QScopeGuard>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

namespace tst_program_window {

using namespace quarterdeck;
using test::ProgramFixture;
using test::waitFor;
using ui::ActionId;
using ui::theme::ThemeChoice;

namespace {

/// Who hears that an action is triggered. `receivers` is protected, and says no names.
int receiversOf(const QAction& action)
{
    struct Access : QObject
    {
        using QObject::receivers;
    };
    return (action.*&Access::receivers)(SIGNAL(triggered(bool)));
}

/// Those of them that only show the action: its menus and its group.
int showersOf(const QAction& action)
{
    QAction probe;
    QMenu menu;
    menu.addAction(&probe);
    const int perMenu = receiversOf(probe);
    QActionGroup group(nullptr);
    group.addAction(&probe);
    const int perGroup = receiversOf(probe) - perMenu;
    int count = action.actionGroup() != nullptr ? perGroup : 0;
    for (const QObject* shower : action.associatedObjects())
        count += qobject_cast<const QMenu*>(shower) != nullptr ? perMenu : 0;
    return count;
}

} // namespace

/// What only the whole program can show: that its parts are connected, and what it keeps.
class TestProgramWindow final : public QObject
{
    Q_OBJECT

private slots:
    void actions_areHeardOrUnavailable();
    void newSession_offersWhatThereIs();
    void about_saysWhatItIs();
    void guide_opensFromTheMenu();
    void themeChoice_isRemembered_data();
    void themeChoice_isRemembered();
    void choices_areReadFromTheFile();
    void highContrast_isRemembered();
    void highContrast_ofOneStart_isNotRemembered();
    void windowPlace_isKept();
    void windowPlace_isOnTheScreen_data();
    void windowPlace_isOnTheScreen();
    void accelerators_differInEveryMenu_data();
    void accelerators_differInEveryMenu();
    void choices_showTheirMarkInMenus();
    void samples_areForAnEmptyLibraryOnly();
    void everything_hasNamesAndIsReachable();
    void cost_isAddedUpInThePlaceOfTheConversation();
    void directChat_leavesWhatWasWrittenForOthers();
    void foot_saysWhereItIsStored();
    void link_opensItsMessage();

private:
    ProgramFixture m_program;
};

void TestProgramWindow::actions_areHeardOrUnavailable()
{
    m_program.start(QStringLiteral("library.db"));
    ui::ActionRegistry& actions = m_program->actions();
    for (const ui::ActionScope scope : {ui::ActionScope::Window, ui::ActionScope::Live, ui::ActionScope::Replay})
        actions.setScopeEnabled(scope, true);
    QStringList unheard;
    for (const QAction* action : actions.all())
        if (action->isEnabled() && receiversOf(*action) <= showersOf(*action))
            unheard.append(action->objectName());
    QCOMPARE(unheard, QStringList());
}

void TestProgramWindow::link_opensItsMessage()
{
    using ui::SessionListModel;
    const auto start = [this](const QStringList& given) {
        m_program.start(QStringLiteral("links.db"), [&](app::LaunchOptions& options) {
            options.areSamplesOffered = true;
            options.files = given;
        });
        return waitFor([&] { return m_program.listedSessions() == 3; }, ProgramFixture::longMs);
    };
    const auto rowOf = [this](const QString& session) {
        const SessionListModel& list = m_program->window().findChild<ui::SessionsPanel*>()->model();
        for (int row = 0; row < list.rowCount(); ++row)
            if (list.index(row).data(SessionListModel::RowRole).value<ui::view::SessionRow>().id == session)
                return list.index(row);
        return QModelIndex();
    };
    QVERIFY(start({}));
    const SessionListModel& list = m_program->window().findChild<ui::SessionsPanel*>()->model();
    QStringList sessions;
    for (int row = 0; row < list.rowCount(); ++row)
        if (const QString id = list.index(row).data(SessionListModel::RowRole).value<ui::view::SessionRow>().id;
            !id.isEmpty())
            sessions << id;
    QCOMPARE(sessions.size(), 3);
    for (const QString& session : sessions) {
        QVERIFY(start({QStringLiteral("quarterdeck:%1#2").arg(session)}));
        QVERIFY2(waitFor([&] { return rowOf(session).data(SessionListModel::CurrentRole).toBool(); },
                         ProgramFixture::longMs),
                 qPrintable(session));
    }
    QVERIFY(start({QStringLiteral("quarterdeck:nobody#2")}));
    QVERIFY(!m_program.banner(QStringLiteral("open")).isEmpty());
}

void TestProgramWindow::newSession_offersWhatThereIs()
{
    m_program.start(QStringLiteral("library.db"));
    ui::ActionRegistry& actions = m_program->actions();
    auto* menu = m_program->window().findChild<ui::NewSessionMenu*>();
    QVERIFY(menu != nullptr);
    actions[ActionId::SessionNew].trigger();
    QVERIFY(waitFor([&] { return menu->isVisible(); }));
    QCOMPARE(menu->actions(),
             (QList<QAction*>{&actions[ActionId::SessionTeam], &actions[ActionId::SessionDemo],
                              &actions[ActionId::AgentsConnect], &actions[ActionId::SessionOpen]}));
    menu->close();
}

void TestProgramWindow::about_saysWhatItIs()
{
    m_program.start(QStringLiteral("library.db"));
    m_program->actions()[ActionId::HelpAbout].trigger();
    auto* about = m_program->window().findChild<ui::AboutWindow*>();
    QVERIFY(about != nullptr);
    QVERIFY(about->isVisible() && !about->isModal());
    const auto text = [&](const char* name) { return about->findChild<QLabel*>(QString::fromLatin1(name))->text(); };
    QVERIFY(text("about.version").contains(QCoreApplication::applicationVersion()));
    QVERIFY(text("about.licence").contains(QStringLiteral("Apache-2.0")));
    QVERIFY(text("about.qt").contains(QString::fromLatin1(qVersion())));
    m_program->actions()[ActionId::HelpAbout].trigger(); // the same once more
    QCOMPARE(m_program->window().findChildren<ui::AboutWindow*>().size(), 1);
}

void TestProgramWindow::guide_opensFromTheMenu()
{
    m_program.start(QStringLiteral("library.db"));
    m_program->actions()[ActionId::HelpGuide].trigger();
    auto* guide = m_program->window().findChild<ui::GuideWindow*>();
    QVERIFY(guide != nullptr);
    QVERIFY(guide->isVisible() && !guide->isModal());
    guide->close();
    m_program->actions()[ActionId::HelpGuide].trigger(); // the same once more
    QVERIFY(guide->isVisible());
    QCOMPARE(m_program->window().findChildren<ui::GuideWindow*>().size(), 1);
}

void TestProgramWindow::themeChoice_isRemembered_data()
{
    QTest::addColumn<ActionId>("action");
    QTest::addColumn<ThemeChoice>("choice");
    // One of the two looks like what the desktop has: the choice is remembered all the same.
    QTest::newRow("light") << ActionId::ThemeLight << ThemeChoice::Light;
    QTest::newRow("dark") << ActionId::ThemeDark << ThemeChoice::Dark;
}

void TestProgramWindow::themeChoice_isRemembered()
{
    QFETCH(ActionId, action);
    QFETCH(ThemeChoice, choice);
    app::Settings().setTheme(ThemeChoice::System);
    m_program.start(QStringLiteral("library.db"));
    QVERIFY(m_program->actions()[ActionId::ThemeSystem].isChecked());
    m_program->actions()[action].trigger();
    m_program.end();
    QCOMPARE(app::Settings().theme(), choice);
    m_program.start(QStringLiteral("library.db"));
    QVERIFY(m_program->actions()[action].isChecked());
    m_program->actions()[ActionId::ThemeSystem].trigger();
    m_program.end();
    QCOMPARE(app::Settings().theme(), ThemeChoice::System);
}

/// Qt keeps what it wrote in memory: only another file is read as another start of the program reads it.
void TestProgramWindow::choices_areReadFromTheFile()
{
    const auto setChoices = [](bool areSet) {
        app::Settings settings;
        settings.setLanguage(areSet ? QStringLiteral("zh_CN") : QString());
        settings.setTheme(areSet ? ThemeChoice::Dark : ThemeChoice::System);
        settings.setTextScale(areSet ? 1.5 : 1.0);
        settings.setHighContrast(areSet);
        settings.setLastSession(areSet ? QStringLiteral("s") : QString());
    };
    const auto fileIn = [](const QString& folder) { return folder + QStringLiteral("/quarterdeck/quarterdeck.ini"); };
    const QString usual = QFileInfo(QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("quarterdeck"),
                                              QStringLiteral("quarterdeck"))
                                        .fileName())
                              .dir()
                              .path();
    const QTemporaryDir other;
    setChoices(true);
    QVERIFY(QDir(other.path()).mkpath(QStringLiteral("quarterdeck")));
    QVERIFY(QFile::copy(usual + QStringLiteral("/quarterdeck.ini"), fileIn(other.path())));
    setChoices(false);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, other.path());
    const auto back =
        qScopeGuard([&] { QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, QFileInfo(usual).path()); });
    const app::Settings settings;
    QCOMPARE(settings.language(), QStringLiteral("zh_CN"));
    QCOMPARE(settings.theme(), ThemeChoice::Dark);
    QCOMPARE(settings.textScale(), 1.5);
    QVERIFY(settings.isHighContrast());
    QCOMPARE(settings.lastSession(), QStringLiteral("s"));
}

void TestProgramWindow::highContrast_ofOneStart_isNotRemembered()
{
    m_program.start(QStringLiteral("library.db"),
                    [](app::LaunchOptions& options) { options.theme = QStringLiteral("dark-high"); });
    QVERIFY(m_program->actions()[ActionId::ThemeHighContrast].isChecked());
    QVERIFY(m_program->actions()[ActionId::ThemeDark].isChecked());
    m_program->actions()[ActionId::ViewTextLarger].trigger(); // what is kept with it
    m_program->actions()[ActionId::ViewTextNormal].trigger();
    QVERIFY(!app::Settings().isHighContrast());
    m_program->actions()[ActionId::ThemeHighContrast].trigger();
    m_program->actions()[ActionId::ThemeHighContrast].trigger(); // a choice
    QVERIFY(app::Settings().isHighContrast());
    app::Settings().setHighContrast(false);
    m_program.end();
}

void TestProgramWindow::highContrast_isRemembered()
{
    m_program.start(QStringLiteral("library.db"));
    for (const bool isOn : {true, false}) {
        QVERIFY(m_program->actions()[ActionId::ThemeHighContrast].isChecked() != isOn);
        m_program->actions()[ActionId::ThemeHighContrast].trigger();
        m_program.end();
        QCOMPARE(app::Settings().isHighContrast(), isOn);
        m_program.start(QStringLiteral("library.db"));
    }
    m_program.end();
}

void TestProgramWindow::windowPlace_isKept()
{
    app::Settings().setWindowGeometry({});
    m_program.start(QStringLiteral("library.db"));
    const QRect place(0, 0, 700, 600); // at the very top, where a frame would not fit
    m_program->window().resize(place.size());
    m_program->window().move(place.topLeft());
    for (int restart = 0; restart < 3; ++restart) {
        m_program.end();
        m_program.start(QStringLiteral("library.db"));
        QCOMPARE(QRect(m_program->window().pos(), m_program->window().size()), place);
    }
    m_program.end();
    app::Settings().setWindowGeometry({});
}

void TestProgramWindow::windowPlace_isOnTheScreen_data()
{
    QTest::addColumn<QRect>("wanted");
    QTest::addColumn<QRect>("place");
    QTest::newRow("inside") << QRect(200, 50, 300, 200) << QRect(200, 50, 300, 200);
    QTest::newRow("above, left") << QRect(-50, -20, 300, 200) << QRect(100, 0, 300, 200);
    QTest::newRow("below, right") << QRect(5000, 5000, 300, 200) << QRect(800, 600, 300, 200);
    QTest::newRow("too big") << QRect(300, 300, 3000, 2000) << QRect(100, 0, 1000, 800);
}

void TestProgramWindow::windowPlace_isOnTheScreen()
{
    QFETCH(QRect, wanted);
    QTEST(app::placedInside(QRect(100, 0, 1000, 800), wanted), "place");
}

void TestProgramWindow::accelerators_differInEveryMenu_data()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << QStringLiteral("en");
    QTest::newRow("Chinese") << QStringLiteral("zh_CN");
}

void TestProgramWindow::accelerators_differInEveryMenu()
{
    QFETCH(QString, language);
    m_program.start(QStringLiteral("library.db"), [&](app::LaunchOptions& options) { options.language = language; });
    QVERIFY(m_program->window().findChild<QMenu*>(QStringLiteral("menu.settings")) != nullptr);
    for (const QMenu* menu : m_program->window().findChildren<QMenu*>()) {
        QSet<QString> taken;
        for (const QAction* action : menu->actions()) {
            const QString letter = QKeySequence::mnemonic(action->text()).toString();
            QVERIFY2(!taken.contains(letter), qPrintable(menu->objectName() + u' ' + action->text()));
            if (!letter.isEmpty())
                taken.insert(letter);
        }
    }
}

void TestProgramWindow::choices_showTheirMarkInMenus()
{
    m_program.start(QStringLiteral("library.db"));
    for (const QAction* action : m_program->actions().all())
        QCOMPARE(action->isIconVisibleInMenu(), !action->isCheckable());
}

void TestProgramWindow::samples_areForAnEmptyLibraryOnly()
{
    const auto withSamples = [](app::LaunchOptions& options) { options.areSamplesOffered = true; };
    m_program.start(QStringLiteral("samples.db"), withSamples);
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 3; }, ProgramFixture::longMs));
    m_program.start(QStringLiteral("samples.db"), withSamples);
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 3; }, ProgramFixture::longMs));
}

/// With what a person works with most: a session, and the search in it.
void TestProgramWindow::everything_hasNamesAndIsReachable()
{
    m_program.start(QStringLiteral("names.db"), [](app::LaunchOptions& options) { options.isDemo = true; });
    ui::MainWindow& window = m_program->window();
    window.resize(1440, 900); // it comes back no larger than the screen, and this one is small
    const auto isShown = [&](const char* name) {
        const auto* widget = window.findChild<QWidget*>(QString::fromLatin1(name));
        return widget != nullptr && widget->isVisible();
    };
    QVERIFY(waitFor([&] { return isShown("composerText") && isShown("questionCard"); }, ProgramFixture::longMs));
    m_program->actions()[ActionId::ViewFind].trigger();
    QVERIFY(waitFor([&] { return isShown("findBar"); }, ProgramFixture::longMs));
    const QStringList offenders = accessibilityOffenders(window);
    QVERIFY2(offenders.isEmpty(), qPrintable(offenders.join(u'\n')));
}

/// While the demo team works: the cost grows, and the largest call leads back to where it was made.
void TestProgramWindow::cost_isAddedUpInThePlaceOfTheConversation()
{
    m_program.start(QStringLiteral("cost.db"), [](app::LaunchOptions& options) {
        options.isDemo = true;
        options.demoPace = 0;
    });
    ui::MainWindow& window = m_program->window();
    window.resize(1440, 900);
    const auto isShown = [&](const char* name) {
        const auto* widget = window.findChild<QWidget*>(QString::fromLatin1(name));
        return widget != nullptr && widget->isVisible();
    };
    QVERIFY(waitFor([&] { return isShown("composerText") && isShown("questionCard"); }, ProgramFixture::longMs));
    m_program->actions()[ActionId::ViewCost].trigger();
    const auto* lines = window.findChild<QAbstractItemView*>(QStringLiteral("cost.lines"));
    QVERIFY(waitFor([&] { return lines->isVisible() && lines->model()->rowCount() > 2; }, ProgramFixture::longMs));
    QVERIFY(!isShown("composerText"));
    QVERIFY(window.findChild<QAbstractButton*>(QStringLiteral("page.cost"))->isChecked());
    QVERIFY(isShown("costChart"));
    auto* largest = window.findChild<QAbstractItemView*>(QStringLiteral("cost.largest"));
    emit largest->activated(largest->model()->index(0, 0));
    QVERIFY(waitFor([&] { return isShown("composerText") && !lines->isVisible(); }, ProgramFixture::longMs));
    QVERIFY(!m_program->actions()[ActionId::ViewCost].isChecked());
}

/// What was written for others never becomes a message for the member: their chat has a draft of its own.
void TestProgramWindow::directChat_leavesWhatWasWrittenForOthers()
{
    m_program.start(QStringLiteral("direct.db"), [](app::LaunchOptions& options) {
        options.isDemo = true;
        options.demoPace = 0;
    });
    auto* composer = m_program->window().findChild<ui::Composer*>();
    auto* team = m_program->window().findChild<ui::TeamPanel*>();
    QVERIFY(waitFor([&] { return !team->memberGlyphs().empty(); }, ProgramFixture::longMs));
    emit team->directChatRequested(QStringLiteral("Bob"));
    QCOMPARE(composer->text(), QStringLiteral("@Bob "));
    QCOMPARE(composer->audience(), conversation::Audience::OnlyNamed);
    composer->setText(QStringLiteral("half a thought"));
    composer->setAudience(conversation::Audience::Everyone);
    auto* channels = m_program->window().findChild<ui::ChannelBar*>();
    emit team->directChatRequested(QStringLiteral("Bob"));
    QVERIFY(waitFor([&] { return composer->text() == QStringLiteral("@Bob "); }));
    QCOMPARE(composer->audience(), conversation::Audience::OnlyNamed);
    composer->setText(QStringLiteral("@Bob just you"));
    emit team->directChatRequested(QStringLiteral("Alice"));
    QVERIFY(waitFor([&] { return composer->text() == QStringLiteral("@Alice "); }));
    emit channels->channelChosen(QStringLiteral("everything"));
    QVERIFY(waitFor([&] { return composer->text() == QStringLiteral("half a thought"); }));
}

void TestProgramWindow::foot_saysWhereItIsStored()
{
    m_program.start(QStringLiteral("library.db"));
    QCOMPARE(m_program->window().findChild<QLabel*>(QStringLiteral("sessionsFoot"))->text(),
             QStringLiteral("Stored on this computer"));
}

} // namespace tst_program_window

QUARTERDECK_PAGE_TEST(tst_program_window, TestProgramWindow)
#include "tst_program_window.moc"
