#include "page_fixture.h"
#include "tests/support/page_test.h"
#include "tests/support/picture_server.h"
#include "tests/support/pictures.h"

#include <QFile>
#include <QSignalSpy>
#include <QWebEngineView>
#include <QWheelEvent>
#include <array>
#include <atomic>
#include <cmath>

namespace tst_transcript_place {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

namespace {

constexpr int total = 400;
constexpr int readRow = 200;          ///< what the person looks at
constexpr int longRow = 300;          ///< longer than the view
constexpr int repliedRow = total + 2; ///< its message was written for long
constexpr int notch = 30;             ///< pixels of one turn of the wheel
constexpr int finger = 9;             ///< of one step on a touch pad

std::atomic<bool> haveRowsGrown = false;
std::atomic<bool> haveRowsShrunk = false;
const AttachmentHash picture(std::string(64, 'a'));
const AttachmentHash film(std::string(64, 'b'));
std::string pictureElsewhere; ///< its address

std::string linesOf(int count)
{
    std::string lines;
    for (int i = 0; i < count; ++i)
        lines += "Line " + std::to_string(i) + ".\n\n";
    return lines;
}

/// Pictures and films without a size, pictures from elsewhere, and, once they have grown, longer texts and drawings.
session::Row changingRow(std::int64_t ordinal)
{
    if (ordinal == longRow || ordinal == repliedRow)
        return messageRow(ordinal, "Mike", linesOf(120));
    if (haveRowsShrunk)
        return messageRow(ordinal, ordinal % 2 == 0 ? "Mike" : "Alice", "Shrunk " + std::to_string(ordinal));
    std::string text = "Message " + std::to_string(ordinal)
        + ", in some words that need more lines where there is less"
          " room for them, as there is in a narrow window or with large letters.";
    if (haveRowsGrown)
        text += "\n\nGrown.\n\n" + linesOf(4) + "```mermaid\ngraph TD\n A-->B\n```";
    if (ordinal % 4 == 2)
        text += "\n\n![a map](" + pictureElsewhere + ")";
    session::Row row = messageRow(ordinal, ordinal % 2 == 0 ? "Mike" : "Alice", text);
    auto& content = std::get<MessagePublished>(row.event.body).message.content;
    if (ordinal % 4 == 1)
        content.emplace_back(MediaBlock{MediaKind::Image, {picture, "", "image/png", "a.png", 0, 0, 0}});
    if (ordinal % 4 == 3)
        content.emplace_back(MediaBlock{MediaKind::Video, {film, "", "video/webm", "a.webm", 0, 0, 0}});
    return row;
}

/// Calls a function in each frame, as it is painted: from an observer of sizes, after the page's own; between two
/// frames the page may be laid out anew, which nobody sees. The observed element is as deep as a message, so that the
/// page's observers get no further turn by it.
const QString inEachFrame = QStringLiteral(R"js((look) => {
    let probe = document.body;
    for (let depth = 0; depth < 12; depth += 1) probe = probe.appendChild(document.createElement('div'));
    probe.style.cssText = 'position: fixed; visibility: hidden; height: 0; width: 1px';
    new ResizeObserver(look).observe(probe);
    let isWide = false;
    const frame = () => {
        isWide = !isWide;
        probe.style.width = isWide ? '2px' : '1px';
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
})js");

/// In each frame: how far the place is from where it was at first; how far what was then the first in
/// sight went since the frame before against the way of the wheel, which no wheel does; and by how much all that it
/// went with the wheel exceeds what the wheel was turned (`turned`, told from outside).
const QString watch = QStringLiteral(R"js((() => {
    const scroller = document.querySelector('.scroller');
    const head = document.querySelector('.railhead');
    const topOf = (element) => element.getBoundingClientRect().top - scroller.getBoundingClientRect().top - head.offsetHeight;
    const all = () => [...document.querySelectorAll('%1')];
    const keyOf = (element) => element.closest('.entry').dataset.ordinal + ' ' + element.textContent.slice(0, 12);
    const named = (name) => all().find((element) => keyOf(element) === name);
    const firstInSight = () => {
        const element = all().find((one) => topOf(one) + (%2 ? one.offsetHeight - 6 : 0.5) >= 0);
        return { name: keyOf(element), top: topOf(element) };
    };
    const first = firstInSight();
    let before = first;
    const place = { name: first.name, frames: 0, moved: 0, back: 0, gone: 0, ahead: 0 };
    window.turned = 0; // downwards
    window.way = 1;
    const look = () => {
        place.frames += 1;
        const still = named(first.name);
        if (still) place.moved = Math.max(place.moved, Math.abs(topOf(still) - first.top));
        const last = named(before.name);
        const went = last ? (before.top - topOf(last)) * way : 0;
        place.back = Math.max(place.back, -went);
        place.gone += went;
        place.ahead = Math.max(place.ahead, place.gone - turned);
        before = firstInSight();
    };
    (%3)(look);
    window.place = place;
})())js");

