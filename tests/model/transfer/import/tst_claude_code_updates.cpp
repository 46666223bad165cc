#include "known_import_support.h"
#include "tests/support/test.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tst_claude_code_updates {

using namespace quarterdeck;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

QByteArray recordingOf(const char* name)
{
    return readFile(dataPath(QStringLiteral("recordings/claude_code_%1/input/session.jsonl").arg(QLatin1String(name))));
}

QByteArray firstLines(const QByteArray& text, int count) { return text.split('\n').mid(0, count).join('\n') + '\n'; }

QByteArray record(const char* type, const char* uuid, const char* parent, const json& content)
{
    const json message = {{"role", type}, {"id", uuid}, {"content", content}};
    return QByteArray::fromStdString(json{
               {"type", type},
               {"sessionId", "s"},
               {"uuid", uuid},
               {"parentUuid", *parent != '\0' ? json(parent) : json()},
               {"message", message}}.dump())
        + '\n';
}

} // namespace

/// A transcript that is imported again: Claude Code takes back what it wrote, writes it again, and names it later; and
/// earlier versions of this program understood it otherwise.
class TestClaudeCodeUpdates final : public KnownImportTest
{
    Q_OBJECT

private slots:
    void init() { openLibrary(); }
    void branchThatWasLeft_isMarked_data();
    void branchThatWasLeft_isMarked();
    void newName_isTaken();
    void earlierVersions_makeNoSecondSession_data();
    void earlierVersions_makeNoSecondSession();
    void lostWords_comeIn();
};

void TestClaudeCodeUpdates::branchThatWasLeft_isMarked_data()
{
    QTest::addColumn<bool>("isFollowed");
    QTest::newRow("updated") << false;
    QTest::newRow("followed") << true;
}

void TestClaudeCodeUpdates::branchThatWasLeft_isMarked()
{
    QFETCH(const bool, isFollowed);
    Follower follower(m_library);
    const auto read = [&](const QByteArray& text) {
        return isFollowed ? follower.take(write(text)) : take(m_library, write(text));
    };
    const QByteArray whole = recordingOf("rewound");
    const auto id = read(firstLines(whole, 4)).sessions.at(0).id;
    const auto grown = read(whole);
    QVERIFY(grown.sessions.empty() && grown.known.at(0).id == id && grown.known.at(0).isUpdated);
    QCOMPARE(grown.messages, 2);
    QCOMPARE(
        textsOf(*m_library, id),
        (QStringList{"Begin.", "Ready.", "Paint it RED-LYNX.", "It is red.", "Paint it BLUE-LYNX.", "It is blue."}));
    const auto marks = [&] {
        const auto events = eventsOf(*m_library, id);
        return std::ranges::count_if(events, [](const session::Event& event) {
            return std::holds_alternative<conversation::Annotated>(event.body);
        });
    };
    QCOMPARE(marks(), 2);
    QVERIFY(read(whole).known.at(0).what == What::Same);
    const auto more = read(whole + record("user", "z1", "y2", "And GREEN?"));
    QVERIFY(more.sessions.empty() && more.known.at(0).id == id);
    QCOMPARE(more.messages, 1);
    QCOMPARE(marks(), 2);
    QVERIFY(isSound(id));
}

void TestClaudeCodeUpdates::newName_isTaken()
{
    const QByteArray whole = recordingOf("renamed");
    const auto id = take(m_library, write(firstLines(whole, 2))).sessions.at(0).id;
    const auto titleOf = [&] { return sessionsOf(*m_library).at(0).title; };
    QCOMPARE(titleOf(), std::string("/init"));
    take(m_library, write(firstLines(whole, 3)));
    QCOMPARE(titleOf(), std::string("Project set-up"));
    QVERIFY(take(m_library, write(whole)).sessions.empty());
    QCOMPARE(titleOf(), std::string("HOOPOE migration"));
    QVERIFY(take(m_library, write(whole)).known.at(0).what == What::Same);
    QVERIFY(isSound(id));
}

