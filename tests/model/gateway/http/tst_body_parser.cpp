#include "model/gateway/http/http_message.h"
#include "model/gateway/http/server_limits.h"
#include "tests/support/test.h"

#include "tests/support/wait.h"

#include <QTest>
#include <atomic>
#include <memory>
#include <mutex>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

namespace tst_body_parser {

using namespace quarterdeck::gateway;
using quarterdeck::test::waitFor;

namespace {

using Names = std::vector<std::string>;

/// Bodies whose reading ends when the test lets it, or ends itself.
class Readings
{
public:
    ~Readings() { m_state->mayEnd.release(10); }
    [[nodiscard]] auto held(const std::string& name)
    {
        return [state = m_state, name] {
            ++state->begun;
            state->mayEnd.acquire();
            state->note(name);
        };
    }
    [[nodiscard]] auto quick(const std::string& name)
    {
        return [state = m_state, name] { state->note(name); };
    }
    void letEnd() { m_state->mayEnd.release(); }
    [[nodiscard]] bool hasBegun(int count)
    {
        return waitFor([&] { return m_state->begun == count; });
    }
    [[nodiscard]] bool hasRead(std::size_t count)
    {
        return waitFor([&] { return read().size() == count; });
    }
    [[nodiscard]] Names read()
    {
        const std::scoped_lock lock(m_state->mutex);
        return m_state->read;
    }

private:
    struct State
    {
        void note(const std::string& name)
        {
            const std::scoped_lock lock(mutex);
            read.push_back(name);
        }
        std::atomic<int> begun = 0;
        std::counting_semaphore<20> mayEnd{0};
        std::mutex mutex;
        Names read;
    };
    std::shared_ptr<State> m_state = std::make_shared<State>();
};

std::function<std::string()> of(const std::string& order)
{
    return [order] { return order; };
}

constexpr std::size_t large = smallBody + 1;

} // namespace

class TestBodyParser final : public QObject
{
    Q_OBJECT
private slots:
    void aSmallBodyIsReadAtOnce();
    void nobodyWaitsForAnother();
    void oneOrderIsKept();
    void thoseOfNoOrderDoNotWaitForEachOther();
    void itEndsWhenWhatIsReadHasBeen();
};

void TestBodyParser::aSmallBodyIsReadAtOnce()
{
    BodyParser reading;
    Readings readings; // what is held ends with it
    reading.take(smallBody, of("run"), readings.quick("small"));
    QCOMPARE(readings.read(), Names{"small"});
}

void TestBodyParser::nobodyWaitsForAnother()
{
    BodyParser reading;
    Readings readings; // what is held ends with it
    reading.take(large, of("run"), readings.held("large"));
    QVERIFY(readings.hasBegun(1));
    reading.take(smallBody, of("another run"), readings.quick("small"));
    reading.take(large, of("a third run"), readings.quick("as large"));
    QVERIFY(readings.hasRead(2));
    QCOMPARE(readings.read(), (Names{"small", "as large"}));
    readings.letEnd();
    QVERIFY(readings.hasRead(3));
}

void TestBodyParser::oneOrderIsKept()
{
    BodyParser reading;
    Readings readings; // what is held ends with it
    reading.take(large, of("run"), readings.held("1"));
    QVERIFY(readings.hasBegun(1));
    reading.take(1, of("run"), readings.quick("2"));
    reading.take(large, of("run"), readings.held("3"));
    reading.take(1, of("run"), readings.quick("4"));
    reading.take(1, of("another run"), readings.quick("of another"));
    QCOMPARE(readings.read(), Names{"of another"});
    readings.letEnd();
    QVERIFY(readings.hasBegun(2));
    QCOMPARE(readings.read(), (Names{"of another", "1", "2"}));
    readings.letEnd();
    QVERIFY(readings.hasRead(5));
    QCOMPARE(readings.read(), (Names{"of another", "1", "2", "3", "4"}));
}

void TestBodyParser::thoseOfNoOrderDoNotWaitForEachOther()
{
    BodyParser reading;
    Readings readings; // what is held ends with it
    reading.take(large, of({}), readings.held("1"));
    reading.take(large, of({}), readings.held("2"));
    QVERIFY(readings.hasBegun(2));
    reading.take(1, of({}), readings.quick("small"));
    QCOMPARE(readings.read(), Names{"small"});
    // There are few threads: a third one waits for one of them, and for no order.
    reading.take(large, of({}), readings.held("3"));
    readings.letEnd();
    QVERIFY(readings.hasBegun(3));
}

void TestBodyParser::itEndsWhenWhatIsReadHasBeen()
{
    auto reading = std::make_unique<BodyParser>();
    Readings readings;
    reading->take(large, of("run"), readings.held("1"));
    QVERIFY(readings.hasBegun(1));
    std::thread other([&] { readings.letEnd(); });
    reading.reset();
    QCOMPARE(readings.read(), Names{"1"});
    other.join();
}

} // namespace tst_body_parser

QUARTERDECK_TEST(tst_body_parser, TestBodyParser)
#include "tst_body_parser.moc"
