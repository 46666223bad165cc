#include "known_import_support.h"
#include "tests/support/test.h"

namespace tst_known_import {

using namespace quarterdeck;
using namespace quarterdeck::test;

/// The same comes in a second time, or what it has become.
class TestKnownImport final : public KnownImportTest
{
    Q_OBJECT

private slots:
    void init() { openLibrary(); }
    void same_isLeftAlone_data();
    void same_isLeftAlone();
    void copyOfAnotherName_isKnown();
    void teamBesideItsLog_isNew();
    void grownCopyOfAnotherName_isUpdated();
    void grown_isUpdated();
    void grown_isLeftAloneUnlessAsked();
    void anew_doubles();
    void otherBeginning_isNew();
    void anyPrefix_becomesTheWhole_data() { addGrowingFiles(); }
    void anyPrefix_becomesTheWhole();
    void ownLog_goesOn();
    void runs_areToldApart();
    void renamedAndArchived_isKnown();
    void whatWasSaidHere_staysOut();
    void newMember_isHired();
    void largeGrowth_comesIn();
    void brokenGrowth_changesNothing();
    void attachments_areNoReason();
};

void TestKnownImport::same_isLeftAlone_data()
{
    QTest::addColumn<QString>("file");
    for (const char* file : {"who_and_when/hand_030.json", "tau_bench/gpt-4o-airline-first12.json",
                             "coding_agents/claude_code.jsonl", "coding_agents/codex.jsonl"}) {
        QTest::newRow(file) << QString::fromLatin1(file);
    }
}

void TestKnownImport::same_isLeftAlone()
{
    QFETCH(QString, file);
    const auto first = take(m_library, dataPath(file), DuplicatePolicy::LeaveAlone);
    QVERIFY(!first.error && first.known.empty());
    for (const DuplicatePolicy ifKnown : {DuplicatePolicy::LeaveAlone, DuplicatePolicy::Update}) {
        const auto again = take(m_library, dataPath(file), ifKnown);
        QVERIFY2(!again.error, again.error ? again.error->sentence.c_str() : "");
        QCOMPARE(again.kind, first.kind);
        QVERIFY(again.sessions.empty());
        QCOMPARE(again.messages, 0);
        QCOMPARE(again.known.size(), first.sessions.size());
        for (std::size_t i = 0; i < again.known.size(); ++i) {
            const transfer::ImportedSession& imported = first.sessions[i];
            QVERIFY((again.known[i]
                     == DuplicateSession{imported.id, imported.title, What::Same, false, false,
                                         static_cast<std::int64_t>(i + 1), imported.messages, 0}));
        }
    }
    QCOMPARE(sessionsOf(*m_library).size(), first.sessions.size());
}

void TestKnownImport::copyOfAnotherName_isKnown()
{
    take(m_library, write(spoken("one") + spoken("two")));
    const auto copy = take(m_library, write(spoken("one") + spoken("two"), QStringLiteral("copy.jsonl")));
    QCOMPARE(copy.known.size(), std::size_t{1});
    QVERIFY(copy.known.front().what == What::Same);
    // What only begins like another file is another.
    for (const QByteArray& bytes : {spoken("one"), spoken("one") + spoken("two") + spoken("three")}) {
        const auto other = take(m_library, write(bytes, QStringLiteral("other.jsonl")), DuplicatePolicy::LeaveAlone);
        QVERIFY(other.known.empty());
        QCOMPARE(other.sessions.size(), std::size_t{1});
        removeForGood(*m_library, other.sessions.front().id);
    }
}

/// A team that was saved says the same as the log of its run, and what its members are for.
void TestKnownImport::teamBesideItsLog_isNew()
{
    const QString log = dataPath(QStringLiteral("metagpt/log_excerpt.txt"));
    const QString team = dataPath(QStringLiteral("metagpt/team.json"));
    const auto told = take(m_library, log);
    QCOMPARE(told.sessions.size(), std::size_t{1});
    const auto saved = take(m_library, team);
    QCOMPARE(saved.sessions.size(), std::size_t{1});
    QVERIFY(saved.known.empty() && saved.messages == told.messages);
    for (const QString& again : {log, team, dataPath(QStringLiteral("metagpt/MGXEnv.json"))}) {
        const auto same = take(m_library, again);
        QCOMPARE(same.known.size(), std::size_t{1});
        QVERIFY(same.sessions.empty() && same.known.front().what == What::Same);
    }
    removeForGood(*m_library, told.sessions.front().id);
    QVERIFY(take(m_library, log).known.front().id == saved.sessions.front().id);
}

void TestKnownImport::grownCopyOfAnotherName_isUpdated()
{
    QByteArray talk;
    for (const char* text : {"one", "two", "three", "four"}) {
        talk += spoken(text);
    }
    const auto id = take(m_library, write(talk)).sessions.at(0).id;
    const QByteArray more = talk + spoken("five");
    const auto asked = take(m_library, write(more, QStringLiteral("copy.jsonl")), DuplicatePolicy::LeaveAlone);
    QVERIFY((asked.known == std::vector{DuplicateSession{id, "one", What::Grown, false, false, 1, 4, 1}}));
    // In a watched folder nobody is asked: there it is a conversation of its own.
    const auto watched = Follower(m_library).take(write(more, QStringLiteral("fork.jsonl")));
    QVERIFY(watched.known.empty() && watched.sessions.size() == 1);
    removeForGood(*m_library, watched.sessions.front().id);
    const auto grown = take(m_library, write(more, QStringLiteral("copy.jsonl")));
    QVERIFY(grown.sessions.empty() && grown.known.at(0).isUpdated);
    QCOMPARE(textsOf(*m_library, id), (QStringList{"one", "two", "three", "four", "five"}));
    QCOMPARE(sessionsOf(*m_library).size(), std::size_t{1});
}

void TestKnownImport::grown_isUpdated()
{
    const auto id = take(m_library, write(spoken("one") + spoken("two"))).sessions.at(0).id;
    const auto grown = take(m_library, write(spoken("one") + spoken("two") + spoken("three") + spoken("four")));
    QVERIFY(grown.sessions.empty());
    QCOMPARE(grown.messages, 2);
    QVERIFY((grown.known == std::vector{DuplicateSession{id, "one", What::Grown, false, true, 1, 2, 2}}));
    QCOMPARE(textsOf(*m_library, id), (QStringList{"one", "two", "three", "four"}));
    QVERIFY(isSound(id));
    // And of an older copy nothing is missing.
    QVERIFY(take(m_library, write(spoken("one"))).known.at(0).what == What::Same);
    QCOMPARE(sessionsOf(*m_library).size(), std::size_t{1});
    QCOMPARE(sessionsOf(*m_library).front().messageCount, 4);
}

void TestKnownImport::grown_isLeftAloneUnlessAsked()
{
    const auto id = take(m_library, write(spoken("one"))).sessions.at(0).id;
    const auto grown = take(m_library, write(spoken("one") + spoken("two")), DuplicatePolicy::LeaveAlone);
    QVERIFY((grown.known == std::vector{DuplicateSession{id, "one", What::Grown, false, false, 1, 1, 1}}));
    QCOMPARE(textsOf(*m_library, id), QStringList{"one"});
    QCOMPARE(sessionsOf(*m_library).size(), std::size_t{1});
}

void TestKnownImport::anew_doubles()
{
    take(m_library, write(spoken("one")));
    const auto again = take(m_library, write(spoken("one")), DuplicatePolicy::ImportAnew);
    QVERIFY(again.known.empty());
    QCOMPARE(sessionsOf(*m_library).size(), std::size_t{2});
}

void TestKnownImport::otherBeginning_isNew()
{
    const auto id = take(m_library, write(spoken("one") + spoken("two"))).sessions.at(0).id;
    const auto other = take(m_library, write(spoken("one") + spoken("2") + spoken("three")));
    QVERIFY((other.known == std::vector{DuplicateSession{id, "one", What::Differs, false, false, 1, 1, 2}}));
    QCOMPARE(other.sessions.size(), std::size_t{1});
    QCOMPARE(textsOf(*m_library, id), (QStringList{"one", "two"}));
    QCOMPARE(textsOf(*m_library, other.sessions.front().id), (QStringList{"one", "2", "three"}));
    // The next growth finds the one that it belongs to.
    const auto grown = take(m_library, write(spoken("one") + spoken("2") + spoken("three") + spoken("four")));
    QCOMPARE(grown.known.at(0).id, other.sessions.front().id);
    QVERIFY(grown.known.at(0).isUpdated);
    // Nothing in common but the name: another file.
    QVERIFY(take(m_library, write(spoken("hello"))).known.empty());
}

void TestKnownImport::anyPrefix_becomesTheWhole()
{
    QFETCH(QString, file);
    const QByteArray whole = readFile(dataPath(file));
    QVERIFY(whole.count('\n') > 2);
    const auto reference = take(m_library, write(whole, QStringLiteral("whole.jsonl")), DuplicatePolicy::ImportAnew);
    const auto expected = blocksOf(*m_library, reference.sessions.at(0).id);
    const auto recipients = recipientsOf(*m_library, reference.sessions.at(0).id);
    qsizetype end = 0;
    for (int line = 1; (end = whole.indexOf('\n', end) + 1) > 0 && end < whole.size(); ++line) {
        const QString name = QStringLiteral("grows%1.jsonl").arg(line);
        const auto begun = take(m_library, write(whole.left(end), name), DuplicatePolicy::ImportAnew);
        if (begun.error) {
            continue; // nothing was said yet
        }
        const auto id = begun.sessions.at(0).id;
        const auto grown = take(m_library, write(whole, name));
        QVERIFY2(grown.known.size() == 1 && grown.known.front().id == id, qPrintable(name));
        const bool isUpdated = grown.known.front().isUpdated;
        QVERIFY2(isUpdated || grown.known.front().what == What::Same, qPrintable(name));
        QCOMPARE(blocksOf(*m_library, id), expected);
        QVERIFY(recipientsOf(*m_library, id) == recipients);
        // Anything after an answer comes in with the next one.
        QVERIFY(!isUpdated || usageOf(*m_library, id) == usageOf(*m_library, reference.sessions.at(0).id));
        QVERIFY(isSound(id));
        QVERIFY2(take(m_library, write(whole, name)).known.at(0).what == What::Same, qPrintable(name));
    }
}

void TestKnownImport::ownLog_goesOn()
{
    const auto source = take(m_library, dataPath(QStringLiteral("who_and_when/hand_030.json"))).sessions.at(0).id;
    auto events = eventsOf(*m_library, source);
    const auto exported = [&](std::size_t count) {
        const std::vector<session::Event> some(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(count));
        const auto id = store(m_library, some);
        const QString path = m_folder->filePath(QStringLiteral("log.jsonl"));
        exportTo(m_library, id, path, "jsonl", false);
        removeForGood(*m_library, id);
        return path;
    };
    const QString begun = exported(40);
    removeForGood(*m_library, source);
    const auto id = take(m_library, begun).sessions.at(0).id;
    QVERIFY(take(m_library, begun).known.at(0).what == What::Same);
    const auto grown = take(m_library, exported(events.size()));
    QVERIFY(grown.known.at(0).isUpdated);
    QVERIFY(eventsOf(*m_library, id) == events);
    QVERIFY(isSound(id));
}

void TestKnownImport::runs_areToldApart()
{
    const QByteArray greeting = R"({"role": "system", "content": "You book flights."})";
    const auto run = [&](const QByteArray& text) {
        return R"({"traj": [)" + greeting + R"(, {"role": "user", "content": ")" + text + "\"}]}";
    };
    const QByteArray two = run("to Rome") + ",\n" + run("to Rome");
    take(m_library, write("[" + two + "]"));
    QCOMPARE(sessionsOf(*m_library).size(), std::size_t{2});
    const auto grown = take(m_library, write("[" + two + ",\n" + run("to Oslo") + "]"), DuplicatePolicy::LeaveAlone);
    QCOMPARE(grown.known.size(), std::size_t{2});
    QVERIFY(grown.known[0].id != grown.known[1].id);
    QCOMPARE(grown.sessions.size(), std::size_t{1});
    // Of these only those that the person wants twice.
    const auto again =
        take(m_library, write("[" + two + ",\n" + run("to Oslo") + "]"), DuplicatePolicy::ImportAnew, {2, 3});
    QCOMPARE(again.sessions.size(), std::size_t{2});
    QCOMPARE(again.sessions[1].title, std::string("to Oslo"));
}

