#include "storage/log/event_text.h"

#include <nlohmann/json.hpp>
#include <variant>

namespace quarterdeck::storage {

using namespace conversation;

namespace {

/// Adds up the parts of an event that may be long.
class TextCounter
{
public:
    explicit TextCounter(std::size_t most) : m_left(most) { }

    [[nodiscard]] bool isOver() const { return m_isOver; }
    void add(const EventBody& body) { std::visit(*this, body); }

    void operator()(const MessagePublished& published)
    {
        add(published.message.content);
        add(published.message.metadata);
        if (published.message.instructContent) {
            add(published.message.instructContent->schema);
            add(published.message.instructContent->value);
        }
    }
    void operator()(const MessageExtended& grown)
    {
        add(grown.content);
        add(grown.metadata);
    }
    void operator()(const QuestionAsked& asked)
    {
        add(asked.question.text);
        add(asked.question.reason);
        for (const QuestionOption& option : asked.question.options) {
            add(option.label);
            add(option.description);
        }
        add(asked.question.schema);
    }
    void operator()(const QuestionEnded& ended)
    {
        add(ended.end.content);
        add(ended.end.form);
    }
    void operator()(const SpansRecorded& recorded)
    {
        for (const Span& span : recorded.spans) {
            add(span.error);
            add(span.attributes);
        }
    }
    void operator()(const SessionStarted& started) { add(started.details); }
    void operator()(const Annotated& annotated) { add(annotated.text); }
    void operator()(const UnknownEvent& unknown) { add(unknown.payload); }
    template <typename Small>
    void operator()(const Small&)
    { }

    void operator()(const TextBlock& block) { add(block.text); }
    void operator()(const ThinkingBlock& block) { add(block.text); }
    void operator()(const MediaBlock& block) { add(block.source.url); }
    void operator()(const ToolUseBlock& block)
    {
        add(block.input);
        add(block.rawInput);
    }
    void operator()(const ToolResultBlock& block)
    {
        add(block.output);
        add(block.outputBlocks);
    }
    void operator()(const UnknownBlock& block) { add(block.value); }

private:
    void add(std::size_t bytes)
    {
        m_isOver = m_isOver || bytes > m_left;
        m_left -= m_isOver ? 0 : bytes;
    }
    void add(const std::string& text) { add(text.size()); }
    void add(const std::vector<ContentBlock>& blocks)
    {
        for (const ContentBlock& block : blocks)
            std::visit(*this, block);
    }
    void add(const JsonValue& value)
    {
        if (!value.isNull())
            add(value.json());
    }
    /// No deeper than foreign JSON may be (`maxJsonDepth`).
    void add(const nlohmann::json& value)
    {
        constexpr std::size_t perValue = 8;
        const auto* text = value.get_ptr<const std::string*>();
        add(perValue + (text != nullptr ? text->size() : 0));
        if (!value.is_structured())
            return;
        for (auto child = value.begin(); child != value.end() && !m_isOver; ++child)
            add(*child);
    }

    std::size_t m_left;
    bool m_isOver = false;
};

} // namespace

bool hasMoreText(const std::vector<session::LogRecord>& records, std::size_t bytes)
{
    TextCounter counter(bytes);
    for (const session::LogRecord& record : records) {
        counter.add(record.event.body);
        if (counter.isOver())
            return true;
    }
    return false;
}

} // namespace quarterdeck::storage
