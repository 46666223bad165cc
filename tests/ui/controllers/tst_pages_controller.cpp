#include "desk.h"
#include "model/agents/definition/team_definition.h"
#include "tests/support/widgets_test.h"
#include "ui/controllers/pages_controller.h"

#include <QAbstractItemView>
#include <QAction>
#include <QTest>

namespace tst_pages_controller {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using test::waitFor;

namespace {

void use(test::SessionKit& kit, session::Session* session, double dollars)
{
    RecordStep step;
    step.role = RoleName("Bob");
    step.message.content = textBlocks("Done");
    step.message.usage = Usage{"m", 10, 1, dollars, 0};
    kit.submit(session, step);
}

/// Remembers which files are to be opened.
class FileCommands final : public ui::AppCommands
{
public:
    void startDemo() override { }
    void steer(const SessionId&, conversation::RunCommand) override { }
    void chooseConnection(const SessionId&, const QString&, const QString&) override { }
    void setLimits(const SessionId&, const team::TeamLimits&) override { }
    void wake(const SessionId&) override { }
    void retry(const SessionId&, const RoleName&) override { }
    void continueRecording(const SessionId&, const QString&) override { }
    void importFiles(const QStringList&) override { }
    void exportSession(const SessionId&, const QString&) override { }
    void openArtifact(const ui::ArtifactRef& file) override { opened.push_back(file); }
    void showArtifact(const ui::ArtifactRef& file) override { shown.push_back(file); }
    void setLanguage(const QString&) override { }
    void showLog() override { }
    [[nodiscard]] QString diagnostics() const override { return {}; }

    std::vector<ui::ArtifactRef> opened;
    std::vector<ui::ArtifactRef> shown;
};

struct Pages
{
    explicit Pages(test::Desk& desk)
        : files(desk.theme)
        , cost(desk.theme)
        , controller(files, cost, desk.viewed, commands)
    { }
    [[nodiscard]] bool hasCost(double dollars)
    {
        return waitFor([&] { return !cost.cost().isReading && cost.cost().total.dollars == dollars; });
    }

