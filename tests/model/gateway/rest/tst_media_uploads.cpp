#include "model/gateway/rest/session_media.h"
#include "tests/support/test.h"

#include "model/gateway/sent_bodies.h"
#include "tests/model/session/support/session_kit.h"
#include "tests/support/wait.h"

#include <QTest>

namespace tst_media_uploads {

using namespace quarterdeck;
using namespace quarterdeck::gateway;
using namespace quarterdeck::test;

namespace {

/// The outcome of each, in the order of arrival.
struct Desk
{
    void keep(const std::string& name, api::Media media)
    {
        desk.keep(std::move(media), [this, name](const StoredAttachments& found) {
            order.push_back(name + (found ? " " + std::to_string(found->size()) : " failed"));
        });
    }
    [[nodiscard]] bool hasCome(std::size_t count)
    {
        return waitFor([&] { return order.size() == count; });
    }

    SessionKit kit;
    std::vector<std::string> order;
    QObject context;
    api::MediaUploads desk{*kit.library, &context};
};

api::Media media(const std::vector<std::string>& sent, const std::vector<std::string>& named = {})
{
    api::Media made;
    for (const std::string& bytes : sent)
        made.sent.push_back(attachmentOf(bytes, "audio/mpeg"));
    for (const std::string& bytes : named)
        made.named.push_back(attachmentOf(bytes, {}).hash);
    return made;
}

} // namespace

/// Pictures are stored before what names them, and are not overtaken.
class TestMediaUploads final : public QObject
{
    Q_OBJECT
private slots:
    void whatHasNothingGoesAtOnce();
    void theOrderStays();
    void aBodyIsLetGoWhenItsBytesAreStored();
    void whatFailsHoldsUpNobody();
    void whatIsNamedIsLookedUp();
    void whatComesTooLateIsDropped();
};

void TestMediaUploads::whatHasNothingGoesAtOnce()
{
    Desk desk;
    desk.keep("a", {});
    QCOMPARE(desk.order, std::vector<std::string>{"a 0"});
}

void TestMediaUploads::theOrderStays()
{
    Desk desk;
    desk.kit.library->holdWrites();
    desk.keep("a", media({"1", "2"}));
    desk.keep("b", {});
    desk.keep("c", media({"3"}));
    desk.keep("d", media({}, {"3"}));
    desk.keep("e", {});
    QCOMPARE(desk.kit.library->heldWrites(), std::size_t(3));
    desk.kit.library->releaseWrites(1);
    desk.kit.settle();
    QVERIFY(desk.order.empty()); // one of two is there
    desk.kit.library->releaseWrites();
    QVERIFY(desk.hasCome(5));
    QCOMPARE(desk.order, (std::vector<std::string>{"a 2", "b 0", "c 1", "d 1", "e 0"}));
}

/// It counts as held in memory as long as it is, and no longer, whoever waits for its message.
void TestMediaUploads::aBodyIsLetGoWhenItsBytesAreStored()
{
    Desk desk;
    desk.kit.library->holdWrites();
    desk.keep("a", media({"1"}));
    const auto hold = std::make_shared<int>();
    api::Media second = media({"2"});
    second.hold = hold;
    desk.keep("b", std::move(second));
    QCOMPARE(hold.use_count(), 2L);
    desk.kit.library->releaseWrites();
    QVERIFY(desk.hasCome(2));
    QCOMPARE(hold.use_count(), 1L);
}

void TestMediaUploads::whatFailsHoldsUpNobody()
{
    Desk desk;
    desk.kit.library->refuseAttachments(1);
    desk.keep("a", media({"1", "2"}));
    desk.keep("b", media({"3"}));
    QVERIFY(desk.hasCome(2));
    QCOMPARE(desk.order, (std::vector<std::string>{"a failed", "b 1"}));
}

void TestMediaUploads::whatIsNamedIsLookedUp()
{
    Desk desk;
    desk.keep("a", media({"1"}));
    desk.keep("b", media({"2"}, {"1", "none"})); // what is not there is left out
    QVERIFY(desk.hasCome(2));
    QCOMPARE(desk.order.back(), std::string("b 2"));
    desk.kit.library->failReads(true);
    desk.keep("c", media({}, {"1"}));
    QVERIFY(desk.hasCome(3));
    QCOMPARE(desk.order.back(), std::string("c failed"));
}

void TestMediaUploads::whatComesTooLateIsDropped()
{
    SessionKit kit;
    bool isCalled = false;
    {
        QObject context;
        api::MediaUploads desk(*kit.library, &context);
        kit.library->holdWrites();
        desk.keep(media({"1"}), [&](const StoredAttachments&) { isCalled = true; });
    }
    kit.library->releaseWrites();
    kit.settle();
    QVERIFY(!isCalled);
}

} // namespace tst_media_uploads

QUARTERDECK_TEST(tst_media_uploads, TestMediaUploads)
#include "tst_media_uploads.moc"
