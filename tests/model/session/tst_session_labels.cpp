#include "model/session/library.h"
#include "model/session/session_hub.h"
#include "tests/model/conversation/team_kit.h"
#include "tests/model/session/support/session_kit.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_session_labels {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::session;
using quarterdeck::test::said;
using quarterdeck::test::SessionKit;
using quarterdeck::test::waitFor;
using Answer = std::optional<session::Result<session::Nothing>>;

namespace {

/// A session in the library that nobody has opened.
SessionId stored(SessionKit& kit, const char* title, std::int64_t time = 1000)
{
    TeamKit team;
    std::vector<Event> log = team.log;
    std::get<SessionStarted>(log.front().body).title = title;
    for (Event& event : log)
        event.time = {time};
    return quarterdeck::test::store(*kit.library, log);
}

void start(SessionHub& hub)
{
    QSignalSpy changed(&hub, &SessionHub::sessionsChanged);
    hub.start();
    QVERIFY(!changed.isEmpty() || changed.wait(test::waitLimitMs));
}

const SessionSummary* listed(const SessionHub& hub, const SessionId& id)
{
    const auto& all = hub.summaries();
    const auto found = std::ranges::find(all, id, &SessionSummary::id);
    return found == all.end() ? nullptr : &*found;
}

Answer setLabels(SessionHub& hub, const SessionId& id, SessionLabels labels)
{
    Answer answer;
    hub.setLabels(id, std::move(labels), [&](const auto& done) { answer = done; });
    (void)waitFor([&] { return answer.has_value(); });
    return answer;
}

SessionLabels archivedLabels()
{
    SessionLabels labels;
    labels.archivedAt = Timestamp{5000};
    return labels;
}

[[nodiscard]] bool archive(SessionHub& hub, const SessionId& id)
{
    const Answer answer = setLabels(hub, id, archivedLabels());
    return answer && *answer && waitFor([&] { return listed(hub, id) && listed(hub, id)->labels.archivedAt; });
}

Answer removeFrom(SessionHub& hub, const SessionId& id)
{
    Answer answer;
    hub.remove(id, [&](const auto& removed) { answer = removed; });
    (void)waitFor([&] { return answer.has_value(); });
    return answer;
}

} // namespace

/// What the person says about sessions, the archive, and what leaves the library for good.
class TestSessionLabels final : public QObject
{
    Q_OBJECT
private slots:
    void tags_data();
    void tags();
    void labelsAreListed();
    void labelsStayWhenTheSessionGoesOn();
    void titleOfTheLogComesBack();
    void runningOnesAreNotArchived();
    void refusedLabelsAreNotListed();
    void onlyArchivedOnesAreRemoved();
    void liveOnesAreRemovedAndSilent();
    void removeRefusesOneThatIsBeingOpened();
    void openWhileItIsBeingRemoved();
    void removalThatFails();
    void removeOfWhatJustLeftTheArchive();
    void anOlderListDoesNotBringBackWhatWasRemoved();
};

void TestSessionLabels::tags_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QStringList>("tags");
    QTest::newRow("none") << " , ,, #" << QStringList();
    QTest::newRow("some") << "games, work" << QStringList{"games", "work"};
    QTest::newRow("spaces and #") << "  #games ,  to  do " << QStringList{"games", "to do"};
    QTest::newRow("twice") << "Games, games, GAMES, play" << QStringList{"Games", "play"};
    QTest::newRow("Chinese commas") << "游戏，工作、其他" << QStringList{"游戏", "工作", "其他"};
}

void TestSessionLabels::tags()
{
    QFETCH(const QString, typed);
    QStringList found;
    for (const std::string& tag : tagsOf(typed.toStdString()))
        found.append(QString::fromStdString(tag));
    QTEST(found, "tags");
}

