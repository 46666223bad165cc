#include "known_import_support.h"
#include "tests/support/test.h"

#include <algorithm>

namespace tst_taken_back {

using namespace quarterdeck;
using namespace quarterdeck::test;

namespace {

// In each of them BLUE is asked and answered, which is then taken back for RED.

constexpr const char* codexBegin =
    R"({"timestamp":"2026-01-01T10:00:00.000Z","type":"session_meta","payload":{"id":"s","cwd":"/w","originator":"codex_cli_rs","cli_version":"0.171.0"}}
{"timestamp":"2026-01-01T10:00:01.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Begin."}]}}
{"timestamp":"2026-01-01T10:00:01.100Z","type":"event_msg","payload":{"type":"user_message","message":"Begin."}}
{"timestamp":"2026-01-01T10:00:02.000Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Ready."}]}}
{"timestamp":"2026-01-01T10:00:03.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Paint it BLUE."}]}}
{"timestamp":"2026-01-01T10:00:03.100Z","type":"event_msg","payload":{"type":"user_message","message":"Paint it BLUE."}}
{"timestamp":"2026-01-01T10:00:04.000Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"It is blue."}]}}
{"timestamp":"2026-01-01T10:00:04.100Z","type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":100,"output_tokens":20,"total_tokens":120},"last_token_usage":{"input_tokens":100,"output_tokens":20,"total_tokens":120}}}}
)";
constexpr const char* codexMore =
    R"({"timestamp":"2026-01-01T10:00:05.000Z","type":"event_msg","payload":{"type":"thread_rolled_back","num_turns":1}}
{"timestamp":"2026-01-01T10:00:06.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Paint it RED."}]}}
{"timestamp":"2026-01-01T10:00:06.100Z","type":"event_msg","payload":{"type":"user_message","message":"Paint it RED."}}
{"timestamp":"2026-01-01T10:00:07.000Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"It is red."}]}}
)";

constexpr const char* qwenBegin =
    R"({"uuid":"q1","parentUuid":null,"sessionId":"s","timestamp":"2026-01-01T10:00:01.000Z","type":"user","cwd":"/w","version":"0.24.0","message":{"role":"user","parts":[{"text":"Begin."}]}}
{"uuid":"q2","parentUuid":"q1","sessionId":"s","timestamp":"2026-01-01T10:00:02.000Z","type":"assistant","model":"m","message":{"role":"model","parts":[{"text":"Ready."}]}}
{"uuid":"q3","parentUuid":"q2","sessionId":"s","timestamp":"2026-01-01T10:00:03.000Z","type":"user","message":{"role":"user","parts":[{"text":"Paint it BLUE."}]}}
{"uuid":"q4","parentUuid":"q3","sessionId":"s","timestamp":"2026-01-01T10:00:04.000Z","type":"assistant","model":"m","message":{"role":"model","parts":[{"text":"It is blue."}]}}
)";
constexpr const char* qwenMore =
    R"({"uuid":"q5","parentUuid":"q2","sessionId":"s","timestamp":"2026-01-01T10:00:05.000Z","type":"system","subtype":"rewind","systemPayload":{}}
{"uuid":"q6","parentUuid":"q5","sessionId":"s","timestamp":"2026-01-01T10:00:06.000Z","type":"user","message":{"role":"user","parts":[{"text":"Paint it RED."}]}}
{"uuid":"q7","parentUuid":"q6","sessionId":"s","timestamp":"2026-01-01T10:00:07.000Z","type":"assistant","model":"m","message":{"role":"model","parts":[{"text":"It is red."}]}}
)";

constexpr const char* geminiBegin =
    R"({"sessionId":"s","projectHash":"h","startTime":"2026-01-01T10:00:00.000Z","lastUpdated":"2026-01-01T10:00:00.000Z","kind":"main"}
{"id":"g1","timestamp":"2026-01-01T10:00:01.000Z","type":"user","content":[{"text":"Begin."}]}
{"id":"g2","timestamp":"2026-01-01T10:00:02.000Z","type":"gemini","content":"Ready.","model":"m"}
{"id":"g3","timestamp":"2026-01-01T10:00:03.000Z","type":"user","content":[{"text":"Paint it BLUE."}]}
{"id":"g4","timestamp":"2026-01-01T10:00:04.000Z","type":"gemini","content":"It is blue.","model":"m"}
)";
constexpr const char* geminiMore =
    R"({"$rewindTo":"g3"}
{"id":"g5","timestamp":"2026-01-01T10:00:06.000Z","type":"user","content":[{"text":"Paint it RED."}]}
{"id":"g6","timestamp":"2026-01-01T10:00:07.000Z","type":"gemini","content":"It is red.","model":"m"}
)";

