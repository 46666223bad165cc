#include "composer_fixture.h"
#include "tests/support/widgets_test.h"

#include "ui/panels/composer.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>
#include <QUrl>

namespace tst_composer_images {

using namespace quarterdeck;
using namespace quarterdeck::ui;
using test::png;
using test::pngThatClaims;

/// What is pasted, dropped and attached.
class TestComposerImages final : public QObject, private test::ComposerFixture
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void imagePasted_isHandedOn();
    void text_isPastedAsTextEvenWithAPicture();
    void files_areHandedOn();
    void filesThatAreNoImages_areLeftToTheWindow();
    void attachedImage_canBeTakenAway();
    void images_areCheckedByContent_data();
    void images_areCheckedByContent();
};

void TestComposerImages::imagePasted_isHandedOn()
{
    QSignalSpy pasted(m_composer, &Composer::imagePasted);
    QImage image(3, 2, QImage::Format_RGB32);
    image.fill(Qt::blue);
    QApplication::clipboard()->setImage(image);
    edit()->paste();
    QCOMPARE(pasted.size(), 1);
    QCOMPARE(pasted[0][0].value<QImage>().size(), QSize(3, 2));
    QCOMPARE(m_composer->text(), QString());
}

void TestComposerImages::text_isPastedAsTextEvenWithAPicture()
{
    QSignalSpy pasted(m_composer, &Composer::imagePasted);
    auto* both = new QMimeData; // owned by the clipboard
    both->setText(QStringLiteral("a cell"));
    both->setHtml(QStringLiteral("<b>a cell</b>"));
    both->setImageData(QImage(3, 2, QImage::Format_RGB32));
    QApplication::clipboard()->setMimeData(both);
    edit()->paste();
    QCOMPARE(m_composer->text(), QStringLiteral("a cell"));
    QCOMPARE(pasted.size(), 0);
}

void TestComposerImages::files_areHandedOn()
{
    QSignalSpy chosen(m_composer, &Composer::imageFilesChosen);
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(QStringLiteral("/tmp/a.png")), QUrl(QStringLiteral("https://x.example/b.png"))});
    const auto drop = [&files](QWidget* target) {
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(target, &enter);
        QDropEvent event(QPointF(5, 5), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(target, &event);
        return enter.isAccepted();
    };
    QVERIFY(drop(m_composer));
    QVERIFY(drop(edit()->viewport()));
    QCOMPARE(chosen.size(), 2);
    QCOMPARE(chosen[0][0].toStringList(), QStringList{QStringLiteral("/tmp/a.png")});
    QCOMPARE(m_composer->text(), QString());
}

void TestComposerImages::filesThatAreNoImages_areLeftToTheWindow()
{
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(QStringLiteral("/tmp/a.png")), QUrl::fromLocalFile(QStringLiteral("/b.json"))});
    for (QWidget* target : {static_cast<QWidget*>(m_composer), edit()->viewport()}) {
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(target, &enter);
        QVERIFY(!enter.isAccepted());
    }
    // Pasted they can only be meant for the message: problems are reported there.
    QSignalSpy chosen(m_composer, &Composer::imageFilesChosen);
    auto* pasted = new QMimeData; // owned by the clipboard
    pasted->setUrls(files.urls());
    QApplication::clipboard()->setMimeData(pasted);
    edit()->paste();
    QCOMPARE(chosen.size(), 1);
}

void TestComposerImages::attachedImage_canBeTakenAway()
{
    m_composer->addImage(*checkImage(png({8, 4}), QStringLiteral("one.png")));
    m_composer->addImage(*checkImage(png({4, 8}), QStringLiteral("two.png")));
    QCOMPARE(m_composer->images().size(), std::size_t{2});
    auto* first = part<QAbstractButton>("pickedImage");
    QVERIFY(first->accessibleName().contains(QStringLiteral("one.png")));
    QTest::keyClick(first, Qt::Key_Delete);
    QCOMPARE(m_composer->images().size(), std::size_t{1});
    QCOMPARE(m_composer->images()[0].name, QStringLiteral("two.png"));
    m_composer->clear();
    QVERIFY(!part<QWidget>("pickedImages")->isVisible());
}

void TestComposerImages::images_areCheckedByContent_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("refusal");
    const QByteArray good = png({4, 4});
    const QByteArray huge = pngThatClaims(60'000);
    QTest::newRow("png") << good << QString();
    QTest::newRow("text") << QByteArray("just text") << QStringLiteral("is not a PNG, JPEG, WebP or GIF image");
    QTest::newRow("svg") << QByteArray("<svg xmlns='http://www.w3.org/2000/svg'/>") << QStringLiteral("is not a PNG");
    QTest::newRow("bmp") << QByteArray("BM\0\0\0\0", 6) << QStringLiteral("is not a PNG");
    QTest::newRow("cut off") << good.left(40) << QStringLiteral("is damaged");
    QTest::newRow("header only") << good.left(8) << QStringLiteral("is damaged");
    QTest::newRow("too many pixels") << huge << QStringLiteral("more than 64 megapixels");
    QTest::newRow("nothing") << QByteArray() << QStringLiteral("is not a PNG");
}

void TestComposerImages::images_areCheckedByContent()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, refusal);
    const conversation::Result<PickedImage> image = checkImage(bytes, QStringLiteral("x.png"));
    QCOMPARE(image.has_value(), refusal.isEmpty());
    if (!image)
        QVERIFY2(QString::fromStdString(image.error().sentence).contains(refusal), image.error().sentence.c_str());
}

} // namespace tst_composer_images

QUARTERDECK_WIDGETS_TEST(tst_composer_images, TestComposerImages)
#include "tst_composer_images.moc"
