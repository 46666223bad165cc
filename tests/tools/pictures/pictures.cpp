// Makes the README's pictures: the program itself plays the demo, is answered, spoken to and replayed, and its window
// is grabbed. Usage: pictures OUT_DIR RECORDING.json

#include "scene.h"
#include "ui/transcript/rendering.h"
#include "ui/transcript/transcript_page.h"

#include <QDir>
#include <QTemporaryDir>
#include <cstdio>

using namespace quarterdeck;
using pictures::limitMs;
using pictures::Scene;

namespace {

bool playThrough(QApplication& application, const QDir& out, const QString& library)
{
    const Scene scene(application, library, "en", "light", true);
    if (!scene.waitForQuestion() || !scene.save(out.filePath(QStringLiteral("demo.png"))))
        return false;
    if (!scene.answer({}) || !scene.say(QStringLiteral("@Bob Is the leaderboard really out? Sales asked me twice."))
        || !scene.save(out.filePath(QStringLiteral("private.png"))))
        return false;
    if (!scene.answer(QStringLiteral("Twenty Forty-Eight")))
        return false;
    scene.actions()[ui::ActionId::ViewReplay].trigger();
    if (!test::waitFor([&] { return scene.page().page().shown().asOf.has_value(); }, limitMs))
        return false;
    scene.actions()[ui::ActionId::ReplayStart].trigger();
    if (!test::waitFor([&] { return scene.page().page().shown().total <= 1; }, limitMs))
        return false;
    scene.actions()[ui::ActionId::ReplayNextQuestion].trigger();
    return scene.save(out.filePath(QStringLiteral("replay.png")));
}

bool demoAs(QApplication& application, const QString& path, const QString& library, const char* language,
            const char* theme)
{
    const Scene scene(application, library, language, theme, true);
    return scene.waitForQuestion() && scene.save(path);
}

} // namespace

int main(int argc, char** argv)
{
    ui::transcript::registerTranscriptScheme();
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    QApplication application(argc, argv);
    ui::transcript::prepareRendering();
    if (argc != 3) {
        std::fprintf(stderr, "usage: pictures OUT_DIR RECORDING.json\n");
        return 2;
    }
    const QDir out(QString::fromLocal8Bit(argv[1]));
    const QTemporaryDir folder;
    qputenv("XDG_CONFIG_HOME", folder.path().toUtf8());
    bool isGood =
        out.mkpath(QStringLiteral(".")) && playThrough(application, out, folder.filePath(QStringLiteral("a.db")));
    isGood = isGood
        && demoAs(application, out.filePath(QStringLiteral("dark.png")), folder.filePath(QStringLiteral("b.db")), "en",
                  "dark");
    isGood = isGood
        && demoAs(application, out.filePath(QStringLiteral("zh.png")), folder.filePath(QStringLiteral("c.db")), "zh_CN",
                  "light");
    {
        const Scene scene(application, folder.filePath(QStringLiteral("d.db")), "en", "light", false,
                          {QString::fromLocal8Bit(argv[2])});
        isGood = isGood && test::waitFor([&] { return scene.page().page().shown().total > 0; }, limitMs)
            && scene.save(out.filePath(QStringLiteral("imported.png")));
    }
    return isGood ? 0 : 1;
}
