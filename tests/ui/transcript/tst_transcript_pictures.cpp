#include "page_fixture.h"
#include "tests/support/page_test.h"
#include "tests/support/picture_server.h"
#include "tests/support/pictures.h"
#include "ui/images/remote_image_address.h"

#include <QSignalSpy>
#include <QWebEngineView>

namespace tst_transcript_pictures {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui;
using namespace quarterdeck::ui::transcript;

namespace {

const QString once = QStringLiteral(".remote .bt .btn:nth-child(1)");
const QString always = QStringLiteral(".remote .bt .btn:nth-child(2)");
const QString never = QStringLiteral(".remote .bt .btn:nth-child(3)");
const QString askAgain = QStringLiteral(".remote .bt .btn:nth-child(2)");

/// A page whose message has a picture from a server: in its Markdown, or as a part of its own.
struct Pictures
{
    enum class As { Markdown, Part };
    explicit Pictures(As as = As::Markdown, const char* host = "pictures.test")
    {
        address = server.address(QStringLiteral("x.png?a=(1)&b=ü"), host);
        server.answers["/x.png?a=(1)&b=%C3%BC"] = PictureServer::response("200 OK", png({60, 40}, Qt::green));
        page = std::make_unique<PageFixture>(std::make_shared<FakeLibrary>(2, [this, as](std::int64_t ordinal) {
            const std::string url = address.toStdString();
            session::Row row = messageRow(ordinal, "Bob",
                                          ordinal == 0             ? "Before."
                                              : as == As::Markdown ? "Look: ![a map](" + url + ")"
                                                                   : "Look.");
            if (ordinal == 1 && as == As::Part)
                std::get<MessagePublished>(row.event.body)
                    .message.content.push_back(MediaBlock{MediaKind::Image, {{}, url, "image/png", "a.png", 0, 0, 0}});
            return row;
        }));
        page->view.pictures().setWays(server.ways());
        TranscriptPage& shown = page->view.page();
        shown.onCall<calls::ChoosePictures>(
            &shown, [&shown](const calls::ChoosePictures& call) { shown.setPictureChoice(call.choice); });
    }
    [[nodiscard]] bool open() { return page->open(2); }
    QString text(const char* selector)
    {
        return page->eval(QStringLiteral("document.querySelector('%1')?.innerText").arg(QLatin1StringView(selector)))
            .toString();
    }
    [[nodiscard]] bool isShown()
    {
        return page->waitUntil(QStringLiteral("document.querySelector('.thumb.far img')?.naturalWidth === 60"));
    }
    /// Whatever only needs time gets some.
    static void rest()
    {
        (void)waitFor([] { return false; }, 150);
    }

    PictureServer server;
    QString address;
    std::unique_ptr<PageFixture> page;
};

/// A page with one message containing these pictures of the server, by their paths.
struct Gallery
{
    explicit Gallery(const QStringList& paths)
    {
        std::string text;
        for (const QString& path : paths) {
            server.answers["/" + path.toLatin1()] = PictureServer::response("200 OK", png({60, 40}, Qt::green));
            text += "![a](" + server.address(path).toStdString() + ") ";
        }
        library =
            std::make_shared<FakeLibrary>(1, [text](std::int64_t ordinal) { return messageRow(ordinal, "Bob", text); });
        page = std::make_unique<PageFixture>(library);
        page->view.pictures().setWays(server.ways());
    }
    [[nodiscard]] bool areShown(qsizetype count)
    {
        return page->waitUntil(
            QStringLiteral(
                "[...document.querySelectorAll('.thumb.far img')].filter((i) => i.naturalWidth).length === %1")
                .arg(count));
    }

