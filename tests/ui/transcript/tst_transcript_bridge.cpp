#include "tests/support/test.h"
#include "ui/transcript/transcript_bridge.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMetaMethod>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <limits>

namespace tst_transcript_bridge {

using namespace quarterdeck;
using namespace quarterdeck::ui::transcript;

namespace {

QString textOf(const QJsonObject& fields)
{
    return QString::fromUtf8(QJsonDocument(fields).toJson(QJsonDocument::Compact));
}

/// Keeps what came through.
class Recorder final : public PageListener
{
public:
    QStringList names;
    std::vector<PageCall> calls;
    bool isActing = true;

    [[nodiscard]] bool isUserActing() const override { return isActing; }
    [[nodiscard]] int generation() const override { return 7; }
    void take(const PageCall& call) override
    {
        names << std::visit([](const auto& one) { return QString(one.wireName); }, call);
        calls.push_back(call);
    }
    template <typename Call>
    const Call& last() const
    {
        return std::get<Call>(calls.back());
    }
};

/// A call, and fields with which it is good.
struct Good
{
    const char* name;
    QJsonObject fields;
};

std::vector<Good> goodActs()
{
    const QString key(64, u'a');
    return {
        {"choose", {{"generation", 7}, {"seq", 5}}},
        {"answer", {{"generation", 7}, {"questionId", "q"}, {"kind", "option"}, {"value", "4x4"}}},
        {"openLink", {{"address", "https://a.example"}, {"text", "a"}}},
        {"openImage", {{"generation", 7}, {"seq", 5}, {"index", 0}}},
        {"copyImage", {{"generation", 7}, {"seq", 5}, {"index", 1}}},
        {"saveMedia", {{"generation", 7}, {"seq", 5}, {"hash", key}}},
        {"usePicture", {{"seq", 5}, {"key", key}, {"wish", "once"}}},
        {"choosePictures", {{"generation", 7}, {"choice", "always"}}},
        {"copyText", {{"text", "x"}}},
        {"openDiagram", {{"png", "UE5H"}}},
        {"copyRange", {{"generation", 7}, {"first", 4}, {"last", 4}}},
        {"action", {{"generation", 7}, {"name", "copyFrom"}, {"seq", 8}}},
        {"menu", {{"x", 1}, {"y", 2}, {"parts", QJsonArray()}, {"address", ""}, {"text", ""}}},
        {"rowMenu",
         {{"generation", 7},
          {"seq", 5},
          {"x", 10},
          {"y", 20},
          {"parts", QJsonArray{"message", "text", "kept"}},
          {"address", "https://a.example"},
          {"text", "a"}}},
    };
}

std::vector<Good> goodReports()
{
    return {
        {"ready", {}},
        {"requestRows", {{"generation", 7}, {"request", 2}, {"first", 0}, {"count", 60}}},
        {"visibleRange",
         {{"generation", 7}, {"first", 3}, {"last", 3}, {"atEnd", true}, {"above", 250}, {"below", 500}}},
        {"lineAtTop", {{"generation", 7}, {"ordinal", 3}, {"part", 0}, {"characters", 1200}, {"below", -4}}},
        {"noLineAtTop", {{"generation", 7}}},
        {"rail", {{"lanes", QJsonArray{0, 4, -1}}, {"middles", QJsonArray{16.5, 27.5, 38.5}}, {"width", 106}}},
        {"painted", {{"generation", 7}}},
        {"drawing", {{"generation", 7}, {"seq", 4}}},
        {"drawAgain", {{"generation", 7}, {"seq", 4}}},
        {"savePageState", {{"name", "name"}, {"value", "true"}}},
        {"pictureInSight", {{"seq", 5}, {"key", QString(64, u'a')}}},
        {"renderDiagram", {{"key", "k"}, {"source", "graph"}}},
        {"foundBeyond", {{"generation", 7}, {"by", -1}}},
        {"foundPlace", {{"generation", 7}, {"ordinal", 12}, {"place", 2}, {"count", 3}}},
    };
}

std::vector<Good> goodCalls()
{
    std::vector<Good> all = goodReports();
    for (Good& act : goodActs())
        all.push_back(std::move(act));
    return all;
}

Good goodCall(const char* name)
{
    const std::vector<Good> all = goodCalls();
    const auto found = std::ranges::find_if(all, [name](const Good& one) { return qstrcmp(one.name, name) == 0; });
    return *found;
}

/// The good call, with another value for one field.
QString changed(const char* name, const char* field, const QJsonValue& value)
{
    QJsonObject fields = goodCall(name).fields;
    fields.insert(QLatin1StringView(field), value);
    return textOf(fields);
}

template <typename Value, std::size_t count>
QStringList wordsOf(const Words<Value, count>& table)
{
    QStringList words;
    for (const auto& [word, value] : table)
        words << QString(word);
    return words;
}

} // namespace

class TestTranscriptBridge final : public QObject
{
    Q_OBJECT

private slots:
    /// Everything here can be called by anything that runs in the page's isolated world.
    void surface_isOneCallAndOneMessage()
    {
        const QMetaObject& meta = TranscriptBridge::staticMetaObject;
        QStringList found;
        for (int i = meta.methodOffset(); i < meta.methodCount(); ++i) {
            const QMetaMethod method = meta.method(i);
            found << QString::fromLatin1(method.methodSignature());
            QCOMPARE(method.returnType(), static_cast<int>(QMetaType::Void)); // no object ever goes out
        }
        found.sort();
        QCOMPARE(found, (QStringList{"call(QString,QString)", "message(QString,QString)"}));
        QCOMPARE(meta.propertyCount(), QObject::staticMetaObject.propertyCount());
        QCOMPARE(meta.enumeratorCount(), QObject::staticMetaObject.enumeratorCount());
        QCOMPARE(meta.superClass(), &QObject::staticMetaObject);
    }

