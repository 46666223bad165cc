#include "storage/search/document.h"

#include "model/conversation/attachments.h"
#include "model/conversation/speaker.h"
#include "model/conversation/text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::storage::search {

using namespace conversation;
using session::SearchKind;

namespace {

SearchKind kindOf(MediaKind media)
{
    switch (media) {
    case MediaKind::Image:
        return SearchKind::Image;
    case MediaKind::Audio:
        return SearchKind::Audio;
    case MediaKind::Video:
        return SearchKind::Video;
    case MediaKind::File:
        break;
    }
    return SearchKind::File;
}

/// The beginning of a text, cut between characters; a text that is not UTF-8 is cut anywhere.
std::string_view beginningOf(std::string_view text, std::size_t most)
{
    constexpr std::size_t longestCharacter = 4;
    if (text.size() <= most)
        return text;
    std::size_t end = most;
    while (end > 0 && most - end < longestCharacter - 1 && utf8::isContinuation(text[end]))
        --end;
    return text.substr(0, end);
}

class Collector
{
public:
    Collector(std::string_view speaker, std::size_t longestText) : m_speaker(speaker), m_document(longestText) { }

    void operator()(const MessagePublished& published)
    {
        addBlocks(published.message.content);
        if (published.message.instructContent)
            addJson(published.message.instructContent->value.json());
        saidBy(m_speaker, isFromUser(published.message));
    }
    void operator()(const MessageExtended& grown)
    {
        addBlocks(grown.content);
        if (!m_document.isEmpty())
            saidBy(m_speaker, m_speaker == address::person.str());
    }
    void operator()(const QuestionAsked& asked)
    {
        const Question& question = asked.question;
        add(question.text);
        add(question.reason);
        for (const QuestionOption& option : question.options) {
            add(option.label);
            add(option.description);
        }
        if (!question.schema.isNull())
            addJson(question.schema.json());
        is(SearchKind::Question);
        saidBy(question.asker.str(), false);
        for (const MediaBlock& image : question.images)
            (*this)(image);
    }
    void operator()(const QuestionEnded& ended)
    {
        add(ended.end.option);
        addBlocks(ended.end.content);
        if (!ended.end.form.isNull())
            addJson(ended.end.form.json());
        saidBy(address::person.str(), true);
    }
    void operator()(const Annotated& annotated)
    {
        add(annotated.text);
        if (annotated.kind == AnnotationKind::Mistake)
            is(SearchKind::Error);
    }
    void operator()(const RunStateChanged& change) { add(change.reason); }
    void operator()(const RoleActivityChanged& change)
    {
        if (change.activity != RoleActivity::Failed)
            return;
        add(change.detail);
        is(SearchKind::Error);
        saidBy(change.role.str(), false);
    }
    void operator()(const UnknownEvent& unknown) { addJson(unknown.payload.json()); }
    template <typename Other>
    void operator()(const Other&)
    { }

    void operator()(const TextBlock& block) { add(block.text); }
    void operator()(const ThinkingBlock& block) { add(block.text); }
    void operator()(const MediaBlock& block)
    {
        add(block.source.name);
        is(kindOf(block.kind));
    }
    void operator()(const ToolUseBlock& block)
    {
        addTool(block.name);
        add(block.rawInput);
        if (block.rawInput.empty())
            addJson(block.input.json());
    }
    void operator()(const ToolResultBlock& block)
    {
        addTool(block.name);
        add(block.output);
        if (!block.outputBlocks.isNull())
            addJson(block.outputBlocks.json());
        for (const StoredMedia& media : storedMediaOf(block))
            if (media.mediaType.starts_with("image/"))
                is(SearchKind::Image);
        if (block.isError)
            is(SearchKind::Error);
    }
    void operator()(const UnknownBlock& block) { addJson(block.value.json()); }

    [[nodiscard]] Document take() { return std::move(m_document); }

private:
    void addBlocks(const std::vector<ContentBlock>& blocks)
    {
        for (const ContentBlock& block : blocks)
            std::visit(*this, block);
    }

