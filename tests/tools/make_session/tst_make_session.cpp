#include "model/conversation/json/event_json.h"
#include "storage/open_library.h"
#include "tests/storage/support/await.h"
#include "write_session.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>
#include <set>

using namespace quarterdeck;
using namespace quarterdeck::session;
using quarterdeck::test::await;

namespace {

constexpr int messages = 2000;

/// A library file with one made session.
struct Made
{
    explicit Made(std::uint64_t seed, std::int64_t length = messages)
        : library(storage::openLibrary((folder.path() + QStringLiteral("/a.db")).toStdString(), &context).value())
        , written(test::writeSession(*library, {length, seed}))
    { }

    [[nodiscard]] std::vector<Event> events() const
    {
        std::vector<Event> all;
        for (EventSeq after{0};;) {
            const auto some = await<std::vector<Event>>(
                [&](auto done) { library->readEvents(written->id, after, 1000, std::move(done)); });
            if (!some || some->empty())
                return all;
            after = some->back().seq;
            all.insert(all.end(), some->begin(), some->end());
        }
    }
    [[nodiscard]] Rows rows(const ChannelKey& channel, std::int64_t first) const
    {
        return await<Rows>([&](auto done) {
                   library->readRows({written->id, channel, {first}, 200, {}}, std::move(done));
               })
            .value_or(Rows{});
    }

    QTemporaryDir folder;
    QObject context;
    std::shared_ptr<Library> library;
    Result<test::WrittenSession> written;
};

int runTool(const QStringList& arguments, QByteArray& error)
{
    QProcess process;
    process.start(QStringLiteral(QUARTERDECK_BIN "/make_session"), arguments);
    if (!process.waitForFinished(60'000))
        return -1;
    error = process.readAllStandardError();
    return process.exitCode();
}

} // namespace

/// A session that was made up is as sound as one that took place.
class MakeSessionTest final : public QObject
{
    Q_OBJECT

private slots:
    static void library_isSound();
    static void channels_areDense();
    static void log_holdsEveryKind();
    static void seed_decidesTheLog();
    static void ends_areAlike();
    static void tool_saysWhatIsWrong_data();
    static void tool_saysWhatIsWrong();
};

void MakeSessionTest::library_isSound()
{
    const Made made(7);
    QVERIFY(made.written.has_value());
    QCOMPARE(made.written->messages, std::int64_t{messages});
    const auto check =
        await<SessionCheck>([&](auto done) { made.library->verifySession(made.written->id, std::move(done)); });
    QVERIFY(check.has_value());
    QVERIFY2(check->isSound(), check->faults.empty() ? "" : check->faults.front().c_str());
    QCOMPARE(check->events, made.written->events);
    QVERIFY(check->snapshots >= made.written->events / snapshotSpacing);
    const auto health = await<LibraryHealth>([&](auto done) { made.library->checkHealth(std::move(done)); });
    QCOMPARE(health.value_or(LibraryHealth{}).integrity, std::string("ok"));
}

void MakeSessionTest::channels_areDense()
{
    const Made made(7);
    const auto state =
        await<ConversationState>([&](auto done) { made.library->readState(made.written->id, {}, std::move(done)); });
    QVERIFY(state.has_value());
    QVERIFY(state->channels().size() > 10); // everything, public, private chats and inboxes
    for (const auto& [channel, count] : state->channels()) {
        std::int64_t next = 0;
        for (Rows rows = made.rows(channel, 0); !rows.rows.empty(); rows = made.rows(channel, next)) {
            QCOMPARE(rows.total, count);
            for (const Row& row : rows.rows)
                QCOMPARE(row.ordinal.value, next++);
        }
        QCOMPARE(next, count);
    }
}

void MakeSessionTest::log_holdsEveryKind()
{
    const Made made(7);
    std::set<std::string> kinds;
    std::string text;
    for (const Event& event : made.events()) {
        kinds.insert(conversation::kindOf(event.body));
        text += conversation::eventPayload(event.body);
    }
    for (const char* kind : {"message_published", "question_asked", "question_ended", "answer_delivered",
                             "mail_observed", "direct_chat_opened", "direct_chat_ended", "public_chat_set",
                             "run_state_changed", "round_started", "role_activity_changed", "annotated"})
        QVERIFY2(kinds.contains(kind), kind);
    for (const char* part : {"```mermaid", "```python", "```diff", "| Case |", "- [x]", "$$ t(n)", "tool_result",
                             "thinking", "image/png", "citation", "版本", "🎉", "is_error", "is_private"})
        QVERIFY2(text.find(part) != std::string::npos, part);
}

void MakeSessionTest::seed_decidesTheLog()
{
    const Made one(7);
    const Made same(7);
    const Made other(8);
    QVERIFY(one.events() == same.events());
    QCOMPARE(one.written->id, same.written->id);
    QVERIFY(!(one.events() == other.events()));
}

/// Measurements at a session's end must not depend on what happens to be there.
void MakeSessionTest::ends_areAlike()
{
    const auto lastText = [](const Made& made) {
        const Rows rows = made.rows(ChannelKey("everything"), made.written->rows - 3);
        std::string text;
        for (const Row& row : rows.rows)
            if (const auto* published = std::get_if<conversation::MessagePublished>(&row.event.body))
                text += conversation::textOf(published->message);
        return text;
    };
    const std::string shorter = lastText(Made(7, 500));
    QVERIFY(!shorter.empty());
    QCOMPARE(lastText(Made(7, 900)), shorter);
}

void MakeSessionTest::tool_saysWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("no library") << QStringList{QStringLiteral("--messages"), QStringLiteral("5")};
    QTest::newRow("no number") << QStringList{QStringLiteral("--messages"), QStringLiteral("many"),
                                              QStringLiteral("--library"), QStringLiteral("/tmp/a.db")};
    QTest::newRow("unknown option") << QStringList{QStringLiteral("--rows"), QStringLiteral("5")};
    QTest::newRow("a folder") << QStringList{QStringLiteral("--library"), QStringLiteral("/tmp")};
}

void MakeSessionTest::tool_saysWhatIsWrong()
{
    QFETCH(const QStringList, arguments);
    QByteArray error;
    QCOMPARE(runTool(arguments, error), 1);
    QCOMPARE(error.count('\n'), 1);
}

QTEST_GUILESS_MAIN(MakeSessionTest)
#include "tst_make_session.moc"
