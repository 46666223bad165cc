// The baseline of bench_startup: a bare Qt WebEngine window with a line of text. Saves a picture of it when it is
// painted, and leaves. Usage: bare_web_window OUT.png

#include <QApplication>
#include <QMainWindow>
#include <QTimer>
#include <QWebEngineView>

namespace {

constexpr int pollMs = 2;

/// Two animation frames after the page is loaded it is painted; the page says so in its title.
const QString page =
    QStringLiteral("<!doctype html><title>loading</title><body style='background:#fff'>Quarterdeck<script>"
                   "requestAnimationFrame(()=>requestAnimationFrame(()=>document.title='painted'))</script>");

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    const QApplication application(argc, argv);
    if (argc != 2)
        return 2;
    QMainWindow window;
    auto* view = new QWebEngineView(&window);
    window.setCentralWidget(view);
    window.resize(1440, 900);
    window.show();
    QObject::connect(view, &QWebEngineView::titleChanged, &window, [&](const QString& title) {
        if (title != QStringLiteral("painted"))
            return;
        QTimer::singleShot(pollMs, &window, [&] {
            window.grab().save(QString::fromLocal8Bit(argv[1]));
            QApplication::quit();
        });
    });
    view->setHtml(page);
    return QApplication::exec();
}
