#include "tests/support/pictures.h"
#include "tests/support/wait.h"
#include "tests/support/widget_names.h"
#include "tests/support/widgets_test.h"

#include "ui/images/image_input.h"
#include "ui/images/image_viewer.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <map>
#include <memory>

namespace tst_image_viewer {

using namespace quarterdeck;
using namespace quarterdeck::ui;
using test::pngThatClaims;

namespace {

/// In two colours, so that its position shows.
QByteArray png(const QSize& size)
{
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::red);
    QPainter(&image).fillRect(QRect(QPoint(), size / 2), Qt::blue);
    return test::pngOf(image);
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// The viewer over a window with a field, its images in a map instead of a library.
class TestImageViewer final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void image_isFittedAndNamed();
    void keys_zoomAndFit();
    void wheel_zooms();
    void drag_pans();
    void arrows_goToTheOtherImages();
    void homeAndEnd_goToTheFirstAndTheLast();
    void others_joinWithoutTouchingTheShown();
    void lateAnswer_isDropped();
    void badImage_isRefusedInWords();
    void escape_givesTheKeyboardBack();
    void shortcutsOfTheWindow_wait();
    void viewer_coversItsWindow();
    void tab_staysInside();
    void copy_takesTheImage();
    void save_writesTheBytesAsTheyCame();
    void save_replacesNothingUnasked();
    void widgets_haveNames();
    void decode_readsTheHeaderFirst();

private:
    [[nodiscard]] QString text(const char* name) const
    {
        return m_viewer->findChild<QLabel*>(QLatin1String(name))->text();
    }
    void open(std::vector<ViewerImage> images, int index = 0);

