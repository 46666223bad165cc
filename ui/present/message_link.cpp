#include "ui/present/message_link.h"

namespace quarterdeck::ui::wording {

namespace {

constexpr QLatin1StringView scheme("quarterdeck:");
constexpr qsizetype longest = 500;

} // namespace

QString MessageLink::text() const
{
    return scheme + QString::fromStdString(session.str()) + u'#' + QString::number(seq.value);
}

std::optional<MessageLink> messageLinkIn(const QString& typed)
{
    const QString link = typed.trimmed();
    const qsizetype hash = link.lastIndexOf(u'#');
    if (link.size() > longest || !link.startsWith(scheme, Qt::CaseInsensitive) || hash <= scheme.size())
        return std::nullopt;
    bool isNumber = false;
    const qint64 seq = link.mid(hash + 1).toLongLong(&isNumber);
    if (!isNumber || seq <= 0)
        return std::nullopt;
    return MessageLink{conversation::SessionId(link.mid(scheme.size(), hash - scheme.size()).toStdString()), {seq}};
}

} // namespace quarterdeck::ui::wording
