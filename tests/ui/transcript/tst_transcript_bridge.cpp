#include "tests/support/test.h"
#include "ui/transcript/transcript_bridge.h"

#include <QMetaMethod>
#include <QTest>
#include <algorithm>
#include <limits>

namespace tst_transcript_bridge {

using namespace quarterdeck;
using namespace quarterdeck::ui::transcript;

namespace {

/// Writes down what came through.
class Recorder final : public PageListener
{
public:
    QStringList calls;
    bool isActing = true;

    [[nodiscard]] bool isUserActing() const override { return isActing; }
    [[nodiscard]] int generation() const override { return 7; }
    void onReady() override { calls << QStringLiteral("ready"); }
    void onRowsRequested(int generation, int request, int first, int count) override
    {
        calls << QStringLiteral("rows %1 %2 %3 %4").arg(generation).arg(request).arg(first).arg(count);
    }
    void onVisibleRange(int generation, const VisibleRows& rows) override
    {
        calls << QStringLiteral("visible %1 %2 %3 %4 %5 %6")
                     .arg(generation)
                     .arg(rows.first.value)
                     .arg(rows.last.value)
                     .arg(rows.isAtEnd)
                     .arg(rows.above)
                     .arg(rows.below);
    }
    void onLineAtTop(int ordinal, const LineInRow& line) override
    {
        calls << QStringLiteral("line %1 %2 %3 %4").arg(ordinal).arg(line.part).arg(line.characters).arg(line.below);
    }
    void onNoLineAtTop() override { calls << QStringLiteral("no line"); }
    void onRail(const ui::theme::RailLanes& rail) override
    {
        calls << QStringLiteral("rail %1:").arg(rail.width);
        for (const auto& [lane, x] : rail.lanes)
            calls.last() += QStringLiteral(" %1 at %2").arg(lane).arg(x);
    }
    void onPainted(int generation) override { calls << QStringLiteral("painted %1").arg(generation); }
    void onDrawing(conversation::EventSeq seq) override { calls << QStringLiteral("drawing %1").arg(seq.value); }
    void onDrawAgain(conversation::EventSeq seq) override { calls << QStringLiteral("draw again %1").arg(seq.value); }
    void onRowChosen(conversation::EventSeq seq) override { calls << QStringLiteral("chosen %1").arg(seq.value); }
    void onKept(const QString& name, const QString& value) override
    {
        calls << QStringLiteral("kept %1 %2").arg(name.left(10), value.left(20));
    }
    void onAnswer(const conversation::QuestionId& id, AnswerKind kind, const QString& value) override
    {
        calls << QStringLiteral("answer %1 %2 %3")
                     .arg(QString::fromStdString(id.str()))
                     .arg(static_cast<int>(kind))
                     .arg(value.left(20));
    }
    void onLink(const QString& address, const QString& text) override
    {
        calls << QStringLiteral("link %1 %2").arg(address.left(40), text.left(10));
    }
    void onImage(conversation::EventSeq seq, int index) override
    {
        calls << QStringLiteral("image %1 %2").arg(seq.value).arg(index);
    }
    void onImageCopied(conversation::EventSeq seq, int index) override
    {
        calls << QStringLiteral("image copied %1 %2").arg(seq.value).arg(index);
    }
    void onSave(conversation::EventSeq seq, const conversation::AttachmentHash& hash) override
    {
        calls << QStringLiteral("save %1 %2").arg(seq.value).arg(QString::fromStdString(hash.str()).left(3));
    }
    void onPicture(conversation::EventSeq seq, const QString& key, PictureAction wish) override
    {
        calls << QStringLiteral("picture %1 %2 %3").arg(seq.value).arg(key.left(3)).arg(static_cast<int>(wish));
    }
    void onCopy(const QString& text) override { calls << QStringLiteral("copy %1").arg(text.left(20)); }
    void onDiagram(const QString& key, const QString& source) override
    {
        calls << QStringLiteral("diagram %1 %2").arg(key, source.left(20));
    }
    void onDiagramOpened(const QByteArray& png) override
    {
        calls << QStringLiteral("opened %1").arg(QString::fromLatin1(png.left(20)));
    }
    void onFoundBeyond(int generation, int by) override
    {
        calls << QStringLiteral("beyond %1 %2").arg(generation).arg(by);
    }
    void onFoundPlace(int ordinal, int place, int count) override
    {
        calls << QStringLiteral("place %1 %2 %3").arg(ordinal).arg(place).arg(count);
    }
    void onRangeCopied(int first, int last) override { calls << QStringLiteral("range %1 %2").arg(first).arg(last); }
    void onAction(RowAction action, conversation::EventSeq seq) override
    {
        calls << QStringLiteral("action %1 %2").arg(static_cast<int>(action)).arg(seq.value);
    }
    void onMenu(const MenuTarget& place) override
    {
        calls << QStringLiteral("menu %1,%2 row %3 link %4 (%5):")
                     .arg(place.at.x())
                     .arg(place.at.y())
                     .arg(place.row ? place.row->value : 0)
                     .arg(place.address.left(40), place.linkText.left(10));
        const bool parts[]{place.isField,   place.hasSelection, place.isMessage, place.hasText,
                           place.isWritten, place.isKeepable,   place.isKept,    place.isReplyable,
                           place.isSavable, place.isPicture,    place.isCopyable};
        for (const bool part : parts)
            calls.last() += part ? u'1' : u'0';
    }
};

/// Sizes that differ are reported as such.
template <typename Value, std::size_t found, std::size_t wanted>
void checkWords(const BridgeWords<Value, found>& words, const BridgeWords<Value, wanted>& contract)
{
    QCOMPARE(found, wanted);
    for (std::size_t i = 0; i < std::min(found, wanted); ++i) {
        QCOMPARE(words.at(i).first, contract.at(i).first);
        QVERIFY(words.at(i).second == contract.at(i).second);
    }
}

} // namespace

class TestTranscriptBridge final : public QObject
{
    Q_OBJECT

private slots:
    /// Everything here can be called by anything that runs in the page's isolated world.
    void surface_isExactlyTheContract()
    {
        const QStringList wanted{
            // to the program
            "ready()", "requestRows(int,int,int,int)", "visibleRange(int,int,int,bool,int,int)",
            "lineAtTop(int,int,int,int,int)", "rail(QVariantList,QVariantList,double)", "painted(int)",
            "drawing(int,double)", "drawAgain(int,double)", "choose(int,double)", "savePageState(QString,QString)",
            "answer(int,QString,QString,QString)", "openLink(QString,QString)", "openImage(int,double,int)",
            "copyImage(int,double,int)", "saveMedia(int,double,QString)", "copyText(QString)",
            "renderDiagram(QString,QString)", "action(int,QString,double)", "foundBeyond(int,int)",
            "openDiagram(QString)", "picture(int,double,QString,QString)", "foundPlace(int,int,int,int)",
            "copyRange(int,int,int)", "menu(int,double,int,int,QVariantList,QString,QString)",
            // to the page
            "setup(QString)", "kept(QString)", "team(QString)", "openChannel(QString)", "rows(QString)",
            "rowsFailed(QString)", "tryAgain(QString)", "invalidateRows(QString)", "extent(QString)",
            "changed(QString)", "draft(QString)", "part(QString)", "select(QString)", "scrollTo(QString)",
            "fillIn(QString)", "search(QString)", "findStep(QString)", "diagramReady(QString)", "pictureReady(QString)",
            "pictureChoice(QString)", "rowCommand(QString)"};
        const QMetaObject& meta = TranscriptBridge::staticMetaObject;
        QStringList found;
        for (int i = meta.methodOffset(); i < meta.methodCount(); ++i) {
            const QMetaMethod method = meta.method(i);
            found << QString::fromLatin1(method.methodSignature());
            QCOMPARE(method.returnType(), static_cast<int>(QMetaType::Void)); // no object ever goes out
        }
        found.sort();
        QStringList sorted = wanted;
        sorted.sort();
        QCOMPARE(found, sorted);
        QCOMPARE(meta.propertyCount(), QObject::staticMetaObject.propertyCount());
        QCOMPARE(meta.enumeratorCount(), QObject::staticMetaObject.enumeratorCount());
        QCOMPARE(meta.superClass(), &QObject::staticMetaObject);
    }

