#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

namespace quarterdeck::test {

/// One text of a translation file (.ts).
struct TranslatedText
{
    QString context;
    QString source;
    QString comment;
    bool hasPlural = false;
    bool isFinished = true;
    QStringList forms; ///< one without plural, else one for each plural form of the language
};

/// The texts of a .ts file that are not obsolete; empty if `xml` is not one.
QList<TranslatedText> textsOf(const QByteArray& xml);

/// What is wrong with a translation, in words; empty = nothing. Checks: finished and not empty in each form; the same
/// placeholders (%1, %L1, %n) as the source, where only the first of several plural forms may omit the number ("one
/// message"); the number as %Ln, which has thousands separators; an accelerator (&X) if the source has one and only
/// then.
QStringList faultsOf(const TranslatedText& text);

} // namespace quarterdeck::test