    /// Each is one more way into the program: if you add one, say so here, too.
    void calls_areThese()
    {
        QCOMPARE(std::variant_size_v<PageCall>, goodCalls().size());
        QCOMPARE(wordsOf(answerKindWords),
                 (QStringList{"option", "words", "text", "form", "attach", "later", "decline", "goto", "decide"}));
        QCOMPARE(wordsOf(rowActionWords),
                 (QStringList{"reply", "raw", "copyLink", "copyFrom", "openPrivateChannel", "sendTo", "keep", "letGo",
                              "tryAgain", "chooseConnection", "decideHeld"}));
        QCOMPARE(wordsOf(pictureActionWords), (QStringList{"once", "open", "copy", "save"}));
        QCOMPARE(wordsOf(remoteImagePolicyWords), (QStringList{"ask", "always", "never"}));
        QCOMPARE(wordsOf(clickedPartWords),
                 (QStringList{"field", "selection", "message", "text", "written", "keepable", "kept", "reply",
                              "savable", "picture", "copyable"}));
        QCOMPARE(wordFor(AnswerKind::OptionWithWords), QLatin1StringView("words"));
        QCOMPARE(wordFor(RowCommand::ToggleWritten), QLatin1StringView("written"));
    }

    /// Words are compared whole, and as they are.
    void wordsLikeThem_areDropped_data()
    {
        QTest::addColumn<QString>("prefix");
        QTest::addColumn<QString>("suffix");
        QTest::addColumn<bool>("isUpper");
        QTest::newRow("another case") << QString() << QString() << true;
        QTest::newRow("more before it") << "x" << QString() << false;
        QTest::newRow("more behind it") << QString() << "x" << false;
        QTest::newRow("a blank before it") << " " << QString() << false;
        QTest::newRow("a blank behind it") << QString() << " " << false;
        QTest::newRow("a zero behind it") << QString() << QString(QChar(0)) << false;
    }