    /// Each word is one more way into the program: if you add one, say so here, too.
    void words_areExactlyTheContract()
    {
        const BridgeWords<AnswerKind, 9> kinds{{
            {QLatin1StringView("option"), AnswerKind::Option},
            {QLatin1StringView("words"), AnswerKind::OptionWithWords},
            {QLatin1StringView("text"), AnswerKind::Text},
            {QLatin1StringView("form"), AnswerKind::Form},
            {QLatin1StringView("attach"), AnswerKind::Attach},
            {QLatin1StringView("later"), AnswerKind::Later},
            {QLatin1StringView("decline"), AnswerKind::Decline},
            {QLatin1StringView("goto"), AnswerKind::GoTo},
            {QLatin1StringView("decide"), AnswerKind::Decide},
        }};
        const BridgeWords<RowAction, 10> actions{{
            {QLatin1StringView("reply"), RowAction::Reply},
            {QLatin1StringView("raw"), RowAction::Raw},
            {QLatin1StringView("copyLink"), RowAction::CopyLink},
            {QLatin1StringView("copyFrom"), RowAction::CopyFrom},
            {QLatin1StringView("tryAgain"), RowAction::TryAgain},
            {QLatin1StringView("chooseConnection"), RowAction::ChooseConnection},
            {QLatin1StringView("openPrivateChannel"), RowAction::OpenPrivateChannel},
            {QLatin1StringView("sendTo"), RowAction::SendTo},
            {QLatin1StringView("keep"), RowAction::Keep},
            {QLatin1StringView("letGo"), RowAction::LetGo},
        }};
        const BridgeWords<PictureAction, 8> wishes{{
            {QLatin1StringView("shown"), PictureAction::Shown},
            {QLatin1StringView("once"), PictureAction::Once},
            {QLatin1StringView("always"), PictureAction::Always},
            {QLatin1StringView("never"), PictureAction::Never},
            {QLatin1StringView("ask"), PictureAction::Ask},
            {QLatin1StringView("open"), PictureAction::Open},
            {QLatin1StringView("copy"), PictureAction::Copy},
            {QLatin1StringView("save"), PictureAction::Save},
        }};
        const BridgeWords<bool MenuTarget::*, 11> parts{{
            {QLatin1StringView("field"), &MenuTarget::isField},
            {QLatin1StringView("selection"), &MenuTarget::hasSelection},
            {QLatin1StringView("message"), &MenuTarget::isMessage},
            {QLatin1StringView("text"), &MenuTarget::hasText},
            {QLatin1StringView("written"), &MenuTarget::isWritten},
            {QLatin1StringView("keepable"), &MenuTarget::isKeepable},
            {QLatin1StringView("kept"), &MenuTarget::isKept},
            {QLatin1StringView("reply"), &MenuTarget::isReplyable},
            {QLatin1StringView("savable"), &MenuTarget::isSavable},
            {QLatin1StringView("picture"), &MenuTarget::isPicture},
            {QLatin1StringView("copyable"), &MenuTarget::isCopyable},
        }};
        checkWords(answerKinds, kinds);
        checkWords(rowActions, actions);
        checkWords(pictureWishes, wishes);
        checkWords(clickedParts, parts);
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
        const auto like = [&](QLatin1StringView word) {
            const QString text(word);
            return prefix + (isUpper ? text.toUpper() : text) + suffix;
        };
        Recorder recorder;
        TranscriptBridge bridge(recorder);
        for (const auto& [word, value] : answerKinds)
            bridge.answer(7, QStringLiteral("q"), like(word), {});
        for (const auto& [word, value] : rowActions)
            bridge.action(7, like(word), 8);
        for (const auto& [word, value] : pictureWishes)
            bridge.picture(7, 5, QString(64, u'a'), like(word));
        for (const auto& [word, value] : clickedParts)
            bridge.menu(7, 5, 0, 0, {like(word)}, {}, {});
        QCOMPARE(recorder.calls, QStringList());
    }

