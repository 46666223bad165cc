#include "tests/support/wait.h"
#include "tests/support/widgets_test.h"
#include "ui/controllers/library_notices.h"

#include <QTest>
#include <optional>
#include <vector>

namespace tst_slow_write_monitor {

using namespace quarterdeck;
using namespace std::chrono_literals;
using std::chrono::milliseconds;
using ui::SlowWriteMonitor;

/// A library whose oldest write is as old as the test says.
class FakeSigns final : public session::LibraryMonitor
{
public:
    void readLibraryStatus(session::Done<session::LibraryStatus> done) override { done(session::LibraryStatus{}); }
    std::optional<session::Error> writingTrouble() const override { return std::nullopt; }
    std::optional<std::chrono::steady_clock::time_point> waitingSince() const override
    {
        ++looks;
        return age ? std::optional(std::chrono::steady_clock::now() - *age) : std::nullopt;
    }
    void callWhenWaiting(std::function<void()> call) override { begun = std::move(call); }
    std::string path() const override { return "/far/library.db"; }

    /// A write comes that is that old.
    void write(milliseconds old)
    {
        age = old;
        if (const auto call = std::exchange(begun, nullptr))
            call();
    }

    std::optional<milliseconds> age;
    mutable int looks = 0;
    std::function<void()> begun;
};

/// Far from what a loaded machine adds to an age.
constexpr SlowWriteMonitor::Patience patience{1h, 20min, 1ms, 3};

class TestSlowWriteMonitor final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void oldWrite_isToldOnceUntilItGrows();
    void youngWrite_isNotTold();
    void end_comesWhenWritesAreQuick_data();
    void end_comesWhenWritesAreQuick();
    void delay_thatIsNeitherStays();
    void nothingWaiting_isNotLookedAt();
    void notice_tellsTheTimeAndThePlace();

private:
    /// It has looked often enough to have said everything it has to say.
    [[nodiscard]] bool looksOn()
    {
        const int enough = m_signs->looks + 20;
        return test::waitFor([&] { return m_signs->looks >= enough; });
    }

    std::unique_ptr<FakeSigns> m_signs;
    std::unique_ptr<SlowWriteMonitor> m_delay;
    std::vector<milliseconds> m_told; ///< 0 = it ended
};

void TestSlowWriteMonitor::init()
{
    m_delay.reset();
    m_told.clear();
    m_signs = std::make_unique<FakeSigns>();
    m_delay = std::make_unique<SlowWriteMonitor>(*m_signs, patience);
    connect(m_delay.get(), &SlowWriteMonitor::delayed, this, [this](milliseconds longer) { m_told.push_back(longer); });
    connect(m_delay.get(), &SlowWriteMonitor::ended, this, [this] { m_told.push_back(0ms); });
}

void TestSlowWriteMonitor::oldWrite_isToldOnceUntilItGrows()
{
    m_signs->write(61min);
    QVERIFY(looksOn());
    QCOMPARE(m_told, (std::vector<milliseconds>{1h}));
    m_signs->age = 185min;
    QVERIFY(looksOn());
    QCOMPARE(m_told, (std::vector<milliseconds>{1h, 3h}));
}

void TestSlowWriteMonitor::youngWrite_isNotTold()
{
    m_signs->write(50min);
    QVERIFY(looksOn());
    QVERIFY(m_told.empty());
}

void TestSlowWriteMonitor::end_comesWhenWritesAreQuick_data()
{
    QTest::addColumn<bool>("isAnyLeft");
    QTest::newRow("nothing waits") << false;
    QTest::newRow("what waits came just now") << true;
}

void TestSlowWriteMonitor::end_comesWhenWritesAreQuick()
{
    QFETCH(bool, isAnyLeft);
    m_signs->write(61min);
    QVERIFY(looksOn());
    m_signs->age = isAnyLeft ? std::optional<milliseconds>(1min) : std::nullopt;
    QVERIFY(test::waitFor([&] { return m_told.size() == 2; }));
    QCOMPARE(m_told, (std::vector<milliseconds>{1h, 0ms}));
    // And it comes again.
    m_signs->write(61min);
    QVERIFY(test::waitFor([&] { return m_told.size() == 3; }));
    QCOMPARE(m_told.back(), milliseconds{1h});
}

/// No flicker: between quick and late it stays what it was.
void TestSlowWriteMonitor::delay_thatIsNeitherStays()
{
    m_signs->write(125min);
    QVERIFY(looksOn());
    m_signs->age = 30min;
    QVERIFY(looksOn());
    QCOMPARE(m_told, (std::vector<milliseconds>{2h, 1h}));
}

void TestSlowWriteMonitor::nothingWaiting_isNotLookedAt()
{
    QVERIFY(m_signs->begun);
    QCOMPARE(m_signs->looks, 0);
    m_signs->write(1min);
    QVERIFY(looksOn());
    QVERIFY(!m_signs->begun);
    m_signs->age.reset();
    QVERIFY(test::waitFor([&] { return m_signs->begun != nullptr; }));
    const int looks = m_signs->looks;
    int turns = 0;
    QVERIFY(test::waitFor([&] { return ++turns > 20; }));
    QCOMPARE(m_signs->looks, looks);
}

void TestSlowWriteMonitor::notice_tellsTheTimeAndThePlace()
{
    const ui::view::Notice late = ui::delayNotice(25s, QStringLiteral("/far/library.db"));
    QVERIFY(late.what.contains(QStringLiteral("25 s")));
    QVERIFY(late.meaning.contains(QStringLiteral("“/far/library.db”")));
    const ui::view::Notice ended = ui::delayEndedNotice();
    QCOMPARE(ended.id, late.id);
    QVERIFY(ended.passes);
}

} // namespace tst_slow_write_monitor

QUARTERDECK_WIDGETS_TEST(tst_slow_write_monitor, TestSlowWriteMonitor)
#include "tst_slow_write_monitor.moc"
