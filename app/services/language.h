#pragma once

#include "model/conversation/event.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>
#include <QTranslator>

#include <cstdint>
#include <string>

namespace quarterdeck::app {

/// The application's language: our translations and Qt's. Changing it takes effect at once (widgets get
/// LanguageChange). Thread: ui.
class Language final
{
public:
    /// "en", "zh_CN".
    [[nodiscard]] static QStringList available();
    /// The result of `wanted` (a setting, --lang, or empty = the desktop's).
    [[nodiscard]] static QString resolve(const QString& wanted);

    void use(const QString& language);
    [[nodiscard]] const QString& current() const { return m_current; }

private:
    QTranslator m_own;
    QTranslator m_qt;
    QString m_current;
};

/// A sentence of the command line, marked by QT_TRANSLATE_NOOP("CommandLine", …), in the chosen language; `count` is
/// its %n.
[[nodiscard]] inline QString cliText(const char* text, int count = -1)
{
    return QCoreApplication::translate("CommandLine", text, nullptr, count);
}

/// A text of the model (UTF-8) as Qt takes it.
inline QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

/// Stable words for programs: "team", "demo", "imported", "remote".
[[nodiscard]] const char* kindWord(conversation::SessionKind kind);
/// The same for a person, in the chosen language.
[[nodiscard]] QString kindText(conversation::SessionKind kind);
/// "not_started", "running", "paused", "stop_requested", "stopped", "finished".
[[nodiscard]] const char* runStateWord(conversation::RunState state);
/// A time as in tables, the same in every language: "2026-03-01 14:02".
[[nodiscard]] QString momentText(conversation::Timestamp moment);
/// A count for a person, in the chosen language: "300,000".
[[nodiscard]] QString countText(std::int64_t count);

} // namespace quarterdeck::app
