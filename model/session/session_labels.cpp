#include "model/session/session_labels.h"

#include <QString>
#include <QStringList>

namespace quarterdeck::session {

std::vector<std::string> tagsOf(const std::string& typed)
{
    static const QString commas = QStringLiteral(",，、");
    QString text = QString::fromStdString(typed);
    for (const QChar comma : commas)
        text.replace(comma, u',');
    QStringList tags;
    for (QString tag : text.split(u',')) {
        tag = tag.simplified();
        while (tag.startsWith(u'#'))
            tag = tag.mid(1).trimmed();
        if (!tag.isEmpty() && !tags.contains(tag, Qt::CaseInsensitive))
            tags.append(tag);
    }
    std::vector<std::string> result;
    for (const QString& tag : tags)
        result.push_back(tag.toStdString());
    return result;
}

} // namespace quarterdeck::session
