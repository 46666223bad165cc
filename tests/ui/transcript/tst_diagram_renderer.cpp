#include "page_fixture.h"
#include "tests/support/canary.h"
#include "tests/support/page_test.h"
#include "ui/transcript/diagram_renderer.h"

#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QWebEngineView>
#include <csignal>
#include <set>

namespace tst_diagram_renderer {

using namespace quarterdeck;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

namespace {

const QString flow = QStringLiteral("graph TD\n  A[Start] --> B[End]");

struct Results
{
    explicit Results(DiagramRenderer& renderer)
    {
        QObject::connect(&renderer, &DiagramRenderer::finished, &renderer,
                         [this](const QString& key, const QString& json) {
                             byKey.insert(key, QJsonDocument::fromJson(json.toUtf8()).object());
                         });
    }
    bool wait(const QString& key)
    {
        return waitFor([&] { return byKey.contains(key); }, pageTimeoutMs);
    }
    QHash<QString, QJsonObject> byKey;
};

QByteArray svg(const QByteArray& attributes, const QByteArray& content)
{
    return "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' " + attributes + ">"
        + content + "</svg>";
}

const QByteArray square = svg("width='20' height='10'", "<rect width='100%' height='100%' fill='#0000ff'/>");

/// As pixels; null: it is not drawn; none: nobody answered.
std::optional<QImage> drawn(DiagramRenderer& renderer, const QByteArray& source)
{
    std::optional<QByteArray> png;
    const QObject asker;
    renderer.draw(asker, source, [&](const QByteArray& bytes) { png = bytes; });
    if (!waitFor([&] { return png.has_value(); }, pageTimeoutMs))
        return std::nullopt;
    return QImage::fromData(*png, "png");
}

/// Each is ten of the one before.
QByteArray bombOfUses()
{
    QByteArray parts = "<g id='a0'><rect width='1' height='1'/></g>";
    for (int level = 1; level <= 10; ++level) {
        const QByteArray before = "<use href='#a" + QByteArray::number(level - 1) + "'/>";
        parts += "<g id='a" + QByteArray::number(level) + "'>" + before.repeated(10) + "</g>";
    }
    return svg("width='20' height='10'", "<defs>" + parts + "</defs><use href='#a10'/>");
}

QByteArray bombOfEntities()
{
    QByteArray types = "<!ENTITY a0 \"aaaaaaaaaa\">";
    for (int level = 1; level <= 10; ++level) {
        const QByteArray before = "&a" + QByteArray::number(level - 1) + ";";
        types += "<!ENTITY a" + QByteArray::number(level) + " \"" + before.repeated(10) + "\">";
    }
    return "<!DOCTYPE svg [" + types + "]>" + svg("width='20' height='10'", "<text y='9'>&a10;</text>");
}

} // namespace

class TestDiagramRenderer final : public QObject
{
    Q_OBJECT

private slots:
    void diagram_isDrawnWithItsSizeAndLabels()
    {
        DiagramRenderer renderer;
        Results results(renderer);
        renderer.render(QStringLiteral("k"), flow);
        QVERIFY(results.wait(QStringLiteral("k")));
        const QJsonObject drawn = results.byKey.value(QStringLiteral("k"));
        QVERIFY2(drawn.contains("svg"), qPrintable(drawn.value("error").toString()));
        QVERIFY(drawn.value("svg").toString().contains(QStringLiteral("Start")));
        QVERIFY(drawn.value("width").toDouble() > 20);
        QVERIFY(drawn.value("height").toDouble() > 20);
    }

    void everyKey_isAnswered_alsoForNonsense()
    {
        DiagramRenderer renderer;
        Results results(renderer);
        renderer.render(QStringLiteral("good"), flow);
        renderer.render(QStringLiteral("bad"), QStringLiteral("this is \u2028 no '\"\\ diagram </script>"));
        renderer.render(QStringLiteral("again"), flow);
        QVERIFY(results.wait(QStringLiteral("again")));
        QVERIFY(results.byKey.value(QStringLiteral("bad")).contains("error"));
        QCOMPARE(results.byKey.value(QStringLiteral("again")), results.byKey.value(QStringLiteral("good")));
    }

