#pragma once

#include <QFile>
#include <QMutex>
#include <QString>
#include <QtGlobal>

namespace quarterdeck::app {

/// Writes Qt's log messages to `quarterdeck.log` while it lives, at most three files of 10 MB (.log, .log.1, .log.2).
/// Text of conversations is only ever logged as debug. One per process. Messages may come from any thread.
class LogFile final
{
public:
    enum class Echo { None, WarningsToStandardError };

    /// Without the folder, or write permission there, only the echo is left.
    LogFile(const QString& folder, QtMsgType level, Echo echo, qint64 maxBytes = defaultMaxBytes);
    ~LogFile();
    Q_DISABLE_COPY_MOVE(LogFile)

    /// <AppLocalDataLocation>/log
    [[nodiscard]] static QString defaultFolder();
    /// "debug", "info", "warning", "critical"; anything else is info.
    [[nodiscard]] static QtMsgType levelNamed(const QString& name);
    [[nodiscard]] QString path() const { return m_file.fileName(); }

    static constexpr qint64 defaultMaxBytes = 10'000'000;

private:
    static void handle(QtMsgType type, const QMessageLogContext& context, const QString& text);
    void write(QtMsgType type, const QMessageLogContext& context, const QString& text);
    void rotate();

    QMutex m_mutex;
    QFile m_file;
    QtMsgType m_level = QtInfoMsg;
    Echo m_echo = Echo::None;
    qint64 m_maxBytes = defaultMaxBytes;
    QtMessageHandler m_previous = nullptr;
};

} // namespace quarterdeck::app
