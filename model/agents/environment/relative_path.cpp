#include "model/agents/environment/relative_path.h"

#include "model/agents/environment/risky_names.h"

#include <QStringDecoder>
#include <algorithm>

namespace quarterdeck::team {

namespace {

constexpr std::size_t longestPath = 1024;
constexpr std::size_t longestPart = 255;
constexpr std::size_t mostParts = 32;

bool isUtf8(std::string_view text)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString decoded = decoder(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())));
    return !decoder.hasError() && !decoded.contains(QChar::ReplacementCharacter);
}

bool hasControlCharacter(std::string_view text)
{
    return std::ranges::any_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7f;
    });
}

} // namespace

std::string RelativePath::text() const
{
    std::string joined;
    for (const std::string& part : parts)
        joined += (joined.empty() ? "" : "/") + part;
    return joined;
}

tl::expected<RelativePath, std::string> RelativePath::of(std::string_view text)
{
    const auto refused = [](const char* why) { return tl::make_unexpected(std::string(why)); };
    if (text.size() > longestPath)
        return refused("The path is longer than 1024 bytes.");
    if (hasControlCharacter(text) || !isUtf8(text))
        return refused("The path has a control character in it, or is not UTF-8.");
    if (text.starts_with('/'))
        return refused("The path begins with \"/\". Give it relative to the workspace.");
    if (text.find('\\') != std::string_view::npos)
        return refused("The path has a \"\\\" in it. Put \"/\" between folders.");
    RelativePath path;
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find('/'));
        text.remove_prefix(std::min(text.size(), part.size() + 1));
        if (part.empty() || part == ".")
            continue;
        if (part == "..")
            return refused("The path has \"..\" in it. Nothing outside the workspace can be reached.");
        if (part.size() > longestPart)
            return refused("A name in the path is longer than 255 bytes.");
        if (isKeptName(part))
            return refused("What git keeps for itself is not for you.");
        path.parts.emplace_back(part);
        if (path.parts.size() > mostParts)
            return refused("The path has more than 32 parts.");
    }
    return path;
}

} // namespace quarterdeck::team