    /// A page whose process was taken over can call all of these whenever it likes.
    void nobodyActing_actsForNobody()
    {
        Recorder recorder;
        recorder.isActing = false;
        TranscriptBridge bridge(recorder);
        for (const auto& [word, value] : answerKinds)
            bridge.answer(7, QStringLiteral("q"), QString(word), QStringLiteral("x"));
        for (const auto& [word, value] : rowActions)
            bridge.action(7, QString(word), 8);
        for (const auto& [word, value] : pictureWishes)
            if (value != PictureAction::Shown)
                bridge.picture(7, 5, QString(64, u'a'), QString(word));
        bridge.openLink(QStringLiteral("https://a.example"), QStringLiteral("a"));
        bridge.choose(7, 5);
        bridge.openImage(7, 5, 0);
        bridge.copyImage(7, 5, 1);
        bridge.saveMedia(7, 5, QString(64, u'b'));
        bridge.copyText(QStringLiteral("x"));
        bridge.openDiagram(QStringLiteral("UE5H"));
        bridge.copyRange(7, 4, 4);
        bridge.menu(7, 5, 10, 20, {"message"}, {}, {});
        QCOMPARE(recorder.calls, QStringList());
        // What only shows goes on.
        bridge.requestRows(1, 2, 0, 60);
        bridge.painted(7);
        bridge.picture(7, 5, QString(64, u'a'), QStringLiteral("shown"));
        QCOMPARE(recorder.calls.size(), 3);
    }

