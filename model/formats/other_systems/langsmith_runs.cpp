#include "model/formats/other_systems/langsmith_runs.h"

#include "model/formats/json/json_text.h"
#include "model/formats/other_systems/langchain_reader.h"
#include "model/formats/recording/recording_builder.h"

#include <QDateTime>
#include <QString>

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace quarterdeck::formats::langsmith {

using nlohmann::json;

namespace {

const char* const childrenKey = "child_runs";

/// Which conversation a run's trace belongs to; empty if nothing tells.
std::string threadOf(const json& run)
{
    const json& metadata = memberOf(memberOf(run, "extra"), "metadata");
    for (const char* key : {"session_id", "thread_id", "conversation_id"}) {
        if (const std::string id = textMember(metadata, key); !id.empty()) {
            return id;
        }
    }
    return textMember(run, "thread_id");
}

std::string traceOf(const json& run)
{
    const std::string trace = textMember(run, "trace_id");
    return trace.empty() ? idOf(run) : trace;
}

json chatMessage(const json& message)
{
    if (message.is_string()) {
        return {{"role", "user"}, {"content", message}};
    }
    const bool isPair = message.is_array() && message.size() == 2 && message[0].is_string() && message[1].is_string();
    if (isPair) { // ("human", "Hello")
        return langchain::chatMessageOf({{"type", message[0]}, {"content", message[1]}});
    }
    const bool isOfChat = message.is_object() && message.contains("role") && !message.contains("lc");
    json made = isOfChat ? message : langchain::chatMessageOf(message);
    if (made.is_object() && textMember(made, "role") == "human") {
        made["role"] = "user";
    }
    return made;
}

void addMessages(const json& list, std::vector<json>& messages)
{
    for (const json& message : list.is_array() ? list : json::array()) {
        if (json made = chatMessage(message); !textMember(made, "role").empty() || made.contains("type")) {
            messages.push_back(std::move(made));
        }
    }
}

} // namespace

std::string idOf(const json& run)
{
    const std::string id = textMember(run, "id");
    const std::string order = textMember(run, "dotted_order"); // "20241013T070537170001Z<id>.20241013T…Z<id>"
    const std::size_t zone = order.rfind('Z');
    return !id.empty() || zone == std::string::npos ? id : order.substr(zone + 1);
}

std::string timeOf(const json& time)
{
    if (time.is_number_integer()) {
        const auto moment = QDateTime::fromMSecsSinceEpoch(time.get<qint64>(), Qt::UTC);
        return moment.toString(Qt::ISODateWithMs).toStdString();
    }
    std::string text = time.is_string() ? time.get<std::string>() : std::string();
    constexpr std::size_t afterDate = 10;
    if (text.size() <= afterDate) {
        return {};
    }
    text[afterDate] = 'T';
    const bool hasZone = text.find_first_of("Z+-", afterDate + 1) != std::string::npos;
    return hasZone ? text : text + "Z";
}

void Runs::addOne(json run)
{
    m_bytes += static_cast<std::int64_t>(plainTextOfJson(run).size());
    const std::string id = idOf(run);
    const auto known = m_places.find(id);
    if (id.empty() || known == m_places.end()) {
        m_places.emplace(id, m_runs.size());
        m_runs.push_back(std::move(run));
        return;
    }
    for (auto& [key, value] : run.items()) {
        if (!value.is_null() && !(value.is_structured() && value.empty())) {
            m_runs[known->second][key] = std::move(value);
        }
    }
}

void Runs::add(json run)
{
    std::vector<json> waiting{std::move(run)};
    while (!waiting.empty()) {
        json next = std::move(waiting.back());
        waiting.pop_back();
        if (!next.is_object()) {
            continue;
        }
        json children = next.contains(childrenKey) ? std::move(next[childrenKey]) : json();
        next.erase(childrenKey);
        if (!children.is_array()) {
            children = json::array();
        }
        for (json& child : children) {
            if (child.is_object() && memberOf(child, "trace_id").is_null()) {
                child["trace_id"] = traceOf(next);
            }
            if (child.is_object() && memberOf(child, "parent_run_id").is_null()) {
                child["parent_run_id"] = idOf(next);
            }
            waiting.push_back(std::move(child));
        }
        addOne(std::move(next));
    }
}

std::vector<std::vector<Run>> Runs::takeConversations()
{
    std::map<std::string, std::string> threads; ///< by trace
    for (const json& run : m_runs) {
        if (std::string thread = threadOf(run); !thread.empty()) {
            threads.emplace(traceOf(run), std::move(thread));
        }
    }
    std::map<std::string, std::size_t> places;
    std::vector<std::vector<Run>> conversations;
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        const std::string trace = traceOf(m_runs[i]);
        const auto thread = threads.find(trace);
        const auto [place, isNew] =
            places.emplace(thread == threads.end() ? "trace " + trace : "thread " + thread->second, places.size());
        if (isNew) {
            conversations.emplace_back();
        }
        const auto began = readIsoTime(timeOf(memberOf(m_runs[i], "start_time")));
        conversations[place->second].push_back({std::move(m_runs[i]), began ? began->msSinceEpoch : 0, i});
    }
    const auto orderOf = [](const Run& run) {
        return std::tuple(run.began, textMember(run.fields, "dotted_order"), run.number);
    };
    for (std::vector<Run>& runs : conversations) {
        std::ranges::sort(runs, {}, orderOf);
    }
    std::ranges::stable_sort(conversations, {}, [](const std::vector<Run>& runs) { return runs.front().began; });
    return conversations;
}

