#include "page_fixture.h"
#include "tests/support/canary.h"
#include "tests/support/hostile_messages.h"
#include "tests/support/page_answer.h"
#include "tests/support/page_test.h"
#include "tests/support/pictures.h"
#include "ui/transcript/isolated_page.h"
#include "ui/transcript/page_profile.h"

#include <QCryptographicHash>
#include <QFile>
#include <QSignalSpy>
#include <QTcpSocket>
#include <QWebEnginePage>
#include <QWebEngineProfile>
#include <QWebEngineScript>
#include <QWebEngineSettings>
#include <QWebEngineView>
#include <algorithm>
#include <atomic>
#include <memory>
#include <set>

namespace tst_transcript_safety {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

struct Payload
{
    std::string name;
    std::string content;
};

std::vector<Payload> hostileMessages(const Canary& canary)
{
    std::vector<Payload> payloads;
    const QStringList files{QStringLiteral(HOSTILE_FOLDER "/messages.jsonl"),
                            QStringLiteral(HOSTILE_FOLDER "/further.jsonl")};
    for (const auto& [name, text] : test::hostileMessages(files)) {
        QString content = QString::fromStdString(text);
        content.replace(QStringLiteral("canary.invalid"), canary.host());
        payloads.push_back({name, content.toStdString()});
    }
    return payloads;
}

/// As a message if the ordinal is even, otherwise as a question with an option, from a sender of that name.
session::Row hostileRow(const Payload& payload, std::int64_t ordinal)
{
    if (ordinal % 2 == 0)
        return messageRow(ordinal, "Bob", payload.content);
    QuestionAsked asked;
    asked.question.id = QuestionId("q" + std::to_string(ordinal));
    asked.question.asker = RoleName(payload.content.substr(0, 60));
    asked.question.text = payload.content;
    asked.question.reason = payload.content;
    asked.question.options = {{payload.content, payload.content}};
    return {{ordinal}, {{ordinal + 1}, {1'760'000'000'000}, 0, asked}, {}};
}

QVariant evalInMainWorld(QWebEnginePage& page, const QString& script)
{
    return test::answerOf(page, script, pageTimeoutMs, QWebEngineScript::MainWorld)
        .value_or(QVariant(QStringLiteral("no answer")));
}

std::string hashOf(const std::string& bytes)
{
    return QCryptographicHash::hash(QByteArray::fromStdString(bytes), QCryptographicHash::Sha256).toHex().toStdString();
}

session::Row imageRow(std::int64_t ordinal, const std::string& bytes)
{
    session::Row row = messageRow(ordinal, "Bob", "look");
    std::get<MessagePublished>(row.event.body)
        .message.content.push_back(
            MediaBlock{MediaKind::Image, {AttachmentHash(hashOf(bytes)), "", "image/png", "a.png", 0, 40, 30}});
    return row;
}

class TestTranscriptSafety final : public QObject
{
    Q_OBJECT

private slots:
    void canary_sings()
    {
        Canary canary;
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, canary.server.serverPort());
        QVERIFY(waitFor([&] { return canary.calls == 1; }));
    }

    void files_areNeverDroppedIntoThePage()
    {
        PageFixture page(std::make_shared<FakeLibrary>(
            1, [](std::int64_t ordinal) { return messageRow(ordinal, "Bob", "drop here"); }));
        QVERIFY(page.open(1));
        // The window takes the drop if no widget below the mouse wants it; Chromium's would take any.
        for (const QWidget* widget : page.view.findChildren<QWidget*>())
            QVERIFY2(!widget->acceptDrops(), widget->metaObject()->className());
    }