    void goodCalls_arePassedOn()
    {
        Recorder recorder;
        TranscriptBridge bridge(recorder);
        bridge.ready();
        bridge.requestRows(1, 2, 0, 60);
        bridge.visibleRange(1, 3, 3, true, 250, 500);
        bridge.visibleRange(1, 3, 4, false, -1, 1001);
        bridge.lineAtTop(7, 3, 0, 1200, -4);
        bridge.lineAtTop(7, -1, 0, 0, 0);
        bridge.rail({0, 4, -1}, {16.5, 27.5, 38.5}, 106);
        bridge.rail({}, {}, 0);
        bridge.painted(7);
        bridge.drawing(7, 4);
        bridge.drawAgain(7, 4);
        bridge.choose(7, 5);
        bridge.answer(7, QStringLiteral("q"), QStringLiteral("option"), QStringLiteral("4x4"));
        bridge.answer(7, QStringLiteral("q"), QStringLiteral("words"), QStringLiteral("{}"));
        bridge.answer(7, QStringLiteral("q"), QStringLiteral("goto"), {});
        bridge.openLink(QStringLiteral("https://a.example"), QStringLiteral("a"));
        bridge.openImage(7, 5, 0);
        bridge.copyImage(7, 5, 1);
        bridge.saveMedia(7, 5, QString(64, u'b'));
        bridge.picture(7, 5, QString(64, u'a'), QStringLiteral("once"));
        bridge.picture(7, 5, QString(64, u'a'), QStringLiteral("copy"));
        bridge.picture(7, 5, QString(64, u'a'), QStringLiteral("save"));
        bridge.copyText(QStringLiteral("x"));
        bridge.renderDiagram(QStringLiteral("k"), QStringLiteral("graph"));
        bridge.openDiagram(QStringLiteral("UE5H"));
        bridge.action(7, QStringLiteral("copyFrom"), 8);
        bridge.action(7, QStringLiteral("sendTo"), 9);
        bridge.action(7, QStringLiteral("keep"), 10);
        bridge.action(7, QStringLiteral("letGo"), 11);
        bridge.foundBeyond(7, -1);
        bridge.foundPlace(7, 12, 2, 3);
        bridge.foundPlace(7, 12, 0, 0);
        bridge.copyRange(7, 4, 4);
        bridge.menu(7, 5, 10, 20, {"message", "text", "kept"}, QStringLiteral("https://a.example"),
                    QStringLiteral("a"));
        bridge.menu(7, 5, 0, 0, {"field", "selection", "savable"}, {}, {});
        bridge.menu(7, 5, 0, 0, {"picture", "copyable"}, {}, {});
        bridge.menu(3, 0, 0, 0, {}, {}, {}); // in no row, so of no generation
        QCOMPARE(recorder.calls,
                 (QStringList{
                     "ready",
                     "rows 1 2 0 60",
                     "visible 1 3 3 1 0.25 0.5",
                     "visible 1 3 4 0 0 1",
                     "line 3 0 1200 -4",
                     "no line",
                     "rail 106: 0 at 16.5 4 at 27.5 -1 at 38.5",
                     "rail 0:",
                     "painted 7",
                     "drawing 4",
                     "draw again 4",
                     "chosen 5",
                     "answer q 0 4x4",
                     "answer q 1 {}",
                     "answer q 7 ",
                     "link https://a.example a",
                     "image 5 0",
                     "image copied 5 1",
                     "save 5 bbb",
                     "picture 5 aaa 1",
                     "picture 5 aaa 6",
                     "picture 5 aaa 7",
                     "copy x",
                     "diagram k graph",
                     "opened PNG",
                     "action 3 8",
                     "action 5 9",
                     "action 6 10",
                     "action 7 11",
                     "beyond 7 -1",
                     "place 12 2 3",
                     "place 12 0 0",
                     "range 4 4",
                     "menu 10,20 row 5 link https://a.example (a):00110010000",
                     "menu 0,0 row 5 link  ():11000000100",
                     "menu 0,0 row 5 link  ():00000000011",
                     "menu 0,0 row 0 link  ():00000000000",
                 }));
    }

