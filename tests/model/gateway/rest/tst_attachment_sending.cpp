#include "model/gateway/rest/session_media.h"
#include "tests/support/test.h"

#include "model/session/post.h"
#include "tests/model/session/support/session_kit.h"
#include "tests/support/wait.h"

#include <QTest>
#include <mutex>

namespace tst_attachment_sending {

using namespace quarterdeck;
using namespace quarterdeck::gateway;
using namespace quarterdeck::test;

namespace {

/// A client that takes what the test lets it.
class Taker final : public HttpExchange
{
public:
    using HttpExchange::answer;
    void answer(HttpResponse given, std::function<void()>) override
    {
        const std::scoped_lock lock(mutex);
        head = std::move(given);
        isEnded = true;
    }
    void begin(HttpResponse given) override
    {
        const std::scoped_lock lock(mutex);
        head = std::move(given);
    }
    void write(std::string piece, std::function<void()> whenTaken) override
    {
        const std::scoped_lock lock(mutex);
        pieces.push_back(std::move(piece));
        taken = std::move(whenTaken);
    }
    void end() override
    {
        const std::scoped_lock lock(mutex);
        isEnded = true;
    }
    void whenGone(std::function<void()>) override { }

    [[nodiscard]] bool hasPieces(std::size_t count)
    {
        return waitFor([&] {
            const std::scoped_lock lock(mutex);
            return pieces.size() == count;
        });
    }
    [[nodiscard]] bool hasEnd()
    {
        return waitFor([&] {
            const std::scoped_lock lock(mutex);
            return isEnded;
        });
    }
    void takeOne()
    {
        std::function<void()> call;
        {
            const std::scoped_lock lock(mutex);
            call = std::exchange(taken, nullptr);
        }
        if (call)
            call();
    }

    std::mutex mutex; ///< pieces come from the reader's thread
    std::optional<HttpResponse> head;
    std::vector<std::string> pieces;
    std::function<void()> taken;
    bool isEnded = false;
};

struct Sent
{
    explicit Sent(std::size_t size) : bytes(size, 'x')
    {
        for (std::size_t i = 0; i < size; ++i)
            bytes[i] = static_cast<char>(i * 7 + i / 1000);
        kit.library->putAttachment(bytes, "audio/mpeg", 0, 0,
                                   [this](const session::Result<session::AttachmentInfo>& put) {
                                       info = put.value_or(session::AttachmentInfo());
                                   });
        static_cast<void>(waitFor([this] { return info.size > 0; }));
    }
    void send() { api::sendAttachment(*kit.hub, info, taker); }

    std::string bytes;
    session::AttachmentInfo info;
    SessionKit kit;
    std::shared_ptr<Taker> taker = std::make_shared<Taker>();
};

constexpr std::size_t large = 1'000'000;

} // namespace

/// Bytes go out as they are taken.
class TestAttachmentSending final : public QObject
{
    Q_OBJECT
private slots:
    void aSmallOneIsOneAnswer();
    void aLargeOneWaitsForItsClient();
    void aClientThatLeavesEndsIt();
    void whatCannotBeReadIsRefused();
    void whatCannotBeReadOnBreaksOff();
};

void TestAttachmentSending::aSmallOneIsOneAnswer()
{
    Sent sent(1000);
    sent.send();
    QVERIFY(sent.taker->hasEnd());
    QVERIFY(sent.taker->head->body == sent.bytes);
    QCOMPARE(sent.taker->head->contentType, std::string("audio/mpeg"));
    QVERIFY(!sent.taker->head->wholeBytes && sent.taker->pieces.empty());
}

/// One piece is in memory, whatever the size.
void TestAttachmentSending::aLargeOneWaitsForItsClient()
{
    Sent sent(large);
    sent.send();
    std::size_t count = 0;
    while (!sent.taker->isEnded) {
        QVERIFY(sent.taker->hasPieces(++count));
        sent.kit.settle();
        QCOMPARE(sent.taker->pieces.size(), count); // nothing is read before that is taken
        sent.taker->takeOne();
        if (count == 4)
            QVERIFY(sent.taker->hasEnd());
    }
    QCOMPARE(count, std::size_t(4));
    QCOMPARE(sent.taker->head->wholeBytes, std::optional<std::uint64_t>(large));
    std::string all;
    for (const std::string& piece : sent.taker->pieces)
        all += piece;
    QVERIFY(all == sent.bytes);
}

void TestAttachmentSending::aClientThatLeavesEndsIt()
{
    Sent sent(large);
    sent.send();
    QVERIFY(sent.taker->hasPieces(1));
    const std::weak_ptr<Taker> kept = std::exchange(sent.taker, nullptr);
    kept.lock()->taken = nullptr; // as the connection does
    QVERIFY(waitFor([&] { return kept.expired(); }));
}

void TestAttachmentSending::whatCannotBeReadIsRefused()
{
    Sent sent(large);
    sent.info.hash = conversation::AttachmentHash("none");
    sent.send();
    QVERIFY(sent.taker->hasEnd());
    QCOMPARE(sent.taker->head->status, std::uint32_t(404));
    QVERIFY(sent.taker->pieces.empty());
}

/// The head promised more than comes, so the client knows.
void TestAttachmentSending::whatCannotBeReadOnBreaksOff()
{
    Sent sent(large);
    sent.send();
    QVERIFY(sent.taker->hasPieces(1));
    sent.kit.library->failReads(true);
    sent.taker->takeOne();
    QVERIFY(sent.taker->hasEnd());
    QCOMPARE(sent.taker->pieces.size(), std::size_t(1));
    QCOMPARE(sent.taker->head->status, std::uint32_t(200));
}

} // namespace tst_attachment_sending

QUARTERDECK_TEST(tst_attachment_sending, TestAttachmentSending)
#include "tst_attachment_sending.moc"
