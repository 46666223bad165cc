#include "ui/controllers/composer_draft.h"

#include "ui/present/routing_text.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <optional>

namespace quarterdeck::ui {

namespace {

using conversation::Audience;

const QString textKey = QStringLiteral("text");
const QString audienceKey = QStringLiteral("audience");
const QString chatsKey = QStringLiteral("chats");

constexpr std::array audienceWords{"by_default", "everyone", "only_named"}; // in the order of Audience

QJsonObject toJson(const ComposerDraft& draft)
{
    return {{textKey, draft.text},
            {audienceKey, QLatin1String(audienceWords.at(static_cast<std::size_t>(draft.audience)))}};
}

std::optional<ComposerDraft> fromJson(const QJsonObject& fields)
{
    for (std::size_t i = 0; i < audienceWords.size(); ++i)
        if (fields[textKey].isString() && fields[audienceKey].toString() == QLatin1String(audienceWords.at(i)))
            return ComposerDraft{fields[textKey].toString(), static_cast<Audience>(i)};
    return std::nullopt;
}

} // namespace

std::string toStored(const ComposerDrafts& drafts)
{
    QJsonObject all;
    QJsonObject chats;
    for (const auto& [role, draft] : drafts) {
        if (draft.text.isEmpty())
            continue;
        if (role.isEmpty())
            all = toJson(draft);
        else
            chats.insert(wording::text(role.str()), toJson(draft));
    }
    if (!chats.isEmpty())
        all.insert(chatsKey, chats);
    return all.isEmpty() ? std::string() : QJsonDocument(all).toJson(QJsonDocument::Compact).toStdString();
}

ComposerDrafts keptDrafts(const std::string& stored)
{
    if (stored.empty())
        return {};
    ComposerDrafts drafts;
    const QJsonObject all = QJsonDocument::fromJson(QByteArray::fromStdString(stored)).object();
    const QJsonObject chats = all[chatsKey].toObject();
    bool isOurs = all.size() == (chats.isEmpty() ? 2 : all.contains(textKey) ? 3 : 1);
    if (all.contains(textKey)) {
        const auto team = fromJson(all);
        isOurs = isOurs && team;
        drafts[{}] = team.value_or(ComposerDraft());
    }
    for (auto chat = chats.begin(); chat != chats.end(); ++chat) {
        const auto draft = fromJson(chat.value().toObject());
        isOurs = isOurs && draft;
        drafts[conversation::RoleName(chat.key().toStdString())] = draft.value_or(ComposerDraft());
    }
    return isOurs ? drafts : ComposerDrafts{{{}, {wording::text(stored)}}};
}

} // namespace quarterdeck::ui