std::vector<json> messagesOf(const json& values)
{
    std::vector<json> messages;
    const json& list = memberOf(values, "messages");
    const bool isNested = list.is_array() && !list.empty() && list.front().is_array() && !list.front().empty()
        && !list.front().front().is_string(); // a list for each prompt
    addMessages(isNested ? list.front() : list, messages);
    const json& prompts = memberOf(values, "prompts");
    if (messages.empty() && prompts.is_array()) {
        addMessages(prompts, messages);
    }
    const json& input = memberOf(values, "input"); // of OpenAI's Responses
    if (messages.empty() && input.is_array()) {
        addMessages(input, messages);
    }
    return messages;
}

std::vector<json> answerOf(const json& outputs)
{
    std::vector<json> messages;
    const json& choices = memberOf(outputs, "choices");
    const json& generations = memberOf(outputs, "generations");
    const json& first = generations.is_array() && !generations.empty() ? generations.front() : generations;
    const json& generation = first.is_array() && !first.empty() ? first.front() : first;
    const json& said = memberOf(generation, "message");
    if (choices.is_array() && !choices.empty() && memberOf(choices.front(), "message").is_object()) {
        messages.push_back(memberOf(choices.front(), "message"));
    } else if (said.is_object()) {
        messages.push_back(chatMessage(said));
    } else if (const std::string text = textMember(generation, "text"); !text.empty()) {
        messages.push_back({{"role", "assistant"}, {"content", text}});
    } else if (textMember(outputs, "role") == "assistant" || outputs.contains("lc")) {
        messages.push_back(chatMessage(outputs));
    } else if (const json& message = memberOf(outputs, "message"); message.is_object()) {
        messages.push_back(chatMessage(message));
    } else {
        addMessages(memberOf(outputs, "output"), messages); // of OpenAI's Responses
    }
    return messages;
}

std::string textOf(const json& values)
{
    for (const char* key : {"input", "question", "query", "prompt", "text", "content", "output", "answer", "result"}) {
        if (std::string text = textMember(values, key); !text.empty()) {
            return text;
        }
    }
    const bool isOne = values.is_object() && values.size() == 1 && values.begin()->is_string();
    return isOne ? values.begin()->get<std::string>() : std::string();
}

std::optional<conversation::Usage> usageOf(const json& run, const std::vector<json>& answer)
{
    const json& metadata = memberOf(memberOf(run, "extra"), "metadata");
    const json& outputs = memberOf(run, "outputs");
    const json& told = memberOf(outputs, "usage_metadata");
    std::string model = textMember(metadata, "ls_model_name");
    model = model.empty() ? textMember(outputs, "model") : model;
    auto usage = answer.empty() ? std::nullopt : langchain::usageOf(answer.front());
    if (!usage && told.is_object()) {
        usage = formats::usageOf({memberOf(told, "input_tokens"), memberOf(told, "output_tokens"),
                                  memberOf(memberOf(told, "input_token_details"), "cache_read"),
                                  memberOf(memberOf(told, "output_token_details"), "reasoning")},
                                 model);
    }
    for (const json* given : {&memberOf(outputs, "usage"), &memberOf(memberOf(outputs, "llm_output"), "token_usage")}) {
        usage = usage ? usage : usageFrom(*given, model);
    }
    if (!usage) {
        usage = formats::usageOf({memberOf(run, "prompt_tokens"), memberOf(run, "completion_tokens"),
                                  memberOf(memberOf(run, "prompt_token_details"), "cache_read"),
                                  memberOf(memberOf(run, "completion_token_details"), "reasoning")},
                                 model);
    }
    const json& cost = memberOf(run, "total_cost");
    const json number = cost.is_string() ? json(QString::fromStdString(cost.get<std::string>()).toDouble()) : cost;
    if (const auto price = costFrom(number); usage && price) {
        usage->cost = price;
    }
    if (usage && usage->model.empty()) {
        usage->model = model;
    }
    return usage;
}

} // namespace quarterdeck::formats::langsmith
