#pragma once

#include <QString>
#include <QStringList>
#include <QTranslator>

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

} // namespace quarterdeck::app
