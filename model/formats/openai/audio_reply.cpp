#include "model/formats/openai/audio_reply.h"

#include "model/formats/json/json_text.h"
#include "model/formats/openai/data_url.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace quarterdeck::formats {

using conversation::ContentBlock;
using conversation::JsonValue;
using conversation::MediaBlock;
using conversation::MediaKind;
using conversation::TextBlock;
using conversation::UnknownBlock;
using nlohmann::json;

namespace {

/// The member does not say in which format the sound was requested, but its first bytes do.
std::string soundType(const std::string& bytes)
{
    struct Mark
    {
        std::string_view start;
        const char* mediaType;
    };
    constexpr std::array marks = {Mark{"RIFF", "audio/wav"}, Mark{"OggS", "audio/ogg"}, Mark{"fLaC", "audio/flac"},
                                  Mark{"ID3", "audio/mpeg"}, Mark{"\xff", "audio/mpeg"}};
    const auto found = std::ranges::find_if(marks, [&](const Mark& mark) { return bytes.starts_with(mark.start); });
    return found == marks.end() ? "audio/wav" : found->mediaType;
}

} // namespace

AudioReply extractAudioReply(json& audio, std::int64_t mostBytes)
{
    AudioReply answer;
    if (auto sound = readDataUrl("data:audio/wav;base64," + textMember(audio, "data"), mostBytes)) {
        sound->mediaType = soundType(sound->bytes);
        const auto size = static_cast<std::int64_t>(sound->bytes.size());
        answer.blocks.emplace_back(MediaBlock{MediaKind::Audio, {sound->hash, {}, sound->mediaType, {}, size, 0, 0}});
        answer.sound = std::move(sound);
        audio.erase("data");
    }
    if (const std::string words = textMember(audio, "transcript"); !words.empty()) {
        answer.blocks.emplace_back(TextBlock{words});
    }
    if (answer.blocks.empty()) {
        answer.blocks.emplace_back(UnknownBlock{JsonValue(json{{"audio", audio}})});
    }
    return answer;
}

conversation::AttachmentHash removeAudioReply(const json& audio, std::vector<ContentBlock>& blocks)
{
    conversation::AttachmentHash hash;
    const std::string words = textMember(audio, "transcript");
    std::erase_if(blocks, [&](const ContentBlock& block) {
        if (const auto* media = std::get_if<MediaBlock>(&block); media != nullptr && media->kind == MediaKind::Audio) {
            hash = media->source.hash;
            return true;
        }
        const auto* unknown = std::get_if<UnknownBlock>(&block);
        return unknown != nullptr && memberOf(unknown->value.json(), "audio") == audio;
    });
    const auto spoken = std::find(blocks.rbegin(), blocks.rend(), ContentBlock(TextBlock{words}));
    if (!words.empty() && spoken != blocks.rend()) {
        blocks.erase(std::next(spoken).base());
    }
    return hash;
}

} // namespace quarterdeck::formats