void TestKnownImport::renamedAndArchived_isKnown()
{
    const auto id = take(m_library, write(spoken("one"))).sessions.at(0).id;
    session::SessionLabels labels;
    labels.title = "My first";
    labels.archivedAt = session::Timestamp{1};
    answerOf<session::Nothing>([&](auto done) { m_library->setLabels(id, labels, std::move(done)); });
    const auto again = take(m_library, write(spoken("one")));
    QVERIFY((again.known == std::vector{DuplicateSession{id, "My first", What::Same, true, false, 1, 1, 0}}));
}

void TestKnownImport::whatWasSaidHere_staysOut()
{
    const auto id = take(m_library, write(spoken("one"))).sessions.at(0).id;
    auto state = *answerOf<session::ConversationState>(
        [&](auto done) { m_library->readState(id, std::nullopt, std::move(done)); });
    conversation::MessagePublished remark;
    remark.message.content = conversation::textBlocks("What a beginning!");
    remark.route.rule = conversation::RoutingRule::Ordinary;
    auto records = session::makeLogRecords(state, {{state.lastSeq().next(), {1}, 0, remark}});
    answerOf<session::Nothing>(
        [&](auto done) { m_library->append(session::summaryOf(id, state), std::move(records), std::move(done)); });
    QVERIFY(take(m_library, write(spoken("one") + spoken("two"))).known.at(0).isUpdated);
    QCOMPARE(textsOf(*m_library, id), (QStringList{"one", "What a beginning!", "two"}));
    QVERIFY(take(m_library, write(spoken("one") + spoken("two"))).known.at(0).what == What::Same);
}

