// Makes pictures of what the window shows when something happened to the library: the notice and the report of a
// recovery, the copies that can be restored, a disk that is slow or full; light and dark, English and Chinese.
// Usage: storage_looks OUT_DIR

#include "scene.h"
#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/disk.h"
#include "tests/storage/support/log_builder.h"
#include "ui/transcript/rendering.h"

#include <QDialog>
#include <QDir>
#include <QPushButton>
#include <QTemporaryDir>
#include <array>
#include <cstdio>
#include <future>
#include <sqlite3.h>

using namespace quarterdeck;
using pictures::limitMs;
using pictures::Scene;
using test::DiskCall;
using test::DiskFate;

namespace {

constexpr std::array titles = {
    "Build a 2048 game",
    "Airline: change of a booking, with a very long title that nobody can read to its end in one line",
    "翻译一份用户手册",
    "Review of the storage layer",
    "Werewolf, nine players",
    "Weekly report",
    "A snake game",
    "Search for the origin of a rumour",
};

struct Look
{
    const char* theme;
    const char* language;
};
constexpr std::array looks = {Look{"light", "en"}, Look{"dark", "en"}, Look{"light", "zh_CN"}, Look{"dark", "zh_CN"}};

void makeLibrary(const QString& path)
{
    QObject context;
    const auto library = storage::openLibrary(path.toStdString(), &context);
    int number = 0;
    for (const char* title : titles) {
        test::LogBuilder log(("session " + std::to_string(++number)).c_str());
        log.start(title);
        for (int i = 0; i < 40 * number; ++i)
            log.say("Mike", "what is said at " + std::to_string(i) + std::string(60, 'm'));
        (*library)->createSession(log.summary(), log.takeRecords(), [](const auto&) {});
    }
}

/// Everything visible in a dialog, as if it were on the screen.
bool saveDialog(const Scene& scene, const char* name, const QString& path)
{
    const auto shown = [&] { return scene.shown<QDialog>(name); };
    return test::waitFor([&] { return shown() != nullptr; }, limitMs) && shown()->grab().save(path);
}

bool click(const Scene& scene, const char* name)
{
    const auto button = [&] { return scene.shown<QPushButton>(name); };
    if (!test::waitFor([&] { return button() != nullptr; }, limitMs))
        return false;
    button()->click();
    return true;
}

/// The notice, its report, and, as at a later start, the copies with the report over them.
bool saveRecovery(QApplication& application, const QString& library, const Look& look, const QString& out)
{
    {
        const Scene scene(application, library, look.language, look.theme, false);
        scene.resize(1440, 900);
        if (!click(scene, "banner.recovered.button")
            || !saveDialog(scene, "recoveryReport", out + QStringLiteral("report.png"))
            || !scene.save(out + QStringLiteral("recovered.png")))
            return false;
    }
    const Scene scene(application, library, look.language, look.theme, false);
    scene.actions()[ui::ActionId::LibraryRestore].trigger();
    return click(scene, "restore.report") && saveDialog(scene, "restore", out + QStringLiteral("restore.png"))
        && saveDialog(scene, "recoveryReport", out + QStringLiteral("report-later.png"));
}

bool saveTroubles(QApplication& application, test::Disk& disk, const QString& library, const Look& look,
                  const QString& out)
{
    const Scene scene(application, library, look.language, look.theme, false);
    std::promise<void> release;
    disk.setRule([held = release.get_future().share()](const DiskCall& call) -> DiskFate {
        return call.kind == DiskCall::Kind::Sync ? DiskFate{0, false, {}, held} : DiskFate{};
    });
    scene.actions()[ui::ActionId::SessionDemo].trigger();
    const bool isSlow = test::waitFor([&] { return scene.shown<QWidget>("banner.delay") != nullptr; }, limitMs)
        && scene.save(out + QStringLiteral("slow.png"));
    disk.setRule([](const DiskCall& call) -> DiskFate {
        return {call.kind == DiskCall::Kind::Write ? SQLITE_FULL : SQLITE_OK};
    });
    release.set_value();
    const bool isFull = test::waitFor([&] { return scene.shown<QWidget>("banner.library") != nullptr; }, limitMs)
        && scene.save(out + QStringLiteral("full.png"));
    disk.setRule({});
    return isSlow && isFull;
}

} // namespace

int main(int argc, char** argv)
{
    ui::transcript::registerTranscriptScheme();
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    QApplication application(argc, argv);
    ui::transcript::prepareRendering();
    if (argc != 2) {
        std::fprintf(stderr, "usage: storage_looks OUT_DIR\n");
        return 2;
    }
    const QDir out(QString::fromLocal8Bit(argv[1]));
    const QTemporaryDir folder;
    qputenv("XDG_CONFIG_HOME", folder.path().toUtf8());
    test::Disk disk; // below all connections
    bool isGood = out.mkpath(QStringLiteral("."));
    for (const Look& look : looks) {
        const QString name = QString::fromLatin1(look.theme) + u'-' + QString::fromLatin1(look.language);
        const QString library = folder.filePath(name + QStringLiteral(".db"));
        makeLibrary(library);
        isGood = isGood && storage::makeBackup(library.toStdString(), storage::BackupKind::Daily).has_value();
        const QByteArray whole = test::bytesOf(library);
        test::put(library, whole.left(whole.size() / 2));
        isGood = isGood && saveRecovery(application, library, look, out.filePath(name + u'-'))
            && saveTroubles(application, disk, library, look, out.filePath(name + u'-'));
    }
    return isGood ? 0 : 1;
}
