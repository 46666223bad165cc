#include "app/cli/output_path.h"

#include "app/cli/open_session.h"
#include "app/services/cli_text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <algorithm>

namespace quarterdeck::app {

namespace {

bool isSameFile(const QString& one, const QString& other)
{
    // Resolves links; empty if there is no such file.
    const QString path = QFileInfo(one).canonicalFilePath();
    return !path.isEmpty() && path == QFileInfo(other).canonicalFilePath();
}

} // namespace

QString outFileRefusal(const QString& outFile, const CommandLine& line)
{
    if (outFile.isEmpty() || !QFileInfo(outFile).isFile()) {
        return {};
    }
    const auto isOut = [&](const QString& file) { return isSameFile(file, outFile); };
    if (std::ranges::any_of(line.files, isOut)) {
        return cliText(
                   QT_TRANSLATE_NOOP("CommandLine", "“%1” is the file to be converted: choose another file for --out."))
            .arg(outFile);
    }
    if (isOut(QString::fromStdString(libraryPath(line)))) {
        return cliText(QT_TRANSLATE_NOOP("CommandLine", "“%1” is the library: choose another file for --out."))
            .arg(outFile);
    }
    return line.isForced
        ? QString()
        : cliText(QT_TRANSLATE_NOOP("CommandLine", "“%1” already exists; --force replaces it.")).arg(outFile);
}

} // namespace quarterdeck::app