void TestSessionLabels::labelsAreListed()
{
    SessionKit kit;
    const SessionId id = stored(kit, "one");
    start(*kit.hub);
    SessionLabels labels{"mine", {"a", "b"}, "a note", true, Timestamp{77}};
    const Answer kept = setLabels(*kit.hub, id, labels);
    QVERIFY(kept && *kept);
    QVERIFY(waitFor([&] { return listed(*kit.hub, id)->labels == labels; }));
    QCOMPARE(listed(*kit.hub, id)->title, std::string("mine"));
    kit.reopen();
    start(*kit.hub);
    QCOMPARE(listed(*kit.hub, id)->labels, labels);
}

void TestSessionLabels::labelsStayWhenTheSessionGoesOn()
{
    SessionKit kit;
    Session* session = kit.create("one");
    const SessionLabels labels{"mine", {"a"}, "", true, {}};
    QVERIFY(setLabels(*kit.hub, session->id(), labels)->has_value());
    QVERIFY(waitFor([&] { return listed(*kit.hub, session->id())->labels == labels; }));
    QVERIFY(!kit.submit(session, said("Alice", "one")).error);
    QCOMPARE(listed(*kit.hub, session->id())->labels, labels);
    QCOMPARE(listed(*kit.hub, session->id())->title, std::string("mine"));
    QCOMPARE(session->state()->title(), std::string("one"));
}

void TestSessionLabels::titleOfTheLogComesBack()
{
    SessionKit kit;
    const SessionId id = stored(kit, "one");
    start(*kit.hub);
    QVERIFY(setLabels(*kit.hub, id, {"mine", {}, "", false, {}})->has_value());
    QVERIFY(waitFor([&] { return listed(*kit.hub, id)->title == "mine"; }));
    QVERIFY(setLabels(*kit.hub, id, {})->has_value());
    QVERIFY(waitFor([&] { return listed(*kit.hub, id)->title == "one"; }));
}

void TestSessionLabels::runningOnesAreNotArchived()
{
    SessionKit kit;
    Session* session = kit.create("one");
    QVERIFY(!kit.submit(session, SetRunState{RunState::Running, ""}).error);
    const Answer refused = setLabels(*kit.hub, session->id(), archivedLabels());
    QCOMPARE(refused->error().code, ErrorCode::NotAllowed);
    QVERIFY(QString::fromStdString(refused->error().sentence).contains(QStringLiteral("one")));
    QVERIFY(setLabels(*kit.hub, session->id(), {"", {}, "", true, {}})->has_value()); // but pinned
    QVERIFY(!kit.submit(session, SetRunState{RunState::Finished, ""}).error);
    QVERIFY(archive(*kit.hub, session->id()));
}

void TestSessionLabels::refusedLabelsAreNotListed()
{
    SessionKit kit;
    start(*kit.hub);
    QCOMPARE(setLabels(*kit.hub, SessionId("nobody"), {"mine", {}, "", false, {}})->error().code, ErrorCode::NotFound);
    QVERIFY(kit.hub->summaries().empty());
}

void TestSessionLabels::onlyArchivedOnesAreRemoved()
{
    SessionKit kit;
    const SessionId id = stored(kit, "one");
    const SessionId other = stored(kit, "two", 2000);
    start(*kit.hub);
    QCOMPARE(removeFrom(*kit.hub, id)->error().code, ErrorCode::NotAllowed);
    QVERIFY(archive(*kit.hub, id));
    QVERIFY(removeFrom(*kit.hub, id)->has_value());
    QVERIFY(!listed(*kit.hub, id));
    QVERIFY(listed(*kit.hub, other));
    kit.reopen();
    start(*kit.hub);
    QVERIFY(!listed(*kit.hub, id));
}

void TestSessionLabels::liveOnesAreRemovedAndSilent()
{
    SessionKit kit;
    Session* session = kit.create("one");
    const SessionId id = session->id();
    QVERIFY(archive(*kit.hub, id));
    const QSignalSpy failed(kit.hub.get(), &SessionHub::failed);
    QVERIFY(removeFrom(*kit.hub, id)->has_value());
    QVERIFY(kit.hub->live(id) == nullptr);
    // Those still viewing it can read it; nothing said now is kept, and nobody is alarmed.
    QCOMPARE(session->state()->title(), std::string("one"));
    QVERIFY(kit.submit(session, said("Alice", "one")).error);
    QVERIFY(!listed(*kit.hub, id));
    QCOMPARE(failed.count(), 0);
}