void TestKnownImport::newMember_isHired()
{
    const QByteArray alice = R"({"id": "1", "name": "Alice", "role": "assistant", "content": "a", "metadata": {}})";
    const QByteArray bob = R"({"id": "2", "name": "Bob", "role": "assistant", "content": "b", "metadata": {}})";
    const auto id = take(m_library, write("[" + alice + "]")).sessions.at(0).id;
    QVERIFY(take(m_library, write("[" + alice + "," + bob + "," + alice + "]")).known.at(0).isUpdated);
    const auto state = answerOf<session::ConversationState>(
        [&](auto done) { m_library->readState(id, std::nullopt, std::move(done)); });
    QCOMPARE(state->roles().size(), std::size_t{2});
    QVERIFY(state->role(conversation::RoleName("Bob")) != nullptr);
    QVERIFY(isSound(id));
}

void TestKnownImport::largeGrowth_comesIn()
{
    QByteArray lines;
    for (int i = 0; i < 30'000; ++i) {
        lines += spoken("message " + QByteArray::number(i));
    }
    const auto id = take(m_library, write(lines.left(lines.indexOf("message 5000") + 16))).sessions.at(0).id;
    const auto grown = take(m_library, write(lines));
    QVERIFY2(grown.known.size() == 1 && grown.known.front().isUpdated, "large");
    QCOMPARE(grown.known.front().oldMessages + grown.known.front().newMessages, 30'000);
    QCOMPARE(sessionsOf(*m_library).front().messageCount, 30'000);
    QVERIFY(isSound(id));
}

void TestKnownImport::brokenGrowth_changesNothing()
{
    const QByteArray one = R"([{"role": "user", "content": "one"})";
    const auto id = take(m_library, write(one + "]")).sessions.at(0).id;
    const QByteArray two = R"(, {"role": "user", "content": "two"}, )";
    const auto broken = take(m_library, write(one + two + QByteArray(200, '['))); // more than is read
    QVERIFY(broken.error);
    QVERIFY(broken.known.empty());
    QCOMPARE(textsOf(*m_library, id), QStringList{"one"});
    QCOMPARE(sessionsOf(*m_library).size(), std::size_t{1});
    // What was cut off or is not JSON is imported as far as possible; the whole one then continues from there.
    const auto half = take(m_library, write(one + two + R"({"ro"])"));
    QVERIFY(!half.error && half.problemCount == 1);
    QCOMPARE(textsOf(*m_library, id), (QStringList{"one", "two"}));
    const auto whole = take(m_library, write(one + "," + spoken("two") + "," + spoken("three") + "]"));
    QVERIFY(whole.known.at(0).isUpdated);
    QCOMPARE(textsOf(*m_library, id), (QStringList{"one", "two", "three"}));
}

void TestKnownImport::attachments_areNoReason()
{
    const QByteArray picture = R"({"role": "user", "content": [{"type": "image_url", "image_url": {"url":
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}}]})";
    const auto id = take(m_library, write("[" + spoken("one") + "," + picture + "]")).sessions.at(0).id;
    QVERIFY(take(m_library, write("[" + spoken("one") + "," + picture + "]")).known.at(0).what == What::Same);
    QVERIFY(
        take(m_library, write("[" + spoken("one") + "," + picture + "," + spoken("two") + "]")).known.at(0).isUpdated);
    QCOMPARE(eventsOf(*m_library, id).size(), std::size_t{5}); // the start, the assistant, three messages
}

} // namespace tst_known_import

QUARTERDECK_TEST(tst_known_import, TestKnownImport)
#include "tst_known_import.moc"