/// The first whose top is in sight; or the first line of which something can be read.
const QString messages = watch.arg(QStringLiteral(".entry article"), QStringLiteral("false"), inEachFrame);
const QString lines = watch.arg(QStringLiteral("[data-ordinal=\"300\"] .prose p"), QStringLiteral("true"), inEachFrame);

struct Disturbance
{
    const char* name;
    void (*cause)(PageFixture& page);
    const char* isOver;          ///< an expression in the page
    const char* grows = nullptr; ///< what gets another height by it, above the place and below
};

void refreshAround(PageFixture& page)
{
    for (const int row : {readRow, longRow}) {
        std::vector<EventSeq> seqs;
        for (int ordinal = row - 10; ordinal <= row + 10; ++ordinal)
            seqs.push_back({ordinal + 1});
        page.view.page().refreshRows(seqs);
    }
}

constexpr std::array disturbances{
    Disturbance{
        "rows above and below grow, diagrams are drawn",
        [](PageFixture& page) {
            haveRowsGrown = true;
            refreshAround(page);
        },
        "[...document.querySelectorAll('.entry')].filter((entry) => entry.innerText.includes('Grown')).length >= 4"
        " && [...document.querySelectorAll('.diagram img')].filter((image) => image.naturalWidth > 0).length >= 4"},
    Disturbance{
        "rows above and below shrink",
        [](PageFixture& page) {
            haveRowsShrunk = true;
            refreshAround(page);
        },
        "[...document.querySelectorAll('.entry')].filter((entry) => entry.innerText.includes('Shrunk')).length >= 4"},
    Disturbance{"pictures come", [](PageFixture& page) { page.library->release(); },
                "document.querySelectorAll('.entry .thumbs img').length > 0"
                " && [...document.querySelectorAll('.entry .thumbs img')].every((image) => image.naturalWidth > 0)"},
    Disturbance{"films that are played tell their size",
                [](PageFixture& page) {
                    page.library->release();
                    page.eval(QStringLiteral("for (const one of document.querySelectorAll('.entry video')) {"
                                             " one.preload = 'auto'; one.load(); } true"));
                },
                "[...document.querySelectorAll('.entry video')].filter((one) => one.readyState > 0).length > 1",
                "video"},
    Disturbance{"pictures from elsewhere come",
                [](PageFixture& page) { page.view.page().setPictureChoice(ui::RemoteImagePolicy::Always); },
                "[...document.querySelectorAll('.thumb.far img')].filter((one) => one.naturalWidth > 0).length > 1",
                "[class~=remote], [class~=far]"},
    Disturbance{"rows arrive",
                [](PageFixture& page) {
                    page.library->setTotal(total + 5);
                    page.view.page().setExtent(total + 5);
                },
                "!document.querySelector('.newpill').hidden"},
    Disturbance{"the window gets narrower", [](PageFixture& page) { page.view.resize(620, 700); }, "innerWidth < 640"},
    Disturbance{"the window gets wider", [](PageFixture& page) { page.view.resize(1500, 700); }, "innerWidth > 1400"},
    Disturbance{"the window gets lower", [](PageFixture& page) { page.view.resize(900, 480); }, "innerHeight === 480"},
    Disturbance{"another theme", [](PageFixture& page) { page.theme.setChoice(ui::theme::ThemeChoice::Dark); },
                "document.documentElement.dataset.theme === 'dark'"},
    Disturbance{"larger letters", [](PageFixture& page) { page.theme.setTextScale(1.6); },
                "document.documentElement.style.getPropertyValue('--u').trim() === '1.6px'"},
    Disturbance{"smaller letters", [](PageFixture& page) { page.theme.setTextScale(0.8); },
                "document.documentElement.style.getPropertyValue('--u').trim() === '0.8px'"},
};

} // namespace

