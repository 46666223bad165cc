#include "ui/transcript/strip_base64.h"

#include "model/conversation/stored_media.h"
#include "ui/present/quantities.h"

#include <QCoreApplication>
#include <algorithm>
#include <string>
#include <string_view>

namespace quarterdeck::ui::transcript {

namespace {

struct Bytes
{
    Q_DECLARE_TR_FUNCTIONS(Bytes)
};

/// Shorter ones are just as likely to be a hash or a key, which people read.
constexpr std::size_t shortest = 400;

bool isBase64(std::string_view text)
{
    return std::ranges::all_of(text, [](char one) {
        return (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') || (one >= '0' && one <= '9') || one == '+'
            || one == '/' || one == '-' || one == '_' || one == '=' || one == '\n' || one == '\r';
    });
}

/// How many bytes a text encodes; 0 = it is meant to be read.
std::int64_t bytesIn(std::string_view text)
{
    if (const auto media = conversation::storedMediaIn(text))
        return std::max<std::int64_t>(media->size, 1);
    constexpr std::string_view mark = ";base64,";
    constexpr std::size_t longestHead = 200;
    if (text.starts_with("data:")) {
        if (const std::size_t found = text.substr(0, longestHead).find(mark); found != std::string_view::npos)
            text.remove_prefix(found + mark.size());
    }
    return text.size() >= shortest && isBase64(text) ? static_cast<std::int64_t>(text.size() / 4 * 3) : 0;
}

} // namespace

nlohmann::json stripBase64(nlohmann::json value)
{
    if (auto* text = value.get_ptr<std::string*>()) {
        if (const std::int64_t count = bytesIn(*text); count > 0)
            *text = Bytes::tr("(%1 of binary data)").arg(wording::bytes(count)).toStdString();
    } else if (value.is_structured()) {
        for (nlohmann::json& part : value)
            part = stripBase64(std::move(part));
    }
    return value;
}

} // namespace quarterdeck::ui::transcript