    std::unique_ptr<theme::ThemeController> m_theme;
    std::unique_ptr<QWidget> m_window;
    QLineEdit* m_field = nullptr;
    ImageViewer* m_viewer = nullptr;
    std::map<QString, QByteArray> m_library;
    std::vector<std::function<void()>> m_delayed; ///< answers that the test lets through
    std::function<void()> m_onRead;
    bool m_isSlow = false;
    ImageViewer::SavePlace m_place;
    QString m_proposed;
};

void TestImageViewer::init()
{
    m_isSlow = false;
    m_onRead = {};
    m_delayed.clear();
    m_library = {{"a", png({40, 20})}, {"b", png({1600, 1200})}, {"bad", "no image"}};
    m_theme = std::make_unique<theme::ThemeController>(*qApp);
    m_window = std::make_unique<QWidget>();
    m_window->resize(800, 600);
    m_field = new QLineEdit(m_window.get());
    ImageViewer::Services services;
    services.read = [this](const QString& key, const std::function<void(conversation::Result<QByteArray>)>& done) {
        const auto answer = [this, key, done] { done(m_library.at(key)); };
        if (m_onRead)
            m_onRead();
        if (m_isSlow)
            m_delayed.emplace_back(answer);
        else
            answer();
    };
    services.askSavePlace = [this](const QString& name, const std::function<void(ImageViewer::SavePlace)>& chosen) {
        m_proposed = name;
        chosen(m_place);
    };
    m_viewer = new ImageViewer(*m_theme, services, m_window.get());
    m_window->show();
    m_window->activateWindow();
    QVERIFY(test::waitFor([this] { return m_window->isActiveWindow(); }));
    m_field->setFocus();
}

void TestImageViewer::cleanup()
{
    m_window.reset();
    m_theme.reset();
}

void TestImageViewer::open(std::vector<ViewerImage> images, int index)
{
    m_viewer->open(std::move(images), index);
    QVERIFY(test::waitFor([this] { return m_viewer->findChild<QToolButton*>("imageCopy")->isEnabled(); }));
}

void TestImageViewer::image_isFittedAndNamed()
{
    open({{"b", QStringLiteral("board\u202Egnp.png")}});
    QCOMPARE(text("imageName"), QStringLiteral("board[RLO]gnp.png"));
    QCOMPARE(text("imageFacts"), QStringLiteral("1600×1200"));
    QVERIFY(m_viewer->zoom() < 0.5);
    open({{"a", QString()}});
    QCOMPARE(m_viewer->zoom(), 1.0); // a small one is not blown up
    QVERIFY(!text("imageName").isEmpty());
    QCOMPARE(text("imageZoom"), QStringLiteral("100%"));
}

void TestImageViewer::keys_zoomAndFit()
{
    open({{"b", "b.png"}});
    const double fitted = m_viewer->zoom();
    QTest::keyClick(m_viewer, Qt::Key_Plus);
    QCOMPARE(m_viewer->zoom(), fitted * 1.25);
    QTest::keyClick(m_viewer, Qt::Key_Minus);
    QTest::keyClick(m_viewer, Qt::Key_Minus);
    QCOMPARE(m_viewer->zoom(), fitted); // never smaller than fitted
    for (int i = 0; i < 60; ++i)
        QTest::keyClick(m_viewer, Qt::Key_Plus);
    QCOMPARE(m_viewer->zoom(), 32.0);
    QTest::keyClick(m_viewer, Qt::Key_0);
    QCOMPARE(m_viewer->zoom(), fitted);
}

void TestImageViewer::wheel_zooms()
{
    open({{"b", "b.png"}});
    const double fitted = m_viewer->zoom();
    auto* canvas = m_viewer->findChild<QWidget*>(QStringLiteral("imageCanvas"));
    QWheelEvent wheel(QPointF(100, 100), canvas->mapToGlobal(QPointF(100, 100)), {}, QPoint(0, 240), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(canvas, &wheel);
    QCOMPARE(m_viewer->zoom(), fitted * 1.44);
}

/// A held image moves with the pointer, pixel by pixel, up to its edge.
void TestImageViewer::drag_pans()
{
    open({{"b", "b.png"}});
    auto* canvas = m_viewer->findChild<QWidget*>(QStringLiteral("imageCanvas"));
    const auto drag = [canvas](QPoint from, QPoint to) {
        QTest::mousePress(canvas, Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, QPointF(to), canvas->mapToGlobal(QPointF(to)), Qt::NoButton, Qt::LeftButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(canvas, &move);
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, to);
    };
    const auto seen = [canvas] { return canvas->grab().toImage().convertToFormat(QImage::Format_RGB32); };
    const QImage fitted = seen();
    drag({400, 300}, {300, 200});
    QVERIFY(seen() == fitted); // all of it is in sight
    while (m_viewer->zoom() < 1.0)
        QTest::keyClick(m_viewer, Qt::Key_Plus);
    const QImage before = seen();
    const QPoint by(-70, -45);
    const QPoint from = canvas->rect().center();
    drag(from, from + by);
    const QRect kept = before.rect().intersected(before.rect().translated(by));
    QVERIFY(seen() != before);
    QVERIFY(seen().copy(kept) == before.copy(kept.translated(-by)));
    QTest::keyClick(m_viewer, Qt::Key_Up); // downwards is what is above
    QVERIFY(seen() != before);
    QTest::keyClick(m_viewer, Qt::Key_Down);
    const QImage middle = seen();
    QTest::keyClick(m_viewer, Qt::Key_Left, Qt::ShiftModifier); // by itself it goes to the image before
    QVERIFY(seen() != middle);
    QTest::keyClick(m_viewer, Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(seen() == middle);
    for (int time = 0; time < 10; ++time)
        drag({10, 10}, canvas->rect().bottomRight());
    QCOMPARE(seen().pixelColor(0, 0), QColor(Qt::blue)); // its first corner, and nothing beside it
    for (int time = 0; time < 10; ++time)
        drag(canvas->rect().bottomRight(), {10, 10});
    QCOMPARE(seen().pixelColor(canvas->rect().bottomRight()), QColor(Qt::red));
    QTest::keyClick(m_viewer, Qt::Key_0);
    QVERIFY(seen() == fitted);
}

void TestImageViewer::arrows_goToTheOtherImages()
{
    open({{"a", "a.png"}, {"b", "b.png"}});
    QCOMPARE(text("imageFacts"), QStringLiteral("40×20 · 1 of 2"));
    QTest::keyClick(m_viewer, Qt::Key_Left);
    QCOMPARE(m_viewer->index(), 0);
    QTest::keyClick(m_viewer, Qt::Key_Right);
    QCOMPARE(m_viewer->index(), 1);
    QVERIFY(test::waitFor([this] { return text("imageFacts") == QStringLiteral("1600×1200 · 2 of 2"); }));
    QTest::keyClick(m_viewer, Qt::Key_Right);
    QCOMPARE(m_viewer->index(), 1);
    QVERIFY(!m_viewer->findChild<QToolButton*>("imageNext")->isEnabled());
}

void TestImageViewer::homeAndEnd_goToTheFirstAndTheLast()
{
    open({{"a", "1"}, {"b", "2"}, {"a", "3"}, {"b", "4"}}, 1);
    QTest::keyClick(m_viewer, Qt::Key_End);
    QVERIFY(test::waitFor([this] { return text("imageFacts") == QStringLiteral("1600×1200 · 4 of 4"); }));
    QTest::keyClick(m_viewer, Qt::Key_Plus);
    const double zoomed = m_viewer->zoom();
    QTest::keyClick(m_viewer, Qt::Key_End); // it is there already
    QCOMPARE(m_viewer->zoom(), zoomed);
    QTest::keyClick(m_viewer, Qt::Key_Home);
    QVERIFY(test::waitFor([this] { return text("imageFacts") == QStringLiteral("40×20 · 1 of 4"); }));
}

void TestImageViewer::others_joinWithoutTouchingTheShown()
{
    int reads = 0;
    m_onRead = [&] { ++reads; };
    m_viewer->open({{"b", "shown.png"}}, 0, true);
    QVERIFY(test::waitFor([this] { return m_viewer->findChild<QToolButton*>("imageCopy")->isEnabled(); }));
    auto* next = m_viewer->findChild<QToolButton*>("imageNext");
    QVERIFY(next->isVisible() && !next->isEnabled()); // where it will be, it is already
    QVERIFY(!text("imageFacts").contains(QStringLiteral(" of ")));
    QTest::keyClick(m_viewer, Qt::Key_Plus);
    const double zoomed = m_viewer->zoom();
    m_viewer->extend({{"a", "before.png"}, {"a", "nearer.png"}}, {{"a", "behind.png"}});
    QCOMPARE(m_viewer->zoom(), zoomed);
    QCOMPARE(text("imageName"), QStringLiteral("shown.png"));
    QVERIFY(next->isEnabled());
    QVERIFY(!text("imageFacts").contains(QStringLiteral(" of "))); // more may come before it
    m_viewer->complete();
    QCOMPARE(text("imageFacts"), QStringLiteral("1600×1200 · 3 of 4"));
    QCOMPARE(reads, 1);
    QTest::keyClick(m_viewer, Qt::Key_Left);
    QCOMPARE(text("imageName"), QStringLiteral("nearer.png"));
    m_viewer->dismiss();
    m_viewer->extend({{"a", "late.png"}}, {});
    QCOMPARE(m_viewer->count(), 4);
}

void TestImageViewer::lateAnswer_isDropped()
{
    m_isSlow = true;
    m_viewer->open({{"a", "a.png"}, {"b", "b.png"}}, 0);
    QTest::keyClick(m_viewer, Qt::Key_Right);
    QCOMPARE(m_delayed.size(), std::size_t{2});
    m_delayed[1]();
    m_delayed[0](); // the first image's bytes come last
    QVERIFY(test::waitFor([this] { return text("imageFacts").startsWith(QStringLiteral("1600×1200")); }));
    m_viewer->dismiss();
    m_viewer->open({{"a", "a.png"}}, 0);
    delete m_viewer;
    m_delayed[2](); // nobody is there any more
}

void TestImageViewer::badImage_isRefusedInWords()
{
    m_viewer->open({{"bad", "notes.png"}}, 0);
    auto* problem = m_viewer->findChild<QLabel*>(QStringLiteral("imageProblem"));
    QVERIFY(test::waitFor([&] { return problem->isVisible(); }));
    QVERIFY(problem->text().contains(QStringLiteral("notes.png")));
    QVERIFY(!m_viewer->findChild<QToolButton*>("imageSave")->isEnabled());
}

void TestImageViewer::escape_givesTheKeyboardBack()
{
    open({{"a", "a.png"}});
    QVERIFY(m_viewer->hasFocus());
    QTest::keyClicks(m_viewer, QStringLiteral("xyz"));
    QTest::keyClick(m_viewer, Qt::Key_Escape);
    QVERIFY(!m_viewer->isVisible());
    QVERIFY(m_field->hasFocus());
    QCOMPARE(m_field->text(), QString());
}

/// What is covered does not change unseen, and takes no keyboard.
void TestImageViewer::shortcutsOfTheWindow_wait()
{
    auto* find = new QAction(m_window.get());
    find->setShortcut(QKeySequence::Find);
    m_window->addAction(find);
    QSignalSpy found(find, &QAction::triggered);
    open({{"a", "one"}, {"b", "two"}});
    QTest::keySequence(QApplication::focusWidget(), QKeySequence::Find);
    QCOMPARE(found.size(), 0);
    m_field->setFocus(); // as a panel may
    QVERIFY(!m_field->hasFocus());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
    QCOMPARE(m_viewer->index(), 1);
    QTest::keyClick(m_viewer->findChild<QToolButton*>(QStringLiteral("imageClose")), Qt::Key_Escape);
    QVERIFY(!m_viewer->isVisible());
    QTest::keySequence(m_field, QKeySequence::Find);
    QCOMPARE(found.size(), 1);
}

void TestImageViewer::viewer_coversItsWindow()
{
    open({{"a", "a.png"}});
    QCOMPARE(m_viewer->geometry(), m_window->rect());
    m_window->resize(1000, 700);
    QVERIFY(test::waitFor([this] { return m_viewer->geometry() == m_window->rect(); }));
}

void TestImageViewer::tab_staysInside()
{
    open({{"a", "a.png"}, {"b", "b.png"}});
    for (int i = 0; i < 15; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QVERIFY(m_viewer->isAncestorOf(QApplication::focusWidget()));
    }
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape); // from a button too
    QVERIFY(!m_viewer->isVisible());
}

void TestImageViewer::copy_takesTheImage()
{
    open({{"a", "a.png"}});
    QTest::keyClick(m_viewer, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->image().size(), QSize(40, 20));
}

void TestImageViewer::save_writesTheBytesAsTheyCame()
{
    QTemporaryDir folder;
    QSignalSpy saved(m_viewer, &ImageViewer::saved);
    open({{"a", "../../.ssh/board.jpg"}});
    m_place = {folder.filePath(QStringLiteral("out.png")), false};
    QTest::keyClick(m_viewer, Qt::Key_S, Qt::ControlModifier);
    QCOMPARE(m_proposed, QStringLiteral("board.jpg.png"));
    QCOMPARE(saved.size(), 1);
    QCOMPARE(contentOf(m_place.path), m_library.at("a"));
}

void TestImageViewer::save_replacesNothingUnasked()
{
    QTemporaryDir folder;
    QSignalSpy failed(m_viewer, &ImageViewer::failed);
    m_place = {folder.filePath(QStringLiteral("mine.png")), false};
    QFile mine(m_place.path);
    QVERIFY(mine.open(QIODevice::WriteOnly));
    mine.write("mine");
    mine.close();
    open({{"a", "a.png"}});
    QTest::mouseClick(m_viewer->findChild<QToolButton*>("imageSave"), Qt::LeftButton);
    QCOMPARE(failed.size(), 1);
    QCOMPARE(contentOf(m_place.path), QByteArray("mine"));
    m_place.mayReplace = true;
    QTest::mouseClick(m_viewer->findChild<QToolButton*>("imageSave"), Qt::LeftButton);
    QCOMPARE(contentOf(m_place.path), m_library.at("a"));
    m_place = {folder.filePath(QStringLiteral("no/such/folder.png")), false};
    QTest::mouseClick(m_viewer->findChild<QToolButton*>("imageSave"), Qt::LeftButton);
    QCOMPARE(failed.size(), 2);
}

void TestImageViewer::widgets_haveNames()
{
    open({{"a", "a.png"}, {"b", "b.png"}});
    QCOMPARE(test::namelessWidgets(*m_viewer), QString());
    QVERIFY(!m_viewer->accessibleName().isEmpty());
}

void TestImageViewer::decode_readsTheHeaderFirst()
{
    const QByteArray huge = pngThatClaims(60'000);
    const auto refused = decodeImage(huge, QStringLiteral("huge.png"));
    QVERIFY(!refused);
    QVERIFY(QString::fromStdString(refused.error().sentence).contains(QStringLiteral("64 megapixels")));
    QVERIFY(decodeImage(png({4, 4}), QStringLiteral("named.gif")));
}

} // namespace tst_image_viewer

QUARTERDECK_WIDGETS_TEST(tst_image_viewer, TestImageViewer)
#include "tst_image_viewer.moc"
