#include "model/session/post.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QCoreApplication>
#include <QTest>
#include <QThread>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace tst_post {

using quarterdeck::session::CallbackGuard;
using quarterdeck::session::post;
using quarterdeck::test::waitFor;

namespace {

/// Knows on which thread it ended.
struct Captured
{
    Captured(std::atomic<int>& here, std::atomic<int>& elsewhere) : m_here(here), m_elsewhere(elsewhere) { }
    ~Captured() { ++(QThread::currentThread() == m_home ? m_here : m_elsewhere); }
    Q_DISABLE_COPY_MOVE(Captured)

private:
    QThread* m_home = QCoreApplication::instance()->thread();
    std::atomic<int>& m_here;
    std::atomic<int>& m_elsewhere;
};

} // namespace

/// Work that threads hand each other.
class TestPost final : public QObject
{
    Q_OBJECT
private slots:
    void runsLaterOnTheThreadOfItsContext();
    void keepsTheOrder();
    void isDroppedWithItsContext();
    void whatWasCapturedEndsWhereItRan();
    void receiverDropsWhatComesTooLate();
    void receiverDiesWhileAnswersCome();
};

void TestPost::runsLaterOnTheThreadOfItsContext()
{
    QObject context;
    int runs = 0;
    post(&context, [&] { ++runs; });
    QCOMPARE(runs, 0);
    QThread* ranOn = nullptr;
    std::thread([&] { post(&context, [&] { ranOn = QThread::currentThread(); }); }).join();
    QVERIFY(waitFor([&] { return ranOn != nullptr; }));
    QCOMPARE(runs, 1);
    QVERIFY(ranOn == thread());
}

void TestPost::keepsTheOrder()
{
    QObject context;
    std::vector<int> seen;
    std::thread sender([&] {
        for (int i = 0; i < 1000; ++i)
            post(&context, [&, i, text = std::string(100, 'x')] { seen.push_back(i + (text.size() == 100 ? 0 : 1)); });
    });
    QVERIFY(waitFor([&] { return seen.size() == 1000; }));
    sender.join();
    for (int i = 0; i < 1000; ++i)
        QCOMPARE(seen[static_cast<std::size_t>(i)], i);
}

void TestPost::isDroppedWithItsContext()
{
    auto context = std::make_unique<QObject>();
    int runs = 0;
    post(context.get(), [&] { ++runs; });
    context.reset();
    QCoreApplication::processEvents();
    QCOMPARE(runs, 0);
}

void TestPost::whatWasCapturedEndsWhereItRan()
{
    QObject context;
    std::atomic<int> here = 0;
    std::atomic<int> elsewhere = 0;
    std::thread sender([&] {
        for (int i = 0; i < 5000; ++i)
            post(&context, [captured = std::make_shared<Captured>(here, elsewhere)] {});
    });
    QVERIFY(waitFor([&] { return here + elsewhere == 5000; }));
    sender.join();
    QCOMPARE(elsewhere.load(), 0);
}

void TestPost::receiverDropsWhatComesTooLate()
{
    QObject context;
    int answers = 0;
    auto receiver = std::make_unique<CallbackGuard>(&context);
    const auto answer = receiver->wrap<int>([&](int value) { answers += value; });
    std::thread([&] { answer(1); }).join();
    QVERIFY(waitFor([&] { return answers == 1; }));
    receiver.reset();
    std::thread([&] { answer(10); }).join();
    QCoreApplication::processEvents();
    QCOMPARE(answers, 1);
}

void TestPost::receiverDiesWhileAnswersCome()
{
    for (int i = 0; i < 200; ++i) {
        struct Object
        {
            QObject context;
            int answers = 0;
            CallbackGuard receiver{&context};
        };
        auto object = std::make_unique<Object>();
        const auto answer =
            object->receiver.wrap<std::string>([raw = object.get()](const std::string&) { ++raw->answers; });
        std::thread reader([&] {
            for (int j = 0; j < 50; ++j)
                answer(std::string(50, 'x'));
        });
        if (i % 2 == 0)
            QCoreApplication::processEvents();
        object.reset();
        reader.join();
        QCoreApplication::processEvents();
    }
}

} // namespace tst_post

QUARTERDECK_TEST(tst_post, TestPost)
#include "tst_post.moc"
