#include "translation_file.h"

#include <QRegularExpression>
#include <QXmlStreamReader>

namespace quarterdeck::test {

namespace {

QStringList placeholdersOf(const QString& text)
{
    static const QRegularExpression placeholder(QStringLiteral("%L?(?:\\d{1,2}|n)"));
    QStringList found;
    for (auto matches = placeholder.globalMatch(text); matches.hasNext();)
        found.append(matches.next().captured().remove(u'L'));
    found.removeDuplicates(); // a text may name a thing twice in one language and once in another
    found.sort();
    return found;
}

/// The letters after a single &, as a menu reads them.
QString acceleratorsOf(QString text)
{
    text.remove(QStringLiteral("&&"));
    QString letters;
    for (qsizetype at = text.indexOf(u'&'); at >= 0 && at + 1 < text.size(); at = text.indexOf(u'&', at + 1)) {
        if (!text[at + 1].isSpace())
            letters.append(text[at + 1].toUpper());
    }
    return letters;
}

QString faultOfForm(const TranslatedText& text, qsizetype index)
{
    const QString& form = text.forms[index];
    if (form.trimmed().isEmpty() && !text.source.trimmed().isEmpty())
        return QStringLiteral("is not translated");
    QStringList wanted = placeholdersOf(text.source);
    if (text.forms.size() > 1 && index == 0 && !placeholdersOf(form).contains(QStringLiteral("%n")))
        wanted.removeAll(QStringLiteral("%n"));
    if (placeholdersOf(form) != wanted)
        return QStringLiteral("has the placeholders “%1” instead of “%2”")
            .arg(placeholdersOf(form).join(u' '), wanted.join(u' '));
    if (text.hasPlural && form.contains(QStringLiteral("%n")))
        return QStringLiteral("writes its number without a mark between thousands: %Ln has one");
    const QString accelerators = acceleratorsOf(form);
    if (accelerators.size() != acceleratorsOf(text.source).size())
        return QStringLiteral("has %1 accelerators instead of %2")
            .arg(accelerators.size())
            .arg(acceleratorsOf(text.source).size());
    if (!accelerators.isEmpty() && accelerators.front().unicode() > 127)
        return QStringLiteral("has an accelerator that no keyboard has");
    return {};
}

TranslatedText readMessage(QXmlStreamReader& xml, const QString& context)
{
    TranslatedText text;
    text.context = context;
    text.hasPlural = xml.attributes().value(QStringLiteral("numerus")) == QStringLiteral("yes");
    while (xml.readNextStartElement()) {
        if (xml.name() == QStringLiteral("source")) {
            text.source = xml.readElementText();
        } else if (xml.name() == QStringLiteral("comment")) {
            text.comment = xml.readElementText();
        } else if (xml.name() == QStringLiteral("translation")) {
            text.isFinished = !xml.attributes().hasAttribute(QStringLiteral("type"));
            if (!text.hasPlural) {
                text.forms = {xml.readElementText()};
                continue;
            }
            while (xml.readNextStartElement())
                text.forms.append(xml.readElementText());
        } else {
            xml.skipCurrentElement();
        }
    }
    return text;
}

} // namespace

QList<TranslatedText> textsOf(const QByteArray& data)
{
    QList<TranslatedText> texts;
    QXmlStreamReader xml(data);
    xml.readNextStartElement(); // TS
    while (xml.readNextStartElement()) {
        QString context;
        while (xml.readNextStartElement()) {
            if (xml.name() == QStringLiteral("name"))
                context = xml.readElementText();
            else if (xml.name() == QStringLiteral("message"))
                texts.append(readMessage(xml, context));
            else
                xml.skipCurrentElement();
        }
    }
    return xml.hasError() ? QList<TranslatedText>() : texts;
}

QStringList faultsOf(const TranslatedText& text)
{
    QStringList faults;
    const QString name = QStringLiteral("%1: “%2”").arg(text.context, text.source);
    if (!text.isFinished || text.forms.isEmpty())
        return {name + QStringLiteral(" is not translated")};
    for (qsizetype i = 0; i < text.forms.size(); ++i) {
        if (const QString fault = faultOfForm(text, i); !fault.isEmpty())
            faults.append(name + u' ' + fault + QStringLiteral(": “%1”").arg(text.forms[i]));
    }
    return faults;
}

} // namespace quarterdeck::test
