#include "file_import.h"
#include "scripted_library.h"
#include "storage/open_library.h"
#include "transfer_support.h"

#include <QTest>
#include <nlohmann/json.hpp>
#include <thread>

using namespace quarterdeck;
using namespace quarterdeck::conversation;

namespace {

/// One megabyte that is no text of a message.
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
};

void TestFileImport::heldBack_isBoundedWhateverItIsMadeOf()
{
    QObject context;
    test::ScriptedLibrary library(&context);
    transfer::WriteQueue writes;
    const std::atomic<bool> isCancelled = false;
    transfer::FileReport report;
    transfer::FileImport import({library, writes, isCancelled, false, {}}, report);
    SessionStarted settings;
    settings.kind = SessionKind::Imported;
    import.beginSession(settings, {}, {1});
    // Fewer writes than an import lets be under way: nobody answers here.
    for (int number = 0; number < 14; ++number)
        import.message({{largeMessage(number), {}}, {}});
    QVERIFY2(!report.error, report.error ? report.error->sentence.c_str() : "");
    QVERIFY(!library.appends.empty());
    for (const std::vector<session::LogRecord>& batch : library.appends)
        QVERIFY2(batch.size() <= 5, qPrintable(QString::number(batch.size())));
}

void TestFileImport::cancelledUpdate_tellsWhatStays()
{
    QObject context;
    const auto library = storage::makeMemoryLibrary(&context);
    SessionStarted settings;
    settings.kind = SessionKind::Imported;
    const SessionId id = test::store(library, {{{1}, {1}, 0, settings}});
    transfer::ImportStep known;
    known.known = {id, "A talk", transfer::KnownSession::What::Grown, false, false, 1, 0, 0};
    known.lastSeq = {1};
    transfer::WriteQueue writes;
    std::atomic<bool> isCancelled = false;
    transfer::FileReport report;
    std::atomic<bool> isOver = false;
    std::thread worker([&] { // waits for answers, which come here
        transfer::FileImport import(
            {*library, writes, isCancelled, false, [](std::int64_t) {}, nullptr, transfer::IfKnown::Update, {known}},
            report);
        import.beginSession(settings, {}, {1});
        for (int number = 0; number < 10; ++number)
            import.message({{largeMessage(number), {}}, {}});
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

QTEST_GUILESS_MAIN(TestFileImport)
#include "tst_file_import.moc"
