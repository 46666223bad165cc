#include "model/conversation/message_extension.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace quarterdeck::conversation {

namespace {

/// A word without an end (Chinese has no spaces) is repeated at most this far back.
constexpr std::size_t longestWord = 64;

std::string* streamedText(ContentBlock& block)
{
    if (auto* text = std::get_if<TextBlock>(&block)) {
        return &text->text;
    }
    auto* thinking = std::get_if<ThinkingBlock>(&block);
    return thinking ? &thinking->text : nullptr;
}

const std::string* streamedText(const ContentBlock& block) { return streamedText(const_cast<ContentBlock&>(block)); }

bool isInsideCharacter(const std::string& text, std::size_t place)
{
    return place < text.size() && (static_cast<unsigned char>(text[place]) & 0xC0U) == 0x80U;
}

/// How much of the text stays: the common beginning, except the word in which it ends (or that word's last part). The
/// added text is searched on its own, so it must contain such a word whole.
std::size_t keptOf(const std::string& before, const std::string& after)
{
    const auto [end, unused] = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    auto kept = static_cast<std::size_t>(end - before.begin());
    const std::size_t space = kept == 0 ? std::string::npos : before.find_last_of(" \n\t", kept - 1);
    const std::size_t word = space == std::string::npos ? 0 : space + 1;
    kept -= std::min(kept - word, longestWord);
    while (kept > 0 && (isInsideCharacter(before, kept) || isInsideCharacter(after, kept))) {
        --kept;
    }
    return kept;
}

/// Removes from `after` the beginning that both texts, of one kind, have in common; returns its size.
std::size_t cutCommon(const ContentBlock& before, ContentBlock& after)
{
    const std::string* old = streamedText(before);
    std::string* text = streamedText(after);
    if (!old || !text || before.index() != after.index()) {
        return 0;
    }
    const std::size_t kept = keptOf(*old, *text);
    text->erase(0, kept);
    return kept;
}

void putBack(const ContentBlock& before, std::int64_t bytes, ContentBlock& continued)
{
    const std::string* old = streamedText(before);
    std::string* text = streamedText(continued);
    if (!old || !text || before.index() != continued.index() || bytes <= 0) {
        return;
    }
    std::size_t kept = std::min(static_cast<std::size_t>(bytes), old->size());
    while (isInsideCharacter(*old, kept)) {
        --kept;
    }
    text->insert(0, *old, 0, kept);
}

} // namespace

MessageExtended extensionOf(const Message& before, const Message& after, EventSeq target)
{
    MessageExtended growth;
    growth.target = target;
    const auto [old, added] =
        std::mismatch(before.content.begin(), before.content.end(), after.content.begin(), after.content.end());
    growth.keptBlocks = old - before.content.begin();
    growth.content.assign(added, after.content.end());
    if (old != before.content.end() && !growth.content.empty()) {
        growth.keptBytes = static_cast<std::int64_t>(cutCommon(*old, growth.content.front()));
    }
    growth.isShorter = old != before.content.end() && growth.content.empty();
    if (before.metadata != after.metadata) {
        growth.metadata = after.metadata;
    }
    if (before.sendTo != after.sendTo) {
        growth.sendTo = after.sendTo;
    }
    return growth;
}

bool isEmpty(const MessageExtended& growth)
{
    return growth.content.empty() && !growth.isShorter && growth.metadata.isNull() && growth.sendTo.empty();
}

void applyExtension(Message& message, const MessageExtended& growth)
{
    if (!growth.content.empty() || growth.isShorter) {
        const auto size = static_cast<std::int64_t>(message.content.size());
        const std::int64_t kept = std::clamp<std::int64_t>(growth.keptBlocks, 0, size);
        std::vector<ContentBlock> added = growth.content;
        if (kept < size && !added.empty()) {
            putBack(message.content[static_cast<std::size_t>(kept)], growth.keptBytes, added.front());
        }
        message.content.erase(message.content.begin() + kept, message.content.end());
        std::move(added.begin(), added.end(), std::back_inserter(message.content));
    }
    if (!growth.metadata.isNull()) {
        message.metadata = growth.metadata;
    }
    if (!growth.sendTo.empty()) {
        message.sendTo = growth.sendTo;
    }
}

void applyExtensions(Event& event, std::vector<Event>& amendments)
{
    auto* published = std::get_if<MessagePublished>(&event.body);
    std::erase_if(amendments, [&](const Event& amendment) {
        const auto* growth = std::get_if<MessageExtended>(&amendment.body);
        if (growth && published) {
            applyExtension(published->message, *growth);
        }
        return growth != nullptr;
    });
}

} // namespace quarterdeck::conversation
