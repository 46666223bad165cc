#include "app/settings.h"
#include "program_fixture.h"
#include "ui/shell/about_window.h"
#include "ui/shell/new_session_menu.h"

#include <QActionGroup>
#include <QLabel>
#include <QMenu>
#include <QTest>

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
    void themeChoice_isRemembered_data();
    void themeChoice_isRemembered();
    void samples_areForAnEmptyLibraryOnly();

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
    QVERIFY(!actions[ActionId::ReplayFork].isEnabled());
    for (const QMenu* menu : m_program->window().findChildren<QMenu*>())
        QVERIFY2(!menu->actions().contains(&actions[ActionId::ReplayFork]), qPrintable(menu->objectName()));
}

void TestProgramWindow::newSession_offersWhatThereIs()
{
    m_program.start(QStringLiteral("library.db"));
    ui::ActionRegistry& actions = m_program->actions();
    auto* menu = m_program->window().findChild<ui::NewSessionMenu*>();
    QVERIFY(menu != nullptr);
    actions[ActionId::SessionNew].trigger();
    QVERIFY(waitFor([&] { return menu->isVisible(); }));
    QCOMPARE(menu->actions(), (QList<QAction*>{&actions[ActionId::SessionDemo], &actions[ActionId::SessionOpen]}));
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

void TestProgramWindow::samples_areForAnEmptyLibraryOnly()
{
    const auto withSamples = [](app::ProgramOptions& options) { options.areSamplesOffered = true; };
    m_program.start(QStringLiteral("samples.db"), withSamples);
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 3; }, ProgramFixture::longMs));
    m_program.start(QStringLiteral("samples.db"), withSamples);
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 3; }, ProgramFixture::longMs));
}

int main(int argc, char** argv)
{
    return test::runPageTest(argc, argv, [](int count, char** arguments) {
        TestProgramWindow test;
        return QTest::qExec(&test, count, arguments);
    });
}

#include "tst_program_window.moc"
