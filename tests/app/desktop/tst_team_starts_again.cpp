#include "team_window.h"
#include "tests/support/page_test.h"
#include "ui/theme/action_registry.h"

#include <QAction>
#include <QFile>
#include <QLabel>
#include <QStandardPaths>
#include <QTest>

namespace tst_team_starts_again {

using namespace quarterdeck;
using namespace quarterdeck::test;

/// A team in the middle of its work when the window is closed, or when a library is opened that was made elsewhere.
class TestTeamStartsAgain final : public QObject, private TeamWindow
{
    Q_OBJECT

private slots:
    void init() { reset(); }
    void quitting_asksWhileATeamWorks();
    void quitting_asksWhileATeamIsPausing();
    void teamOfElsewhere_asksBeforeItGoesOn();
};

/// Once; who closes the window again means it. At the next start the team goes on by itself, and the window says so.
void TestTeamStartsAgain::quitting_asksWhileATeamWorks()
{
    const auto script = scriptOf(writingScript);
    model_server::ModelServer server(script);
    QVERIFY(server.listen());
    server.hold();
    begin(server, QStringLiteral("quit.db"), QStringLiteral("Write a poem"));
    QVERIFY(waitFor([&] { return server.chats().size() == 1; }, ProgramFixture::longMs));
    QVERIFY(waitFor([&] { return (*m_program)->workspace().teamsAtWork().size() == 1; }, ProgramFixture::longMs));
    ui::MainWindow& window = (*m_program)->window();
    window.close();
    QVERIFY(window.isVisible());
    QVERIFY(m_program->banner(QStringLiteral("quit")).contains(QStringLiteral("is working")));
    press(QStringLiteral("quit"), "otherButton"); // Stay
    QVERIFY(waitFor([&] { return !m_program->banners().contains(QStringLiteral("banner.quit")); }));
    window.close();
    QVERIFY(window.isVisible());
    window.close();
    QVERIFY(!window.isVisible());
    m_program->end();

    server.play(script); // it has used up what it said to the call that was cut off
    server.release();
    m_program->start(QStringLiteral("quit.db"));
    QVERIFY(waitFor([&] { return server.chats().size() == 2; }, ProgramFixture::longMs)); // whatever is shown
    showIt();
    const QString wentOn = noticeLike(QStringLiteral("wentOn."));
    QVERIFY(!wentOn.isEmpty());
    QVERIFY(meaning(wentOn).contains(QStringLiteral("1 interrupted model call")));
    QVERIFY(pageSays(QStringLiteral("Ada wants to create “poem.md” (+1).")));
    m_program->end();
}

/// It still writes; at the next start it stays paused.
void TestTeamStartsAgain::quitting_asksWhileATeamIsPausing()
{
    const auto script = scriptOf(writingScript);
    model_server::ModelServer server(script);
    QVERIFY(server.listen());
    server.hold();
    begin(server, QStringLiteral("pausing.db"), QStringLiteral("Write a poem"));
    QVERIFY(waitFor([&] { return server.chats().size() == 1; }, ProgramFixture::longMs));
    QAction& pause = (*m_program)->actions()[ui::ActionId::RunPause];
    QVERIFY(waitFor([&] { return (*m_program)->workspace().teamsAtWork().size() == 1 && pause.isEnabled(); },
                    ProgramFixture::longMs));
    pause.trigger();
    QVERIFY(waitFor([&] { return (*m_program)->workspace().teamsPausing().size() == 1; }, ProgramFixture::longMs));
    ui::MainWindow& window = (*m_program)->window();
    window.close();
    QVERIFY(window.isVisible());
    QVERIFY(!m_program->banner(QStringLiteral("quit")).isEmpty());
    window.close();
    QVERIFY(!window.isVisible());
    m_program->end();

    m_program->start(QStringLiteral("pausing.db"));
    showIt();
    const auto* run = (*m_program)->window().findChild<QLabel*>(QStringLiteral("toolbar.run"));
    QVERIFY(waitFor([&] { return run->text() == QStringLiteral("Paused"); }, ProgramFixture::longMs));
    QVERIFY((*m_program)->workspace().teamsAtWork().empty());
    QCOMPARE(server.chats().size(), std::size_t(1));
    m_program->end();
}

/// A library that was made elsewhere: what its team would do is shown, and nothing is done before the person lets it.
void TestTeamStartsAgain::teamOfElsewhere_asksBeforeItGoesOn()
{
    const auto script = scriptOf(writingScript);
    model_server::ModelServer server(script);
    QVERIFY(server.listen());
    server.hold();
    begin(server, QStringLiteral("elsewhere.db"), QStringLiteral("Write a poem"));
    QVERIFY(waitFor([&] { return server.chats().size() == 1; }, ProgramFixture::longMs));
    m_program->end();
    server.play(script);
    server.release();
    const std::size_t asked = server.chats().size();
    QVERIFY(QFile::remove(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)
                          + QStringLiteral("/team-marks.secret"))); // as on another computer

    m_program->start(QStringLiteral("elsewhere.db"));
    showIt();
    const QString held = noticeLike(QStringLiteral("heldTeam."));
    QVERIFY(!held.isEmpty());
    QVERIFY2(meaning(held).contains(server.address()), qPrintable(meaning(held)));
    const auto says = [&](const char* label, const char* words) {
        const auto* shownLabel = (*m_program)->window().findChild<QLabel*>(QString::fromLatin1(label));
        return waitFor([&] { return shownLabel->text().contains(QString::fromLatin1(words)); });
    };
    QVERIFY(says("toolbar.run", "Paused"));
    QVERIFY(says("composerHint", "once you let it continue"));
    QCOMPARE(server.chats().size(), asked);
    (*m_program)->window().close(); // it is not at work
    QVERIFY(!(*m_program)->window().isVisible());
    m_program->start(QStringLiteral("elsewhere.db"));
    showIt();
    press(noticeLike(QStringLiteral("heldTeam.")), "button");
    QVERIFY(pageSays(QStringLiteral("Ada wants to create “poem.md” (+1).")));
    QVERIFY(!m_program->banners().contains(QStringLiteral("banner.") + held));
    m_program->end();
}

} // namespace tst_team_starts_again

QUARTERDECK_PAGE_TEST(tst_team_starts_again, TestTeamStartsAgain)
#include "tst_team_starts_again.moc"