    void hostileMessages_doNothing()
    {
        Canary canary;
        const std::vector<Payload> payloads = hostileMessages(canary);
        QVERIFY(payloads.size() >= 66);
        // A few at a time: all of them around each would be drawn again and again.
        constexpr std::size_t atOnce = 2;
        std::atomic<std::size_t> first = 0; // rows are made in a thread of their own
        PageFixture page(
            std::make_shared<FakeLibrary>(static_cast<std::int64_t>(atOnce) * 2, [&](std::int64_t ordinal) {
                const std::size_t number = first + static_cast<std::size_t>(ordinal) / 2;
                return hostileRow(payloads[std::min(number, payloads.size() - 1)], ordinal);
            }));
        QSignalSpy links(&page.view.page(), &TranscriptPage::linkClicked);
        QSignalSpy failed(&page.view.page(), &TranscriptPage::failed);
        QWebEnginePage& web = *page.view.webView().page();
        for (; first < payloads.size(); first += atOnce) {
            const std::size_t shown = std::min(atOnce, payloads.size() - first);
            QVERIFY(page.open(static_cast<std::int64_t>(shown) * 2, Anchor{{0}, Align::Start}));
            const QString name = QString::fromStdString(payloads[first].name);
            QVERIFY(page.waitUntil(
                QStringLiteral("document.querySelectorAll('[data-ordinal]').length >= %1").arg(shown * 2)));
            // Whatever only needs time gets some: handlers, redirects, animations.
            (void)waitFor([] { return false; }, 60);
            QVERIFY2(!evalInMainWorld(web, QStringLiteral("window.__pwn")).isValid(), qPrintable(name));
            QVERIFY2(!page.eval(QStringLiteral("window.__pwn")).isValid(), qPrintable(name));
            QCOMPARE(web.title(), QStringLiteral("Quarterdeck"));
            QCOMPARE(web.url(), QUrl(QStringLiteral("app://transcript/index.html")));
            QCOMPARE(page.eval(QStringLiteral("document.querySelectorAll('iframe, object, embed, form, script, "
                                              "body style, body link, body meta, base').length"))
                         .toInt(),
                     0);
        }
        QCOMPARE(canary.calls, 0);
        QCOMPARE(links.count(), 0); // nothing opens without a click
        QCOMPARE(failed.count(), 0);
    }

    /// The same while they are being written.
    void hostileDrafts_doNothing()
    {
        Canary canary;
        constexpr int mostAtOnce = 50; // a page draws no more than some
        std::unique_ptr<PageFixture> fresh;
        int links = 0;
        int tokens = 100;
        int shown = 0;
        for (const Payload& payload : hostileMessages(canary)) {
            if (shown++ % mostAtOnce == 0) {
                fresh = std::make_unique<PageFixture>(std::make_shared<FakeLibrary>(
                    1, [](std::int64_t ordinal) { return messageRow(ordinal, "Bob", "before it"); }));
                QVERIFY(fresh->open(1));
                connect(&fresh->view.page(), &TranscriptPage::linkClicked, this, [&links] { ++links; });
            }
            PageFixture& page = *fresh;
            QWebEnginePage& web = *page.view.webView().page();
            session::StreamingMessage draft;
            draft.id = payload.name;
            draft.role = RoleName(payload.content.substr(0, 60));
            draft.channels = {ChannelKey("everything")};
            for (std::size_t third = 1; third <= 3; ++third) {
                draft.text = payload.content.substr(0, payload.content.size() * third / 3);
                draft.tokens = ++tokens;
                page.view.page().showDraft(draft);
                QVERIFY2(page.waitUntil(QStringLiteral("[...document.querySelectorAll('.live')].at(-1)?.textContent"
                                                       ".includes('%1')")
                                            .arg(tokens)),
                         payload.name.c_str());
            }
            QVERIFY2(!evalInMainWorld(web, QStringLiteral("window.__pwn")).isValid(), payload.name.c_str());
            QVERIFY2(!page.eval(QStringLiteral("window.__pwn")).isValid(), payload.name.c_str());
            QCOMPARE(page.eval(QStringLiteral("document.querySelectorAll('iframe, object, embed, form, script, "
                                              "body style, body link, body meta, base').length"))
                         .toInt(),
                     0);
        }
        QCOMPARE(canary.calls, 0);
        QCOMPARE(links, 0);
    }

