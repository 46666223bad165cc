#include "facts.h"

#include "model/conversation/message_extension.h"
#include "model/conversation/outsiders.h"
#include "model/conversation/speaker.h"
#include "model/formats/export/row_text.h"
#include "model/formats/json/python_json.h"

#include <map>
#include <utility>

namespace quarterdeck::test {

using namespace quarterdeck::conversation;

namespace {

struct Part
{
    std::string kind;
    std::string text;
};

struct PartOf
{
    std::string words; ///< what words are called

    Part operator()(const TextBlock& block) const { return {words, block.text}; }
    Part operator()(const ThinkingBlock& block) const { return {"thought", block.text}; }
    Part operator()(const MediaBlock& block) const
    {
        const MediaSource& source = block.source;
        return {"media", (source.name.empty() ? source.url : source.name) + " " + source.mediaType};
    }
    Part operator()(const ToolUseBlock& block) const
    {
        return {"call", block.name + " " + (block.rawInput.empty() ? compact(block.input) : block.rawInput)};
    }
    Part operator()(const ToolResultBlock& block) const
    {
        const bool isText = !block.output.empty() || block.outputBlocks.isNull();
        return {block.isError ? "error" : "result", isText ? block.output : compact(block.outputBlocks)};
    }
    Part operator()(const UnknownBlock& block) const { return {"unknown", compact(block.value)}; }

    static std::string compact(const JsonValue& value)
    {
        return formats::python_json::compactText(value.json()); // any bytes, also those that JSON cannot express
    }
};

Fact tokensOf(const Usage& usage)
{
    Fact tokens = {{"total", usage.totalTokens()},
                   {"in", usage.promptTokens},
                   {"out", usage.completionTokens},
                   {"cached", usage.cachedTokens},
                   {"reasoning", usage.reasoningTokens}};
    if (!usage.model.empty()) {
        tokens["model"] = usage.model;
    }
    if (usage.cost) {
        tokens["cost"] = *usage.cost;
    }
    return tokens;
}

void add(Usage& sum, const Usage& usage)
{
    sum.promptTokens = saturatingSum(sum.promptTokens, usage.promptTokens);
    sum.completionTokens = saturatingSum(sum.completionTokens, usage.completionTokens);
    sum.cachedTokens = saturatingSum(sum.cachedTokens, usage.cachedTokens);
    sum.reasoningTokens = saturatingSum(sum.reasoningTokens, usage.reasoningTokens);
    if (usage.cost) {
        sum.cost = finiteSum(sum.cost.value_or(0.0), *usage.cost);
    }
}

class FactsWriter
{
public:
    explicit FactsWriter(std::string title) : m_title(std::move(title)) { }

    void add(const Event& event)
    {
        std::visit([&](const auto& body) { add(event, body); }, event.body);
        m_state.apply(event);
    }

    [[nodiscard]] std::vector<Fact> take()
    {
        const auto messages = static_cast<std::int64_t>(m_facts.size());
        m_facts.push_back(
            {{"session", m_title}, {"kind", "total"}, {"messages", messages}, {"tokens", tokensOf(m_sum)}});
        return std::move(m_facts);
    }

private:
    void add(const Event& event, const MessagePublished& published)
    {
        if (published.message.usage) {
            test::add(m_sum, *published.message.usage);
        }
        m_places[event.seq] = m_facts.size();
        m_messages[event.seq] = published.message;
        m_facts.push_back(factOf(published.message, m_facts.size() + 1));
    }
    void add(const Event&, const MessageExtended& growth)
    {
        const auto known = m_messages.find(growth.target);
        if (known != m_messages.end()) {
            applyExtension(known->second, growth);
            const std::size_t place = m_places.at(growth.target);
            m_facts[place] = factOf(known->second, place + 1);
        }
    }
    void add(const Event&, const QuestionAsked& asked)
    {
        push(asked.question.asker.str(), {"You"}, "question", formats::questionText(asked.question));
    }
    void add(const Event&, const QuestionEnded& ended)
    {
        const OpenQuestion* open = m_state.openQuestion(ended.id);
        const formats::RowText row = formats::questionEndText(open ? open->question.asker : RoleName(), ended.end);
        const bool isAnswered = ended.end.kind == QuestionEndKind::Answered;
        push(row.speaker.toStdString(), row.recipients.isEmpty() ? Fact::array() : Fact{row.recipients.toStdString()},
             isAnswered ? "answer" : "unanswered", row.text.toStdString());
    }
    void add(const Event&, const Annotated& annotated) { push(annotated.by, Fact::array(), "note", annotated.text); }
    void add(const Event&, const RoleActivityChanged& changed)
    {
        if (changed.activity == RoleActivity::Failed) {
            push(changed.role.str(), Fact::array(), "error", changed.detail);
        }
    }
    void add(const Event&, const UsageRecorded& recorded) { test::add(m_sum, recorded.usage); }
    void add(const Event&, const UnknownEvent& unknown)
    {
        push({}, Fact::array(), "unknown", unknown.kind + " " + PartOf::compact(unknown.payload));
    }
    template <typename Other>
    void add(const Event&, const Other&)
    { }

