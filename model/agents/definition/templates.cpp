#include "model/agents/definition/team_definition.h"
#include "model/agents/team_text.h"

#include <QFile>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::team {

namespace {

using conversation::Error;
using conversation::ErrorCode;
using conversation::Result;
using nlohmann::json;

/// A text may be given per language: {"en": …, "zh_CN": …}. The result is an ordinary team file.
json inLanguage(const json& value, const std::string& language)
{
    if (value.is_object() && value.contains("en")) {
        const auto translated = value.find(language);
        return translated == value.end() ? value.at("en") : *translated;
    }
    if (!value.is_structured())
        return value;
    json plain = value;
    for (json& one : plain)
        one = inLanguage(json(one), language);
    return plain;
}

} // namespace

const std::vector<std::string>& teamTemplateIds()
{
    static const std::vector<std::string> ids = {"software_company", "research_desk", "review_panel", "single_agent",
                                                 "board_game"};
    return ids;
}

Result<TeamDefinition> teamTemplate(std::string_view id, const std::string& language)
{
    const std::string name(id);
    if (std::ranges::find(teamTemplateIds(), name) == teamTemplateIds().end())
        return tl::make_unexpected(Error{ErrorCode::NotFound, texts::noSuchTemplate(name), name});
    QFile file(QStringLiteral(":/teams/%1.json").arg(QString::fromStdString(name)));
    if (!file.open(QIODevice::ReadOnly))
        return tl::make_unexpected(Error{ErrorCode::NotFound, texts::noSuchTemplate(name), name});
    return teamFromJson(inLanguage(json::parse(file.readAll().toStdString(), nullptr, false), language));
}

} // namespace quarterdeck::team
