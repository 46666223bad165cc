#include "ui/present/row_limits.h"

#include <QCoreApplication>

namespace quarterdeck::ui::transcript {

namespace {

using nlohmann::json;

struct Caps
{
    Q_DECLARE_TR_FUNCTIONS(Caps)
};

/// Where to cut without splitting a character.
std::size_t cutAt(const std::string& text, std::size_t longest)
{
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    return end;
}

/// Returns how many choices were left out.
std::size_t cutChoices(json& schema)
{
    std::size_t leftOut = 0;
    for (const char* key : {"enum", "oneOf", "anyOf"}) {
        const auto list = schema.find(key);
        if (list == schema.end() || !list->is_array() || list->size() <= mostChoices)
            continue;
        leftOut += list->size() - mostChoices;
        list->erase(list->begin() + static_cast<std::ptrdiff_t>(mostChoices), list->end());
    }
    return leftOut;
}

void capField(json& field)
{
    if (!field.is_object())
        return;
    std::size_t leftOut = cutChoices(field);
    if (const auto items = field.find("items"); items != field.end() && items->is_object())
        leftOut += cutChoices(*items);
    if (leftOut == 0)
        return;
    const auto description = field.find("description");
    const bool isDescribed = description != field.end() && description->is_string();
    const std::string before = isDescribed ? description->get<std::string>() + " " : std::string();
    field["description"] =
        before + Caps::tr("%n more choice(s) are not shown here.", nullptr, static_cast<int>(leftOut)).toStdString();
}

} // namespace

std::string cutText(const std::string& text, std::size_t longest)
{
    if (text.size() <= longest)
        return text;
    const std::size_t end = cutAt(text, longest);
    const QString note = Caps::tr("This text is cut off here: %L1 more bytes are not shown.").arg(text.size() - end);
    return text.substr(0, end) + "\n\n" + note.toStdString();
}

std::string cutName(const std::string& name)
{
    return name.size() <= longestName ? name : name.substr(0, cutAt(name, longestName)) + "…";
}

std::string partsLeftOut(std::size_t count)
{
    return Caps::tr("%n part(s) of this message are not shown here.", nullptr, static_cast<int>(count)).toStdString();
}

std::string valueText(const json& value)
{
    return cutText(value.dump(2, ' ', false, json::error_handler_t::replace), longestValueText);
}

json cappedSchema(json schema)
{
    if (!schema.is_object())
        return schema;
    capField(schema);
    if (const auto properties = schema.find("properties"); properties != schema.end() && properties->is_object()) {
        for (json& field : *properties)
            capField(field);
    }
    return schema;
}

} // namespace quarterdeck::ui::transcript
