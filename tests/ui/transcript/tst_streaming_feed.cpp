#include "tests/support/test.h"
#include "tests/support/wait.h"
#include "ui/transcript/page_feed.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_streaming_feed {

using namespace quarterdeck;
using quarterdeck::ui::transcript::StreamingFeed;

namespace {

session::StreamingMessage draft(const char* id, const char* text, bool isDone = false)
{
    session::StreamingMessage made;
    made.id = id;
    made.text = text;
    made.isDone = isDone;
    return made;
}

} // namespace

class TestStreamingFeed final : public QObject
{
    Q_OBJECT

private slots:
    void manyChangesInAFrame_becomeTheNewest()
    {
        StreamingFeed feed;
        std::vector<std::string> sent;
        connect(&feed, &StreamingFeed::due, this,
                [&](const session::StreamingMessage& one) { sent.push_back(one.id + one.text); });
        for (const char* text : {"a", "ab", "abc"})
            feed.put(draft("1", text));
        feed.put(draft("2", "x"));
        QVERIFY(sent.empty());
        QVERIFY(test::waitFor([&] { return sent.size() >= 2; }));
        QCOMPARE(sent, (std::vector<std::string>{"1abc", "2x"}));
    }

    void whatRuns_isSentAgainToANewPage_whatIsDoneIsNot()
    {
        StreamingFeed feed;
        std::vector<std::string> sent;
        connect(&feed, &StreamingFeed::due, this,
                [&](const session::StreamingMessage& one) { sent.push_back(one.id); });
        feed.put(draft("1", "a"));
        feed.put(draft("2", "b", true));
        QVERIFY(test::waitFor([&] { return sent.size() == 2; }));
        sent.clear();
        feed.sendAll();
        QCOMPARE(sent, (std::vector<std::string>{"1"}));
        feed.clear();
        sent.clear();
        feed.sendAll();
        QVERIFY(sent.empty());
    }
};

} // namespace tst_streaming_feed

QUARTERDECK_TEST(tst_streaming_feed, TestStreamingFeed)
#include "tst_streaming_feed.moc"
