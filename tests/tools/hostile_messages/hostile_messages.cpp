// Shows every case of a file in the program's own window and reports what it did there.
// Usage: hostile_messages FILE.jsonl [--canary]     --canary: a server on loopback stands for canary.invalid

#include "hostile_messages/examination.h"
#include "hostile_messages/hostile_session.h"
#include "storage/open_library.h"
#include "support/wait.h"
#include "ui/transcript/rendering.h"
#include "ui/transcript/transcript_view.h"

#include <QTemporaryDir>
#include <QWebEngineView>
#include <cstdio>
#include <optional>

using namespace quarterdeck;
using namespace quarterdeck::hostile;

namespace {

struct Written
{
    HostileCase hostile;
    session::SessionId session;
    QString error; ///< it could not even be stored
};

std::vector<Written> writeAll(const std::string& path, std::vector<HostileCase> cases)
{
    std::vector<Written> written;
    QObject context;
    const auto library = storage::openLibrary(path, &context);
    for (HostileCase& hostile : cases) {
        Written one{std::move(hostile), {}, {}};
        const auto session = library ? writeSession(**library, one.hostile) : tl::unexpected(library.error());
        if (session)
            one.session = *session;
        else
            one.error = QString::fromStdString(session.error().sentence);
        written.push_back(std::move(one));
    }
    return written;
}

void print(const Written& one, const Report& report)
{
    std::printf("%-6s %-26s scripts %d  requests %d/%d  navigations %d  opened %d  page %lld ms  ui %lld ms  %s%s\n",
                report.faults.isEmpty() ? "ok" : "FAILED", one.hostile.name.c_str(), report.scripts, report.calls,
                report.blocked, report.navigations, report.opened, static_cast<long long>(report.pageMs),
                static_cast<long long>(report.uiMs), report.isReadable ? "readable" : "not readable",
                one.hostile.generated.empty() ? "" : "  (not generated: shown as written)");
    for (const QString& fault : report.faults)
        std::printf("       %s\n", qPrintable(fault));
    std::fflush(stdout);
}

/// Told and not judged: how fast a machine is says nothing of a message.
struct Longest
{
    void see(const std::string& name, const Report& report)
    {
        if (report.pageMs >= pageMs) {
            pageMs = report.pageMs;
            page = name;
        }
        if (report.uiMs >= uiMs) {
            uiMs = report.uiMs;
            ui = name;
        }
    }
    qint64 pageMs = 0;
    qint64 uiMs = 0;
    std::string page;
    std::string ui;
};

int examineAll(QApplication& application, const QString& path, bool hasCanary)
{
    std::optional<test::Canary> canary;
    if (hasCanary)
        canary.emplace();
    HostileCases read = readCases(path, canary ? canary->host() : QString());
    if (!read.error.isEmpty()) {
        std::fprintf(stderr, "hostile_messages: %s\n", qPrintable(read.error));
        return 2;
    }
    const QTemporaryDir folder;
    qputenv("XDG_CONFIG_HOME", folder.path().toUtf8()); // nobody's choices
    app::ProgramOptions options;
    options.library = folder.filePath(QStringLiteral("library.db"));
    options.language = QStringLiteral("en");
    options.areSamplesOffered = false;
    const std::vector<Written> cases = writeAll(options.library.toStdString(), std::move(read.cases));
    const auto program = app::Program::start(application, options);
    program->window().resize(1440, 900);
    auto* view = program->window().findChild<ui::transcript::TranscriptView*>();
    Witness witness(*view->webView().page(), canary ? &*canary : nullptr);
    Examination examination(*program, witness);
    int failed = 0;
    Longest longest;
    for (const Written& one : cases) {
        Report report;
        if (one.error.isEmpty())
            report = examination.examine(one.session, one.hostile);
        else
            report.faults << one.error;
        failed += report.faults.isEmpty() ? 0 : 1;
        print(one, report);
        longest.see(one.hostile.name, report);
    }
    std::printf("longest: page %lld ms (%s), ui %lld ms (%s)\n", static_cast<long long>(longest.pageMs),
                longest.page.c_str(), static_cast<long long>(longest.uiMs), longest.ui.c_str());
    std::printf("%zu passed, %d failed\n", cases.size() - static_cast<std::size_t>(failed), failed);
    return failed == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
    ui::transcript::registerTranscriptScheme();
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("hostile_messages"));
    ui::transcript::prepareRendering();
    const QStringList arguments = QCoreApplication::arguments();
    const char* usage = "usage: hostile_messages FILE.jsonl [--canary]\n";
    if (arguments.size() == 2 && arguments[1] == QLatin1String("--help")) {
        std::printf("%s", usage);
        return 0;
    }
    if (arguments.size() < 2 || arguments.size() > 3
        || (arguments.size() == 3 && arguments[2] != QLatin1String("--canary"))) {
        std::fprintf(stderr, "%s", usage);
        return 2;
    }
    return examineAll(application, arguments[1], arguments.size() == 3);
}
