#include "model/formats/recording/speaker_name.h"

namespace quarterdeck::formats {

namespace {

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view spaces = " \t\r\n";
    const std::size_t first = text.find_first_not_of(spaces);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

std::vector<std::string> namesIn(std::string_view list)
{
    std::vector<std::string> names;
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        if (const std::string_view name = trimmed(list.substr(0, comma)); !name.empty()) {
            names.emplace_back(name);
        }
        list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
    }
    return names;
}

} // namespace

SpeakerName readSpeakerName(std::string_view text)
{
    text = trimmed(text);
    const std::size_t open = text.rfind(" (");
    if (open == std::string_view::npos || open == 0 || text.back() != ')') {
        return {std::string(text), {}, false};
    }
    const std::string_view inside = trimmed(text.substr(open + 2, text.size() - open - 3));
    SpeakerName speaker{std::string(trimmed(text.substr(0, open))), {}, inside == "thought"};
    if (inside.starts_with("->")) {
        speaker.recipients = namesIn(inside.substr(2));
    }
    return speaker;
}

} // namespace quarterdeck::formats
