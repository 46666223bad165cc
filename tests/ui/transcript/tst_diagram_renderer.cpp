#include "page_fixture.h"
#include "transcript/diagram_renderer.h"

#include <QElapsedTimer>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QWebEngineView>
#include <csignal>
#include <set>

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
        QElapsedTimer clock;
        clock.start();
        QVERIFY(results.wait(QStringLiteral("stuck")));
        QVERIFY(clock.elapsed() < 20 * DiagramRenderer::limitMs);
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
            page.view.openChannel(
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
        connect(&page.view, &TranscriptView::diagramClicked, this, [&](const QByteArray& bytes) { png = bytes; });
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

int main(int argc, char** argv) { return runPageTest<TestDiagramRenderer>(argc, argv); }
#include "tst_diagram_renderer.moc"
