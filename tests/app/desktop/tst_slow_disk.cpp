#include "program_fixture.h"
#include "storage/open_library.h"
#include "tests/storage/support/disk.h"
#include "tests/storage/support/log_builder.h"
#include "tests/storage/support/promise.h"
#include "tests/support/page_test.h"
#include "ui/transcript/transcript_page.h"
#include "ui/transcript/transcript_view.h"

#include <QDeadlineTimer>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTest>
#include <atomic>
#include <future>
#include <sqlite3.h>

namespace tst_slow_disk {

using namespace quarterdeck;
using test::Disk;
using test::DiskCall;
using test::DiskFate;
using test::ProgramFixture;
using test::waitFor;
using ui::ActionId;

/// The disk does not answer at all until the test lets it: whatever in the window waits for it would wait for ever.
class TestSlowDisk final : public QObject
{
    Q_OBJECT

private slots:
    void window_neverWaitsForTheDisk();
    void diskThatIsFullInTheEnd_isNotCalledQuick();

private:
    static constexpr int rows = 90;

    void makeSession(const QString& library);
    [[nodiscard]] bool showsTheSession() const
    {
        const auto* transcript = m_program->window().findChild<ui::transcript::TranscriptView*>();
        return waitFor(
            [&] {
                return transcript->page().shown().session == m_log.id() && transcript->page().shown().total >= rows;
            },
            ProgramFixture::longMs);
    }

    Disk m_disk; ///< below all connections
    test::LogBuilder m_log{"looked at"};
    ProgramFixture m_program;
};

void TestSlowDisk::makeSession(const QString& library)
{
    QObject context;
    const auto opened = storage::openLibrary(m_program.path(library).toStdString(), &context);
    QVERIFY(opened);
    m_log.start();
    for (int i = 0; i < rows; ++i)
        m_log.say("Mike", "message " + std::to_string(i));
    (*opened)->createSession(m_log.summary(), m_log.takeRecords(), [](const auto&) {});
}

void TestSlowDisk::window_neverWaitsForTheDisk()
{
    const QString library = QStringLiteral("slow.db");
    const QString delay = QStringLiteral("delay");
    makeSession(library);
    m_program.start(library);
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 1; }, ProgramFixture::longMs));
    const auto* foot = m_program->window().findChild<QLabel*>(QStringLiteral("sessionsFoot"));
    QCOMPARE(foot->text(), QStringLiteral("Stored on this computer"));

    std::promise<void> release;
    std::atomic<int> syncs = 0;
    m_disk.setRule([&syncs, held = release.get_future().share()](const DiskCall& call) -> DiskFate {
        if (call.kind != DiskCall::Kind::Sync)
            return {};
        ++syncs;
        return {0, false, {}, held};
    });
    m_program->actions()[ActionId::SessionDemo].trigger();
    QVERIFY(waitFor([&] { return syncs > 0; }, ProgramFixture::longMs));

    // Another session is opened, read and painted, and the window accepts typing and choices.
    m_program->workspace().openSession(m_log.id());
    QVERIFY(showsTheSession());
    bool isPainted = false;
    m_program->workspace().whenPainted([&](bool isDone) { isPainted = isDone; });
    QVERIFY(waitFor([&] { return isPainted; }, ProgramFixture::longMs));
    auto* edit = m_program->window().findChild<QPlainTextEdit*>(QStringLiteral("composerText"));
    QTest::keyClicks(edit, QStringLiteral("to be stored")); // as a draft
    QCOMPARE(edit->toPlainText(), QStringLiteral("to be stored"));
    QTest::keyClick(edit, Qt::Key_Return);
    m_program->actions()[ActionId::ThemeDark].trigger();
    m_program->window().resize(900, 700);
    QVERIFY(waitFor([&] { return m_program->window().size() == QSize(900, 700); }));
    int turns = 0;
    QVERIFY(waitFor([&] { return ++turns > 100; }));

    // It says so, and nothing else meanwhile.
    QVERIFY(m_program.banner(delay).startsWith(QStringLiteral("The disk is slow: ")));
    QCOMPARE(foot->text(), QStringLiteral("Waiting for the disk"));

    // Nothing is shown that is not durable.
    QCOMPARE(syncs, 1);
    QCOMPARE(m_program.listedSessions(), 1);
    release.set_value();
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 2; }, ProgramFixture::longMs));
    m_disk.setRule({});
    QVERIFY(waitFor([&] { return foot->text() == QStringLiteral("Stored on this computer"); }, ProgramFixture::longMs));
    QVERIFY(waitFor([&] { return !m_program.banners().contains(QStringLiteral("banner.") + delay); },
                    ProgramFixture::longMs));
    m_program.end();
    test::countPromise(11, QStringLiteral("a window that was used while a sync did not end"));
}

/// What waited is refused then: that it is over does not mean that it is stored.
void TestSlowDisk::diskThatIsFullInTheEnd_isNotCalledQuick()
{
    const QString delay = QStringLiteral("delay");
    const QString banner = QStringLiteral("banner.") + delay;
    m_program.start(QStringLiteral("slow and full.db"));
    std::promise<void> release;
    m_disk.setRule([held = release.get_future().share()](const DiskCall& call) -> DiskFate {
        return call.kind == DiskCall::Kind::Sync ? DiskFate{0, false, {}, held} : DiskFate{};
    });
    m_program->actions()[ActionId::SessionDemo].trigger();
    QVERIFY(m_program.banner(delay).startsWith(QStringLiteral("The disk is slow: ")));
    m_disk.setRule([](const DiskCall& call) -> DiskFate {
        return {call.kind == DiskCall::Kind::Write ? SQLITE_FULL : SQLITE_OK};
    });
    release.set_value();
    QVERIFY(m_program.banner(QStringLiteral("library")).contains(QStringLiteral("is full")));
    QVERIFY(waitFor([&] { return !m_program.banners().contains(banner); })); // the window hears of it a moment later
    const auto* foot = m_program->window().findChild<QLabel*>(QStringLiteral("sessionsFoot"));
    const QDeadlineTimer quick(std::chrono::seconds{5}); // by then it would have been said
    QVERIFY(waitFor([&] { return quick.hasExpired() || m_program.banners().contains(banner); }));
    QVERIFY(!m_program.banners().contains(banner));
    QCOMPARE(foot->text(), QStringLiteral("Nothing new is stored"));
    m_disk.setRule({});
    QVERIFY(waitFor([&] { return foot->text() == QStringLiteral("Stored on this computer"); }, ProgramFixture::longMs));
    m_program.end();
}

} // namespace tst_slow_disk

QUARTERDECK_PAGE_TEST(tst_slow_disk, TestSlowDisk)
#include "tst_slow_disk.moc"