    /// Rows of before may stay in sight until those of another session are here; their numbers mean others by then.
    void whatIsDoneInAnOlderRow_isDropped()
    {
        Recorder recorder;
        TranscriptBridge bridge(recorder);
        const QString key(64, u'a');
        for (const int generation : {6, 8}) {
            bridge.lineAtTop(generation, 3, 0, 1200, -4);
            bridge.drawing(generation, 4);
            bridge.drawAgain(generation, 4);
            bridge.choose(generation, 5);
            bridge.foundPlace(generation, 5, 1, 2);
            bridge.copyRange(generation, 5, 6);
            bridge.answer(generation, QStringLiteral("q"), QStringLiteral("option"), QStringLiteral("4x4"));
            bridge.openImage(generation, 5, 0);
            bridge.copyImage(generation, 5, 0);
            bridge.saveMedia(generation, 5, key);
            bridge.menu(generation, 5, 10, 20, {"message"}, {}, {});
            for (const auto* wish : {"always", "never", "ask"})
                bridge.picture(generation, 5, key, QLatin1String(wish));
            for (const auto* action :
                 {"reply", "raw", "copyLink", "copyFrom", "openPrivateChannel", "sendTo", "keep", "letGo"})
                bridge.action(generation, QLatin1String(action), 8);
        }
        QCOMPARE(recorder.calls, QStringList());
        bridge.picture(6, 5, key, QStringLiteral("shown")); // it is the same picture in any session
        QCOMPARE(recorder.calls, QStringList{"picture 5 aaa 0"});
    }

