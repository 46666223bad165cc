#include "ui/dialogs/name_list.h"

#include <QStringList>

namespace quarterdeck::ui {

QString listText(const std::set<std::string>& names)
{
    QStringList words;
    for (const std::string& name : names)
        words.append(QString::fromStdString(name));
    return words.join(QStringLiteral(", "));
}

std::set<std::string> listIn(const QString& text)
{
    std::set<std::string> names;
    QString plain = text;
    plain.replace(QChar(0xFF0C), u','); // as Chinese keyboards have it
    for (const QString& word : plain.split(u','))
        if (!word.trimmed().isEmpty())
            names.insert(word.trimmed().toStdString());
    return names;
}

} // namespace quarterdeck::ui