    void push(const std::string& from, Fact to, const char* kind, const std::string& text)
    {
        m_facts.push_back({{"session", m_title},
                           {"n", m_facts.size() + 1},
                           {"from", from},
                           {"to", std::move(to)},
                           {"kind", kind},
                           {"text", text}});
    }

    [[nodiscard]] std::string speakerOf(const Message& message) const
    {
        if (isToldByProgram(message)) {
            return message.name.empty() || message.name == "user" ? "program" : message.name;
        }
        return isFromUser(message) ? "You" : displayName(m_state, message);
    }

    [[nodiscard]] Fact recipientsOf(const Message& message) const
    {
        Fact names = Fact::array();
        for (const Address& to : message.sendTo) {
            const RoleState* role = m_state.roleWithAddress(to);
            if (to != address::none && to != address::noOne) {
                names.push_back(to == address::all          ? "everyone"
                                    : to == address::person ? "You"
                                    : role != nullptr       ? role->role.name.str()
                                                            : to.str());
            }
        }
        return names;
    }

    [[nodiscard]] Fact factOf(const Message& message, std::size_t n) const
    {
        std::vector<Part> parts;
        for (const ContentBlock& block : message.content) {
            parts.push_back(std::visit(PartOf{message.role == "system" ? "note" : "said"}, block));
        }
        if (message.instructContent) {
            parts.push_back({"said", PartOf::compact(message.instructContent->value)});
        }
        const std::string kind = kindOfAll(parts);
        Fact list = Fact::array();
        std::string text;
        for (const Part& part : parts) {
            list.push_back({{"kind", part.kind}, {"text", part.text}});
            if (part.kind == kind) {
                text += (text.empty() ? "" : "\n") + part.text;
            }
        }
        Fact fact = {{"session", m_title},          {"n", n},       {"from", speakerOf(message)},
                     {"to", recipientsOf(message)}, {"kind", kind}, {"text", text}};
        if (message.usage) {
            fact["tokens"] = tokensOf(*message.usage);
        }
        if (parts.size() > 1) {
            fact["parts"] = std::move(list);
        }
        return fact;
    }

    static std::string kindOfAll(const std::vector<Part>& parts)
    {
        for (const char* kind : {"said", "note", "media", "error", "result", "call", "thought", "unknown"}) {
            for (const Part& part : parts) {
                if (part.kind == kind && !(part.text.empty() && parts.size() > 1)) {
                    return kind;
                }
            }
        }
        return "empty";
    }

    std::string m_title;
    ConversationState m_state;
    std::vector<Fact> m_facts;
    std::map<EventSeq, std::size_t> m_places;
    std::map<EventSeq, Message> m_messages;
    Usage m_sum;
};

std::string difference(const std::string& key, const Fact& wanted, const Fact& there)
{
    return key + ": wanted " + wanted.dump(-1, ' ', false, Fact::error_handler_t::replace) + ", there is "
        + there.dump(-1, ' ', false, Fact::error_handler_t::replace).substr(0, 400) + "; ";
}

/// Of texts, the beginning counts.
std::string textShortfall(const Fact& wanted, const Fact& there)
{
    const bool isBeginning = wanted.is_string() && there.is_string()
        && there.get_ref<const std::string&>().starts_with(wanted.get_ref<const std::string&>());
    // An empty text begins every text, and would ask for nothing.
    const bool isNothingWanted = wanted == "" && there != "";
    return isBeginning && !isNothingWanted ? std::string() : difference("text", wanted, there);
}

} // namespace

std::vector<Fact> factsOf(const std::string& title, const std::vector<Event>& events)
{
    FactsWriter writer(title);
    for (const Event& event : events) {
        writer.add(event);
    }
    return writer.take();
}

std::string shortfall(const Fact& wanted, const Fact& there)
{
    std::string found;
    for (const auto& [key, value] : wanted.items()) {
        const Fact actual = there.is_object() && there.contains(key) ? there[key] : Fact();
        if (key == "text") {
            found += textShortfall(value, actual);
        } else if (key == "tokens" && value.is_number() && actual.is_object()) {
            found += actual.value("total", Fact()) == value ? std::string() : difference("tokens", value, actual);
        } else if (value.is_object()) {
            found += shortfall(value, actual);
        } else if (key == "parts" && value.is_array() && actual.is_array() && value.size() == actual.size()) {
            for (std::size_t place = 0; place < value.size(); ++place) {
                found += shortfall(value[place], actual[place]);
            }
        } else if (value != actual) {
            found += difference(key, value, actual);
        }
    }
    return found;
}

} // namespace quarterdeck::test