    /// However the text writes its own drawing instructions.
    void configurationOfItsOwn_isNotObeyed_data()
    {
        QTest::addColumn<QString>("source");
        const QString chart = QStringLiteral("xychart-beta\n  x-axis [jan, feb]\n  bar [1, 2]\n");
        const QString large = QStringLiteral("config:\n  xyChart:\n    width: 5000\n    height: 5000\n");
        const QString init = QStringLiteral("init: {\"xyChart\": {\"width\": 5000, \"height\": 5000}}");
        QTest::newRow("front matter") << "---\n" + large + "---\n" + chart;
        QTest::newRow("front matter behind a blank that is no space") << "---\u00a0\n" + large + "---\n" + chart;
        QTest::newRow("front matter with other ends of lines")
            << QString("---\n" + large + "---\n").replace(u'\n', u'\r') + chart;
        QTest::newRow("directive") << "%%{" + init + "}%%\n" + chart;
        QTest::newRow("directive that is never closed") << chart + "%%{" + init;
        QTest::newRow("directive that is made by what is taken out") << "%%%}%%x\n%{" + init + "}%%\n" + chart;
    }
    void configurationOfItsOwn_isNotObeyed()
    {
        QFETCH(const QString, source);
        DiagramRenderer renderer;
        Results results(renderer);
        renderer.render(QStringLiteral("k"), source);
        QVERIFY(results.wait(QStringLiteral("k")));
        const QJsonObject drawn = results.byKey.value(QStringLiteral("k"));
        QVERIFY(drawn.contains("svg") || drawn.contains("error"));
        QVERIFY2(drawn.value("width").toDouble() < 2'000, qPrintable(drawn.value("width").toVariant().toString()));
    }

    void drawingThatNobodyCanLookAt_isNone()
    {
        DiagramRenderer renderer;
        Results results(renderer);
        QString chain = QStringLiteral("flowchart LR\n");
        for (int node = 0; node < 400; ++node)
            chain += QStringLiteral("N%1[\"step number %1\"]-->N%2\n").arg(node).arg(node + 1);
        renderer.render(QStringLiteral("k"), chain);
        QVERIFY(results.wait(QStringLiteral("k")));
        QVERIFY(results.byKey.value(QStringLiteral("k")).contains("error"));
    }

    void theme_isPartOfWhatIsKept()
    {
        DiagramRenderer renderer;
        Results results(renderer);
        renderer.render(QStringLiteral("light"), flow);
        renderer.setTheme(QStringLiteral("dark"));
        renderer.render(QStringLiteral("dark"), flow);
        QVERIFY(results.wait(QStringLiteral("dark")));
        QVERIFY(results.byKey.value(QStringLiteral("light")) != results.byKey.value(QStringLiteral("dark")));
    }

    void drawingThatNeverEnds_isEnded_andTheNextIsDrawn()
    {
        DiagramRenderer renderer;
        Results results(renderer);
        renderer.render(QStringLiteral("first"), flow);
        QVERIFY(results.wait(QStringLiteral("first")));
        const qint64 before = renderer.processId();
        QVERIFY(before > 0);
        QCOMPARE(::kill(static_cast<pid_t>(before), SIGSTOP), 0); // as if it never came back
        renderer.render(QStringLiteral("stuck"), flow + QStringLiteral(" --> C"));
        renderer.render(QStringLiteral("next"), flow + QStringLiteral(" --> D"));
        QVERIFY(results.wait(QStringLiteral("stuck")));
        QVERIFY(results.byKey.value(QStringLiteral("stuck")).contains("error"));
        QVERIFY(results.wait(QStringLiteral("next")));
        QVERIFY(results.byKey.value(QStringLiteral("next")).contains("svg"));
        QVERIFY(renderer.processId() != before);
        renderer.render(QStringLiteral("later"), flow + QStringLiteral(" --> C"));
        QVERIFY(results.wait(QStringLiteral("later")));
        QVERIFY(results.byKey.value(QStringLiteral("later")).contains("svg"));
    }

    /// Each has the same time, in any process; what took too long twice is not tried again.
    void drawingThatTakesTooLong_isTriedTwice()
    {
        DiagramRenderer renderer(nullptr, 1);
        Results results(renderer);
        const QString other = flow + QStringLiteral(" --> C");
        for (const auto& [key, source] : {std::pair{"one", flow}, {"other", other}, {"two", flow}}) {
            renderer.render(QString::fromLatin1(key), source);
            QVERIFY(results.wait(QString::fromLatin1(key)));
            QCOMPARE(results.byKey.value(QString::fromLatin1(key)).value("error").toString(),
                     QStringLiteral("Drawing it took too long."));
        }
        QCOMPARE(renderer.processId(), 0); // none is started for this one
        renderer.render(QStringLiteral("three"), flow);
        QVERIFY(results.wait(QStringLiteral("three")));
        QCOMPARE(results.byKey.value(QStringLiteral("three")), results.byKey.value(QStringLiteral("two")));
        QCOMPARE(renderer.processId(), 0);
    }

    void processThatEnds_costsOnlyTheDrawingOfThen()
    {
        DiagramRenderer renderer;
        Results results(renderer);
        renderer.render(QStringLiteral("first"), flow);
        QVERIFY(results.wait(QStringLiteral("first")));
        const auto process = static_cast<pid_t>(renderer.processId());
        QVERIFY(process > 0);
        QCOMPARE(::kill(process, SIGSTOP), 0); // so that it has not drawn it before it ends
        const QString source = flow + QStringLiteral(" --> C");
        renderer.render(QStringLiteral("lost"), source);
        QCOMPARE(::kill(process, SIGKILL), 0);
        renderer.render(QStringLiteral("again"), source);
        QVERIFY(results.wait(QStringLiteral("lost")));
        QVERIFY(results.byKey.value(QStringLiteral("lost")).contains("error"));
        QVERIFY(results.wait(QStringLiteral("again")));
        QVERIFY(results.byKey.value(QStringLiteral("again")).contains("svg"));
    }

    /// As an image, in which nothing runs, loads or moves.
    void svg_becomesPixels_data()
    {
        QTest::addColumn<QByteArray>("source");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QColor>("middle");
        const QByteArray blue = "<rect width='100%' height='100%' fill='#0000ff'/>";
        const QSize size(60, 30); // so that it can be looked at closely
        QTest::newRow("a square") << square << size << QColor(Qt::blue);
        QTest::newRow("by its box") << svg("viewBox='0 0 20 10'", blue) << size << QColor(Qt::blue);
        QTest::newRow("no size") << svg("", blue) << QSize(900, 450) << QColor(Qt::blue);
        QTest::newRow("too large") << svg("width='999999999' height='999999999'", blue) << QSize(2'000, 2'000)
                                   << QColor(Qt::blue);
        QTest::newRow("no ground") << svg("width='20' height='10'", "") << size << QColor(Qt::white);
        QTest::newRow("another encoding") << QByteArray("<?xml version='1.0' encoding='ISO-8859-1'?><!-- \xe4 -->")
                + square << size << QColor(Qt::blue);
        QTest::newRow("uses of its own") << svg("width='20' height='10'",
                                                "<defs><g id='a'>" + blue + "</g></defs><use xlink:href='#a'/>")
                                         << size << QColor(Qt::blue);
        QTest::newRow("script") << svg("width='20' height='10' onload=\"this.innerHTML=''\"",
                                       blue + "<script>document.documentElement.innerHTML = ''</script>")
                                << size << QColor(Qt::blue);
        QTest::newRow("what is elsewhere")
            << svg("width='20' height='10'",
                   "<style>@import url(http://CANARY/a.css); rect { background: url(http://CANARY/b.png) }</style>"
                   "<image href='http://CANARY/c.png' width='20' height='10'/>"
                   "<use href='http://CANARY/d.svg#a'/><image xlink:href='app://diagram/tokens.css'/>"
                       + blue + "<rect width='20' height='10' fill='url(http://CANARY/e.svg#a) none'/>")
            << size << QColor(Qt::blue);
    }
    void svg_becomesPixels()
    {
        QFETCH(QByteArray, source);
        QFETCH(const QSize, size);
        QFETCH(const QColor, middle);
        Canary canary;
        source.replace("CANARY", canary.host().toLatin1());
        DiagramRenderer renderer;
        const std::optional<QImage> picture = drawn(renderer, source);
        QVERIFY(picture.has_value());
        QCOMPARE(picture->size(), size);
        QCOMPARE(picture->pixelColor(size.width() / 2, size.height() / 2), middle);
        QCOMPARE(canary.calls, 0);
    }

    void svg_thatIsNone_isNotDrawn_data()
    {
        QTest::addColumn<QByteArray>("source");
        QTest::newRow("damaged") << svg("width='20' height='10'", "<rect");
        QTest::newRow("words") << QByteArray("'\"\\); alert(1) //</script>");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("too long") << svg("width='20' height='10'", QByteArray(1'000'000, ' '));
        QTest::newRow("ten thousand million parts") << bombOfUses();
    }
    void svg_thatIsNone_isNotDrawn()
    {
        QFETCH(const QByteArray, source);
        DiagramRenderer renderer;
        const std::optional<QImage> picture = drawn(renderer, source);
        QVERIFY(picture.has_value());
        QVERIFY(picture->isNull());
        QCOMPARE(drawn(renderer, square)->size(), QSize(60, 30)); // the next is
    }

    void svg_thatGrows_isAnswered()
    {
        DiagramRenderer renderer;
        QVERIFY(drawn(renderer, bombOfEntities()).has_value());
        QCOMPARE(drawn(renderer, square)->size(), QSize(60, 30));
    }

    void svg_takesTurnsWithDiagrams()
    {
        DiagramRenderer renderer;
        Results results(renderer);
        const QObject asker;
        QByteArray png;
        renderer.draw(asker, square, [&](const QByteArray& bytes) { png = bytes; });
        renderer.render(QStringLiteral("k"), flow);
        QVERIFY(results.wait(QStringLiteral("k")));
        QVERIFY(results.byKey.value(QStringLiteral("k")).contains("svg"));
        QVERIFY(!png.isEmpty());
        QCOMPARE(results.byKey.size(), 1); // what is no diagram is not told as one
        QVERIFY(!drawn(renderer, square)->isNull());
    }

    void svg_thatNobodyWaitsFor_isNotDrawn()
    {
        DiagramRenderer renderer;
        int told = 0;
        const auto tell = [&](const QByteArray&) { ++told; };
        const QObject asker;
        std::optional<QByteArray> dropped;
        renderer.draw(asker, square, tell);
        {
            const QObject gone;
            renderer.draw(gone, bombOfUses(), tell);
        }
        renderer.draw(asker, svg("", ""), [&](const QByteArray& png) { dropped = png; });
        renderer.dropWaiting();
        QVERIFY(dropped && dropped->isEmpty());
        QVERIFY(!drawn(renderer, square)->isNull());
        QCOMPARE(told, 1);
    }

    void transcript_showsTheDiagramAsAPicture()
    {
        PageFixture page(std::make_shared<FakeLibrary>(
            1, [](std::int64_t ordinal) { return messageRow(ordinal, "Mike", "```mermaid\ngraph TD\n A-->B\n```"); }));
        QVERIFY(page.open(1));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.diagram img')?.naturalWidth > 0")));
        QVERIFY(page.eval(QStringLiteral("document.querySelector('.diagram img').src")).toString().startsWith("blob:"));
    }

    /// What waits there is no longer drawn; the same one in the next session is.
    void otherSession_asksAnew()
    {
        PageFixture page(std::make_shared<FakeLibrary>(
            1, [](std::int64_t ordinal) { return messageRow(ordinal, "Mike", "```mermaid\ngraph TD\n A-->B\n```"); }));
        QVERIFY(page.open(1));
        for (const char* session : {"two", "three"})
            page.view.page().openChannel(
                {conversation::SessionId(session), conversation::ChannelKey("everything"), 1, {}, {}});
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.diagram img')?.naturalWidth > 0")));
    }

    void clickedDiagram_isHandedOutAsAPicture()
    {
        PageFixture page(std::make_shared<FakeLibrary>(
            1, [](std::int64_t ordinal) { return messageRow(ordinal, "Mike", "```mermaid\ngraph TD\n A-->B\n```"); }));
        QVERIFY(page.open(1));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.diagram img')?.naturalWidth > 0")));
        QByteArray png;
        page.view.page().onCall<calls::OpenDiagram>(this, [&](const calls::OpenDiagram& call) { png = call.png; });
        QVERIFY(page.click(QStringLiteral(".diagram .enlarge")));
        QVERIFY(waitFor([&] { return !png.isEmpty(); }));
        const QImage picture = QImage::fromData(png, "png");
        const int shown = page.eval(QStringLiteral("document.querySelector('.diagram img').width")).toInt();
        QVERIFY(shown > 0);
        QVERIFY2(picture.width() >= 2 * shown, qPrintable(QString::number(picture.width()))); // sharp when enlarged
        const QColor ground = page.theme.theme().color(ui::theme::Color::BgCanvas);
        QCOMPARE(picture.pixelColor(0, 0), ground);
        std::set<QRgb> colours;
        for (int y = 0; y < picture.height(); y += 3)
            for (int x = 0; x < picture.width(); x += 3)
                colours.insert(picture.pixel(x, y));
        QVERIFY(colours.size() > 3); // lines and letters, not an empty ground
    }
};

} // namespace tst_diagram_renderer

QUARTERDECK_PAGE_TEST(tst_diagram_renderer, TestDiagramRenderer)
#include "tst_diagram_renderer.moc"