constexpr const char* openCodeBegin =
    R"({"info":{"id":"ses_1","title":"Paint","version":"1.18.33","time":{"created":1767261600000,"updated":1767261600000}},"messages":[
{"info":{"id":"msg_1","sessionID":"ses_1","role":"user","time":{"created":1767261601000}},"parts":[{"id":"prt_1","type":"text","text":"Begin."}]},
{"info":{"id":"msg_2","sessionID":"ses_1","role":"assistant","time":{"created":1767261602000,"completed":1767261602000}},"parts":[{"id":"prt_2","type":"text","text":"Ready."}]},
{"info":{"id":"msg_3","sessionID":"ses_1","role":"user","time":{"created":1767261603000}},"parts":[{"id":"prt_3","type":"text","text":"Paint it BLUE."}]},
{"info":{"id":"msg_4","sessionID":"ses_1","role":"assistant","time":{"created":1767261604000,"completed":1767261604000}},"parts":[{"id":"prt_4","type":"text","text":"It is blue."}]}]}
)";

} // namespace

/// A recording that grew, in which the person went back to an earlier prompt: what is in the library is marked.
class TestTakenBack final : public KnownImportTest
{
    Q_OBJECT

private slots:
    void init() { openLibrary(); }
    void turn_isMarked_data();
    void turn_isMarked();
    void turnThatIsTakenBackLast_isMarked();

private:
    [[nodiscard]] std::ptrdiff_t marks(const session::SessionId& id) const
    {
        const auto events = eventsOf(*m_library, id);
        return std::ranges::count_if(events, [](const session::Event& event) {
            return std::holds_alternative<conversation::Annotated>(event.body);
        });
    }
};

void TestTakenBack::turn_isMarked_data()
{
    QTest::addColumn<QByteArray>("begin");
    QTest::addColumn<QByteArray>("more");
    QTest::addColumn<bool>("isFollowed");
    for (const bool isFollowed : {false, true}) {
        const char* how = isFollowed ? "followed" : "updated";
        QTest::addRow("Codex, %s", how) << QByteArray(codexBegin) << QByteArray(codexMore) << isFollowed;
        QTest::addRow("Qwen Code, %s", how) << QByteArray(qwenBegin) << QByteArray(qwenMore) << isFollowed;
        QTest::addRow("Gemini CLI, %s", how) << QByteArray(geminiBegin) << QByteArray(geminiMore) << isFollowed;
    }
}

void TestTakenBack::turn_isMarked()
{
    QFETCH(const QByteArray, begin);
    QFETCH(const QByteArray, more);
    QFETCH(const bool, isFollowed);
    Follower follower(m_library);
    const auto read = [&](const QByteArray& text) {
        return isFollowed ? follower.take(write(text)) : take(m_library, write(text));
    };
    const auto id = read(begin).sessions.at(0).id;
    const QStringList before{"Begin.", "Ready.", "Paint it BLUE.", "It is blue."};
    QCOMPARE(textsOf(*m_library, id), before);
    const std::int64_t tokens = sessionsOf(*m_library).at(0).tokens;
    QCOMPARE(tokens, begin == codexBegin ? 120 : 0);
    const auto grown = read(begin + more);
    QVERIFY(grown.sessions.empty());
    QVERIFY(grown.known.at(0).id == id && grown.known.at(0).isUpdated);
    QCOMPARE(grown.messages, 2);
    QCOMPARE(textsOf(*m_library, id), before + QStringList({"Paint it RED.", "It is red."}));
    QCOMPARE(marks(id), 2);
    QCOMPARE(sessionsOf(*m_library).at(0).tokens, tokens); // spent all the same, and once
    QVERIFY(read(begin + more).known.at(0).what == What::Same);
    QCOMPARE(marks(id), 2);
    QVERIFY(isSound(id));
}

/// OpenCode says so in the session's head, and nothing need follow.
void TestTakenBack::turnThatIsTakenBackLast_isMarked()
{
    const auto id = take(m_library, write(openCodeBegin)).sessions.at(0).id;
    const QStringList all{"Begin.", "Ready.", "Paint it BLUE.", "It is blue."};
    QCOMPARE(textsOf(*m_library, id), all);
    const QByteArray back =
        QByteArray(openCodeBegin).replace(R"("title":"Paint",)", R"("title":"Paint","revert":{"messageID":"msg_3"},)");
    const auto again = take(m_library, write(back));
    QVERIFY(again.sessions.empty());
    QVERIFY(again.known.at(0).id == id);
    QCOMPARE(textsOf(*m_library, id), all);
    QCOMPARE(marks(id), 2);
    QVERIFY(isSound(id));
}

} // namespace tst_taken_back

QUARTERDECK_TEST(tst_taken_back, TestTakenBack)
#include "tst_taken_back.moc"
