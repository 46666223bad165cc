#include "model/formats/json/python_json.h"
#include "model/gateway/otlp/coding_agent_logs.h"
#include "model/gateway/otlp/trace_data.h"
#include "model/gateway/sent_bodies.h"

#include <QByteArray>
#include <algorithm>
#include <charconv>
#include <utility>

namespace quarterdeck::gateway::otlp {

namespace {

using nlohmann::json;
namespace python_json = formats::python_json;

const json& member(const json& object, const char* name)
{
    static const json none;
    const auto found = object.is_object() ? object.find(name) : object.end();
    return object.is_object() && found != object.end() ? *found : none;
}

/// Its elements; none if it is not a list.
const json::array_t& elements(const json& object, const char* name)
{
    static const json::array_t none;
    const json& value = member(object, name);
    return value.is_array() ? value.get_ref<const json::array_t&>() : none;
}

/// Half characters as they were written, so that JSON inside the text keeps its meaning.
std::string textOf(const json& value)
{
    return value.is_string() ? python_json::escaped(value.get_ref<const std::string&>()) : std::string();
}

/// An integer, which protobuf's JSON mapping writes as a string.
std::uint64_t numberOf(const json& value)
{
    if (value.is_number_unsigned())
        return value.get<std::uint64_t>();
    std::uint64_t number = 0;
    const std::string text = textOf(value);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? number : 0;
}

json wholeNumber(const json& value)
{
    if (value.is_number_integer())
        return value;
    std::int64_t number = 0;
    const std::string text = textOf(value);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? json(number) : json(text);
}

/// Hex digits as the protocol has it, or base64 as sent by exporters generated from the protobuf files alone.
std::string idOf(const json& value, std::size_t byteCount)
{
    const std::string text = textOf(value);
    if (text.size() == 2 * byteCount) {
        const QByteArray bytes = QByteArray::fromHex(QByteArray::fromStdString(text));
        const bool isHex = bytes.size() == static_cast<qsizetype>(byteCount);
        return isHex ? bytes.toHex().toStdString() : std::string();
    }
    const auto decoded = QByteArray::fromBase64Encoding(
        QByteArray::fromStdString(text), QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    return decoded ? hexOf(decoded.decoded.toStdString()) : std::string();
}

class JsonReader
{
public:
    explicit JsonReader(const TraceLimits& limits) : m_intake(limits) { }

    [[nodiscard]] ReceivedTraces logs(const json& body)
    {
        try {
            for (const json& group : elements(body, "resourceLogs")) {
                m_intake.countGroup();
                m_intake.addResource(attributes(elements(member(group, "resource"), "attributes"), 1));
                for (const json& scope : elements(group, "scopeLogs")) {
                    m_intake.countGroup();
                    for (const json& one : elements(scope, "logRecords"))
                        record(one);
                }
            }
        } catch (const RefusedTraces&) { // a program that logs much must not get an error for each request
        }
        return m_intake.take();
    }

    [[nodiscard]] ReceivedTraces request(const json& body)
    {
        for (const json& group : elements(body, "resourceSpans")) {
            m_intake.countGroup();
            m_intake.addResource(attributes(elements(member(group, "resource"), "attributes"), 1));
            for (const char* name : {"scopeSpans", "instrumentationLibrarySpans"})
                for (const json& scope : elements(group, name))
                    scopeSpans(scope);
        }
        return m_intake.take();
    }

private:
    void scopeSpans(const json& scope)
    {
        m_intake.countGroup();
        for (const json& one : elements(scope, "spans"))
            m_intake.add(span(one));
    }

    [[nodiscard]] static std::string nameOfRecord(const json& one)
    {
        std::string name = textOf(member(one, "eventName"));
        for (const json& pair : elements(one, "attributes"))
            if (name.empty() && member(pair, "key") == "event.name")
                name = textOf(member(member(pair, "value"), "stringValue"));
        return recordName(std::move(name), textOf(member(member(one, "body"), "stringValue")));
    }

    void record(const json& one)
    {
        ReceivedEvent found{nameOfRecord(one)};
        if (!TraceCollector::isWanted(found.name))
            return;
        m_intake.countValue(0);
        found.attributes = attributes(elements(one, "attributes"), 1);
        if (!isOfCodingAgent(found.name)) // whose body is a title
            addBody(found.attributes, anyValue(member(one, "body"), 1));
        const std::uint64_t timeNs = numberOf(member(one, "timeUnixNano"));
        m_intake.addRecord(idOf(member(one, "traceId"), 16), idOf(member(one, "spanId"), 8),
                           timeNs == 0 ? numberOf(member(one, "observedTimeUnixNano")) : timeNs, std::move(found));
    }

    [[nodiscard]] ReceivedSpan span(const json& one)
    {
        ReceivedSpan found;
        found.trace = idOf(member(one, "traceId"), 16);
        found.id = idOf(member(one, "spanId"), 8);
        found.parent = idOf(member(one, "parentSpanId"), 8);
        found.name = textOf(member(one, "name"));
        found.startNs = numberOf(member(one, "startTimeUnixNano"));
        found.endNs = numberOf(member(one, "endTimeUnixNano"));
        found.attributes = attributes(elements(one, "attributes"), 1);
        for (const json& event : elements(one, "events")) {
            m_intake.countValue(0);
            m_intake.addTo(found, {textOf(member(event, "name")), attributes(elements(event, "attributes"), 1)});
        }
        const json& status = member(one, "status");
        const json& code = member(status, "code");
        found.isFailed = code == 2 || code == "STATUS_CODE_ERROR";
        found.status = textOf(member(status, "message"));
        return found;
    }

    [[nodiscard]] json attributes(const json::array_t& pairs, std::int32_t depth)
    {
        json found = json::object();
        for (const json& pair : pairs) {
            m_intake.countValue(depth);
            m_intake.addTo(found, textOf(member(pair, "key")), anyValue(member(pair, "value"), depth));
        }
        return found;
    }

    [[nodiscard]] json anyValue(const json& value, std::int32_t depth)
    {
        if (!value.is_object() || value.empty())
            return {};
        const std::string& kind = value.begin().key();
        const json& held = value.begin().value();
        if (kind == "intValue")
            return wholeNumber(held);
        if (kind == "boolValue" || (kind == "doubleValue" && held.is_number()))
            return held;
        if (kind == "arrayValue")
            return list(elements(held, "values"), depth + 1);
        if (kind == "kvlistValue")
            return attributes(elements(held, "values"), depth + 1);
        return textOf(held);
    }

    [[nodiscard]] json list(const json::array_t& values, std::int32_t depth)
    {
        json found = json::array();
        for (const json& value : values) {
            m_intake.countValue(depth);
            found.push_back(anyValue(value, depth));
        }
        return found;
    }

    TraceCollector m_intake;
};

tl::expected<json, BadTraces> parsed(std::string_view body, const TraceLimits& limits)
{
    formats::ReadLimits whole;
    // Each value of an attribute is an object, in a pair, in a list.
    whole.maxValuesPerRecord = 6 * limits.values;
    whole.maxDepth = 4 * limits.depth + 16;
    auto read = python_json::parse(body, whole);
    if (!read)
        return tl::unexpected(BadTraces(jsonFaultIn(body, JsonBy::Python, whole.maxDepth)));
    return std::move(*read);
}

} // namespace

tl::expected<ReceivedTraces, BadTraces> readJsonLogs(std::string_view body, const TraceLimits& limits)
{
    const auto read = parsed(body, limits);
    if (!read)
        return tl::unexpected(read.error());
    if (!read->is_object())
        return tl::unexpected(
            BadTraces(QT_TRANSLATE_NOOP("GatewayRefusals", "The request body is not an ExportLogsServiceRequest.")));
    return JsonReader(limits).logs(*read);
}

tl::expected<ReceivedTraces, BadTraces> readJson(std::string_view body, const TraceLimits& limits)
{
    const auto read = parsed(body, limits);
    if (!read)
        return tl::unexpected(read.error());
    if (!read->is_object())
        return tl::unexpected(
            BadTraces(QT_TRANSLATE_NOOP("GatewayRefusals", "The request body is not an ExportTraceServiceRequest.")));
    try {
        return JsonReader(limits).request(*read);
    } catch (const RefusedTraces& refused) {
        return tl::unexpected(BadTraces(refused.what()));
    }
}

} // namespace quarterdeck::gateway::otlp