    /// Adds keys and leaf values. Without recursion, since the sender chose the depth.
    void addJson(const nlohmann::json& json)
    {
        std::vector<const nlohmann::json*> waiting{&json};
        while (!waiting.empty() && !m_document.isFull()) {
            const nlohmann::json& value = *waiting.back();
            waiting.pop_back();
            if (value.is_string())
                add(value.get_ref<const std::string&>());
            else if (value.is_number())
                add(value.dump());
            if (!value.is_structured())
                continue;
            for (auto child = value.rbegin(); child != value.rend(); ++child)
                waiting.push_back(&*child);
            if (value.is_object())
                for (const auto& [key, child] : value.items())
                    add(key);
        }
    }

    void add(std::string_view part) { m_document.add(Part::Text, part); }
    void addTool(std::string_view name)
    {
        add(name);
        m_document.add(Part::Tool, name);
        is(SearchKind::Tool);
    }
    void saidBy(std::string_view name, bool isPerson)
    {
        m_document.add(Part::Speaker, name);
        if (isPerson)
            m_document.add(Part::Kind, userWord);
    }
    void is(SearchKind kind) { m_document.add(Part::Kind, kindWord(kind)); }

    std::string_view m_speaker;
    Document m_document;
};

/// Each is on a line of its own.
bool hasKindWord(const Document& document, std::string_view word)
{
    const std::string_view words = document[Part::Kind];
    for (std::size_t begin = 0; begin < words.size();) {
        const std::size_t end = std::min(words.find('\n', begin), words.size());
        if (words.substr(begin, end - begin) == word)
            return true;
        begin = end + 1;
    }
    return false;
}

} // namespace

std::string_view kindWord(SearchKind kind)
{
    switch (kind) {
    case SearchKind::Public:
        return "public";
    case SearchKind::Private:
        return "private";
    case SearchKind::Image:
        return "image";
    case SearchKind::Audio:
        return "audio";
    case SearchKind::Video:
        return "video";
    case SearchKind::File:
        return "file";
    case SearchKind::Tool:
        return "tool";
    case SearchKind::Question:
        return "question";
    case SearchKind::Error:
        return "error";
    }
    return {};
}

bool isOf(const Document& document, SearchKind kind) { return hasKindWord(document, kindWord(kind)); }

bool isCut(const Document& document) { return hasKindWord(document, cutWord); }

void Document::add(Part part, std::string_view text)
{
    std::string& written = m_parts[static_cast<std::size_t>(part)];
    const std::size_t longest = part == Part::Text ? m_longestText : longestSearchedText;
    const std::size_t room = longest - std::min(written.size(), longest);
    if (part == Part::Text && text.size() + (written.empty() ? 0 : 1) > room && !text.empty() && !isCut(*this))
        add(Part::Kind, cutWord);
    if (text.empty() || room == 0)
        return;
    if (!written.empty())
        written += '\n';
    written += beginningOf(text, longest - std::min(written.size(), longest));
}

Document documentOf(const EventBody& body, std::string_view speaker, std::size_t longestText)
{
    Collector collector(speaker, longestText);
    std::visit(collector, body);
    return collector.take();
}

Document wholeDocumentOf(const MessagePublished& grown, std::string_view speaker, std::size_t longestText)
{
    Collector collector(speaker, longestText);
    collector(grown);
    Document document = collector.take();
    document.add(Part::Kind, wholeWord);
    return document;
}

void addPlace(const std::vector<ChannelKey>& channels, Document& document)
{
    if (channels.empty()) {
        document = {};
        return;
    }
    const bool isPrivate = std::ranges::any_of(channels, channel::isPrivate);
    document.add(Part::Kind, kindWord(isPrivate ? SearchKind::Private : SearchKind::Public));
    for (const ChannelKey& key : channels)
        if (channel::isPrivate(key))
            document.add(Part::Chat, channel::roleOf(key).str());
}

} // namespace quarterdeck::storage::search
