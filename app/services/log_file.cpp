#include "app/services/log_file.h"
#include "model/session/safe_files.h"

#include <QDateTime>
#include <QDir>
#include <QStandardPaths>
#include <atomic>
#include <cstdio>

namespace quarterdeck::app {

namespace {

/// Qt's message handler is a plain function; this is how it finds the process's only log file.
std::atomic<LogFile*> current = nullptr;

int severity(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg:
        return 0;
    case QtInfoMsg:
        return 1;
    case QtWarningMsg:
        return 2;
    default:
        return 3;
    }
}

const char* word(QtMsgType type)
{
    constexpr std::array words = {"debug", "info", "warning", "critical"};
    return words.at(static_cast<std::size_t>(severity(type)));
}

} // namespace

LogFile::LogFile(const QString& folder, QtMsgType level, Echo echo, qint64 maxBytes)
    : m_level(level)
    , m_echo(echo)
    , m_maxBytes(maxBytes)
{
    session::makePrivateFolder(folder);
    m_file.setFileName(QDir(folder).filePath(QStringLiteral("quarterdeck.log")));
    if (m_file.open(QIODevice::WriteOnly | QIODevice::Append)) {
        m_file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    }
    current = this;
    m_previous = qInstallMessageHandler(&LogFile::handle);
}

LogFile::~LogFile()
{
    qInstallMessageHandler(m_previous);
    current = nullptr;
}

QString LogFile::defaultFolder()
{
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation)).filePath(QStringLiteral("log"));
}

QtMsgType LogFile::levelNamed(const QString& name)
{
    if (name == QStringLiteral("debug")) {
        return QtDebugMsg;
    }
    if (name == QStringLiteral("warning")) {
        return QtWarningMsg;
    }
    return name == QStringLiteral("critical") ? QtCriticalMsg : QtInfoMsg;
}

void LogFile::handle(QtMsgType type, const QMessageLogContext& context, const QString& text)
{
    if (LogFile* log = current) {
        log->write(type, context, text);
    }
}

void LogFile::write(QtMsgType type, const QMessageLogContext& context, const QString& text)
{
    if (m_echo == Echo::WarningsToStandardError && severity(type) >= severity(QtWarningMsg)) {
        const QByteArray line = text.toLocal8Bit() + '\n';
        std::fwrite(line.constData(), 1, static_cast<std::size_t>(line.size()), stderr);
    }
    if (severity(type) < severity(m_level)) {
        return;
    }
    const QString category = QString::fromUtf8(context.category ? context.category : "default");
    QString oneLine = text;
    oneLine.replace(QLatin1Char('\n'), QStringLiteral("\\n")); // one message is one line, whatever it says
    const QString line = QStringLiteral("%1 %2 [%3] %4\n")
                             .arg(QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs),
                                  QString::fromLatin1(word(type)), category, oneLine);
    const QMutexLocker lock(&m_mutex);
    if (!m_file.isOpen()) {
        return;
    }
    if (m_file.size() > m_maxBytes) {
        rotate();
    }
    m_file.write(line.toUtf8());
    m_file.flush();
}

void LogFile::rotate()
{
    const QString name = m_file.fileName();
    const QString first = name + QStringLiteral(".1");
    const QString second = name + QStringLiteral(".2");
    m_file.close();
    QFile::remove(second);
    QFile::rename(first, second);
    QFile::rename(name, first);
    (void)m_file.open(QIODevice::WriteOnly | QIODevice::Append);
}

} // namespace quarterdeck::app
