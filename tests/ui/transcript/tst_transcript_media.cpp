#include "page_fixture.h"
#include "tests/support/moving_pictures.h"
#include "tests/support/page_test.h"

#include <QFile>
#include <QWebEngineView>
#include <QtEndian>

namespace tst_transcript_media {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

namespace {

const AttachmentHash soundHash(std::string(64, 'a'));
constexpr int bytesPerSecond = 44'100 * 2 * 2;
constexpr int seconds = 120;

void add32(std::string& bytes, quint32 value)
{
    value = qToLittleEndian(value);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void add16(std::string& bytes, quint16 value)
{
    value = qToLittleEndian(value);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Two minutes of silence, 21 MB: far more than a player reads ahead.
std::string longSound()
{
    constexpr quint32 size = bytesPerSecond * seconds;
    std::string bytes = "RIFF";
    add32(bytes, size + 36);
    bytes += "WAVEfmt ";
    add32(bytes, 16);
    add16(bytes, 1); // PCM
    add16(bytes, 2);
    add32(bytes, 44'100);
    add32(bytes, bytesPerSecond);
    add16(bytes, 4);
    add16(bytes, 16);
    bytes += "data";
    add32(bytes, size);
    bytes.append(size, '\0');
    return bytes;
}

session::Row mediumRow(std::int64_t ordinal, MediaKind kind)
{
    session::Row row = messageRow(ordinal, "Bob", "Listen.");
    MediaBlock sound;
    sound.kind = kind;
    sound.source.hash = soundHash;
    sound.source.mediaType = "audio/wav";
    sound.source.name = "interview.wav";
    sound.source.size = bytesPerSecond * seconds;
    std::get<MessagePublished>(row.event.body).message.content.emplace_back(sound);
    return row;
}

/// A real film of six seconds, whose size nobody has given.
std::string film()
{
    QFile file(QStringLiteral(FILM_FILE));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

session::Row filmRow(std::int64_t ordinal)
{
    session::Row row = messageRow(ordinal, "Bob", "Look.");
    MediaBlock film;
    film.kind = MediaKind::Video;
    film.source = {soundHash, "", "video/webm", "pattern.webm", 0, 0, 0};
    std::get<MessagePublished>(row.event.body).message.content.emplace_back(film);
    return row;
}

session::Row pictureRow(std::int64_t ordinal)
{
    session::Row row = messageRow(ordinal, "Bob", "Look.");
    MediaBlock picture;
    picture.kind = MediaKind::Image;
    picture.source = {soundHash, "", "image/png", "a.png", 0, 60, 40};
    std::get<MessagePublished>(row.event.body).message.content.emplace_back(picture);
    return row;
}

session::Row soundRow(std::int64_t ordinal) { return mediumRow(ordinal, MediaKind::Audio); }

/// Nothing is read before the person presses play, which this does instead.
bool hasLoaded(PageFixture& page, const QString& player, int state)
{
    if (!page.waitUntil(QStringLiteral("%1?.readyState === 0").arg(player)))
        return false;
    page.eval(QStringLiteral("%1.preload = 'auto'; %1.load(); true").arg(player));
    return page.waitUntil(QStringLiteral("%1.readyState >= %2").arg(player).arg(state));
}

} // namespace

/// Audio and video in the page.
class TestTranscriptMedia final : public QObject
{
    Q_OBJECT

private slots:
    void drawing_isShownAsAPicture();
    void sound_hasControlsAndSaysWhatItIs();
    void film_isShownInItsOwnShape();
    void film_playsOnWhereItsRowIsDrawnAgain();
    void seeking_readsFromThereOn_data();
    void seeking_readsFromThereOn();
    void keysForEnds_areThePlayersOwn();
    void pictureThatMoves_standsStill_data();
    void pictureThatMoves_standsStill();
    void pictureThatCannotBeShown_saysWhy_data();
    void pictureThatCannotBeShown_saysWhy();
};

void TestTranscriptMedia::pictureThatCannotBeShown_saysWhy_data()
{
    QTest::addColumn<QString>("mediaType");
    QTest::addColumn<QString>("words");
    QTest::newRow("another kind") << QStringLiteral(
        "image/tiff") << QStringLiteral("This image cannot be shown: only PNG, JPEG, WebP, GIF and SVG are supported.");
    QTest::newRow("a damaged drawing")
        << QStringLiteral("image/svg+xml")
        << QStringLiteral(
               "This image (SVG) could not be drawn: it is damaged, takes too long, or is larger than 1 MB.");
    QTest::newRow("damaged")
        << QStringLiteral("image/png")
        << QStringLiteral("This image could not be shown: it is missing, damaged or larger than 64 megapixels.");
}

/// And can be saved, to be looked at elsewhere.
void TestTranscriptMedia::pictureThatCannotBeShown_saysWhy()
{
    QFETCH(const QString, mediaType);
    QFETCH(const QString, words);
    PageFixture page(std::make_shared<FakeLibrary>(1, [&](std::int64_t ordinal) {
        session::Row row = messageRow(ordinal, "Bob", "Look.");
        MediaBlock picture;
        picture.kind = MediaKind::Image;
        picture.source = {soundHash, "", mediaType.toStdString(), "a.svg", 0, 0, 0};
        std::get<MessagePublished>(row.event.body).message.content.emplace_back(picture);
        return row;
    }));
    page.library->setAttachment(soundHash, "<svg xmlns='http://www.w3.org/2000/svg'><rect</svg>");
    const CallSpy<calls::SaveMedia> saved(page.view.page());
    QVERIFY(page.open(1));
    const QString said = QStringLiteral("document.querySelector('.thumb .meta')?.textContent");
    QVERIFY(page.waitUntil(said));
    QCOMPARE(page.eval(said).toString(), words);
    QVERIFY(page.click(QStringLiteral(".thumb .cap .btn")));
    QVERIFY(waitFor([&] { return saved.count() == 1; }));
}

/// The page gets its pixels, by its content and not by what it is said to be.
void TestTranscriptMedia::drawing_isShownAsAPicture()
{
    PageFixture page(std::make_shared<FakeLibrary>(1, pictureRow));
    page.library->setAttachment(soundHash,
                                "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'>"
                                "<script>document.documentElement.innerHTML = ''</script>"
                                "<rect width='20' height='10' fill='#f00'/></svg>");
    QVERIFY(page.open(1));
    QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.thumb img')?.naturalWidth === 60")));
    const auto middle = page.middleOf(QStringLiteral(".thumb img"));
    QVERIFY(waitFor([&] { return page.view.webView().grab().toImage().pixelColor(*middle) == QColor(Qt::red); }));
}

void TestTranscriptMedia::sound_hasControlsAndSaysWhatItIs()
{
    PageFixture page(std::make_shared<FakeLibrary>(1, soundRow));
    page.library->setAttachment(soundHash, longSound());
    QVERIFY(page.open(1));
    QCOMPARE(page.library->attachmentReads(), 0);
    QVERIFY(hasLoaded(page, QStringLiteral("document.querySelector('audio')"), 1));
    QCOMPARE(page.eval(QStringLiteral("document.querySelector('audio').controls")).toBool(), true);
    QCOMPARE(page.eval(QStringLiteral("Math.round(document.querySelector('audio').duration)")).toInt(), seconds);
    QCOMPARE(
        page.eval(QStringLiteral("document.querySelector('.medium .cap').innerText.replace(/\\s+/g, '')")).toString(),
        QStringLiteral("interview.wav21.2MBSaveas…"));
}

void TestTranscriptMedia::film_isShownInItsOwnShape()
{
    PageFixture page(std::make_shared<FakeLibrary>(1, filmRow));
    page.library->setAttachment(soundHash, film());
    QVERIFY(page.open(1));
    const QString player = QStringLiteral("document.querySelector('video')");
    QVERIFY(hasLoaded(page, player, 2));
    QCOMPARE(page.eval(player + QStringLiteral(".videoWidth")).toInt(), 160);
    QCOMPARE(page.eval(QStringLiteral("Math.round(%1.duration)").arg(player)).toInt(), 6);
    QCOMPARE(page.eval(QStringLiteral("Math.round(100 * %1.offsetWidth / %1.offsetHeight)").arg(player)).toInt(), 133);
    // It has pictures, and another one later.
    const QString look =
        QStringLiteral(
            "(() => { const canvas = document.createElement('canvas'); canvas.width = 16; canvas.height = 12;"
            " const pen = canvas.getContext('2d'); pen.drawImage(%1, 0, 0, 16, 12);"
            " return pen.getImageData(0, 0, 16, 12).data.join(); })()")
            .arg(player);
    const QString before = page.eval(look).toString();
    page.eval(QStringLiteral("%1.addEventListener('seeked', () => { globalThis.isThere = true; });"
                             "%1.currentTime = 5")
                  .arg(player));
    QVERIFY(page.waitUntil(QStringLiteral("globalThis.isThere")));
    const QString after = page.eval(look).toString();
    QVERIFY(before.size() > 16 * 12 && before != after);
}

void TestTranscriptMedia::film_playsOnWhereItsRowIsDrawnAgain()
{
    PageFixture page(std::make_shared<FakeLibrary>(1, filmRow));
    page.library->setAttachment(soundHash, film());
    QVERIFY(page.open(1));
    const QString player = QStringLiteral("document.querySelector('video')");
    QVERIFY(hasLoaded(page, player, 2));
    page.eval(QStringLiteral("%1.muted = true; %1.loop = true; %1.play(); true").arg(player));
    QVERIFY(page.waitUntil(QStringLiteral("%1.currentTime > 0.1").arg(player)));
    page.eval(QStringLiteral("document.querySelector('.entry').isOld = true"));
    page.library->amend({0}, {{20}, {61'000}, 0, Annotated{{1}, AnnotationKind::Mistake, "Not so.", "me"}});
    page.view.page().refreshRows({EventSeq{1}});
    QVERIFY(page.waitUntil(QStringLiteral("!document.querySelector('.entry').isOld")));
    const double then = page.eval(QStringLiteral("%1.paused ? -1 : %1.currentTime").arg(player)).toDouble();
    QVERIFY2(then > 0.1, qPrintable(QString::number(then)));
    QVERIFY(page.waitUntil(QStringLiteral("%1.currentTime !== %2").arg(player).arg(then)));
}

void TestTranscriptMedia::seeking_readsFromThereOn_data()
{
    QTest::addColumn<MediaKind>("kind");
    QTest::addColumn<QString>("player");
    QTest::newRow("audio") << MediaKind::Audio << QStringLiteral("document.querySelector('audio')");
    QTest::newRow("video") << MediaKind::Video << QStringLiteral("document.querySelector('video')"); // without pictures
}

/// Where only the whole could be had, a player would not let go to a place: it asks again, from there on.
void TestTranscriptMedia::seeking_readsFromThereOn()
{
    QFETCH(const MediaKind, kind);
    QFETCH(const QString, player);
    PageFixture page(std::make_shared<FakeLibrary>(1, [&](std::int64_t ordinal) { return mediumRow(ordinal, kind); }));
    page.library->setAttachment(soundHash, longSound());
    QVERIFY(page.open(1));
    QVERIFY(hasLoaded(page, player, 1));
    QCOMPARE(page.eval(player + QStringLiteral(".controls")).toBool(), true);
    QCOMPARE(page.eval(QStringLiteral("Math.round(%1.seekable.end(0))").arg(player)).toInt(), seconds);
    const int reads = page.library->attachmentReads();
    page.eval(QStringLiteral("(() => { const a = %1;"
                             "a.addEventListener('seeked', () => { globalThis.isThere = true; });"
                             "a.currentTime = 100; })()")
                  .arg(player));
    QVERIFY(page.waitUntil(QStringLiteral("globalThis.isThere")));
    QCOMPARE(page.eval(player + QStringLiteral(".currentTime")).toInt(), 100);
    QVERIFY(page.library->attachmentReads() > reads);
    QVERIFY(page.library->mostAttachmentBytesAtOnce() <= 1'000'000);
}

/// While it has the focus; with Ctrl they lead through the conversation.
void TestTranscriptMedia::keysForEnds_areThePlayersOwn()
{
    constexpr int rows = 300;
    constexpr int sound = 200;
    PageFixture page(std::make_shared<FakeLibrary>(rows, [](std::int64_t ordinal) {
        return ordinal == sound ? soundRow(ordinal) : messageRow(ordinal, "Mike", "Message " + std::to_string(ordinal));
    }));
    page.library->setAttachment(soundHash, longSound());
    std::int64_t first = -1;
    std::int64_t last = -1;
    connect(&page.view.page(), &TranscriptPage::visibleRangeChanged, &page.view, [&](Ordinal top, Ordinal bottom) {
        first = top.value;
        last = bottom.value;
    });
    const QString player = QStringLiteral("document.querySelector('audio')");
    const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(page.view.webView().focusProxy(), key, modifiers);
    };
    for (const Qt::Key withCtrl : {Qt::Key_End, Qt::Key_Home}) {
        QVERIFY(page.open(rows, Anchor{{sound}, Align::Start}));
        QVERIFY(waitFor([&] { return first == sound; }));
        QVERIFY(hasLoaded(page, player, 1));
        page.eval(player + QStringLiteral(".focus()"));
        press(Qt::Key_End);
        QVERIFY(page.waitUntil(player + QStringLiteral(".currentTime > 100")));
        press(Qt::Key_Home);
        QVERIFY(page.waitUntil(player + QStringLiteral(".currentTime < 1")));
        QCOMPARE(first, sound);
        press(withCtrl, Qt::ControlModifier);
        QVERIFY(waitFor([&] { return withCtrl == Qt::Key_Home ? first == 0 : last == rows - 1; }));
    }
}

void TestTranscriptMedia::pictureThatMoves_standsStill_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const QSize size(60, 40);
    QTest::newRow("WebP") << movingWebp({filled(size, Qt::red), filled(size, Qt::green)});
    QTest::newRow("PNG") << movingPng({png(size), png(size, Qt::green)});
}

/// As it is painted, over more than one of its rounds.
void TestTranscriptMedia::pictureThatMoves_standsStill()
{
    QFETCH(const QByteArray, bytes);
    PageFixture page(std::make_shared<FakeLibrary>(1, pictureRow));
    page.library->setAttachment(soundHash, bytes.toStdString());
    QVERIFY(page.open(1));
    QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.thumb img')?.naturalWidth === 60")));
    const auto middle = page.middleOf(QStringLiteral(".thumb img"));
    const auto colour = [&] { return page.view.webView().grab().toImage().pixelColor(*middle); };
    QVERIFY(waitFor([&] { return colour() == QColor(Qt::red); }));
    QVERIFY(!waitFor([&] { return colour() != QColor(Qt::red); }, 500));
}

} // namespace tst_transcript_media

QUARTERDECK_PAGE_TEST(tst_transcript_media, TestTranscriptMedia)
#include "tst_transcript_media.moc"
