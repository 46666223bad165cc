#include "search/searched_text.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::storage::search {

using namespace conversation;

namespace {

class Collector
{
public:
    void operator()(const MessagePublished& published)
    {
        addBlocks(published.message.content);
        if (published.message.instructContent)
            addJson(published.message.instructContent->value.json());
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
    }
    void operator()(const QuestionEnded& ended)
    {
        add(ended.end.option);
        addBlocks(ended.end.content);
        if (!ended.end.form.isNull())
            addJson(ended.end.form.json());
    }
    void operator()(const Annotated& annotated) { add(annotated.text); }
    void operator()(const RunStateChanged& change) { add(change.reason); }
    void operator()(const RoleActivityChanged& change)
    {
        if (change.activity == RoleActivity::Failed)
            add(change.detail);
    }
    void operator()(const UnknownEvent& unknown) { addJson(unknown.payload.json()); }
    template <typename Other>
    void operator()(const Other&)
    { }

    void operator()(const TextBlock& block) { add(block.text); }
    void operator()(const ThinkingBlock& block) { add(block.text); }
    void operator()(const MediaBlock& block) { add(block.source.name); }
    void operator()(const ToolUseBlock& block)
    {
        add(block.name);
        add(block.rawInput);
        if (block.rawInput.empty())
            addJson(block.input.json());
    }
    void operator()(const ToolResultBlock& block)
    {
        add(block.name);
        add(block.output);
        if (!block.outputBlocks.isNull())
            addJson(block.outputBlocks.json());
    }
    void operator()(const UnknownBlock& block) { addJson(block.value.json()); }

    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    void addBlocks(const std::vector<ContentBlock>& blocks)
    {
        for (const ContentBlock& block : blocks)
            std::visit(*this, block);
    }

    /// Keys, and what stands in the leaves. Without recursion: depth is the sender's choice.
    void addJson(const nlohmann::json& json)
    {
        std::vector<const nlohmann::json*> waiting{&json};
        while (!waiting.empty() && m_text.size() < longestSearchedText) {
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

    void add(std::string_view part)
    {
        if (part.empty() || m_text.size() >= longestSearchedText)
            return;
        if (!m_text.empty())
            m_text += '\n';
        m_text += part.substr(0, longestSearchedText - m_text.size());
    }

    std::string m_text;
};

} // namespace

std::string searchedText(const EventBody& body)
{
    Collector collector;
    std::visit(collector, body);
    return collector.take();
}

} // namespace quarterdeck::storage::search