    void wordsLikeThem_areDropped()
    {
        QFETCH(QString, prefix);
        QFETCH(QString, suffix);
        QFETCH(bool, isUpper);
        const auto like = [&](const QString& word) { return prefix + (isUpper ? word.toUpper() : word) + suffix; };
        Recorder recorder;
        TranscriptBridge bridge(recorder);
        for (const Good& good : goodCalls())
            bridge.call(like(QLatin1StringView(good.name)), textOf(good.fields));
        for (const QString& word : wordsOf(answerKindWords))
            bridge.call("answer", changed("answer", "kind", like(word)));
        for (const QString& word : wordsOf(rowActionWords))
            bridge.call("action", changed("action", "name", like(word)));
        for (const QString& word : wordsOf(pictureActionWords))
            bridge.call("usePicture", changed("usePicture", "wish", like(word)));
        for (const QString& word : wordsOf(remoteImagePolicyWords))
            bridge.call("choosePictures", changed("choosePictures", "choice", like(word)));
        for (const QString& word : wordsOf(clickedPartWords))
            bridge.call("rowMenu", changed("rowMenu", "parts", QJsonArray{like(word)}));
        QCOMPARE(recorder.names, QStringList());
    }

    /// A page whose process was taken over can call all of these whenever it likes.
    void nobodyActing_actsForNobody()
    {
        Recorder recorder;
        recorder.isActing = false;
        TranscriptBridge bridge(recorder);
        for (const Good& act : goodActs())
            bridge.call(QLatin1StringView(act.name), textOf(act.fields));
        for (const QString& word : wordsOf(answerKindWords))
            bridge.call("answer", changed("answer", "kind", word));
        for (const QString& word : wordsOf(rowActionWords))
            bridge.call("action", changed("action", "name", word));
        for (const QString& word : wordsOf(pictureActionWords))
            bridge.call("usePicture", changed("usePicture", "wish", word));
        QCOMPARE(recorder.names, QStringList());
        // What only shows goes on.
        for (const Good& report : goodReports())
            bridge.call(QLatin1StringView(report.name), textOf(report.fields));
        QCOMPARE(static_cast<std::size_t>(recorder.names.size()), goodReports().size());
    }

    void goodCalls_arePassedOn()
    {
        Recorder recorder;
        TranscriptBridge bridge(recorder);
        QStringList wanted;
        for (const Good& good : goodCalls()) {
            bridge.call(QLatin1StringView(good.name), textOf(good.fields));
            wanted << QLatin1StringView(good.name);
        }
        QCOMPARE(recorder.names, wanted);
    }

    void goodCalls_keepTheirValues()
    {
        Recorder recorder;
        TranscriptBridge bridge(recorder);
        const auto call = [&](const char* name) {
            bridge.call(QLatin1StringView(name), textOf(goodCall(name).fields));
        };
        call("lineAtTop");
        const auto& line = recorder.last<calls::LineAtTop>();
        QCOMPARE(
            (std::vector<std::int64_t>{line.generation, line.ordinal.value, line.part, line.characters, line.below}),
            (std::vector<std::int64_t>{7, 3, 0, 1200, -4}));
        call("answer");
        const auto& answer = recorder.last<calls::Answer>();
        QCOMPARE(answer.questionId + u' ' + answer.value, QStringLiteral("q 4x4"));
        QCOMPARE(answer.kind, AnswerKind::Option);
        call("rowMenu");
        const auto& menu = recorder.last<calls::RowMenu>();
        QCOMPARE(menu.seq.value, 5);
        QVERIFY(menu.parts == (std::vector{ClickedPart::Message, ClickedPart::Text, ClickedPart::Kept}));
        call("openDiagram");
        QCOMPARE(recorder.last<calls::OpenDiagram>().png, QByteArray("PNG"));
        // What is only shown is cut.
        bridge.call("openLink", changed("openLink", "text", QString(limits::longestName + 1, u'x')));
        QCOMPARE(recorder.last<calls::OpenLink>().text.size(), limits::longestName);
        // An answer may be empty, and numbers may be as large as they are exact.
        bridge.call("answer", changed("answer", "value", ""));
        QCOMPARE(recorder.last<calls::Answer>().value, QString());
        bridge.call("drawing", changed("drawing", "seq", 9007199254740992.0));
        QCOMPARE(recorder.last<calls::Drawing>().seq.value, std::int64_t{9007199254740992});
    }

