#include "program_runner.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>

namespace quarterdeck::test {

Run ProgramRunner::run(const QStringList& arguments, const QString& output) const
{
    QProcess process;
    if (!output.isEmpty())
        process.setStandardOutputFile(output);
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "QT_QPA_PLATFORM"}) {
        environment.remove(QString::fromLatin1(name));
    }
    environment.insert(QStringLiteral("XDG_DATA_HOME"), path("data"));
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_folder->path());
    process.start(QStringLiteral(QUARTERDECK_BIN "/quarterdeck"), arguments);
    if (!process.waitForFinished(60'000) || process.exitStatus() != QProcess::NormalExit) {
        return {};
    }
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

QString ProgramRunner::onlySession() const
{
    return runOn({"list", "--json"}).json().array().at(0).toObject().value(QStringLiteral("id")).toString();
}

QString ProgramRunner::write(const QString& name, const QByteArray& bytes) const
{
    QFile file(m_folder->filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
        qFatal("the test cannot write its file");
    }
    return file.fileName();
}

} // namespace quarterdeck::test
