#include "model/formats/requests/event_stream.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_event_stream {

using namespace quarterdeck::formats;

namespace {

using Events = std::vector<StreamEvent>;

Events read(EventStreamDecoder& decoder, std::string_view bytes, std::size_t step)
{
    Events events;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
        for (StreamEvent& event : decoder.feed(bytes.substr(at, step))) {
            events.push_back(std::move(event));
        }
    }
    return events;
}

} // namespace

/// The framing of text/event-stream: each stream is read whole and in pieces of every size.
class TestEventStream final : public QObject
{
    Q_OBJECT

private slots:
    void frames_data();
    void frames();
    void oversizedEvent_isRefused();
};

void TestEventStream::frames_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<Events>("events");
    QTest::addColumn<bool>("isUnfinished");
    const auto row = [](const char* tag, QByteArray bytes, Events events, bool isUnfinished = false) {
        QTest::newRow(tag) << bytes << events << isUnfinished;
    };
    const Events one{{"", "a"}};
    row("LF", "data: a\n\n", one);
    row("CR LF", "data: a\r\n\r\n", one);
    row("CR", "data: a\r\r", one);
    row("mixed", "data: a\r\n\rdata: b\n\r\n", {{"", "a"}, {"", "b"}});
    row("no space", "data:a\n\n", one);
    row("one space only", "data:  a \n\n", {{"", " a "}});
    row("two lines", "data: a\ndata: b\n\n", {{"", "a\nb"}});
    row("empty line of data", "data\ndata:\n\n", {{"", "\n"}});
    row("colons in data", "data: a: b:c\n\n", {{"", "a: b:c"}});
    row("comment", ": ping\n\n:\n\ndata: a\n: pong\n\n", one);
    row("name", "event: x\ndata: a\n\ndata: b\n\n", {{"x", "a"}, {"", "b"}});
    row("name without data", "event: x\n\ndata: a\n\n", one);
    row("other fields", "retry: 3\nwhatever\nDATA: z\n data: z\ndata: a\n\n", one);
    row("ids", "id: 7\ndata: a\n\ndata: b\n\nid\ndata: c\n\n", {{"", "a", "7"}, {"", "b"}, {"", "c"}});
    row("an id with NUL", QByteArray("id: 7\0\ndata: a\n\n", 16), one);
    row("byte order mark",
        "\xEF\xBB\xBF"
        "data: a\n\n",
        one);
    row("byte order mark later",
        "data: a\n\n\xEF\xBB\xBF"
        "data: b\n\n",
        one);
    row("no blank line", "data: a\n", {}, true);
    row("half a line", "data: a\n\ndata: b", one, true);
    row("nothing", "", {});
    row("characters of 2, 3, 4 bytes", "data: \xC3\xA9\xE4\xBD\xA0\xF0\x9F\x98\x80\n\n",
        {{"", "\xC3\xA9\xE4\xBD\xA0\xF0\x9F\x98\x80"}});
    row("half a character", "data: a\xE4\xBD\ndata: \xBDz\n\n", {{"", "a\uFFFD\n\uFFFDz"}});
    row("no UTF-8", "data: \xC0\xAF|\xED\xA0\x80|\xF4\x90|\xFF\n\n",
        {{"", "\uFFFD\uFFFD|\uFFFD\uFFFD\uFFFD|\uFFFD\uFFFD|\uFFFD"}});
    row("NUL", QByteArray("data: a\0b\n\n", 11), {{"", std::string("a\0b", 3)}});
}

void TestEventStream::frames()
{
    QFETCH(QByteArray, bytes);
    QFETCH(Events, events);
    QFETCH(bool, isUnfinished);
    for (std::size_t step = 1; step <= static_cast<std::size_t>(bytes.size()) + 1; ++step) {
        EventStreamDecoder decoder;
        QCOMPARE(read(decoder, bytes.toStdString(), step), events);
        QCOMPARE(decoder.isUnfinished(), isUnfinished);
    }
}

void TestEventStream::oversizedEvent_isRefused()
{
    EventStreamDecoder decoder(20);
    QCOMPARE(read(decoder, "data: 1234567890\n\n", 3), (Events{{"", "1234567890"}}));
    QVERIFY(!decoder.isOverLimit());
    QVERIFY(read(decoder, "data: 1234567890\ndata: 1234567890\n\n", 3).empty());
    QVERIFY(decoder.isOverLimit());
    QVERIFY(read(decoder, "\n\ndata: a\n\n", 100).empty());
}

} // namespace tst_event_stream

QUARTERDECK_TEST(tst_event_stream, TestEventStream)
#include "tst_event_stream.moc"