    PictureServer server;
    std::shared_ptr<FakeLibrary> library;
    std::unique_ptr<PageFixture> page;
};

} // namespace

/// Pictures from elsewhere in the page, from a real server.
class TestTranscriptPictures final : public QObject
{
    Q_OBJECT

private slots:
    void nothing_isLoadedByItself();
    void once_loadsThisOne_data();
    void once_loadsThisOne();
    void always_loadsWhatComes();
    void never_hidesThem();
    void keyboard_isEnough();
    void failure_isSaidInItsPlace();
    void picture_isOpened();
    void menu_opensCopiesAndSavesThePicture();
    void keysOfNoMessage_loadNothing();
    void madeUpClicks_loadNothing();
    void pictureInALink_leadsNowhereByItsButtons();
    void otherAddresses_areNotOffered_data();
    void otherAddresses_areNotOffered();
    void place_isKept();
    void messageWithMany_isReadOnce();
    void everyPlaceOfAPicture_showsIt();
    void pictureThatIsKeptNoLonger_saysSo();
};

void TestTranscriptPictures::nothing_isLoadedByItself()
{
    Pictures pictures(Pictures::As::Markdown, "xn--bcher-kva.test");
    QVERIFY(pictures.open());
    QVERIFY(pictures.text(".remote b").contains(QStringLiteral("xn--bcher-kva.test")));
    QCOMPARE(pictures.text(".remote .alt"), QStringLiteral("a map"));
    QCOMPARE(pictures.page->eval(QStringLiteral("document.querySelector('.remote').getAttribute('aria-label')")),
             QStringLiteral("An image from xn--bcher-kva.test"));
    Pictures::rest();
    QCOMPARE(pictures.server.calls, 0);
    QCOMPARE(pictures.server.resolved, QStringList());
    QCOMPARE(pictures.page->eval(QStringLiteral("document.querySelectorAll('article img').length")).toInt(), 0);
}

void TestTranscriptPictures::once_loadsThisOne_data()
{
    QTest::addColumn<int>("as");
    QTest::newRow("in Markdown") << static_cast<int>(Pictures::As::Markdown);
    QTest::newRow("as a part") << static_cast<int>(Pictures::As::Part);
}

void TestTranscriptPictures::once_loadsThisOne()
{
    QFETCH(const int, as);
    Pictures pictures(static_cast<Pictures::As>(as));
    const CallSpy<calls::ChoosePictures> chosen(pictures.page->view.page());
    QVERIFY(pictures.open());
    QVERIFY(pictures.page->click(once));
    QVERIFY(pictures.isShown());
    QCOMPARE(pictures.server.requests.size(), 1);
    QCOMPARE(chosen.count(), 0);
    QVERIFY(pictures.text(".thumb.far .cap").contains(QStringLiteral("pictures.test")));
    // It is there when the channel is opened again, and no request is made for it.
    QVERIFY(pictures.open());
    QVERIFY(pictures.isShown());
    QCOMPARE(pictures.server.requests.size(), 1);
}

void TestTranscriptPictures::always_loadsWhatComes()
{
    Pictures pictures;
    QVERIFY(pictures.open());
    QVERIFY(pictures.page->click(always));
    QVERIFY(pictures.isShown());
    QVERIFY(pictures.page->click(QStringLiteral(".thumb.far .bt .btn"))); // ask again
    QVERIFY(pictures.page->waitUntil(QStringLiteral("!document.querySelector('.thumb.far .bt')")));
    // A page that is told so before loads it without a click.
    Pictures others;
    others.page->view.page().setPictureChoice(RemoteImagePolicy::Always);
    QVERIFY(others.open());
    QVERIFY(others.isShown());
}

void TestTranscriptPictures::never_hidesThem()
{
    Pictures pictures;
    QVERIFY(pictures.open());
    QVERIFY(pictures.page->click(never));
    QVERIFY(pictures.page->waitUntil(QStringLiteral(
        "document.querySelector('.remote .meta[role]').innerText.includes('not loaded in this session')")));
    QVERIFY(pictures.page->click(once));
    QVERIFY(pictures.isShown());
    pictures.page->view.page().setPictureChoice(RemoteImagePolicy::Never);
    QVERIFY(pictures.page->waitUntil(QStringLiteral("!document.querySelector('article img')")));
    Pictures::rest();
    QVERIFY(pictures.page->eval(QStringLiteral("!document.querySelector('article img')")).toBool());
    QVERIFY(pictures.page->click(askAgain));
    QVERIFY(pictures.isShown()); // it was loaded before
    QCOMPARE(pictures.server.requests.size(), 1);
}

void TestTranscriptPictures::keyboard_isEnough()
{
    Pictures pictures;
    QVERIFY(pictures.open());
    pictures.page->eval(QStringLiteral("document.querySelector('%1').focus()").arg(once));
    QWidget* page = pictures.page->view.webView().focusProxy();
    QTest::keyClick(page, Qt::Key_Tab);
    QVERIFY(pictures.page->waitUntil(QStringLiteral("document.activeElement.innerText === 'Always in this session'")));
    QTest::keyClick(page, Qt::Key_Backtab, Qt::ShiftModifier);
    QVERIFY(pictures.page->waitUntil(QStringLiteral("document.activeElement.innerText === 'Load once'")));
    QTest::keyClick(page, Qt::Key_Space);
    QVERIFY(pictures.isShown());
    QCOMPARE(pictures.page->eval(QStringLiteral("document.activeElement.className")), QStringLiteral("im"));
}

void TestTranscriptPictures::failure_isSaidInItsPlace()
{
    Pictures pictures;
    FetchServices ways = pictures.server.ways();
    ways.isAllowed = isPublicAddress;
    pictures.page->view.pictures().setWays(ways);
    QVERIFY(pictures.open());
    QVERIFY(pictures.page->click(once));
    QVERIFY(pictures.page->waitUntil(QStringLiteral(
        "document.querySelector('.remote .meta[role]').innerText.includes('is not a public internet address')")));
    QCOMPARE(pictures.server.calls, 0);
    pictures.page->view.pictures().setWays(pictures.server.ways());
    QVERIFY(pictures.page->click(once)); // try again
    QVERIFY(pictures.isShown());
}

void TestTranscriptPictures::picture_isOpened()
{
    Pictures pictures;
    QSignalSpy opened(&pictures.page->view.page(), &TranscriptPage::remotePictureRequested);
    QVERIFY(pictures.open());
    QVERIFY(pictures.page->click(once));
    QVERIFY(pictures.isShown());
    QVERIFY(pictures.page->click(QStringLiteral(".thumb.far .im")));
    QVERIFY(waitFor([&] { return opened.count() == 1; }));
    QCOMPARE(opened.front().at(1).value<PictureAction>(), PictureAction::Open);
    QVERIFY(pictures.page->view.pictures().find(opened.front().front().toString()) != nullptr);
}

/// By its menu, which offers none of it before it is loaded.
void TestTranscriptPictures::menu_opensCopiesAndSavesThePicture()
{
    Pictures pictures;
    TranscriptView& view = pictures.page->view;
    std::optional<MenuTarget> told;
    connect(&view.page(), &TranscriptPage::menuRequested, this, [&](const MenuTarget& place) { told = place; });
    QStringList keys;
    std::set<PictureAction> wishes;
    connect(&view.page(), &TranscriptPage::remotePictureRequested, this, [&](const QString& key, PictureAction wish) {
        keys << key;
        wishes.insert(wish);
    });
    const auto rightClick = [&](const char* selector) {
        told.reset();
        const auto place = pictures.page->middleOf(QLatin1String(selector));
        if (place)
            QTest::mouseClick(view.webView().focusProxy(), Qt::RightButton, {}, *place);
        return place && waitFor([&] { return told.has_value(); });
    };
    QVERIFY(pictures.open());
    QVERIFY(rightClick(".remote b"));
    QVERIFY(!told->has(ClickedPart::Picture) && !told->has(ClickedPart::Copyable) && !told->has(ClickedPart::Savable));
    QVERIFY(pictures.page->click(once));
    QVERIFY(pictures.isShown());
    QVERIFY(rightClick(".thumb.far img"));
    QVERIFY(told->has(ClickedPart::Picture) && told->has(ClickedPart::Copyable) && told->has(ClickedPart::Savable));
    view.page().perform(RowCommand::OpenPicture, *told->row);
    view.page().perform(RowCommand::CopyPicture, *told->row);
    view.page().perform(RowCommand::Save, *told->row);
    QVERIFY(waitFor([&] { return keys.size() == 3; }));
    QVERIFY(wishes == (std::set{PictureAction::Open, PictureAction::Copy, PictureAction::Save}));
    QCOMPARE(keys, QStringList(3, keys.front()));
    QVERIFY(view.pictures().find(keys.front()) != nullptr);
}

/// Whoever controls the page can ask for what is in the messages, and for nothing else.
void TestTranscriptPictures::keysOfNoMessage_loadNothing()
{
    Pictures pictures;
    QVERIFY(pictures.open());
    const auto own = remoteImageUrl(pictures.address);
    const auto other = remoteImageUrl(pictures.server.address(QStringLiteral("secret?of=you")));
    QVERIFY(own && other);
    const auto call = [&](int seq, const QString& key, const QString& wish = {}) {
        const QString fields = QStringLiteral("{seq: %1, key: '%2'%3}")
                                   .arg(seq)
                                   .arg(key, wish.isEmpty() ? QString() : QStringLiteral(", wish: '%1'").arg(wish));
        pictures.page->eval(
            QStringLiteral("new QWebChannel(qt.webChannelTransport, (c) => "
                           "c.objects.bridge.call('%1', JSON.stringify(%2)))")
                .arg(wish.isEmpty() ? QStringLiteral("pictureInSight") : QStringLiteral("usePicture"), fields));
    };
    call(2, other->key, QStringLiteral("once"));
    call(1, own->key, QStringLiteral("once")); // in another message
    call(9, own->key, QStringLiteral("once"));
    call(2, own->key); // nobody has said so
    call(2, own->key, QStringLiteral("open"));
    Pictures::rest();
    QCOMPARE(pictures.server.calls, 0);
}

void TestTranscriptPictures::madeUpClicks_loadNothing()
{
    Pictures pictures;
    QVERIFY(pictures.open());
    pictures.page->eval(QStringLiteral("document.querySelectorAll('.remote button').forEach((b) => { b.click();"
                                       "b.dispatchEvent(new MouseEvent('click', {bubbles: true})); })"));
    Pictures::rest();
    QCOMPARE(pictures.server.calls, 0);
    QCOMPARE(pictures.text(".remote .bt .btn"), QStringLiteral("Load once"));
}

/// They keep their click to themselves: the browser must not follow the link around them.
void TestTranscriptPictures::pictureInALink_leadsNowhereByItsButtons()
{
    PageFixture page(std::make_shared<FakeLibrary>(1, [](std::int64_t ordinal) {
        return messageRow(ordinal, "Bob", "[![a](https://pictures.test/x.png)](https://docs.example/x)");
    }));
    QVERIFY(page.open(1));
    page.eval(QStringLiteral("addEventListener('click', (event) =>"
                             " setTimeout(() => { window.wasPrevented = event.defaultPrevented; }), true)"));
    QVERIFY(page.click(QStringLiteral("a .remote .btn.flat")));
    QVERIFY(page.waitUntil(QStringLiteral("window.wasPrevented !== undefined")));
    QVERIFY(page.eval(QStringLiteral("window.wasPrevented")).toBool());
}

void TestTranscriptPictures::otherAddresses_areNotOffered_data()
{
    QTest::addColumn<QString>("address");
    QTest::newRow("not encrypted") << "http://pictures.test/x.png";
    QTest::newRow("user name") << "https://me@pictures.test/x.png";
}

void TestTranscriptPictures::otherAddresses_areNotOffered()
{
    QFETCH(const QString, address);
    Pictures pictures;
    pictures.address = address;
    pictures.page->view.page().setPictureChoice(RemoteImagePolicy::Always);
    QVERIFY(pictures.open());
    QCOMPARE(pictures.text(".remote .bt .btn"), QStringLiteral("Copy address"));
    Pictures::rest();
    QCOMPARE(pictures.server.resolved, QStringList());
}

void TestTranscriptPictures::place_isKept()
{
    Pictures pictures;
    QVERIFY(pictures.page->open(2));
    const auto before = pictures.page->middleOf(QStringLiteral("article"));
    pictures.page->view.page().setPictureChoice(RemoteImagePolicy::Always);
    QVERIFY(pictures.isShown());
    QCOMPARE(pictures.page->middleOf(QStringLiteral("article")), before);
}

void TestTranscriptPictures::messageWithMany_isReadOnce()
{
    QStringList paths;
    for (int i = 0; i < 30; ++i)
        paths.append(QStringLiteral("%1.png").arg(i));
    Gallery gallery(paths);
    QVERIFY(gallery.page->open(1));
    gallery.library->waitForReads();
    const int before = gallery.library->rowReads();
    gallery.library->hold(FakeLibrary::Reads::Rows);
    gallery.page->view.page().setPictureChoice(RemoteImagePolicy::Always);
    QVERIFY(waitFor([&] { return gallery.library->hasHeldReads(); }));
    Pictures::rest(); // the page asks for one after the other
    gallery.library->release();
    QVERIFY(gallery.areShown(30));
    QVERIFY2(gallery.library->rowReads() - before <= 3, qPrintable(QString::number(gallery.library->rowReads())));
}

/// More than the page remembers of those that have left it: none of these has.
void TestTranscriptPictures::everyPlaceOfAPicture_showsIt()
{
    Gallery gallery(QStringList(450, QStringLiteral("x.png")));
    QVERIFY(gallery.page->open(1, Anchor{{0}, Align::Start}));
    QVERIFY(gallery.page->click(once));
    QVERIFY(gallery.areShown(450));
    QCOMPARE(gallery.server.requests.size(), 1);
}

void TestTranscriptPictures::pictureThatIsKeptNoLonger_saysSo()
{
    Gallery gallery({QStringLiteral("a.png"), QStringLiteral("b.png")});
    FetchServices ways = gallery.server.ways();
    ways.mostKeptBytes = 1; // the newest
    gallery.page->view.pictures().setWays(ways);
    QSignalSpy opened(&gallery.page->view.page(), &TranscriptPage::remotePictureRequested);
    QVERIFY(gallery.page->open(1));
    QVERIFY(gallery.page->click(once));
    QVERIFY(gallery.areShown(1));
    QVERIFY(gallery.page->click(once)); // of the other one
    QVERIFY(gallery.areShown(2));
    QVERIFY(gallery.page->click(QStringLiteral(".thumb.far .im")));
    QVERIFY(gallery.page->waitUntil(
        QStringLiteral("document.querySelector('.remote .meta[role]')?.innerText.includes('have since replaced it')")));
    QCOMPARE(opened.count(), 0);
    QCOMPARE(gallery.server.requests.size(), 2); // nobody has said so
    QVERIFY(gallery.page->click(once));          // try again
    QVERIFY(gallery.areShown(2));
}

} // namespace tst_transcript_pictures

QUARTERDECK_PAGE_TEST(tst_transcript_pictures, TestTranscriptPictures)
#include "tst_transcript_pictures.moc"
