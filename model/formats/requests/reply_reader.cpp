#include "model/formats/requests/reply_reader.h"

#include "model/formats/json/python_json.h"

#include <QByteArray>
#include <nlohmann/json.hpp>

namespace quarterdeck::formats {

using conversation::JsonValue;
using nlohmann::json;

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
