#include "model/formats/requests/openai_reply.h"
#include "runners.h"
#include "vector_files.h"

#include <numeric>

namespace quarterdeck::vectors {

using nlohmann::json;

namespace {

json textOrNull(const std::optional<std::string>& text) { return text ? json(*text) : json(); }

json toJson(const formats::StreamedReply& reply)
{
    json calls = json::array();
    for (const formats::StreamedToolCall& call : reply.toolCalls) {
        calls.push_back({{"id", textOrNull(call.id)}, {"name", textOrNull(call.name)}, {"arguments", call.arguments}});
    }
    return {{"content", textOrNull(reply.content)},
            {"reasoning_content", textOrNull(reply.reasoning)},
            {"tool_calls", calls},
            {"finish_reason", textOrNull(reply.finishReason)},
            {"usage", reply.usage.json()},
            {"role", textOrNull(reply.role)},
            {"id", textOrNull(reply.id)},
            {"model", textOrNull(reply.model)},
            {"error", reply.error.json()},
            {"done", reply.isDone},
            {"truncated", reply.isCutOff},
            {"events_used", reply.eventsUsed}};
}

json read(const std::string& bytes, const std::vector<std::size_t>& chunks)
{
    const auto reader = formats::openAiReplyReader();
    std::string_view rest = bytes;
    for (const std::size_t chunk : chunks) {
        reader->feed(rest.substr(0, chunk));
        rest.remove_prefix(std::min(chunk, rest.size()));
    }
    reader->feed(rest);
    reader->finish();
    return toJson(reader->reply());
}

/// Arguments that a server sent as an object have no text of their own: then the value counts, not its spaces.
void levelArguments(const json& expected, json& actual)
{
    const json& calls = expected.at("tool_calls");
    for (std::size_t i = 0; i < calls.size() && i < actual["tool_calls"].size(); ++i) {
        json& text = actual["tool_calls"][i]["arguments"];
        const json value = json::parse(text.get<std::string>(), nullptr, false);
        const json& wanted = calls[i].at("arguments");
        if (wanted.is_string() && !value.is_discarded()
            && json::parse(wanted.get<std::string>(), nullptr, false) == value) {
            text = wanted;
        }
    }
}

std::string faultOfStream(const json& vector, const std::string& bytes)
{
    const std::size_t size = bytes.size();
    const std::vector<std::pair<const char*, std::vector<std::size_t>>> ways = {
        {"whole", {size}},
        {"in the given chunks", vector.value("chunks", std::vector<std::size_t>{})},
        {"byte by byte", std::vector<std::size_t>(size, 1)},
    };
    for (const auto& [way, chunks] : ways) {
        json actual = read(bytes, chunks);
        levelArguments(vector.at("expect"), actual);
        if (const std::string difference = firstDifference(vector.at("expect"), actual); !difference.empty()) {
            return std::string(way) + ": " + difference;
        }
    }
    return {};
}

} // namespace

bool runSse(const std::filesystem::path& folder, Report& report)
{
    const auto expected = jsonOf(folder / "expected.json");
    if (!expected || !expected->is_object()) {
        return false;
    }
    for (const auto& [file, vector] : expected->items()) {
        const auto bytes = bytesOf(folder / file);
        report.add(file, bytes ? faultOfStream(vector, *bytes) : "the file cannot be read");
    }
    return true;
}

} // namespace quarterdeck::vectors