/// What a person reads stays where it is, in every frame, whatever changes around it.
class TestTranscriptPlace final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        haveRowsGrown = false;
        haveRowsShrunk = false;
        m_wheel = 0;
        m_touch = Qt::NoScrollPhase;
        m_isLetGo = false;
        auto library = std::make_shared<FakeLibrary>(total, changingRow);
        library->setAttachment(picture, test::png({300, 200}, Qt::darkGreen).toStdString());
        QFile file(QStringLiteral(FILM_FILE));
        QVERIFY(file.open(QIODevice::ReadOnly));
        library->setAttachment(film, file.readAll().toStdString());
        library->hold(FakeLibrary::Reads::Attachments);
        m_server = std::make_unique<PictureServer>();
        pictureElsewhere = m_server->address(QStringLiteral("x.png")).toStdString();
        m_server->answers["/x.png"] = PictureServer::response("200 OK", test::png({300, 200}, Qt::green));
        m_page = std::make_unique<PageFixture>(library);
        m_page->view.pictures().setWays(m_server->ways());
        m_page->theme.setChoice(ui::theme::ThemeChoice::Light);
    }
    void cleanup()
    {
        m_page->library->release();
        m_page.reset();
        m_server.reset();
    }

    void place_isKept_data() { addDisturbances(); }
    void place_isKept()
    {
        open(readRow, Align::Center);
        disturb(messages, QStringLiteral("place.moved <= 2"));
    }

    void line_isKept_data() { addDisturbances(); }
    /// Inside a message of which neither end is in sight.
    void line_isKept()
    {
        open(longRow, Align::Start);
        m_page->eval(QStringLiteral("document.querySelector('.scroller').scrollTop += 1200"));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('[data-ordinal=\"300\"]')"
                                                 ".getBoundingClientRect().top < -1000")));
        disturb(lines, QStringLiteral("place.moved <= 2"));
    }

    /// Looking into another channel and coming back leads to the same line.
    void place_isComeBackTo()
    {
        open(longRow, Align::Start);
        m_page->eval(QStringLiteral("document.querySelector('.scroller').scrollTop += 1210"));
        rest();
        const QString line = QStringLiteral("[...document.querySelectorAll('[data-ordinal=\"300\"] .prose p')]"
                                            ".find((one) => one.textContent === 'Line 60.')"
                                            ".getBoundingClientRect().top");
        const double before = m_page->eval(line).toDouble();
        std::optional<ScrollPosition> place;
        QVERIFY(waitFor([&] {
            place = m_page->view.page().place();
            return place && place->line;
        }));
        QVERIFY(place->anchor == (Anchor{{longRow}, Align::Start}));
        QVERIFY(m_page->open(total));
        QVERIFY(waitFor([&] { return m_page->view.page().place() == ScrollPosition(); })); // the end
        QSignalSpy painted(&m_page->view.page(), &TranscriptPage::painted);
        m_page->view.page().openChannel(
            {SessionId("s"), ChannelKey("everything"), total, {}, place->anchor, place->line});
        QVERIFY(waitFor([&] { return !painted.empty(); }));
        rest();
        QVERIFY2(std::abs(m_page->eval(line).toDouble() - before) <= 2, qPrintable(QString::number(before)));
    }

    /// Messages of others arrive above a running reply, one by one on a slow machine and far from its end, and at last
    /// its own in its place.
    void runningReply_isReadOn()
    {
        open(total - 1, Align::End);
        session::StreamingMessage reply;
        reply.id = "m" + std::to_string(repliedRow);
        reply.role = RoleName("Mike");
        reply.text = linesOf(120);
        reply.channels = {ChannelKey("everything")};
        m_page->view.page().showDraft(reply);
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelectorAll('.drafts .prose p').length === 120")));
        rest();
        m_page->eval(QStringLiteral("window.line = () => [...document.querySelectorAll('.entry .prose p')]"
                                    ".filter((one) => one.textContent === 'Line 40.' &&"
                                    " one.closest('[data-ordinal]')?.dataset.ordinal !== '300')"
                                    ".at(-1).getBoundingClientRect().top;"
                                    "document.querySelector('.scroller').scrollTop += line() - 300"));
        rest();
        m_page->eval(
            QStringLiteral("(() => { window.first = line(); window.moved = 0; window.frames = 0;"
                           " (%1)(() => { frames += 1; moved = Math.max(moved, Math.abs(line() - first)); }); })()")
                .arg(inEachFrame));
        const auto isStill = [&](const char* what) {
            const QString place = m_page->eval(QStringLiteral("[first, moved, frames].join()")).toString();
            const bool held = m_page->eval(QStringLiteral("moved <= 2 && frames > 5 && first > 100")).toBool();
            if (!held)
                qWarning() << what << place;
            return held;
        };
        m_page->eval(QStringLiteral("(() => { let now = performance.now(); performance.now = () => now += 10; })()"));
        m_page->library->setTotal(repliedRow);
        m_page->view.page().setExtent(repliedRow);
        QVERIFY(
            m_page->waitUntil(QStringLiteral("document.querySelector('[data-ordinal=\"%1\"]')").arg(repliedRow - 1)));
        rest();
        QVERIFY(isStill("others above"));
        QVERIFY(m_page->eval(QStringLiteral("document.querySelector('.drafts .entry') !== null")).toBool());
        m_page->eval(
            QStringLiteral("getSelection().selectAllChildren([...document.querySelectorAll('.drafts p')][41])"));
        reply.isDone = true;
        m_page->view.page().showDraft(reply);
        m_page->library->setTotal(repliedRow + 1);
        m_page->view.page().setExtent(repliedRow + 1);
        QVERIFY(m_page->waitUntil(QStringLiteral("!document.querySelector('.drafts .entry')")));
        rest();
        QVERIFY(isStill("its own"));
        QCOMPARE(m_page->eval(QStringLiteral("String(getSelection())")).toString().trimmed(),
                 QStringLiteral("Line 41."));
    }

    void place_isKept_underTheWheel_data() { addDisturbancesBothWays(); }
    /// Scrolling never jumps back, and never goes farther than the wheel is turned. The page may see a turn before it
    /// is told of it.
    void place_isKept_underTheWheel()
    {
        QFETCH(const int, way);
        open(readRow, Align::Start);
        m_wheel = way;
        disturb(messages, QStringLiteral("place.back <= 2 && place.ahead <= 2"),
                QStringLiteral("place.frames > 5 && place.gone > %1").arg(4 * notch));
        m_wheel = 0;
    }

    void place_isKept_underTheTouchPad_data() { addDisturbancesBothWays(); }
    /// With a beginning, small steps and an end: downwards with the fingers on it, upwards let go, and it runs on.
    void place_isKept_underTheTouchPad()
    {
        QFETCH(const int, way);
        open(readRow, Align::Start);
        m_wheel = way;
        turn(Qt::ScrollBegin, 0);
        m_touch = Qt::ScrollUpdate;
        m_isLetGo = way < 0;
        disturb(messages, QStringLiteral("place.back <= 2 && place.ahead <= 2"),
                QStringLiteral("place.frames > 5 && place.gone > %1").arg(4 * notch));
        turn(Qt::ScrollEnd, 0);
    }

    void scrollWithLayout_data()
    {
        QTest::addColumn<QString>("layout");
        QTest::addColumn<int>("scrolled");
        QTest::newRow("narrower, down") << QStringLiteral("narrow()") << 60;
        QTest::newRow("narrower, up") << QStringLiteral("narrow()") << -60;
        QTest::newRow("wider") << QStringLiteral("widen()") << 60;
        QTest::newRow("nothing") << QStringLiteral("0") << 60;
    }
    /// A scroll and a layout in one frame, not yet reported to anybody: what is being read moves by the scroll alone.
    void scrollWithLayout()
    {
        QFETCH(const QString, layout);
        QFETCH(const int, scrolled);
        open(readRow, Align::Start);
        m_page->eval(QStringLiteral(R"js((() => {
            const scroller = document.querySelector('.scroller');
            const list = document.querySelector('[data-ordinal="200"]').parentElement;
            const narrow = () => { list.style.width = '300px'; };
            const widen = () => { list.style.width = '2400px'; };
            const row = document.querySelector('[data-ordinal="200"] article');
            const before = row.getBoundingClientRect().top;
            %1;
            scroller.scrollTop += %2;
            window.movedBy = () => row.getBoundingClientRect().top - before;
        })())js")
                         .arg(layout)
                         .arg(scrolled));
        rest();
        const double moved = m_page->eval(QStringLiteral("movedBy()")).toDouble();
        QVERIFY2(std::abs(moved + scrolled) <= 2, qPrintable(QString::number(moved)));
    }

