#include "model/formats/openai/media_part.h"

namespace quarterdeck::formats {

using nlohmann::json;

json mediaPart(const std::string& mediaType, const std::string& address)
{
    const char* type = mediaType.starts_with("image/") ? "image_url"
        : mediaType.starts_with("audio/")              ? "audio_url"
        : mediaType.starts_with("video/")              ? "video_url"
                                                       : "file_url";
    return {{"type", type}, {type, {{"url", address}}}};
}

json dataPart(const std::string& mediaType, const std::string& base64)
{
    return mediaPart(mediaType, "data:" + mediaType + ";base64," + base64);
}

} // namespace quarterdeck::formats