    /// Rows of before may stay in sight until those of another session are here; their numbers mean others by then.
    void whatIsDoneInAnOlderRow_isDropped()
    {
        Recorder recorder;
        TranscriptBridge bridge(recorder);
        for (const int generation : {6, 8}) {
            for (const Good& good : goodCalls()) {
                if (good.fields.contains("generation"))
                    bridge.call(QLatin1StringView(good.name), changed(good.name, "generation", generation));
            }
        }
        QCOMPARE(recorder.names, QStringList());
    }

    /// Neither fewer fields nor more, and each of its own type.
    void otherFields_areDropped()
    {
        Recorder recorder;
        TranscriptBridge bridge(recorder);
        for (const Good& good : goodCalls()) {
            const QLatin1StringView name(good.name);
            bridge.call(name, changed(good.name, "more", 1));
            for (const QString& field : good.fields.keys()) {
                QJsonObject fewer = good.fields;
                fewer.remove(field);
                bridge.call(name, textOf(fewer));
                const QJsonValue own = good.fields.value(field);
                for (const QJsonValue& other :
                     {QJsonValue(), QJsonValue(true), QJsonValue(1), QJsonValue("1"), QJsonValue(QJsonArray{1, true}),
                      QJsonValue(QJsonObject{{"length", 1}})}) {
                    if (other.type() != own.type())
                        bridge.call(name, changed(good.name, field.toLatin1().constData(), other));
                }
            }
        }
        for (const char* text : {"", "7", "[]", "null", "\"{}\"", "{", "{} {}"})
            bridge.call("ready", QLatin1StringView(text));
        bridge.call("", "{}");
        bridge.call("destroyed", "{}");
        bridge.call("deleteLater", "{}");
        QCOMPARE(recorder.names, QStringList());
    }

