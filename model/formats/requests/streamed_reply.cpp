#include "model/formats/requests/streamed_reply.h"

#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"

#include <QByteArray>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <initializer_list>

namespace quarterdeck::formats {

namespace {

using nlohmann::json;

std::int64_t count(const json& usage, const char* openAiName, const char* anthropicName)
{
    for (const char* name : {openAiName, anthropicName}) {
        const auto number = usage.find(name);
        if (number != usage.end() && number->is_number_integer()) {
            return std::max<std::int64_t>(0, number->get<std::int64_t>());
        }
    }
    return 0;
}

} // namespace

std::optional<conversation::Usage> usageOf(const StreamedReply& reply)
{
    const json& usage = reply.usage.json();
    if (!usage.is_object()) {
        return std::nullopt;
    }
    conversation::Usage read;
    read.model = reply.model.value_or("");
    read.promptTokens = count(usage, "prompt_tokens", "input_tokens");
    read.completionTokens = count(usage, "completion_tokens", "output_tokens");
    return read;
}

std::string errorText(const StreamedReply& reply)
{
    const json& error = reply.error.json();
    return error.is_string() ? error.get<std::string>() : textMember(error, "message");
}

namespace {

/// No model takes or gives nearly as many: a server that claims so is wrong, and must not use up a budget.
constexpr std::int64_t mostBelieved = 100'000'000;

/// The first of these members that is a number, if any. Numbers that are too large stay too large.
std::optional<std::int64_t> countOf(const json& object, std::initializer_list<const char*> names)
{
    for (const char* name : names) {
        const auto number = object.find(name);
        if (number == object.end() || !number->is_number()) {
            continue;
        }
        const double value = number->get<double>();
        if (!(value > 0)) {
            return 0;
        }
        return value > static_cast<double>(mostBelieved) ? mostBelieved + 1 : static_cast<std::int64_t>(value);
    }
    return std::nullopt;
}

std::int64_t partCount(const json& usage, const char* details, const char* name)
{
    const auto part = usage.find(details);
    return part != usage.end() && part->is_object() ? countOf(*part, {name}).value_or(0) : 0;
}

} // namespace

std::optional<TokenCounts> tokenCountsOf(const StreamedReply& reply)
{
    const json& usage = reply.usage.json();
    if (!usage.is_object()) {
        return std::nullopt;
    }
    const auto wholePrompt = countOf(usage, {"prompt_tokens"});
    const auto prompt = wholePrompt ? wholePrompt : countOf(usage, {"input_tokens"});
    const auto completion = countOf(usage, {"completion_tokens", "output_tokens"});
    if (!prompt && !completion) {
        return std::nullopt;
    }
    TokenCounts counts;
    counts.prompt = prompt.value_or(0);
    counts.completion = completion.value_or(0);
    counts.cached = std::max({partCount(usage, "prompt_tokens_details", "cached_tokens"),
                              partCount(usage, "input_tokens_details", "cached_tokens"),
                              countOf(usage, {"prompt_cache_hit_tokens", "cache_read_input_tokens"}).value_or(0)});
    counts.cacheWritten = countOf(usage, {"cache_creation_input_tokens"}).value_or(0);
    const bool hasCache = usage.contains("cache_read_input_tokens") || usage.contains("cache_creation_input_tokens");
    if (hasCache && !wholePrompt) {
        counts.prompt += counts.cached + counts.cacheWritten; // Anthropic's input_tokens are those beside these
    }
    counts.reasoning = std::max(partCount(usage, "completion_tokens_details", "reasoning_tokens"),
                                partCount(usage, "output_tokens_details", "reasoning_tokens"));
    if (counts.prompt > mostBelieved || counts.completion > mostBelieved) {
        return std::nullopt;
    }
    counts.cached = std::min(counts.cached, counts.prompt);
    counts.cacheWritten = std::min(counts.cacheWritten, counts.prompt - counts.cached);
    counts.reasoning = std::min(counts.reasoning, counts.completion);
    return counts;
}

using namespace python_tokens;

namespace {

constexpr std::size_t escapeLength = 6;

/// Whether a string's content ends with the escape of a high surrogate.
bool endsWithHalf(std::string_view inside)
{
    if (inside.size() < escapeLength) {
        return false;
    }
    const std::size_t at = inside.size() - escapeLength;
    const auto unit = escapedUnit(inside, at);
    // Preceded by an even number of backslashes, it is an escape itself.
    const std::size_t before = inside.find_last_not_of('\\', at);
    const std::size_t backslashes = at - (before == std::string_view::npos ? 0 : before + 1);
    return unit && isHigh(*unit) && backslashes % 2 == 0;
}

} // namespace

std::string SurrogateJoiner::take(const nlohmann::json& piece)
{
    if (!python_json::isText(piece)) {
        return {};
    }
    const auto& text = piece.get_ref<const std::string&>();
    if (text.empty() || (m_half.empty() && !python_json::isMarked(piece))) {
        return text;
    }
    std::string token = python_json::text(piece);
    token.insert(1, m_half);
    m_half.clear();
    if (const std::string_view inside = std::string_view(token).substr(1, token.size() - 2); endsWithHalf(inside)) {
        m_half = inside.substr(inside.size() - escapeLength);
        token.erase(token.size() - 1 - escapeLength, escapeLength);
    }
    return python_json::shown(std::string(mark) + token);
}

using conversation::JsonValue;

namespace {

constexpr std::string_view blanks = " \t\r\n";
constexpr std::size_t maxBodyBytes = std::size_t{16} << 20;

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool isEndMark(std::string_view data)
{
    const std::string_view mark = trimmed(data);
    return QByteArrayView(mark.data(), static_cast<qsizetype>(mark.size())).compare("[DONE]", Qt::CaseInsensitive) == 0;
}

json kindOfError(const char* kind) { return {{"type", kind}}; }

/// The error that the object reports; null if there is none. Besides `{"error": ..}`, some servers write the error's
/// members at the top (`object: "error"`, or a code and a message in place of the choices).
json errorOf(const json& object)
{
    const json error = object.value("error", json());
    if (!error.is_null() && error != false && error != "") {
        return error;
    }
    const bool isMarked = object.value("object", json()) == "error" || object.value("type", json()) == "error";
    const bool isBare = object.contains("message") && object.contains("code") && !object.contains("choices");
    return isMarked || isBare ? object : json();
}

} // namespace

void ReplyReader::feed(std::string_view bytes)
{
    if (isEnded()) {
        return;
    }
    keepBody(bytes);
    for (const StreamEvent& event : m_decoder.feed(bytes)) {
        takeEvent(event);
        if (isEnded()) {
            return;
        }
    }
    if (m_decoder.isOverLimit()) {
        fail(kindOfError("too_large"));
    }
}

void ReplyReader::finish()
{
    if (isEnded()) {
        return;
    }
    if (m_isBodyJson && m_reply.eventsUsed == 0) {
        // Google's servers answer with a list that holds the error.
        auto body = python_json::parse(m_body);
        if (body && body->is_array() && body->size() == 1) {
            body = json(body->front());
        }
        if (body && body->is_object()) {
            if (const json error = errorOf(*body); !error.is_null()) {
                fail(error);
                return;
            }
            takeBody(*body);
            m_reply.isCutOff = !m_reply.finishReason;
            return;
        }
    }
    m_reply.isCutOff = m_decoder.isUnfinished() || !m_reply.finishReason;
}

bool ReplyReader::isEnded() const { return m_reply.isDone || !m_reply.error.isNull(); }

void ReplyReader::fail(const json& error) { m_reply.error = JsonValue(error); }

void ReplyReader::takeEvent(const StreamEvent& event)
{
    if (trimmed(event.data).empty()) {
        return; // some servers keep a connection alive like this
    }
    ++m_reply.eventsUsed;
    if (isEndMark(event.data)) {
        m_reply.isDone = true;
        return;
    }
    const auto object = python_json::parse(event.data);
    if (!object || !object->is_object()) {
        fail(kindOfError("invalid_json"));
        return;
    }
    if (const json error = errorOf(*object); !error.is_null()) {
        fail(error);
        return;
    }
    if (event.name == "error") {
        fail(*object);
        return;
    }
    take(*object);
}

void ReplyReader::keepBody(std::string_view bytes)
{
    if (m_isBodyKnown && !m_isBodyJson) {
        return;
    }
    m_body += bytes;
    if (!m_isBodyKnown) {
        std::string_view start = m_body;
        if (start.starts_with("\xEF\xBB\xBF")) {
            start.remove_prefix(3);
        }
        const std::size_t first = start.find_first_not_of(blanks);
        const bool isMarkIncomplete = start.size() < 3 && std::string_view("\xEF\xBB\xBF").starts_with(start);
        m_isBodyKnown = first != std::string_view::npos && !isMarkIncomplete;
        m_isBodyJson = m_isBodyKnown && (start[first] == '{' || start[first] == '[');
        m_body.erase(0, m_body.size() - start.size());
    }
    if (m_body.size() > maxBodyBytes || (m_isBodyKnown && !m_isBodyJson)) {
        m_isBodyKnown = true;
        m_isBodyJson = false;
        m_body.clear();
    }
}

} // namespace quarterdeck::formats
