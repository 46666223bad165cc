// Saves pictures of the window's widgets filled with the design's scene: gallery OUT_FOLDER [NAME].
#include "gallery_window.h"

#include "app/services/language.h"

#include "tests/support/wait.h"
#include "ui/images/image_viewer.h"

#include <QApplication>
#include <QBuffer>
#include <QDir>
#include <QKeyEvent>
#include <QPainter>
#include <QPlainTextEdit>
#include <QTextStream>
#include <QWindow>

#include <memory>

using namespace quarterdeck;

namespace {

QList<gallery::Scene> scenes()
{
    QList<gallery::Scene> result;
    const auto add = [&result](const QString& name, auto change) {
        gallery::Scene scene;
        scene.name = name;
        change(scene);
        result.append(scene);
    };
    using gallery::Scene;
    add("light", [](Scene& s) { s.hasBanners = true; });
    add("dark", [](Scene& s) { s.isDark = s.hasBanners = true; });
    add("typing", [](Scene& s) { s.isTyping = true; });
    add("typing-dark", [](Scene& s) { s.isTyping = s.isDark = true; });
    add("zh", [](Scene& s) { s.isChinese = s.isTyping = true; });
    add("zh-replay", [](Scene& s) { s.isChinese = s.isReplay = true; });
    add("zh-first", [](Scene& s) { s.isChinese = s.isFirstStart = true; });
    add("zh-crowded", [](Scene& s) {
        s.isChinese = s.isCrowded = s.isTyping = true;
        s.size = {1100, 800};
    });
    add("zh-replay-narrow", [](Scene& s) {
        s.isChinese = s.isReplay = true;
        s.size = {760, 700};
    });
    add("image", [](Scene& s) { s.hasImageOpen = true; });
    add("image-dark", [](Scene& s) { s.hasImageOpen = s.isDark = true; });
    add("crowded", [](Scene& s) { s.isCrowded = true; });
    add("first", [](Scene& s) { s.isFirstStart = true; });
    add("first-dark", [](Scene& s) { s.isFirstStart = s.isDark = true; });
    add("replay", [](Scene& s) { s.isReplay = true; });
    add("replay-dark", [](Scene& s) { s.isReplay = s.isDark = true; });
    add("replay-narrow", [](Scene& s) {
        s.isReplay = true;
        s.size = {760, 700};
    });
    add("folded", [](Scene& s) { s.isTeamFolded = true; });
    add("narrow", [](Scene& s) { s.size = {900, 700}; });
    add("medium", [](Scene& s) {
        s.size = {1100, 700};
        s.isDark = true;
    });
    add("contrast", [](Scene& s) { s.isHighContrast = true; });
    add("large", [](Scene& s) {
        s.size = {1800, 1100};
        s.textScale = 1.5;
    });
    add("small", [](Scene& s) {
        s.textScale = 0.8;
        s.isTyping = s.isCrowded = true;
    });
    add("huge", [](Scene& s) {
        s.size = {2400, 1500};
        s.textScale = 2.0;
        s.isTyping = s.isCrowded = true;
    });
    return result;
}

/// The viewer over the window, with a picture drawn here.
bool showImage(const ui::theme::ThemeController& theme, QWidget& window)
{
    QImage board(1280, 848, QImage::Format_ARGB32);
    board.fill(QColor(0x1b, 0x22, 0x2b, 0xe0));
    QPainter painter(&board);
    for (int i = 0; i < 16; ++i)
        painter.fillRect(360 + i % 4 * 140, 140 + i / 4 * 140, 130, 130, QColor::fromHsv(i * 20, 140, 190));
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    board.save(&buffer, "PNG");
    const auto read = [bytes](const QString&, const std::function<void(conversation::Result<QByteArray>)>& done) {
        done(bytes);
    };
    auto* viewer = new ui::ImageViewer(theme, {read, {}}, &window);
    viewer->open({{"board", "board.png"}, {"over", "game-over.png"}}, 0);
    const auto* copy = viewer->findChild<QWidget*>(QStringLiteral("imageCopy"));
    return test::waitFor([copy] { return copy->isEnabled(); });
}

bool saveScene(app::Language& language, ui::theme::ThemeController& theme, const gallery::Scene& scene,
               const QDir& folder)
{
    language.use(scene.isChinese ? QStringLiteral("zh_CN") : QStringLiteral("en"));
    theme.setChoice(scene.isDark ? ui::theme::ThemeChoice::Dark : ui::theme::ThemeChoice::Light);
    theme.setHighContrast(scene.isHighContrast);
    theme.setTextScale(scene.textScale);
    ui::ActionRegistry actions(theme);
    const std::unique_ptr<ui::MainWindow> window(gallery::makeWindow(theme, actions, scene));
    window->show();
    if (!test::waitFor([&window] { return window->windowHandle()->isExposed(); }))
        return false;
    if (scene.isFirstStart) { // as a person sees it who came by key
        QKeyEvent key(QEvent::KeyPress, Qt::Key_F6, Qt::NoModifier);
        QCoreApplication::sendEvent(window.get(), &key);
        window->findChild<QWidget*>(QStringLiteral("firstStart.demo"))->setFocus(Qt::TabFocusReason);
    }
    if (scene.isTyping) {
        auto* text = window->findChild<QPlainTextEdit*>(QStringLiteral("composerText"));
        window->activateWindow();
        text->setFocus();
        text->insertPlainText(QStringLiteral("@Al"));
    }
    if (scene.hasImageOpen && !showImage(theme, *window))
        return false;
    QCoreApplication::processEvents();
    return window->grab().save(folder.filePath(scene.name + ".png"));
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QTextStream errors(stderr);
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() < 2 || arguments[1].startsWith(QLatin1Char('-')) || !QDir().mkpath(arguments[1])) {
        errors << "usage: gallery OUT_FOLDER [NAME]\n";
        return 1;
    }
    ui::theme::ThemeController theme(application);
    const ui::theme::FocusRing ring(application, theme);
    app::Language language;
    for (const gallery::Scene& scene : scenes()) {
        if (arguments.size() > 2 && scene.name != arguments[2])
            continue;
        if (!saveScene(language, theme, scene, QDir(arguments[1]))) {
            errors << "could not save " << scene.name << '\n';
            return 1;
        }
    }
    return 0;
}