    void badValues_areDropped()
    {
        Recorder recorder;
        TranscriptBridge bridge(recorder);
        const auto call = [&](const char* name, const char* field, const QJsonValue& value) {
            bridge.call(QLatin1StringView(name), changed(name, field, value));
        };
        const auto tooLong = [](int longest) { return QString(longest + 1, u'x'); };
        call("requestRows", "first", -1);
        call("requestRows", "count", 0);
        call("requestRows", "count", limits::rowsPerRequest + 1);
        call("requestRows", "count", std::numeric_limits<int>::max());
        call("visibleRange", "last", 2);
        call("visibleRange", "first", -1);
        call("visibleRange", "above", 0.5);
        call("lineAtTop", "ordinal", -1);
        call("lineAtTop", "part", -1);
        call("lineAtTop", "characters", -1);
        call("lineAtTop", "below", std::numeric_limits<int>::min());
        call("lineAtTop", "below", limits::farthestLine + 1);
        call("rail", "width", -1);
        call("rail", "width", 1e300);
        call("rail", "middles", QJsonArray{16.5, "x", 38.5});
        call("rail", "lanes", QJsonArray{0, -2, 4});
        call("rail", "lanes", QJsonArray{0, 1e300});
        call("rail", "lanes", QJsonArray{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
        for (const double seq : {0.0, -1.0, 1.5, 9007199254740994.0, 1e300}) {
            for (const Good& good : goodCalls())
                if (good.fields.contains("seq"))
                    call(good.name, "seq", seq);
        }
        for (const char* at : {"x", "y"}) {
            call("rowMenu", at, -1);
            call("rowMenu", at, limits::farthestPixel + 1);
        }
        call("rowMenu", "parts", QJsonArray{"message", "Delete"});
        call("rowMenu", "parts", QJsonArray{1});
        call("rowMenu", "address", tooLong(limits::longestAddress));
        call("openImage", "index", -1);
        call("copyImage", "index", -1);
        const QString key(64, u'a');
        for (const QString& other :
             {QString(), key.chopped(1), key + u'a', key.toUpper(), QStringLiteral("../") + key.mid(3),
              QStringLiteral("https://canary.example/x.png").leftJustified(64, u'a')}) {
            call("saveMedia", "hash", other);
            call("usePicture", "key", other);
            call("pictureInSight", "key", other);
        }
        for (const char* wish : {"download", "shown", "always", ""})
            call("usePicture", "wish", wish);
        for (const int by : {0, 2, -2})
            call("foundBeyond", "by", by);
        call("foundPlace", "ordinal", -1);
        call("foundPlace", "place", -1);
        call("foundPlace", "place", 4);
        call("copyRange", "first", -1);
        call("copyRange", "last", 3);
        call("action", "name", "deleteSession");
        call("action", "name", "");
        for (const char* field : {"name", "value"})
            call("savePageState", field, "");
        call("savePageState", "name", tooLong(limits::longestName));
        call("savePageState", "value", tooLong(limits::longestText));
        call("answer", "questionId", "");
        call("answer", "questionId", tooLong(limits::longestName));
        call("answer", "value", tooLong(limits::longestText));
        call("openLink", "address", "");
        call("openLink", "address", tooLong(limits::longestAddress));
        call("openLink", "text", tooLong(limits::longestCall));
        call("copyText", "text", "");
        call("copyText", "text", tooLong(limits::longestText));
        call("renderDiagram", "key", "");
        call("renderDiagram", "source", tooLong(limits::longestDiagram));
        call("openDiagram", "png", "");
        call("openDiagram", "png", "no base64!");
        call("openDiagram", "png", QString(limits::longestPicture + 4, u'A'));
        QCOMPARE(recorder.names, QStringList());
    }

    void rail_hasLanesInOrder()
    {
        const auto rail = railOf({{0, 4, -1}, {16.5, 27.5, 38.5}, 106});
        QVERIFY(rail);
        QVERIFY(*rail == (ui::theme::RailLanes{{{0, 16.5}, {4, 27.5}, {-1, 38.5}}, 106}));
        QVERIFY(railOf({{}, {}, 0}) == ui::theme::RailLanes{});
        QVERIFY(!railOf({{0}, {}, 106}));
        QVERIFY(!railOf({{0, 1}, {16.5, 107}, 106}));
        QVERIFY(!railOf({{0, 1}, {16.5, 16.5}, 106}));
        QVERIFY(!railOf({{1, 0}, {16.5, 27.5}, 106}));
        QVERIFY(!railOf({{1, 2}, {16.5, 27.5}, 106}));
        QVERIFY(!railOf({{-1}, {16.5}, 106}));
        QVERIFY(!railOf({{-1, 1}, {16.5, 27.5}, 106}));
        QVERIFY(!railOf({{0, -1, 1}, {16.5, 27.5, 38.5}, 106}));
    }

    void messages_areSentAsJson()
    {
        Recorder recorder;
        TranscriptBridge bridge(recorder);
        QSignalSpy sent(&bridge, &TranscriptBridge::message);
        const auto json = [&] { return QJsonDocument::fromJson(sent.back().at(1).toString().toUtf8()).object(); };
        bridge.send(messages::ScrollTo{7, {12}, Align::Center, true, 0.25});
        QCOMPARE(sent.back().at(0).toString(), QStringLiteral("scrollTo"));
        QCOMPARE(
            json(),
            (QJsonObject{{"generation", 7}, {"ordinal", 12}, {"align", "center"}, {"flash", true}, {"part", 0.25}}));
        bridge.send(messages::RowCommand{7, {5}, RowCommand::ToggleWritten});
        QCOMPARE(json(), (QJsonObject{{"generation", 7}, {"seq", 5}, {"deed", "written"}}));
        bridge.send(messages::PictureChoice{ui::RemoteImagePolicy::Never});
        QCOMPARE(json(), (QJsonObject{{"choice", "never"}}));
        // Whole texts go as they are.
        bridge.send(messages::Part{QStringLiteral("{\"rows\"")});
        QCOMPARE(sent.back(), (QList<QVariant>{QStringLiteral("part"), QStringLiteral("{\"rows\"")}));
    }
};

} // namespace tst_transcript_bridge

QUARTERDECK_TEST(tst_transcript_bridge, TestTranscriptBridge)
#include "tst_transcript_bridge.moc"
