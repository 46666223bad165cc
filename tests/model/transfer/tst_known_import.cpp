#include "conversation/event_json.h"
#include "conversation/growth.h"
#include "storage/open_library.h"
#include "transfer_support.h"

#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <tuple>

using namespace quarterdeck;
using namespace quarterdeck::test;
using transfer::IfKnown;
using transfer::KnownSession;
using What = transfer::KnownSession::What;

namespace {

QByteArray spoken(const QByteArray& text, const char* role = "user")
{
    return R"({"role": ")" + QByteArray(role) + R"(", "content": ")" + text + "\"}\n";
}

transfer::FileReport take(const std::shared_ptr<Library>& library, const QString& path,
                          IfKnown ifKnown = IfKnown::Update, std::vector<std::int64_t> only = {})
{
    transfer::ImportRequest request;
    request.files = {{path.toStdString(), {}, std::move(only)}};
    request.ifKnown = ifKnown;
    return import(library, request).files.at(0);
}

/// As they stand in the transcript.
std::vector<conversation::Message> messagesOf(Library& library, const session::SessionId& id)
{
    std::map<session::EventSeq, conversation::Message> bySeq;
    for (const session::Event& event : eventsOf(library, id)) {
        if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body)) {
            bySeq[event.seq] = published->message;
        } else if (const auto* growth = std::get_if<conversation::MessageGrown>(&event.body)) {
            conversation::grow(bySeq.at(growth->target), *growth);
        }
    }
    std::vector<conversation::Message> messages;
    for (auto& [seq, message] : bySeq) {
        messages.push_back(std::move(message));
    }
    return messages;
}

/// "Alice: [kind][text]" of each message, its blocks behind one another.
QStringList blocksOf(Library& library, const session::SessionId& id)
{
    QStringList lines;
    for (const conversation::Message& message : messagesOf(library, id)) {
        QStringList blocks;
        for (const auto& block : message.content) {
            conversation::Message one;
            one.content = {block};
            blocks << QString::number(block.index()) + QString::fromStdString(conversation::textOf(one));
        }
        lines << QString::fromStdString(message.sentFrom.str()) + QStringLiteral(": ")
                + blocks.join(QStringLiteral(" + "));
    }
    return lines;
}

/// Whom each message is for.
std::vector<conversation::AddressSet> recipientsOf(Library& library, const session::SessionId& id)
{
    std::vector<conversation::AddressSet> recipients;
    for (const conversation::Message& message : messagesOf(library, id)) {
        recipients.push_back(message.sendTo);
    }
    return recipients;
}

/// Tokens of prompts, completions and cached ones, all together.
QString usageOf(Library& library, const session::SessionId& id)
{
    std::array<std::int64_t, 3> sum{};
    const auto add = [&](const conversation::Usage& usage) {
        sum[0] += usage.promptTokens;
        sum[1] += usage.completionTokens;
        sum[2] += usage.cachedTokens;
    };
    for (const session::Event& event : eventsOf(library, id)) {
        const auto* published = std::get_if<conversation::MessagePublished>(&event.body);
        if (published != nullptr && published->message.usage) {
            add(*published->message.usage);
        } else if (const auto* recorded = std::get_if<conversation::UsageRecorded>(&event.body)) {
            add(recorded->usage);
        }
    }
    return QStringLiteral("%1 %2 %3").arg(sum[0]).arg(sum[1]).arg(sum[2]);
}

/// By way of the archive.
void removeForGood(Library& library, const session::SessionId& id)
{
    session::SessionLabels labels;
    labels.archivedAt = session::Timestamp{1};
    answerOf<session::Nothing>([&](auto done) { library.setLabels(id, labels, std::move(done)); });
    answerOf<session::Nothing>([&](auto done) { library.removeSession(id, std::move(done)); });
}

/// Imports a growing file again and again, as the watch of a folder does.
class Follower
{
public:
    explicit Follower(std::shared_ptr<Library> library) : m_library(std::move(library)) { }
    transfer::FileReport take(const QString& path)
    {
        transfer::ImportRequest request;
        request.files = {{path.toStdString(), {}, {}, true}};
        request.ifKnown = IfKnown::Update;
        request.memory = m_memory;
        return import(m_library, request).files.at(0);
    }

private:
    std::shared_ptr<Library> m_library;
    std::shared_ptr<transfer::ImportMemory> m_memory = transfer::newImportMemory();
};

