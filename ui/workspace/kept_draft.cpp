#include "workspace/kept_draft.h"

#include "ui/wording/routing_words.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <array>

namespace quarterdeck::ui {

namespace {

using conversation::Audience;

const QString textKey = QStringLiteral("text");
const QString audienceKey = QStringLiteral("audience");

constexpr std::array audienceWords{"by_default", "everyone", "only_named"}; // in the order of Audience

} // namespace

std::string toStored(const KeptDraft& draft)
{
    if (draft.text.isEmpty())
        return {};
    const QJsonObject fields{{textKey, draft.text},
                             {audienceKey, QLatin1String(audienceWords.at(static_cast<std::size_t>(draft.audience)))}};
    return QJsonDocument(fields).toJson(QJsonDocument::Compact).toStdString();
}

KeptDraft keptDraft(const std::string& stored)
{
    const QJsonObject fields = QJsonDocument::fromJson(QByteArray::fromStdString(stored)).object();
    for (std::size_t i = 0; i < audienceWords.size(); ++i)
        if (fields.size() == 2 && fields[textKey].isString()
            && fields[audienceKey].toString() == QLatin1String(audienceWords.at(i)))
            return {fields[textKey].toString(), static_cast<Audience>(i)};
    return {wording::text(stored)};
}

} // namespace quarterdeck::ui
