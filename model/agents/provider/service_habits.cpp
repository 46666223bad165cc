#include "model/agents/provider/prompt.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace quarterdeck::team {

using nlohmann::json;

namespace {

struct DataUrl
{
    std::string type;
    std::string data;
};

std::optional<DataUrl> dataUrlOf(const json& part, const char* key)
{
    const auto member = part.find(key);
    if (member == part.end() || !member->is_object() || !member->contains("url") || !(*member)["url"].is_string())
        return std::nullopt;
    const std::string url = (*member)["url"].get<std::string>();
    constexpr std::string_view scheme = "data:";
    constexpr std::string_view mark = ";base64,";
    const std::size_t comma = url.find(mark);
    if (!url.starts_with(scheme) || comma == std::string::npos)
        return std::nullopt;
    return DataUrl{url.substr(scheme.size(), comma - scheme.size()), url.substr(comma + mark.size())};
}

/// "wav" for audio/x-wav, "mp3" for audio/mpeg.
std::string formatOf(const std::string& type)
{
    if (type.find("wav") != std::string::npos)
        return "wav";
    if (type.find("mpeg") != std::string::npos || type.find("mp3") != std::string::npos)
        return "mp3";
    return type.substr(type.find('/') + 1);
}

/// The part in the server's words; null if it cannot take it.
json adaptedPart(const json& part, Service service)
{
    const std::string type = part.value("type", "");
    if (type == "audio_url") {
        const auto sound = dataUrlOf(part, "audio_url");
        return sound
            ? json{{"type", "input_audio"}, {"input_audio", {{"data", sound->data}, {"format", formatOf(sound->type)}}}}
            : json();
    }
    if (type == "file_url" && service == Service::OpenAi) {
        const auto file = dataUrlOf(part, "file_url");
        return file
            ? json{{"type", "file"},
                   {"file", {{"filename", "document"}, {"file_data", "data:" + file->type + ";base64," + file->data}}}}
            : json();
    }
    return part;
}

void adaptParts(json& message, Service service)
{
    const auto content = message.find("content");
    if (content == message.end() || !content->is_array())
        return;
    json adapted = json::array();
    for (const json& part : *content)
        if (json one = part.is_object() ? adaptedPart(part, service) : part; !one.is_null())
            adapted.push_back(std::move(one));
    *content = std::move(adapted);
}

} // namespace

void adaptToService(json& body, Service service)
{
    const bool wantsInputAudio = service == Service::OpenAi || service == Service::LlamaCpp;
    if (const auto messages = body.find("messages"); wantsInputAudio && messages != body.end() && messages->is_array())
        for (json& message : *messages)
            adaptParts(message, service);
    if (const auto most = body.find("max_tokens"); service == Service::OpenAi && most != body.end()) {
        body["max_completion_tokens"] = *most;
        body.erase("max_tokens"); // its thinking models refuse it
    }
}

} // namespace quarterdeck::team
