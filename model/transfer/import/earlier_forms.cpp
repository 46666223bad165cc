#include "model/transfer/import/earlier_forms.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <string_view>

namespace quarterdeck::transfer {

using conversation::Address;
using conversation::Message;
using conversation::ToolResultBlock;

namespace {

const Address earlierGemini("Assistant");
const Address gemini("Gemini");

bool isInjection(const Message& stored, const Message& read)
{
    static const std::set<std::string> programs{"Codex CLI", "Gemini CLI"};
    return stored.sentFrom.isEmpty() && stored.role == "user" && read.role == "system"
        && programs.contains(read.sentFrom.str());
}

} // namespace

bool isEarlierSpeaker(const Message& stored, const Message& read)
{
    const bool isGemini = stored.role == read.role && stored.sentFrom == earlierGemini && read.sentFrom == gemini;
    return isGemini || isInjection(stored, read);
}

bool areEarlierHearers(const Message& stored, const Message& read)
{
    const bool isGemini =
        stored.sendTo == conversation::AddressSet{earlierGemini} && read.sendTo == conversation::AddressSet{gemini};
    return isGemini || (isInjection(stored, read) && stored.sendTo == read.sendTo);
}

bool isEarlierOutput(const conversation::ContentBlock& stored, const conversation::ContentBlock& read)
{
    const auto* before = std::get_if<ToolResultBlock>(&stored);
    const auto* now = std::get_if<ToolResultBlock>(&read);
    return before != nullptr && now != nullptr && !before->id.empty() && before->id == now->id
        && before->name == now->name && before->outputBlocks.isNull() && now->outputBlocks.isNull()
        && before->output.find(now->output) != std::string::npos;
}

bool isAnsweredAgain(const Message& stored, std::set<std::string>& answered)
{
    constexpr std::size_t most = 100'000;
    const auto results = conversation::blocksOf<ToolResultBlock>(stored);
    if (stored.role != "tool" || results.size() != 1 || results.front().id.empty() || answered.size() >= most) {
        return false;
    }
    return !answered.insert(results.front().id).second;
}

using conversation::ContentBlock;
using conversation::MediaBlock;
using conversation::TextBlock;
using conversation::UnknownBlock;

namespace {

/// ChatGPT's marks of references begin with U+E200. What stands for one now is not known here, so only what comes
/// before the first is compared, but for the blank that goes with a mark.
bool isSameUpToMarks(std::string_view stored, std::string_view read)
{
    const std::size_t mark = stored.find("\xee\x88\x80");
    if (mark == std::string_view::npos) {
        return false;
    }
    std::string_view before = stored.substr(0, mark);
    if (before.ends_with(' ')) {
        before.remove_suffix(1);
    }
    return read.starts_with(before);
}

/// `{"asset_pointer": …}` of ChatGPT.
bool isPictureAsJson(const UnknownBlock& block)
{
    const nlohmann::json& value = block.value.json();
    return value.is_object() && (value.contains("asset_pointer") || value.contains("audio_asset_pointer"));
}

} // namespace

bool isEarlierForm(const ContentBlock& stored, const ContentBlock& read)
{
    if (const auto* before = std::get_if<TextBlock>(&stored)) {
        const auto* now = std::get_if<TextBlock>(&read);
        return now != nullptr && isSameUpToMarks(before->text, now->text);
    }
    if (const auto* before = std::get_if<ToolResultBlock>(&stored)) {
        const auto* now = std::get_if<ToolResultBlock>(&read);
        return now != nullptr && before->id == now->id && isSameUpToMarks(before->output, now->output);
    }
    const auto* unknown = std::get_if<UnknownBlock>(&stored);
    return unknown != nullptr && std::holds_alternative<MediaBlock>(read) && isPictureAsJson(*unknown);
}

bool isEarlierSender(const Message& stored, const Message& read)
{
    const nlohmann::json& metadata = read.metadata.json();
    const auto source = metadata.is_object() ? metadata.find("source") : metadata.end();
    return stored.sentFrom.isEmpty() && metadata.is_object() && source != metadata.end() && source->is_object()
        && source->value("sent_from", nlohmann::json()) == "";
}

} // namespace quarterdeck::transfer
