#include "model/transfer/import/file_import.h"
#include "model/transfer/import/library_log_reader.h"
#include "tests/model/session/support/scripted_library.h"
#include "tests/model/transfer/transfer_support.h"
#include "tests/support/test.h"
#include "tests/support/test_library.h"

#include <QTest>
#include <nlohmann/json.hpp>
#include <thread>

namespace tst_file_import {

using namespace quarterdeck;
using namespace quarterdeck::conversation;

namespace {

/// One megabyte that is not a message's text.
Message largeMessage(int number)
{
    constexpr std::size_t megabyte = std::size_t{1} << 20;
    const std::string bytes(megabyte, 'x');
    Message message;
    message.id = MessageId(std::to_string(number));
    switch (number % 4) {
    case 0:
        message.content.emplace_back(UnknownBlock{JsonValue(nlohmann::json{{"type", "input_audio"}, {"data", bytes}})});
        break;
    case 1:
        message.content.emplace_back(ToolUseBlock{"c", "f", JsonValue(nlohmann::json{{"text", bytes}}), {}});
        break;
    case 2:
        message.content.emplace_back(
            MediaBlock{MediaKind::Image, {{}, "https://example.org/" + bytes, {}, {}, 0, 0, 0}});
        break;
    default:
        // Short in its file, and as large in memory.
        message.metadata = JsonValue(nlohmann::json(std::vector<int>(megabyte / sizeof(nlohmann::json), 1)));
    }
    return message;
}

} // namespace

/// What an import holds back before it goes to the library.
class TestFileImport final : public QObject
{
    Q_OBJECT

private slots:
    static void heldBack_isBoundedWhateverItIsMadeOf();
    static void cancelledUpdate_tellsWhatStays();
    static void whatOthersSaid_isBounded_data();
    static void whatOthersSaid_isBounded();
};

void TestFileImport::heldBack_isBoundedWhateverItIsMadeOf()
{
    QObject context;
    test::ScriptedLibrary library(&context);
    transfer::WriteThrottle writes;
    const std::atomic<bool> isCancelled = false;
    transfer::FileReport report;
    transfer::FileImport import({library, writes, isCancelled, false, {}}, report);
    SessionStarted settings;
    settings.kind = SessionKind::Imported;
    import.beginSession(settings, {}, {1});
    // Fewer writes than an import allows to be pending: nobody answers here.
    for (int number = 0; number < 14; ++number)
        import.acceptMessage({{largeMessage(number), {}}, {}});
    QVERIFY2(!report.error, report.error ? report.error->sentence.c_str() : "");
    QVERIFY(!library.appends.empty());
    for (const std::vector<session::LogRecord>& batch : library.appends)
        QVERIFY2(batch.size() <= 5, qPrintable(QString::number(batch.size())));
}

void TestFileImport::cancelledUpdate_tellsWhatStays()
{
    QObject context;
    const auto library = test::makeTestLibrary(&context);
    SessionStarted settings;
    settings.kind = SessionKind::Imported;
    const SessionId id = test::store(library, {{{1}, {1}, 0, settings}});
    transfer::ImportStep known;
    known.known = {id, "A talk", transfer::DuplicateSession::What::Grown, false, false, 1, 0, 0};
    known.lastSeq = {1};
    transfer::WriteThrottle writes;
    std::atomic<bool> isCancelled = false;
    transfer::FileReport report;
    std::atomic<bool> isOver = false;
    std::thread worker([&] { // waits for answers, which come here
        transfer::FileImport import({*library,
                                     writes,
                                     isCancelled,
                                     false,
                                     [](std::int64_t) {},
                                     nullptr,
                                     transfer::DuplicatePolicy::Update,
                                     {known}},
                                    report);
        import.beginSession(settings, {}, {1});
        for (int number = 0; number < 10; ++number)
            import.acceptMessage({{largeMessage(number), {}}, {}});
        isCancelled = true;
        QVERIFY(!import.commit());
        QVERIFY(import.rollBack());
        isOver = true;
    });
    test::require([&] { return isOver.load(); });
    worker.join();
    const std::int64_t stored = test::sessionsOf(*library).front().messageCount;
    QVERIFY2(stored > 0 && stored <= 10, qPrintable(QString::number(stored)));
    QCOMPARE(report.known.size(), std::size_t{1});
    QVERIFY(report.known.front().isUpdated);
    QCOMPARE(report.known.front().newMessages, stored);
    QCOMPARE(report.messages, stored);
}

void TestFileImport::whatOthersSaid_isBounded_data()
{
    QTest::addColumn<bool>("isGrowth");
    QTest::addColumn<int>("megabytes");
    QTest::addColumn<bool>("hasEnded"); ///< what the agent said, as far as anybody looks
    QTest::newRow("little in messages") << false << 10 << true;
    QTest::newRow("much in messages") << false << 70 << false;
    QTest::newRow("little by growing") << true << 10 << true;
    QTest::newRow("much by growing") << true << 70 << false;
}

/// A search for one agent's messages holds those of the others meanwhile.
void TestFileImport::whatOthersSaid_isBounded()
{
    QFETCH(bool, isGrowth);
    QFETCH(int, megabytes);
    QFETCH(bool, hasEnded);
    QObject context;
    const auto library = test::makeTestLibrary(&context);
    SessionStarted settings;
    settings.kind = SessionKind::Imported;
    std::vector<session::Event> events{{{1}, {1}, 0, settings}};
    const auto content = textBlocks(std::string(std::size_t{1} << 20, 'x'));
    for (int number = 0; number <= megabytes; ++number) {
        session::Event& event = events.emplace_back();
        event.seq = {number + 2};
        event.time = {1};
        if (isGrowth && number > 0) {
            MessageExtended growth;
            growth.target = {2};
            growth.keptBlocks = number;
            growth.content = content;
            event.body = growth;
            continue;
        }
        Message message;
        message.id = MessageId(std::to_string(number));
        message.sentFrom = Address("Explore");
        message.sendTo = {address::none};
        message.content = content;
        message.metadata = JsonValue(nlohmann::json{{"source", {{"agentId", "a"}, {"isSidechain", true}}}});
        event.body = MessagePublished{message, {}};
    }
    const SessionId id = test::store(library, events);
    QVERIFY(!id.isEmpty());
    std::optional<bool> found;
    std::atomic<bool> isOver = false;
    std::thread worker([&] { // waits for answers, which come here
        found = transfer::LibraryLogReader(*library, id).hasEnded(0);
        isOver = true;
    });
    test::require([&] { return isOver.load(); });
    worker.join();
    QCOMPARE(found, std::optional(hasEnded));
}

} // namespace tst_file_import

QUARTERDECK_TEST(tst_file_import, TestFileImport)
#include "tst_file_import.moc"