    FileCommands commands;
    ui::FilesPage files;
    ui::CostPage cost;
    ui::PagesController controller;
};

} // namespace

/// The pages that are made of a session's log.
class TestPagesController final : public QObject
{
    Q_OBJECT
private slots:
    void nothing_isReadForTheConversation();
    void cost_isThatOfTheMoment();
    void log_isReadOnceForBoth();
    void failedRead_waitsForTheNextChange();
    void files_areOpenedOnlyOfATeamHere_data();
    void files_areOpenedOnlyOfATeamHere();
};

/// Nothing has been found out by then: the page does not say that there is nothing.
void TestPagesController::nothing_isReadForTheConversation()
{
    test::Desk desk;
    session::Session* session = desk.kit.create("first");
    use(desk.kit, session, 0.5);
    Pages pages(desk);
    QVERIFY(desk.show(session->id()));
    desk.kit.settle();
    QVERIFY(pages.cost.cost().isEmpty());
    QVERIFY(pages.cost.cost().isReading);
    pages.controller.setShown(ui::SessionPage::Cost);
    QVERIFY(pages.hasCost(0.5));
    session::Session* other = desk.kit.create("second");
    QVERIFY(desk.show(other->id()));
    QVERIFY(waitFor([&] { return pages.cost.cost().isEmpty() && !pages.cost.cost().isReading; }));
}

void TestPagesController::cost_isThatOfTheMoment()
{
    test::Desk desk;
    session::Session* session = desk.kit.create("first");
    use(desk.kit, session, 0.5);
    const EventSeq then = session->state()->lastSeq();
    use(desk.kit, session, 0.25);
    Pages pages(desk);
    pages.controller.setShown(ui::SessionPage::Cost);
    QVERIFY(desk.show(session->id()));
    QVERIFY(pages.hasCost(0.75));
    QVERIFY(desk.replayAt(then));
    QVERIFY(pages.hasCost(0.5));
    desk.viewed.endReplay();
    QVERIFY(pages.hasCost(0.75));
    use(desk.kit, session, 1.0);
    QVERIFY(pages.hasCost(1.75));
}

void TestPagesController::log_isReadOnceForBoth()
{
    test::Desk desk;
    session::Session* session = desk.kit.create("first");
    use(desk.kit, session, 0.5);
    Pages pages(desk);
    QVERIFY(desk.show(session->id()));
    desk.kit.settle();
    pages.controller.setShown(ui::SessionPage::Files);
    desk.kit.settle();
    const int before = desk.kit.library->eventReads;
    pages.controller.setShown(ui::SessionPage::Cost);
    QVERIFY(pages.hasCost(0.5));
    pages.controller.setShown(ui::SessionPage::Files);
    desk.kit.settle();
    QCOMPARE(desk.kit.library->eventReads, before);
}

/// A disk that fails is not asked again and again.
void TestPagesController::failedRead_waitsForTheNextChange()
{
    test::Desk desk;
    session::Session* session = desk.kit.create("first");
    use(desk.kit, session, 0.5);
    Pages pages(desk);
    QVERIFY(desk.show(session->id()));
    desk.kit.settle();
    desk.kit.library->failReads(true);
    const int before = desk.kit.library->eventReads;
    pages.controller.setShown(ui::SessionPage::Cost);
    QVERIFY(waitFor([&] { return desk.kit.library->eventReads == before + 1; }));
    // Five times the pause between two looks.
    QVERIFY(!waitFor([&] { return desk.kit.library->eventReads > before + 1; }, 1'000));
    desk.kit.library->failReads(false);
    use(desk.kit, session, 0.25);
    QVERIFY(pages.hasCost(0.75));
}

void TestPagesController::files_areOpenedOnlyOfATeamHere_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<bool>("isImported");
    QTest::addColumn<QString>("chosen");
    QTest::addColumn<bool>("canOpen");
    QTest::addColumn<QString>("folder");
    const QString chosen = QStringLiteral("/home/me/project");
    QTest::newRow("in a folder of the person's") << QString() << false << chosen << true << chosen;
    QTest::newRow("in one of the session's own") << QString() << false << QString() << true << QString();
    QTest::newRow("a program's") << QStringLiteral("api:a program") << false << chosen << false << QString();
    QTest::newRow("a recording's") << QString() << true << chosen << false << QString();
}

/// Anything else a log says about a folder may be made up.
void TestPagesController::files_areOpenedOnlyOfATeamHere()
{
    QFETCH(QString, source);
    QFETCH(bool, isImported);
    QFETCH(QString, chosen);
    test::Desk desk;
    SessionStarted started = team::sessionOf(team::teamTemplate("single_agent", "en").value(), "A session", "idea",
                                             team::ChosenFolder{chosen.toStdString(), false});
    started.source = source.toStdString();
    if (isImported)
        started.kind = SessionKind::Imported;
    const SessionId id = test::store(*desk.kit.library, {session::Event{{1}, {1'000}, {}, started}});
    Pages pages(desk);
    QVERIFY(desk.show(id));
    pages.controller.setShown(ui::SessionPage::Files);
    desk.kit.settle();
    QTEST(pages.files.findChild<QAction*>(QStringLiteral("files.open"))->isEnabled(), "canOpen");
    emit pages.files.openRequested("src/a.py");
    emit pages.files.folderRequested("src/b.py");
    QFETCH(QString, folder);
    const auto place = [&](const char* path) { return std::vector{ui::ArtifactRef{id, folder.toStdString(), path}}; };
    QVERIFY(pages.commands.opened == place("src/a.py"));
    QVERIFY(pages.commands.shown == place("src/b.py"));
}

} // namespace tst_pages_controller

QUARTERDECK_WIDGETS_TEST(tst_pages_controller, TestPagesController)
#include "tst_pages_controller.moc"