    /// A letter with accents without end cannot be broken, and is as large as its writer likes.
    void accents_areNotPaintedBesideTheirMessage()
    {
        std::string pile = "Over you: e";
        for (int i = 0; i < 100; ++i)
            pile += "\u0302\u0e49\u0f7c\u0489\u0670";
        PageFixture page(std::make_shared<FakeLibrary>(
            3, [&](std::int64_t ordinal) { return messageRow(ordinal, "Bob", ordinal == 1 ? pile : "Said by Bob."); }));
        QVERIFY(page.open(3));
        std::optional<bool> isPainted;
        page.view.whenPainted([&](bool isSo) { isPainted = isSo; });
        QVERIFY(waitFor([&] { return isPainted.has_value(); }, pageTimeoutMs));
        // There is nothing between the text and the edge of the page.
        const int from =
            page.eval(QStringLiteral("document.querySelector('.msg > .c').getBoundingClientRect().right")).toInt() + 5;
        const QWidget& web = page.view.webView();
        QVERIFY(from > 100 && from < web.width() - 5);
        const QImage margin =
            page.view.webView().grab(QRect(from, 60, web.width() - from - 1, web.height() - 80)).toImage();
        for (int y = 0; y < margin.height(); ++y)
            for (int x = 0; x < margin.width(); ++x)
                QCOMPARE(margin.pixel(x, y), margin.pixel(0, 0));
    }

    void clickedLinks_areHarmlessQuestions()
    {
        Canary canary;
        std::vector<Payload> payloads{
            {"honest", "[the docs](https://docs.example/x)"},
            {"mail", "[write me](mailto:a@docs.example)"},
            {"suspect", "[the log](http://" + canary.host().toStdString() + "/log)"},
            {"lying", "[https://github.com/login](https://github.com.docs.example/login)"},
        };
        const std::vector<Payload> hostile = hostileMessages(canary);
        payloads.insert(payloads.end(), hostile.begin(), hostile.end());
        // Each alone with its question: what surrounds it is not part of this, and slow.
        std::atomic<std::size_t> shown = 0; // rows are made in a thread of their own
        PageFixture page(std::make_shared<FakeLibrary>(
            2, [&](std::int64_t ordinal) { return hostileRow(payloads[shown], ordinal); }));
        QStringList schemes;
        int refused = 0;
        connect(&page.view.page(), &TranscriptPage::linkClicked, this,
                [&](const LinkQuestion& link) { schemes << link.url.scheme(); });
        connect(&page.view.page(), &TranscriptPage::linkRefused, this, [&] { ++refused; });
        const auto isTold = [&](int clicks) { return schemes.size() + refused == clicks; };
        int clicked = 0;
        for (; shown < payloads.size(); ++shown) {
            QVERIFY(page.open(2, Anchor{{0}, Align::Start}));
            const QString row = QStringLiteral("article[aria-posinset=\"1\"] ");
            const auto bring = [&](const QString& selector) {
                page.eval(
                    QStringLiteral("document.querySelector('%1')?.scrollIntoView({ block: 'center' })").arg(selector));
                return page
                    .eval(QStringLiteral(
                              "(() => { const wanted = document.querySelector('%1'); if (!wanted) return false;"
                              " const { left, top, width, height } = wanted.getBoundingClientRect();"
                              " return wanted.contains(document.elementFromPoint(left + width / 2, top + height / 2)); "
                              "})()")
                              .arg(selector))
                    .toBool();
            };
            const QString link = row + QStringLiteral(".prose a[href]");
            if (!bring(link) || !page.click(link))
                continue; // none of it can be clicked, or it is broken over lines and its middle is none of it
            ++clicked;
            const QString openAnyway = row + QStringLiteral(".linkbox ~ .row button.flat");
            QVERIFY(waitFor([&] { return isTold(clicked) || (bring(openAnyway) && page.click(openAnyway)); }));
            QVERIFY2(waitFor([&] { return isTold(clicked); }), payloads[shown].name.c_str());
        }
        QVERIFY2(clicked >= 20, qPrintable(QString::number(clicked)));
        for (const QString& scheme : schemes)
            QVERIFY2(QStringList({"https", "http", "mailto"}).contains(scheme), qPrintable(scheme));
        QCOMPARE(page.view.webView().page()->url(), QUrl(QStringLiteral("app://transcript/index.html")));
        QCOMPARE(canary.calls, 0);
    }