QStringList textsOf(Library& library, const session::SessionId& id)
{
    return blocksOf(library, id).replaceInStrings(QRegularExpression(QStringLiteral("^.*: 0")), QString());
}

} // namespace

/// The same comes in a second time, or what it has become.
class TestKnownImport final : public QObject
{
    Q_OBJECT

private slots:
    static void initTestCase_data();
    void init();
    void same_isLeftAlone_data();
    void same_isLeftAlone();
    void copyOfAnotherName_isKnown();
    void grownCopyOfAnotherName_isUpdated();
    void grown_isUpdated();
    void grown_isLeftAloneUnlessAsked();
    void anew_doubles();
    void otherBeginning_isNew();
    void anyPrefix_becomesTheWhole_data();
    void anyPrefix_becomesTheWhole();
    void ownLog_goesOn();
    void runs_areToldApart();
    void renamedAndArchived_isKnown();
    void whatWasSaidHere_staysOut();
    void newMember_isHired();
    void largeGrowth_comesIn();
    void brokenGrowth_changesNothing();
    void attachments_areNoReason();
    void growingFile_isFollowed_data() { anyPrefix_becomesTheWhole_data(); }
    void growingFile_isFollowed();
    void growingFile_isNotComparedAgain();
    void growingFile_writtenAnew_isAnother();
    void growingFile_ofARemovedSession_comesInAgain();
    void partsOfAnAnswer_countOnce();
    void answerInTwoMessages_goesOn();
    void picturesWithinAResult_areNoReason();
    void notesWithoutAWord_areNoReason();
    void whatCodexKeepsForItself_isNoReason_data();
    void whatCodexKeepsForItself_isNoReason();
    void namesOfSubAgents_areNoReason_data();
    void namesOfSubAgents_areNoReason();
    void costsOfATeam_areThoseOfItsFile();
    void halfLine_waits_data();
    void halfLine_waits();

private:
    [[nodiscard]] QString write(const QByteArray& bytes, const QString& name = QStringLiteral("talk.jsonl")) const
    {
        return writeFile(*m_folder, name, bytes);
    }
    [[nodiscard]] bool isSound(const session::SessionId& id) const
    {
        const auto check =
            answerOf<session::SessionCheck>([&](auto done) { m_library->verifySession(id, std::move(done)); });
        return check && check->isSound();
    }

    QObject m_completions;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<Library> m_library;
};

void TestKnownImport::initTestCase_data()
{
    QTest::addColumn<bool>("isFile");
    QTest::newRow("memory") << false;
    QTest::newRow("sqlite") << true;
}