    void badCalls_areDropped()
    {
        Recorder recorder;
        TranscriptBridge bridge(recorder);
        bridge.requestRows(1, 1, -1, 10);
        bridge.requestRows(1, 1, 0, 0);
        bridge.requestRows(1, 1, 0, TranscriptBridge::maxRowsPerRequest + 1);
        bridge.requestRows(1, 1, 0, std::numeric_limits<int>::max());
        bridge.visibleRange(1, 5, 4, true, 0, 0);
        bridge.visibleRange(1, -1, 4, true, 0, 0);
        bridge.lineAtTop(7, -2, 0, 0, 0);
        bridge.lineAtTop(7, 3, -1, 0, 0);
        bridge.lineAtTop(7, 3, 0, -1, 0);
        bridge.lineAtTop(7, 3, 0, 0, std::numeric_limits<int>::min());
        bridge.lineAtTop(7, 3, 0, 0, std::numeric_limits<int>::max());
        bridge.rail({0}, {}, 106);
        bridge.rail({0}, {16.5}, -1);
        bridge.rail({0}, {16.5}, 1e300);
        bridge.rail({0}, {16.5}, std::numeric_limits<double>::quiet_NaN());
        bridge.rail({0}, {QVariant(QStringLiteral("x"))}, 106);
        bridge.rail({0, 1}, {16.5, 107}, 106);
        bridge.rail({0, 1}, {16.5, 16.5}, 106);
        bridge.rail({1, 0}, {16.5, 27.5}, 106);
        bridge.rail({1, 2}, {16.5, 27.5}, 106);
        bridge.rail({-1}, {16.5}, 106);
        bridge.rail({-1, 1}, {16.5, 27.5}, 106);
        bridge.rail({0, -2}, {16.5, 27.5}, 106);
        bridge.rail({0, 1e300}, {16.5, 27.5}, 106);
        bridge.rail({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 106);
        for (const double seq : {0.0, -1.0, 1.5, 1e300, std::numeric_limits<double>::infinity(),
                                 std::numeric_limits<double>::quiet_NaN()}) {
            bridge.drawing(7, seq);
            bridge.drawAgain(7, seq);
            bridge.choose(7, seq);
            bridge.openImage(7, seq, 0);
            bridge.copyImage(7, seq, 0);
            bridge.action(7, QStringLiteral("raw"), seq);
            if (seq != 0)
                bridge.menu(7, seq, 0, 0, {}, {}, {});
        }
        bridge.menu(7, 5, -1, 0, {}, {}, {});
        bridge.menu(7, 5, 0, 200'000, {}, {}, {});
        bridge.menu(7, 5, 0, 0, {"message", "Delete"}, {}, {});
        bridge.menu(7, 5, 0, 0, {QVariant(1)}, {}, {});
        bridge.menu(7, 5, 0, 0, {}, QString(TranscriptBridge::longestAddress + 1, u'x'), {});
        bridge.openImage(7, 1, -1);
        bridge.copyImage(7, 1, -1);
        bridge.saveMedia(7, 0, QString(64, u'b'));
        bridge.saveMedia(7, 1, QString(63, u'b'));
        bridge.saveMedia(7, 1, QStringLiteral("../") + QString(61, u'b'));
        const QString key(64, u'a');
        bridge.picture(7, 0, key, QStringLiteral("once"));
        bridge.picture(7, 1, key, QStringLiteral("download"));
        for (const QString& other : {QString(), key.chopped(1), key + u'a', key.toUpper(),
                                     QStringLiteral("https://canary.example/x.png").leftJustified(64, u'a')})
            bridge.picture(7, 1, other, QStringLiteral("once"));
        bridge.foundBeyond(1, 0);
        bridge.foundBeyond(1, 2);
        bridge.foundPlace(7, -1, 1, 2);
        bridge.foundPlace(7, 1, -1, 2);
        bridge.foundPlace(7, 1, 3, 2);
        bridge.copyRange(7, -1, 2);
        bridge.copyRange(7, 2, 1);
        bridge.action(7, QStringLiteral("deleteSession"), 1);
        bridge.action(7, {}, 1);
        bridge.savePageState({}, QStringLiteral("true"));
        bridge.savePageState(QStringLiteral("name"), {});
        bridge.savePageState(QString(TranscriptBridge::longestName + 1, u'n'), QStringLiteral("true"));
        bridge.savePageState(QStringLiteral("name"), QString(TranscriptBridge::longestText + 1, u'x'));
        bridge.answer(7, {}, QStringLiteral("option"), QStringLiteral("x"));
        bridge.answer(7, QStringLiteral("q"), QStringLiteral("Option"), QStringLiteral("x"));
        bridge.answer(7, QStringLiteral("q"), QStringLiteral("text"), QString(TranscriptBridge::longestText + 1, u'x'));
        bridge.answer(7, QString(TranscriptBridge::longestName + 1, u'q'), QStringLiteral("text"), {});
        bridge.openLink({}, QStringLiteral("x"));
        bridge.openLink(QString(TranscriptBridge::longestAddress + 1, u'x'), {});
        bridge.copyText({});
        bridge.copyText(QString(TranscriptBridge::longestText + 1, u'x'));
        bridge.renderDiagram(QStringLiteral("k"), QString(TranscriptBridge::longestDiagram + 1, u'x'));
        bridge.renderDiagram({}, QStringLiteral("graph"));
        bridge.openDiagram({});
        bridge.openDiagram(QStringLiteral("no base64!"));
        bridge.openDiagram(QString(TranscriptBridge::longestPicture + 4, u'A'));
        QCOMPARE(recorder.calls, QStringList());
    }
};

} // namespace tst_transcript_bridge

QUARTERDECK_TEST(tst_transcript_bridge, TestTranscriptBridge)
#include "tst_transcript_bridge.moc"