    void pagesOwnWorld_hasNoScriptAndNoChannel()
    {
        PageFixture page(std::make_shared<FakeLibrary>(1, [](std::int64_t i) { return messageRow(i, "Bob", "x"); }));
        QVERIFY(page.open(1));
        QWebEnginePage& web = *page.view.webView().page();
        QCOMPARE(evalInMainWorld(web, QStringLiteral("typeof qt + typeof QWebChannel")).toString(),
                 QStringLiteral("undefinedundefined"));
        // What the sanitiser would have missed: the policy lets it run nothing.
        (void)evalInMainWorld(web,
                              QStringLiteral("const box = document.createElement('div');"
                                             "box.innerHTML = '<img src=x onerror=\"window.__pwn=1\">';"
                                             "document.body.append(box);"
                                             "const s = document.createElement('script');"
                                             "s.textContent = 'window.__pwn=2'; document.body.append(s); 1"));
        (void)waitFor([] { return false; }, 200);
        QVERIFY(!evalInMainWorld(web, QStringLiteral("window.__pwn")).isValid());
        QCOMPARE(page.eval(QStringLiteral("document.head.firstElementChild.httpEquiv")).toString(),
                 QStringLiteral("Content-Security-Policy"));
    }

    void navigation_andWindows_areRefused_data()
    {
        QTest::addColumn<QString>("script");
        QTest::newRow("location") << "location.href = 'http://CANARY/a'";
        QTest::newRow("open") << "window.open('http://CANARY/b')";
        QTest::newRow("other page of ours") << "location.href = 'app://diagram/index.html'";
        QTest::newRow("own page with a query") << "location.href = 'app://transcript/index.html?x'";
        QTest::newRow("form") << "const f = document.createElement('form'); f.action = 'http://CANARY/c';"
                                 "document.body.append(f); f.submit()";
        QTest::newRow("link") << "const a = document.createElement('a'); a.href = 'http://CANARY/d';"
                                 "document.body.append(a); a.click()";
        QTest::newRow("download") << "const a = document.createElement('a'); a.href = 'app://transcript/style.css';"
                                     "a.download = 'x'; document.body.append(a); a.click()";
        QTest::newRow("frame") << "const i = document.createElement('iframe'); i.src = 'http://CANARY/e';"
                                  "document.body.append(i)";
        QTest::newRow("image") << "new Image().src = 'http://CANARY/f'";
        QTest::newRow("request") << "const x = new XMLHttpRequest(); x.open('GET', 'http://CANARY/g'); x.send()";
        QTest::newRow("beacon") << "navigator.sendBeacon('http://CANARY/h', 'x')";
        QTest::newRow("socket") << "new WebSocket('ws://CANARY/i')";
        QTest::newRow("style")
            << "const s = document.createElement('style');"
               "s.textContent = '@import \"http://CANARY/j\"; body { background: url(http://CANARY/k) }';"
               "document.body.append(s)";
        QTest::newRow("prefetch") << "const l = document.createElement('link'); l.rel = 'prefetch';"
                                     "l.href = 'http://CANARY/l'; document.head.append(l)";
        QTest::newRow("file") << "location.href = 'file:///etc/passwd'";
    }

    /// Even for a script that runs, which none can.
    void navigation_andWindows_areRefused()
    {
        QFETCH(QString, script);
        Canary canary;
        script.replace(QStringLiteral("CANARY"), canary.host());
        PageFixture page(std::make_shared<FakeLibrary>(1, [](std::int64_t i) { return messageRow(i, "Bob", "kept"); }));
        QVERIFY(page.open(1));
        QWebEnginePage& web = *page.view.webView().page();
        (void)evalInMainWorld(web, QStringLiteral("try { (() => { %1 })() } catch { } 1").arg(script));
        (void)waitFor([] { return false; }, 150);
        QCOMPARE(canary.calls, 0);
        QCOMPARE(web.url(), QUrl(QStringLiteral("app://transcript/index.html")));
        QVERIFY(page.waitUntil(QStringLiteral("document.body.innerText.includes('kept')")));
        QCOMPARE(QApplication::topLevelWidgets().size(), 1);
    }

