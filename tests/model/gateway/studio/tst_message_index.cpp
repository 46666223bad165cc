#include "model/gateway/studio/studio_run.h"
#include "tests/support/test.h"

#include <QTest>
#include <algorithm>
#include <string>

namespace tst_message_index {

using namespace quarterdeck;
using conversation::EventSeq;
using conversation::MessageId;
using gateway::MessageIndex;

/// Where a run's messages are, in little memory.
class TestMessageIndex final : public QObject
{
    Q_OBJECT
private slots:
    void eachIsFound();
    void theSameAgain_changesNothing();
    void nothingIsFoundInNothing();
};

void TestMessageIndex::eachIsFound()
{
    constexpr std::int64_t count = 100'000;
    MessageIndex places;
    const auto idOf = [](std::int64_t seq) { return MessageId("message " + std::to_string(seq)); };
    for (std::int64_t seq = 1; seq <= count; ++seq)
        places.add(idOf(seq), {seq});
    std::size_t found = 0;
    for (std::int64_t seq = 1; seq <= count; ++seq) {
        const auto all = places.of(idOf(seq));
        QVERIFY(std::ranges::find(all, EventSeq{seq}) != all.end());
        found += all.size();
    }
    QVERIFY2(found < count + 100, qPrintable(QString::number(found))); // hardly any two have one number
    QVERIFY2(places.bytes() <= 24 * count, qPrintable(QString::number(places.bytes())));
}

void TestMessageIndex::theSameAgain_changesNothing()
{
    MessageIndex places;
    for (int i = 0; i < 1000; ++i)
        places.add(MessageId("one"), {7});
    QCOMPARE(places.of(MessageId("one")).size(), std::size_t(1));
    places.add(MessageId("one"), {9});
    QCOMPARE(places.of(MessageId("one")).size(), std::size_t(2));
    places.clear();
    QVERIFY(places.of(MessageId("one")).empty());
}

void TestMessageIndex::nothingIsFoundInNothing()
{
    QVERIFY(MessageIndex().of(MessageId("one")).empty());
    QCOMPARE(MessageIndex().bytes(), std::size_t(0));
}

} // namespace tst_message_index

QUARTERDECK_TEST(tst_message_index, TestMessageIndex)
#include "tst_message_index.moc"
