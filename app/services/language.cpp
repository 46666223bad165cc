#include "app/services/language.h"

#include <QCoreApplication>
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

} // namespace quarterdeck::app