    /// Behind the page's own policy, which lets none of these get so far.
    void requests_areInterceptedInTheProfile()
    {
        Canary canary;
        PageProfile profile(std::make_shared<FakeLibrary>(0, [](std::int64_t i) { return messageRow(i, "Bob", "x"); }));
        QSignalSpy blocked(&profile, &PageProfile::requestBlocked);
        {
            QWebEnginePage plain(&profile);
            plain.setHtml(QStringLiteral("<img src='http://%1/a.png'>").arg(canary.host()),
                          QUrl(QStringLiteral("app://transcript/other.html")));
            QVERIFY(waitFor([&] { return blocked.count() > 0 || canary.calls > 0; }, pageTimeoutMs));
            plain.setUrl(QUrl(QStringLiteral("http://%1/b").arg(canary.host())));
            QVERIFY(waitFor([&] { return blocked.count() > 1 || canary.calls > 0; }, pageTimeoutMs));
        }
        QCOMPARE(canary.calls, 0);
    }

    void permissions_areRefused()
    {
        PageFixture page(std::make_shared<FakeLibrary>(1, [](std::int64_t i) { return messageRow(i, "Bob", "x"); }));
        QVERIFY(page.open(1));
        QWebEnginePage& web = *page.view.webView().page();
        // 1 = refused. What is not answered waits for ever, and what is granted finds no place here (2).
        (void)evalInMainWorld(
            web,
            QStringLiteral("navigator.geolocation.getCurrentPosition("
                           "() => { window.__place = 0 }, (error) => { window.__place = error.code }); 1"));
        QVERIFY(
            waitFor([&] { return evalInMainWorld(web, QStringLiteral("window.__place")).isValid(); }, pageTimeoutMs));
        QCOMPARE(evalInMainWorld(web, QStringLiteral("window.__place")).toInt(), 1);
    }

    void settings_reachTheRealPage()
    {
        PageFixture page(std::make_shared<FakeLibrary>(1, [](std::int64_t i) { return messageRow(i, "Bob", "x"); }));
        std::set<int> wanted;
        for (const PageSetting& setting : pageSettings()) {
            if (setting.isOn)
                wanted.insert(setting.attribute);
        }
        std::set<int> on;
        for (int attribute = 0; attribute < 64; ++attribute) {
            if (page.view.webView().settings()->testAttribute(static_cast<QWebEngineSettings::WebAttribute>(attribute)))
                on.insert(attribute);
        }
        QVERIFY(on == wanted);
        QCOMPARE(page.view.webView().settings()->unknownUrlSchemePolicy(),
                 QWebEngineSettings::DisallowUnknownUrlSchemes);
        const QWebEngineProfile& profile = *page.view.webView().page()->profile();
        QVERIFY(profile.isOffTheRecord());
        QCOMPARE(profile.httpCacheType(), QWebEngineProfile::NoCache);
        QCOMPARE(profile.persistentCookiesPolicy(), QWebEngineProfile::NoPersistentCookies);
        QVERIFY(!profile.isSpellCheckEnabled());
    }

    void picture_isShownByItsContent_andNothingElseIs()
    {
        const std::string png = test::png({40, 30}).toStdString();
        const std::string html = "<!doctype html><script>window.__pwn=1</script>";
        auto library = std::make_shared<FakeLibrary>(
            2, [&](std::int64_t ordinal) { return imageRow(ordinal, ordinal == 0 ? png : html); });
        library->setAttachment(AttachmentHash(hashOf(png)), png);
        library->setAttachment(AttachmentHash(hashOf(html)), html);
        PageFixture page(library);
        QVERIFY(page.open(2));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.thumb img')?.naturalWidth === 40")));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.thumb img').length === 1")));
        QVERIFY(page.waitUntil(QStringLiteral("document.body.innerText.includes('could not be shown')")));
        std::pair<std::int64_t, int> clicked{0, -1};
        page.view.page().onCall<calls::OpenImage>(this, [&](const calls::OpenImage& call) {
            clicked = {call.seq.value, call.index};
        });
        QVERIFY(page.click(QStringLiteral(".thumb img")));
        QVERIFY(waitFor([&] { return clicked.first > 0; }));
        QCOMPARE(clicked, (std::pair<std::int64_t, int>{1, 0}));
    }
};

} // namespace tst_transcript_safety

QUARTERDECK_PAGE_TEST(tst_transcript_safety, TestTranscriptSafety)
#include "tst_transcript_safety.moc"
