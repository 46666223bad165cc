#include "app/services/samples.h"
#include "tests/support/test.h"
#include "tests/support/test_library.h"
#include "tests/support/wait.h"

#include <QTest>
#include <mutex>
#include <optional>

namespace tst_samples {

using namespace quarterdeck;
using quarterdeck::test::waitFor;

class TestSamples final : public QObject
{
    Q_OBJECT

private slots:
    void emptyLibrary_getsThem();
    void otherLibraries_stayAsTheyAre();

private:
    transfer::ImportReport offer(const std::shared_ptr<session::Library>& library);

    QObject m_completions;
};

transfer::ImportReport TestSamples::offer(const std::shared_ptr<session::Library>& library)
{
    std::optional<transfer::ImportReport> result;
    QObject context;
    app::importSamples(library, &context, [&](const transfer::ImportReport& report) { result = report; });
    if (!waitFor([&] { return result.has_value(); }, 60'000)) {
        qFatal("no answer");
    }
    return *result;
}

void TestSamples::emptyLibrary_getsThem()
{
    const auto library = test::makeTestLibrary(&m_completions);
    const auto report = offer(library);
    QCOMPARE(report.files.size(), std::size_t{3});
    for (const transfer::FileReport& file : report.files) {
        QVERIFY2(!file.error, file.error ? file.error->sentence.c_str() : "");
        QCOMPARE(file.problemCount, 0);
        QCOMPARE(file.sessions.size(), std::size_t{1});
    }
    std::mutex mutex;
    std::optional<std::vector<session::SessionSummary>> sessions;
    library->listSessions([&](auto list) {
        const std::scoped_lock lock(mutex);
        sessions = *list;
    });
    QVERIFY(waitFor(
        [&] {
            const std::scoped_lock lock(mutex);
            return sessions.has_value();
        },
        60'000));
    QCOMPARE(sessions->size(), std::size_t{3});
    for (const session::SessionSummary& one : *sessions) {
        QVERIFY(one.isSample);
        QVERIFY(one.lastActivity < session::Timestamp{1'747'000'000'000});
    }
}

void TestSamples::otherLibraries_stayAsTheyAre()
{
    const auto library = test::makeTestLibrary(&m_completions);
    QCOMPARE(offer(library).files.size(), std::size_t{3});
    QVERIFY(offer(library).files.empty());
}

} // namespace tst_samples

QUARTERDECK_TEST(tst_samples, TestSamples)
#include "tst_samples.moc"