private:
    static void addDisturbances()
    {
        QTest::addColumn<int>("index");
        for (std::size_t index = 0; index < disturbances.size(); ++index)
            QTest::newRow(disturbances[index].name) << static_cast<int>(index);
    }

    static void addDisturbancesBothWays()
    {
        QTest::addColumn<int>("index");
        QTest::addColumn<int>("way");
        for (std::size_t index = 0; index < disturbances.size(); ++index) {
            const std::string name = disturbances[index].name;
            QTest::newRow((name + ", down").c_str()) << static_cast<int>(index) << 1;
            QTest::newRow((name + ", up").c_str()) << static_cast<int>(index) << -1;
        }
    }

    void open(int row, Align align)
    {
        QVERIFY(m_page->open(total, Anchor{{row}, align}));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelectorAll('.entry').length > 4")));
        // A wheel that begins where nothing can be scrolled turns nothing until it rests.
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('.scroller').scrollTop >= 1200")));
        rest();
    }

    /// The expectation has to hold in every frame; `enough` of them have to pass.
    void disturb(const QString& watched, const QString& expected,
                 const QString& enough = QStringLiteral("place.frames > 5"))
    {
        QFETCH(const int, index);
        const Disturbance& disturbance = disturbances[static_cast<std::size_t>(index)];
        m_page->eval(watched);
        const QString heights = QStringLiteral("(() => [...document.querySelectorAll('.entry')].filter((entry) =>"
                                               " entry.querySelector('%1')).map((entry) => [entry.dataset.ordinal,"
                                               " entry.offsetHeight]))()")
                                    .arg(QLatin1String(disturbance.grows));
        if (disturbance.grows != nullptr)
            m_page->eval(QStringLiteral("window.heightsBefore = new Map(%1)").arg(heights));
        if (m_wheel != 0)
            m_page->eval(QStringLiteral("way = %1").arg(m_wheel));
        rest();
        if (m_isLetGo)
            m_touch = Qt::ScrollMomentum;
        disturbance.cause(*m_page);
        QVERIFY(m_page->waitUntil(QString::fromLatin1(disturbance.isOver)));
        rest();
        QVERIFY2(turnUntil(enough), qPrintable(m_page->eval(QStringLiteral("JSON.stringify(place)")).toString()));
        if (disturbance.grows != nullptr) {
            const QString other =
                QStringLiteral("%1.filter(([row, height]) => Math.abs((heightsBefore.get(row) ?? height)"
                               " - height) > 8).map(([row]) => Number(row))")
                    .arg(heights);
            QVERIFY(turnUntil(QStringLiteral("(%1.some((row) => row < %2) || %1.some((row) => row < %3 && row > 250))")
                                  .arg(other)
                                  .arg(readRow)
                                  .arg(longRow)));
        }
        QVERIFY2(m_page->eval(expected).toBool(),
                 qPrintable(m_page->eval(QStringLiteral("JSON.stringify(place)")).toString()));
    }

    /// Some frames of the page, with the wheel at work if it is.
    void rest()
    {
        constexpr int frames = 10;
        for (int i = 0; i < frames; ++i) {
            if (m_wheel != 0)
                turnWheel();
            m_page->eval(QStringLiteral("(() => { window.hasRested = false;"
                                        " requestAnimationFrame(() => setTimeout(() => { hasRested = true; })); })()"));
            QVERIFY(m_page->waitUntil(QStringLiteral("hasRested")));
        }
    }

    bool turnUntil(const QString& condition)
    {
        return waitFor(
            [&] {
                if (m_wheel != 0)
                    turnWheel();
                return m_page->eval(QStringLiteral("Boolean(%1)").arg(condition)).toBool();
            },
            pageTimeoutMs);
    }

    void turnWheel() { turn(m_touch, m_touch == Qt::NoScrollPhase ? notch : finger); }

    void turn(Qt::ScrollPhase phase, int pixels)
    {
        QWidget* target = m_page->view.webView().focusProxy();
        const QPointF at(400, 350);
        const QPoint by(0, -pixels * m_wheel);
        QWheelEvent event(at, target->mapToGlobal(at), by, by, Qt::NoButton, {}, phase, false);
        // Known before the view moves: another thread than the page's may scroll it.
        m_page->eval(QStringLiteral("window.turned += %1").arg(pixels));
        QCoreApplication::sendEvent(target, &event);
    }

    std::unique_ptr<PageFixture> m_page;
    std::unique_ptr<PictureServer> m_server;
    int m_wheel = 0;                             ///< 1 while it is turned down, -1 up
    Qt::ScrollPhase m_touch = Qt::NoScrollPhase; ///< of a touch pad, while it is used
    bool m_isLetGo = false;                      ///< as soon as something happens
};

} // namespace tst_transcript_place

QUARTERDECK_PAGE_TEST(tst_transcript_place, TestTranscriptPlace)
#include "tst_transcript_place.moc"
