#include "app/services/language.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLibraryInfo>
#include <QLocale>

namespace quarterdeck::app {

QStringList Language::available() { return {QStringLiteral("en"), QStringLiteral("zh_CN")}; }

QString Language::resolve(const QString& wanted)
{
    const QLocale locale = wanted.isEmpty() ? QLocale::system() : QLocale(wanted);
    return locale.language() == QLocale::Chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
}

void Language::use(const QString& language)
{
    QCoreApplication::removeTranslator(&m_own);
    QCoreApplication::removeTranslator(&m_qt);
    m_current = resolve(language);
    QLocale::setDefault(QLocale(m_current));
    if (m_qt.load(QStringLiteral("qtbase_") + m_current, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qt);
    if (m_own.load(QStringLiteral(":/i18n/quarterdeck_") + m_current))
        QCoreApplication::installTranslator(&m_own);
}

const char* kindWord(conversation::SessionKind kind)
{
    switch (kind) {
    case conversation::SessionKind::Team:
        return "team";
    case conversation::SessionKind::Demo:
        return "demo";
    case conversation::SessionKind::Imported:
        return "imported";
    case conversation::SessionKind::Remote:
        return "remote";
    }
    return "";
}

QString kindText(conversation::SessionKind kind)
{
    switch (kind) {
    case conversation::SessionKind::Team:
        return QCoreApplication::translate("CommandLine", "team", "kind of a session");
    case conversation::SessionKind::Demo:
        return QCoreApplication::translate("CommandLine", "demo", "kind of a session");
    case conversation::SessionKind::Imported:
        return QCoreApplication::translate("CommandLine", "imported", "kind of a session");
    case conversation::SessionKind::Remote:
        return QCoreApplication::translate("CommandLine", "remote", "kind of a session");
    }
    return {};
}

const char* runStateWord(conversation::RunState state)
{
    switch (state) {
    case conversation::RunState::NotStarted:
        return "not_started";
    case conversation::RunState::Running:
        return "running";
    case conversation::RunState::Paused:
        return "paused";
    case conversation::RunState::StopRequested:
        return "stop_requested";
    case conversation::RunState::Stopped:
        return "stopped";
    case conversation::RunState::Finished:
        return "finished";
    }
    return "";
}

QString momentText(conversation::Timestamp moment)
{
    return QDateTime::fromMSecsSinceEpoch(moment.msSinceEpoch).toString(QStringLiteral("yyyy-MM-dd hh:mm"));
}

QString countText(std::int64_t count) { return QLocale().toString(static_cast<qlonglong>(count)); }

} // namespace quarterdeck::app