void TestKnownImport::init()
{
    QFETCH_GLOBAL(bool, isFile);
    m_library.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    if (!isFile) {
        m_library = storage::makeMemoryLibrary(&m_completions);
        return;
    }
    const auto library = storage::openLibrary(m_folder->filePath(QStringLiteral("l.db")).toStdString(), &m_completions);
    QVERIFY(library);
    m_library = *library;
}

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
    const auto first = take(m_library, dataPath(file), IfKnown::LeaveAlone);
    QVERIFY(!first.error && first.known.empty());
    for (const IfKnown ifKnown : {IfKnown::LeaveAlone, IfKnown::Update}) {
        const auto again = take(m_library, dataPath(file), ifKnown);
        QVERIFY2(!again.error, again.error ? again.error->sentence.c_str() : "");
        QCOMPARE(again.kind, first.kind);
        QVERIFY(again.sessions.empty());
        QCOMPARE(again.messages, 0);
        QCOMPARE(again.known.size(), first.sessions.size());
        for (std::size_t i = 0; i < again.known.size(); ++i) {
            const transfer::ImportedSession& imported = first.sessions[i];
            QVERIFY((again.known[i]
                     == KnownSession{imported.id, imported.title, What::Same, false, false,
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
        const auto other = take(m_library, write(bytes, QStringLiteral("other.jsonl")), IfKnown::LeaveAlone);
        QVERIFY(other.known.empty());
        QCOMPARE(other.sessions.size(), std::size_t{1});
        removeForGood(*m_library, other.sessions.front().id);
    }
}

void TestKnownImport::grownCopyOfAnotherName_isUpdated()
{
    QByteArray talk;
    for (const char* text : {"one", "two", "three", "four"}) {
        talk += spoken(text);
    }
    const auto id = take(m_library, write(talk)).sessions.at(0).id;
    const QByteArray more = talk + spoken("five");
    const auto asked = take(m_library, write(more, QStringLiteral("copy.jsonl")), IfKnown::LeaveAlone);
    QVERIFY((asked.known == std::vector{KnownSession{id, "one", What::Grown, false, false, 1, 4, 1}}));
    // In a watched folder nobody is asked: there it is a talk of its own.
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
    QVERIFY((grown.known == std::vector{KnownSession{id, "one", What::Grown, false, true, 1, 2, 2}}));
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
    const auto grown = take(m_library, write(spoken("one") + spoken("two")), IfKnown::LeaveAlone);
    QVERIFY((grown.known == std::vector{KnownSession{id, "one", What::Grown, false, false, 1, 1, 1}}));
    QCOMPARE(textsOf(*m_library, id), QStringList{"one"});
    QCOMPARE(sessionsOf(*m_library).size(), std::size_t{1});
}

void TestKnownImport::anew_doubles()
{
    take(m_library, write(spoken("one")));
    const auto again = take(m_library, write(spoken("one")), IfKnown::ImportAnew);
    QVERIFY(again.known.empty());
    QCOMPARE(sessionsOf(*m_library).size(), std::size_t{2});
}

void TestKnownImport::otherBeginning_isNew()
{
    const auto id = take(m_library, write(spoken("one") + spoken("two"))).sessions.at(0).id;
    const auto other = take(m_library, write(spoken("one") + spoken("2") + spoken("three")));
    QVERIFY((other.known == std::vector{KnownSession{id, "one", What::Differs, false, false, 1, 1, 2}}));
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

void TestKnownImport::anyPrefix_becomesTheWhole_data()
{
    QTest::addColumn<QString>("file");
    for (const char* file : {"coding_agents/claude_code.jsonl", "coding_agents/codex.jsonl",
                             "coding_agents/codex_old.jsonl", "anthropic/messages.jsonl", "metagpt/log_excerpt.txt"}) {
        QTest::newRow(file) << QString::fromLatin1(file);
    }
}

/// A transcript is read at every moment of its growth, and then whole.
void TestKnownImport::anyPrefix_becomesTheWhole()
{
    QFETCH(QString, file);
    const QByteArray whole = readFile(dataPath(file));
    QVERIFY(whole.count('\n') > 2);
    const auto reference = take(m_library, write(whole, QStringLiteral("whole.jsonl")), IfKnown::ImportAnew);
    const auto expected = blocksOf(*m_library, reference.sessions.at(0).id);
    const auto recipients = recipientsOf(*m_library, reference.sessions.at(0).id);
    qsizetype end = 0;
    for (int line = 1; (end = whole.indexOf('\n', end) + 1) > 0 && end < whole.size(); ++line) {
        const QString name = QStringLiteral("grows%1.jsonl").arg(line);
        const auto begun = take(m_library, write(whole.left(end), name), IfKnown::ImportAnew);
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
        // What is told behind an answer comes in with the next one.
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
    const auto grown = take(m_library, write("[" + two + ",\n" + run("to Oslo") + "]"), IfKnown::LeaveAlone);
    QCOMPARE(grown.known.size(), std::size_t{2});
    QVERIFY(grown.known[0].id != grown.known[1].id);
    QCOMPARE(grown.sessions.size(), std::size_t{1});
    // Of these only those that the person wants twice.
    const auto again = take(m_library, write("[" + two + ",\n" + run("to Oslo") + "]"), IfKnown::ImportAnew, {2, 3});
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
    QVERIFY((again.known == std::vector{KnownSession{id, "My first", What::Same, true, false, 1, 1, 0}}));
}

void TestKnownImport::whatWasSaidHere_staysOut()
{
    const auto id = take(m_library, write(spoken("one"))).sessions.at(0).id;
    auto state = *answerOf<session::ConversationState>(
        [&](auto done) { m_library->readState(id, std::nullopt, std::move(done)); });
    conversation::MessagePublished remark;
    remark.message.content = conversation::textBlocks("What a beginning!");
    remark.route.rule = conversation::RoutingRule::Ordinary;
    auto records = session::logRecords(state, {{state.lastSeq().next(), {1}, 0, remark}});
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
    const auto broken = take(m_library, write(one + R"(, {"role": "user", "content": "two"}, {"ro"])"));
    QVERIFY(broken.error);
    QVERIFY(broken.known.empty());
    QCOMPARE(textsOf(*m_library, id), QStringList{"one"});
    QCOMPARE(sessionsOf(*m_library).size(), std::size_t{1});
    // What was cut off comes in as far as it goes; the whole one then goes on from there.
    const auto half = take(m_library, write(one + R"(, {"role": "user", "content": "two"}, {"ro)"));
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

/// One import after the other, with a memory: each takes in what a program wrote since.
void TestKnownImport::growingFile_isFollowed()
{
    QFETCH(QString, file);
    const QByteArray whole = readFile(dataPath(file));
    const auto reference = take(m_library, write(whole, QStringLiteral("whole.jsonl")), IfKnown::ImportAnew);
    Follower follower(m_library);
    session::SessionId id;
    std::int64_t messages = 0;
    qsizetype end = 0;
    while ((end = whole.indexOf('\n', end) + 1) > 0) {
        const auto report = follower.take(write(whole.left(end)));
        if (report.error) {
            continue; // nothing was said yet
        }
        QCOMPARE(report.sessions.size() + report.known.size(), std::size_t{1});
        id = id.isEmpty() ? report.sessions.at(0).id : id;
        QVERIFY(report.known.empty() || report.known.front().id == id);
        messages += report.messages;
    }
    QCOMPARE(blocksOf(*m_library, id), blocksOf(*m_library, reference.sessions.at(0).id));
    QVERIFY(recipientsOf(*m_library, id) == recipientsOf(*m_library, reference.sessions.at(0).id));
    QCOMPARE(usageOf(*m_library, id), usageOf(*m_library, reference.sessions.at(0).id));
    const auto nothing = follower.take(write(whole));
    QVERIFY(nothing.messages == 0 && !nothing.known.at(0).isUpdated);
    const auto summaries = sessionsOf(*m_library);
    const auto summary = std::ranges::find(summaries, id, &session::SessionSummary::id);
    QCOMPARE(summary->messageCount, messages);
    QVERIFY(isSound(id));
}

/// What lies between the edges of what was read is not looked at once more; without a memory it is.
void TestKnownImport::growingFile_isNotComparedAgain()
{
    QByteArray lines;
    for (int i = 0; i < 5'000; ++i) {
        lines += spoken("message " + QByteArray::number(i));
    }
    Follower follower(m_library);
    const auto id = follower.take(write(lines)).sessions.at(0).id;
    QByteArray changed = lines;
    changed.replace("message 2500\"", "massage 2500\"");
    const auto followed = follower.take(write(changed + spoken("one more")));
    QVERIFY(followed.known.at(0).isUpdated);
    QCOMPARE(followed.messages, 1);
    QCOMPARE(followed.known.at(0).oldMessages, 5'000);
    QVERIFY(followed.known.at(0).id == id);
    QVERIFY(take(m_library, write(changed + spoken("and more"))).known.at(0).what == What::Differs);
}

void TestKnownImport::growingFile_writtenAnew_isAnother()
{
    Follower follower(m_library);
    const auto id = follower.take(write(spoken("one") + spoken("two"))).sessions.at(0).id;
    const auto anew = follower.take(write(spoken("1") + spoken("two") + spoken("three")));
    QCOMPARE(anew.sessions.size(), std::size_t{1});
    QCOMPARE(textsOf(*m_library, id), (QStringList{"one", "two"}));
    QCOMPARE(textsOf(*m_library, anew.sessions.front().id), (QStringList{"1", "two", "three"}));
    // A shorter one is no growth.
    const auto cut = follower.take(write(spoken("1")));
    QVERIFY(cut.sessions.empty());
    QVERIFY(cut.known.at(0).what == What::Same);
}

void TestKnownImport::growingFile_ofARemovedSession_comesInAgain()
{
    Follower follower(m_library);
    const auto id = follower.take(write(spoken("one"))).sessions.at(0).id;
    removeForGood(*m_library, id);
    const auto again = follower.take(write(spoken("one") + spoken("two")));
    QCOMPARE(textsOf(*m_library, again.sessions.at(0).id), (QStringList{"one", "two"}));
}

/// One answer in three records, of which each tells the usage so far.
void TestKnownImport::partsOfAnAnswer_countOnce()
{
    const auto record = [](int part, const char* answer = "m") {
        return QStringLiteral(R"({"type":"assistant","sessionId":"s","uuid":"u%1","timestamp":"2026-01-01T10:00:0%1Z",)"
                              R"("message":{"role":"assistant","id":"%3","model":"claude","content":)"
                              R"([{"type":"text","text":"part %1"}],"usage":{"input_tokens":100,)"
                              R"("cache_read_input_tokens":50,"output_tokens":%2}}})")
                   .arg(part)
                   .arg(part * 10)
                   .arg(QLatin1String(answer))
                   .toUtf8()
            + '\n';
    };
    QByteArray text = R"({"type":"user","sessionId":"s","uuid":"u0","timestamp":"2026-01-01T10:00:00Z",)"
                      R"("message":{"role":"user","content":"go"}})"
                      "\n"
        + record(1, "an earlier one");
    Follower follower(m_library);
    follower.take(write(text, QStringLiteral("followed.jsonl")));
    take(m_library, write(text, QStringLiteral("compared.jsonl")), IfKnown::ImportAnew);
    session::SessionId followed;
    session::SessionId compared;
    for (int part = 1; part <= 3; ++part) {
        text += record(part);
        followed = follower.take(write(text, QStringLiteral("followed.jsonl"))).known.at(0).id;
        compared = take(m_library, write(text, QStringLiteral("compared.jsonl"))).known.at(0).id;
    }
    QVERIFY(followed != compared);
    for (const session::SessionId& id : {followed, compared}) {
        QCOMPARE(textsOf(*m_library, id), (QStringList{"go", "part 1", "part 1 + 0part 2 + 0part 3"}));
    }
    const QString expected = QStringLiteral("300 40 100");
    QCOMPARE(usageOf(*m_library, followed), expected);
    QCOMPARE(usageOf(*m_library, compared), expected);
}

/// Versions before made a message of its own of what an answer grew by.
void TestKnownImport::answerInTwoMessages_goesOn()
{
    const auto line = [](const QByteArray& id, const QByteArray& text) {
        return R"({"type":"assistant","sessionId":"s","uuid":"u","timestamp":"2026-01-01T10:00:00Z","message":)"
               R"({"role":"assistant","id":")"
            + id + R"(","content":[{"type":"text","text":")" + text + "\"}]}}\n";
    };
    const QByteArray two = line("a", "one") + line("a", "two");
    const auto id = take(m_library, write(line("x", "one") + line("y", "two"))).sessions.at(0).id;
    QVERIFY(take(m_library, write(two)).known.at(0).what == What::Same);
    QVERIFY(take(m_library, write(two + line("a", "three"))).known.at(0).isUpdated);
    QCOMPARE(textsOf(*m_library, id), (QStringList{"one", "two + 0three"}));
    QVERIFY(take(m_library, write(two + line("a", "three"))).known.at(0).what == What::Same);
    QVERIFY(isSound(id));
}

/// Versions before left them there.
void TestKnownImport::picturesWithinAResult_areNoReason()
{
    const QByteArray result = R"({"role": "tool", "tool_call_id": "c", "name": "look", "content": [)"
                              R"({"type": "text", "text": "a wall"}, {"type": "image_url", "image_url": {"url":)"
                              R"("data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+)"
                              R"(M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}}]})"
                              "\n";
    const QByteArray talk = spoken("one") + result;
    const auto first = take(m_library, write(talk)).sessions.at(0).id;
    auto events = eventsOf(*m_library, first);
    auto* published = std::get_if<conversation::MessagePublished>(&events.back().body);
    QVERIFY(published != nullptr && published->message.role == "tool");
    auto& stored = std::get<conversation::ToolResultBlock>(published->message.content.front());
    stored.outputBlocks = conversation::JsonValue(nlohmann::json::parse(result).at("content"));
    stored.output = stored.outputBlocks.json().dump();
    removeForGood(*m_library, first);
    const auto id = store(m_library, events);
    const auto grown = take(m_library, write(talk + spoken("two")));
    QVERIFY(grown.sessions.empty() && grown.known.at(0).id == id && grown.known.at(0).isUpdated);
    // Another answer is another.
    QByteArray other = talk;
    other.replace("\"c\"", "\"d\"");
    QVERIFY(take(m_library, write(other + spoken("two"))).known.at(0).what == What::Differs);
}

/// Versions before kept what Claude Code noted of the time that something took.
void TestKnownImport::notesWithoutAWord_areNoReason()
{
    const QByteArray whole = readFile(dataPath(QStringLiteral("coding_agents/claude_code.jsonl")));
    const QByteArray note = R"({"type":"system","subtype":"turn_duration","sessionId":"5e55","uuid":"n","content":"X"})"
                            "\n";
    const qsizetype half = whole.indexOf("\n", whole.size() / 2) + 1;
    const auto with = [&](const QByteArray& notes) { return whole.left(half) + notes + whole.mid(half); };
    const auto first = take(m_library, write(with(note))).sessions.at(0).id;
    auto events = eventsOf(*m_library, first);
    bool isEmptied = false;
    for (session::Event& event : events) {
        auto* published = std::get_if<conversation::MessagePublished>(&event.body);
        if (published != nullptr && conversation::textOf(published->message) == "X") {
            published->message.content = conversation::textBlocks({});
            isEmptied = true;
        }
    }
    QVERIFY(isEmptied);
    removeForGood(*m_library, first);
    const auto id = store(m_library, events);
    QByteArray silent = note;
    silent.replace(R"("X")", R"("")");
    QVERIFY(take(m_library, write(with(silent))).known.at(0).what == What::Same);
    const QByteArray more = R"({"type":"user","sessionId":"5e55","uuid":"m","message":{"role":"user","content":"on"}})";
    const auto grown = take(m_library, write(with(silent) + silent + more + '\n'));
    QVERIFY(grown.known.at(0).id == id && grown.known.at(0).isUpdated);
    QCOMPARE(grown.messages, 1);
    QVERIFY(isSound(id));
}

void TestKnownImport::whatCodexKeepsForItself_isNoReason_data()
{
    QTest::addColumn<int>("place");    ///< of the message, among the model's
    QTest::addColumn<bool>("isFirst"); ///< in it, or all of it
    QTest::newRow("behind a call") << 0 << false;
    QTest::newRow("before thoughts") << 0 << true;
    QTest::newRow("before the last answer") << -1 << true;
    QTest::newRow("behind the last answer") << -1 << false;
}

/// Versions before kept copies of files that Codex notes.
void TestKnownImport::whatCodexKeepsForItself_isNoReason()
{
    QFETCH(int, place);
    QFETCH(bool, isFirst);
    const QByteArray whole = readFile(dataPath(QStringLiteral("coding_agents/codex.jsonl")));
    const auto first = take(m_library, write(whole)).sessions.at(0).id;
    auto events = eventsOf(*m_library, first);
    std::vector<conversation::Message*> answers;
    for (session::Event& event : events) {
        auto* published = std::get_if<conversation::MessagePublished>(&event.body);
        if (published != nullptr && published->message.sentFrom == conversation::Address("Codex")) {
            answers.push_back(&published->message);
        }
    }
    auto& content = (place < 0 ? answers.back() : answers.front())->content;
    const conversation::UnknownBlock copy{conversation::JsonValue(nlohmann::json{{"type", "ghost_snapshot"}})};
    content.insert(isFirst ? content.begin() : content.end(), copy);
    removeForGood(*m_library, first);
    const auto id = store(m_library, events);
    QVERIFY(take(m_library, write(whole)).known.at(0).what == What::Same);
    const QByteArray more = R"({"timestamp":"2026-01-01T10:00:00Z","type":"response_item","payload":)"
                            R"({"type":"message","role":"assistant","content":[{"type":"output_text","text":"on"}]}})"
                            "\n";
    const auto grown = take(m_library, write(whole + more));
    QVERIFY(grown.known.at(0).id == id && grown.known.at(0).isUpdated);
    const auto said = messagesOf(*m_library, id);
    QVERIFY(conversation::textOf(said.back()).ends_with("on"));
    QVERIFY(isSound(id));
    QVERIFY(take(m_library, write(whole + more)).known.at(0).what == What::Same);
}

void TestKnownImport::namesOfSubAgents_areNoReason_data()
{
    QTest::addColumn<bool>("hasIds");
    QTest::addColumn<bool>("isFollowed");
    QTest::addColumn<QStringList>("names"); ///< that the two have in the library
    QTest::addColumn<QString>("third");     ///< that the next one gets
    for (const bool hasIds : {false, true}) {
        for (const bool isFollowed : {false, true}) {
            const auto row = [&](const char* name, const QStringList& names, const char* third) {
                QTest::addRow("%s%s%s", name, hasIds ? ", with ids" : "", isFollowed ? ", followed" : "")
                    << hasIds << isFollowed << names << QString::fromLatin1(third);
            };
            row("the same", {"Explore", "Explore 2"}, "Explore 3");
            row("in the order in which they were heard", {"Explore 2", "Explore"}, "Explore 3");
            row("a refused call had a number", {"Explore 2", "Explore 3"}, "Explore");
            row("one prompt for two", {"Explore", "Sub-agent"}, "Explore 3");
        }
    }
}

/// Versions before named them otherwise: what they say tells who they are, and who has a name keeps it.
void TestKnownImport::namesOfSubAgents_areNoReason()
{
    QFETCH(bool, hasIds);
    QFETCH(bool, isFollowed);
    QFETCH(QStringList, names);
    QFETCH(QString, third);
    QByteArray talk = readFile(dataPath(QStringLiteral("coding_agents/claude_code.jsonl")));
    const auto aside = [&](const QByteArray& agent, const char* role, const QByteArray& text,
                           const QByteArray& parent) {
        const QByteArray id = hasIds ? R"("agentId":")" + agent + R"(",)" : QByteArray();
        return R"({"type":"x","isSidechain":true,"sessionId":"5e55",)" + id + R"("uuid":")" + agent + text
            + R"(","parentUuid":")" + parent + R"(","message":{"role":")" + role
            + R"(","content":[{"type":"text","text":")" + text + R"("}]}})" + '\n';
    };
    const auto call = [](const QByteArray& prompt) {
        return R"({"type":"assistant","sessionId":"5e55","uuid":"c","message":{"role":"assistant","content":)"
               R"([{"type":"tool_use","id":"more","name":"Task","input":{"subagent_type":"Explore","prompt":")"
            + prompt + "\"}}]}}\n";
    };
    if (hasIds) {
        for (const QByteArray uuid : {"s1", "s2", "s3", "s4", "s5", "s6"}) {
            const QByteArray agent = uuid == "s2" || uuid == "s5" ? "s2" : "s1";
            talk.replace(R"("uuid": ")" + uuid + '"', R"("agentId": ")" + agent + R"(", "uuid": ")" + uuid + '"');
        }
    }
    const auto first = take(m_library, write(talk)).sessions.at(0).id;
    std::vector<session::Event> events;
    for (const session::Event& event : eventsOf(*m_library, first)) {
        QByteArray text = QByteArray::fromStdString(conversation::toJson(event).dump());
        const QByteArray kind = R"("subagent_type":)";
        text.replace(kind + R"("Explore")", kind + "0").replace(R"("Explore")", R"("1")");
        text.replace(R"("Explore 2")", '"' + names.at(1).toUtf8() + '"');
        text.replace(R"("1")", '"' + names.at(0).toUtf8() + '"').replace(kind + "0", kind + R"("Explore")");
        events.push_back(*conversation::eventFromJson(nlohmann::json::parse(text)));
    }
    removeForGood(*m_library, first);
    const auto id = store(m_library, events);
    QVERIFY(take(m_library, write(talk)).known.at(0).what == What::Same);
    Follower follower(m_library);
    const auto update = [&](const QByteArray& more) {
        talk += more;
        const auto report = isFollowed ? follower.take(write(talk)) : take(m_library, write(talk));
        return report.known.size() == 1 && report.known.front().id == id && report.known.front().isUpdated
            && report.messages == more.count('\n');
    };
    QVERIFY(update(aside("s1", "assistant", "Further", "s6") + aside("s2", "assistant", "On", "s5")));
    QVERIFY(update(call("Look.") + aside("s9", "user", "Look.", "") + aside("s9", "assistant", "Up", "s9Look.")));
    QVERIFY(update(aside("s1", "assistant", "And", "s6")));
    QStringList speakers;
    for (const conversation::Message& message : messagesOf(*m_library, id)) {
        speakers << QString::fromStdString(message.sentFrom.str());
    }
    QCOMPARE(speakers.mid(15), (QStringList{names.at(0), names.at(1), "Claude", "Claude", third, names.at(0)}));
    const auto state = answerOf<session::ConversationState>(
        [&](auto done) { m_library->readState(id, std::nullopt, std::move(done)); });
    QStringList roles;
    for (const conversation::RoleState& role : state->roles()) {
        roles << QString::fromStdString(role.role.name.str());
    }
    QCOMPARE(roles, (QStringList{"Claude Code", "Claude", "Tools", names.at(0), names.at(1), third}));
    QVERIFY(isSound(id));
    QVERIFY(take(m_library, write(talk)).known.at(0).what == What::Same);
}

/// What a team cost is told of all of it: the next import brings what came since.
void TestKnownImport::costsOfATeam_areThoseOfItsFile()
{
    const auto team = [&](int messages, int tokens, double cost) {
        nlohmann::json storage = nlohmann::json::array();
        for (int i = 1; i <= messages; ++i) {
            storage.push_back({{"id", std::to_string(i)},
                               {"content", "message " + std::to_string(i)},
                               {"role", "assistant"},
                               {"sent_from", "Bob"},
                               {"send_to", {"<all>"}}});
        }
        const nlohmann::json text = {
            {"env", {{"roles", nlohmann::json::object()}, {"history", {{"storage", storage}}}}},
            {"context", {{"cost_manager", {{"total_prompt_tokens", tokens}, {"total_cost", cost}}}}}};
        return take(m_library, write(QByteArray::fromStdString(text.dump()), QStringLiteral("team.json")));
    };
    const auto id = team(2, 100, 0.1).sessions.at(0).id;
    QVERIFY(team(2, 100, 0.1).known.at(0).what == What::Same);
    const std::vector<std::tuple<int, int, double>> later = {{3, 250, 0.3}, {3, 300, 0.7}, {4, 300, 0.7}};
    for (const auto& [messages, tokens, cost] : later) {
        const auto grown = team(messages, tokens, cost);
        QVERIFY(grown.known.at(0).id == id && grown.known.at(0).isUpdated);
        const auto state = answerOf<session::ConversationState>(
            [&](auto done) { m_library->readState(id, std::nullopt, std::move(done)); });
        QCOMPARE(state->messageCount(), messages);
        QCOMPARE(state->totalTokens(), tokens);
        QVERIFY(std::abs(state->totalCost() - cost) < 1e-9);
        QVERIFY(team(messages, tokens, cost).known.at(0).what == What::Same);
    }
    QVERIFY(isSound(id));
}

void TestKnownImport::halfLine_waits_data()
{
    QTest::addColumn<QByteArray>("last");
    QTest::addColumn<int>("messages");
    const QByteArray whole = spoken("two").trimmed();
    QTest::newRow("no line behind") << QByteArray() << 1;
    QTest::newRow("its beginning") << whole.left(9) << 1;
    QTest::newRow("all but its end") << whole.chopped(1) << 1;
    QTest::newRow("long") << whole.chopped(2) + QByteArray(200'000, 'x') << 1;
    QTest::newRow("whole, without its break") << whole << 2;
    QTest::newRow("whole") << whole + '\n' << 2;
}

void TestKnownImport::halfLine_waits()
{
    QFETCH(QByteArray, last);
    QFETCH(int, messages);
    transfer::ImportRequest request;
    request.files = {{write(spoken("one") + last).toStdString(), {}, {}, true}};
    request.ifKnown = IfKnown::Update;
    const auto report = import(m_library, request).files.at(0);
    QVERIFY2(!report.error, report.error ? report.error->sentence.c_str() : "");
    QCOMPARE(report.problemCount, 0);
    QCOMPARE(report.messages, messages);
    request.files.front().path = write(spoken("one") + spoken("two")).toStdString();
    import(m_library, request);
    QCOMPARE(textsOf(*m_library, report.sessions.at(0).id), (QStringList{"one", "two"}));
}

QTEST_GUILESS_MAIN(TestKnownImport)
#include "tst_known_import.moc"