void TestClaudeCodeUpdates::earlierVersions_makeNoSecondSession_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("said");   ///< the message that was stored otherwise
    QTest::addColumn<QString>("change"); ///< how
    QTest::newRow("a notification was the person's") << "notified"
                                                     << "IBEX"
                                                     << "person";
    QTest::newRow("a teammate was the person, and wrapped") << "teammates"
                                                            << "PELICAN"
                                                            << "wrapped";
    QTest::newRow("a record came twice") << "repeated"
                                         << "WALRUS"
                                         << "twice";
    QTest::newRow("an answer came twice in itself") << "answer_again"
                                                    << "puma"
                                                    << "doubled";
    QTest::newRow("a request's copy was said") << "repeated"
                                               << "12"
                                               << "copied";
}

void TestClaudeCodeUpdates::earlierVersions_makeNoSecondSession()
{
    QFETCH(const QString, name);
    QFETCH(const QString, said);
    QFETCH(const QString, change);
    const QByteArray whole = recordingOf(name.toUtf8());
    const auto first = take(m_library, write(whole)).sessions.at(0).id;
    std::vector<session::Event> events;
    bool isChanged = false;
    for (session::Event event : eventsOf(*m_library, first)) {
        auto* published = std::get_if<conversation::MessagePublished>(&event.body);
        const bool isIt = published != nullptr && !isChanged
            && conversation::textOf(published->message).find(said.toStdString()) != std::string::npos;
        if (isIt && (change == "person" || change == "wrapped")) {
            published->message.sentFrom = {};
            published->message.role = "user";
        }
        if (isIt && change == "wrapped") {
            const std::string text = conversation::textOf(published->message);
            published->message.content =
                conversation::textBlocks("<teammate-message>\n" + text + "\n</teammate-message>");
        }
        if (isIt && change == "doubled") {
            json metadata = published->message.metadata.json();
            metadata["further"] = json::array({{{"uuid", "a2"}}});
            published->message.metadata = conversation::JsonValue(metadata);
            published->message.content.push_back(published->message.content.front());
        }
        events.push_back(event);
        if (isIt && (change == "twice" || change == "copied")) {
            auto& again = std::get<conversation::MessagePublished>(event.body);
            again.message.id = conversation::MessageId("again");
            if (change == "copied") {
                again.message.metadata = conversation::JsonValue(json{{"source", {{"type", "api-request-blob"}}}});
            }
            events.push_back(event);
        }
        isChanged = isChanged || isIt;
    }
    QVERIFY(isChanged);
    for (std::size_t i = 0; i < events.size(); ++i) {
        events[i].seq = session::EventSeq{static_cast<std::int64_t>(i) + 1};
    }
    removeForGood(*m_library, first);
    const auto id = store(m_library, events);
    const auto same = take(m_library, write(whole));
    QVERIFY(same.sessions.empty() && same.known.at(0).id == id);
    QVERIFY(same.known.at(0).what == What::Same);
    const auto grown = take(m_library, write(whole + record("user", "more", "", "And on.")));
    QVERIFY(grown.sessions.empty() && grown.known.at(0).id == id && grown.known.at(0).isUpdated);
    QCOMPARE(grown.messages, 1);
}

/// What earlier versions left out where it was said comes in where the session ends.
void TestClaudeCodeUpdates::lostWords_comeIn()
{
    const QByteArray whole = recordingOf("queued");
    const auto first = take(m_library, write(whole)).sessions.at(0).id;
    auto events = eventsOf(*m_library, first);
    std::erase_if(events, [](const session::Event& event) {
        const auto* published = std::get_if<conversation::MessagePublished>(&event.body);
        return published != nullptr && conversation::textOf(published->message).starts_with("please keep");
    });
    for (std::size_t i = 0; i < events.size(); ++i) {
        events[i].seq = session::EventSeq{static_cast<std::int64_t>(i) + 1};
    }
    removeForGood(*m_library, first);
    const auto id = store(m_library, events);
    const auto grown = take(m_library, write(whole));
    QVERIFY(grown.sessions.empty() && grown.known.at(0).id == id && grown.known.at(0).isUpdated);
    QCOMPARE(grown.messages, 1);
    QCOMPARE(textsOf(*m_library, id).last(), QStringLiteral("please keep ZEBRAFISH rows as they are"));
    QVERIFY(take(m_library, write(whole)).known.at(0).what == What::Same);
}

} // namespace tst_claude_code_updates

QUARTERDECK_TEST(tst_claude_code_updates, TestClaudeCodeUpdates)
#include "tst_claude_code_updates.moc"
