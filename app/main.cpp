#include "app/cli/run_command.h"
#include "app/desktop/application.h"
#include "app/services/instance_server.h"
#include "app/services/log_file.h"
#include "model/transfer/package.h"
#include "ui/transcript/rendering.h"

#include <QApplication>

namespace {

using namespace quarterdeck::app;

LaunchOptions optionsOf(const CommandLine& line)
{
    LaunchOptions options;
    options.library = line.library;
    options.language = line.language;
    options.theme = line.theme;
    options.files = line.files;
    if (line.files.size() == 1 && line.library.isEmpty()
        && quarterdeck::transfer::isPackage(line.files.front().toStdString()))
        options.package = options.files.takeFirst();
    options.isDemo = line.isDemo;
    options.demoPace = line.demoPace;
    options.screenshot = line.screenshot;
    // A start that only takes a picture does not accept agents.
    options.port = line.screenshot.isEmpty() ? line.port : quint16{0};
    options.isPortGiven = line.isPortGiven || options.port == 0;
    return options;
}

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication::setApplicationName(QStringLiteral("quarterdeck"));
    QCoreApplication::setApplicationVersion(QStringLiteral(QUARTERDECK_VERSION));
    CommandLine line;
    if (const auto exitCode = runCommand(argc, argv, line))
        return *exitCode;

    quarterdeck::ui::transcript::registerTranscriptScheme();
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts); // Qt WebEngine asks for it before the application
    QApplication application(argc, argv);
    const LogFile log(LogFile::defaultFolder(), LogFile::levelNamed(line.logLevel),
                      LogFile::Echo::WarningsToStandardError);
    LaunchOptions options = optionsOf(line);
    if (showInRunningInstance(options))
        return 0;
    quarterdeck::ui::transcript::prepareRendering();
    for (;;) {
        auto program = Application::start(application, options);
        if (!program)
            return 0;
        options.claim.reset(); // whoever left the library finds this owner now
        const int exitCode = QApplication::exec();
        const NextStart next = program->next();
        const bool isLast = next.kind == NextStart::Kind::Nothing;
        // The library must be released, and the window that closes is not the last one.
        QGuiApplication::setQuitOnLastWindowClosed(isLast);
        program.reset();
        if (isLast)
            return exitCode;
        options = optionsFor(next, std::move(options));
        if (next.kind != NextStart::Kind::Restored && showInRunningInstance(options))
            return 0;
        QGuiApplication::setQuitOnLastWindowClosed(true);
    }
}