void TestSessionLabels::removeRefusesOneThatIsBeingOpened()
{
    SessionKit kit;
    const SessionId id = stored(kit, "one");
    start(*kit.hub);
    QVERIFY(archive(*kit.hub, id));
    kit.library->holdReads();
    std::optional<session::Result<Session*>> opened;
    kit.hub->open(id, [&](const auto& answer) { opened = answer; });
    QCOMPARE(removeFrom(*kit.hub, id)->error().code, ErrorCode::NotAllowed);
    kit.library->releaseReads();
    QVERIFY(waitFor([&] { return opened.has_value(); }));
    QVERIFY(!kit.submit(**opened, said("Alice", "one")).error);
}

void TestSessionLabels::openWhileItIsBeingRemoved()
{
    SessionKit kit;
    const SessionId id = stored(kit, "one");
    start(*kit.hub);
    QVERIFY(archive(*kit.hub, id));
    kit.library->holdWrites();
    bool isRemoved = false;
    kit.hub->remove(id, [&](const auto& removed) { isRemoved = removed.has_value(); });
    std::optional<session::Result<Session*>> opened; // reading would still find it
    kit.hub->open(id, [&](const auto& answer) { opened = answer; });
    kit.settle();
    kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return opened.has_value(); }));
    QVERIFY(isRemoved);
    QCOMPARE(opened->error().code, ErrorCode::NotFound);
    QVERIFY(kit.hub->live(id) == nullptr);
}

void TestSessionLabels::removalThatFails()
{
    SessionKit kit;
    const SessionId id = stored(kit, "one");
    start(*kit.hub);
    QVERIFY(archive(*kit.hub, id));
    // Another process took it meanwhile.
    std::optional<session::Result<session::Nothing>> gone;
    kit.library->inner().removeSession(id, [&](const auto& answer) { gone = answer; });
    QVERIFY(waitFor([&] { return gone.has_value(); }));
    QCOMPARE(removeFrom(*kit.hub, id)->error().code, ErrorCode::NotFound);
    QVERIFY(listed(*kit.hub, id));
}

/// The list still shows it in the archive.
void TestSessionLabels::removeOfWhatJustLeftTheArchive()
{
    SessionKit kit;
    const SessionId id = stored(kit, "one");
    start(*kit.hub);
    QVERIFY(archive(*kit.hub, id));
    kit.library->holdWrites();
    std::optional<session::Result<session::Nothing>> taken;
    std::optional<session::Result<session::Nothing>> removed;
    kit.hub->setLabels(id, {}, [&](const auto& answer) { taken = answer; });
    kit.hub->remove(id, [&](const auto& answer) { removed = answer; });
    kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return taken.has_value() && removed.has_value(); }));
    QVERIFY(taken->has_value());
    QVERIFY(!removed->has_value());
    QCOMPARE(removed->error().code, ErrorCode::NotAllowed);
    kit.reopen();
    start(*kit.hub);
    QVERIFY(listed(*kit.hub, id));
}

void TestSessionLabels::anOlderListDoesNotBringBackWhatWasRemoved()
{
    SessionKit kit;
    const SessionId id = stored(kit, "one");
    start(*kit.hub);
    QVERIFY(archive(*kit.hub, id));
    kit.library->holdAnswers();
    kit.hub->refresh();
    kit.settleReads();
    QVERIFY(removeFrom(*kit.hub, id)->has_value());
    kit.library->releaseAnswers();
    kit.settle();
    kit.settle();
    QVERIFY(kit.hub->summaries().empty());
}

} // namespace tst_session_labels

QUARTERDECK_TEST(tst_session_labels, TestSessionLabels)
#include "tst_session_labels.moc"
