#include "model/gateway/otlp/coding_agent_logs.h"
#include "model/gateway/otlp/trace_data.h"

#include <QtGlobal>
#include <functional>
#include <protozero/pbf_reader.hpp>
#include <utility>

namespace quarterdeck::gateway::otlp {

namespace {

using nlohmann::json;
using protozero::pbf_reader;

constexpr auto bytes = protozero::pbf_wire_type::length_delimited;
constexpr auto varint = protozero::pbf_wire_type::varint;
constexpr auto fixed64 = protozero::pbf_wire_type::fixed64;

/// A field's number and wire type: a field with another wire type is a different one, and skipped.
constexpr std::uint32_t field(std::uint32_t number, protozero::pbf_wire_type type)
{
    return protozero::tag_and_type(number, type);
}

std::string_view viewOf(pbf_reader& message)
{
    const protozero::data_view view = message.get_view();
    return {view.data(), view.size()};
}

std::string textOf(pbf_reader& message) { return validText(viewOf(message)); }

/// opentelemetry/proto/{collector/trace,trace,resource,common}/v1: the numbers are those of the fields there.
class ProtobufReader
{
public:
    explicit ProtobufReader(const TraceLimits& limits, bool areLogs = false) : m_intake(limits), m_areLogs(areLogs) { }

    [[nodiscard]] ReceivedTraces request(std::string_view body)
    {
        pbf_reader message(body.data(), body.size());
        try {
            while (message.next()) {
                if (message.tag_and_type() == field(1, bytes))
                    resourceSpans(message.get_message());
                else
                    message.skip();
            }
        } catch (const RefusedTraces&) {
            if (!m_areLogs) // a program that logs much must not get an error for each request
                throw;
        }
        return m_intake.take();
    }

private:
    void resourceSpans(pbf_reader message)
    {
        m_intake.countGroup();
        // The resource may follow its spans.
        json resource = json::object();
        for (pbf_reader first = message; first.next();) {
            if (first.tag_and_type() == field(1, bytes))
                attributes(first.get_message(), 1, resource);
            else
                first.skip();
        }
        m_intake.addResource(std::move(resource));
        while (message.next()) {
            if (message.tag_and_type() == field(2, bytes))
                scopeSpans(message.get_message());
            else
                message.skip();
        }
    }

    void scopeSpans(pbf_reader message)
    {
        m_intake.countGroup();
        while (message.next()) {
            if (message.tag_and_type() != field(2, bytes))
                message.skip();
            else if (m_areLogs)
                record(message.get_message());
            else
                m_intake.add(span(message.get_message()));
        }
    }

    /// The name, which is a field or an attribute. Most records have none that matters here.
    [[nodiscard]] std::string nameOfRecord(pbf_reader message)
    {
        std::string name;
        std::string body;
        while (message.next()) {
            if (message.tag_and_type() == field(12, bytes)) {
                name = textOf(message);
            } else if (message.tag_and_type() == field(5, bytes)) {
                for (pbf_reader value = message.get_message(); value.next(1, bytes);)
                    body = textOf(value);
            } else if (message.tag_and_type() == field(6, bytes)) {
                json attribute = json::object();
                keyValue(message.get_message(), attribute, 1);
                const json told = attribute.value("event.name", json());
                name = name.empty() && told.is_string() ? told.get<std::string>() : name;
            } else {
                message.skip();
            }
        }
        return recordName(std::move(name), body);
    }

    void record(pbf_reader message)
    {
        ReceivedEvent found{nameOfRecord(message)};
        if (!TraceCollector::isWanted(found.name))
            return;
        std::string trace;
        std::string span;
        std::uint64_t timeNs = 0;
        std::uint64_t observedNs = 0;
        json body;
        while (message.next()) {
            switch (message.tag_and_type()) {
            case field(1, fixed64):
                timeNs = message.get_fixed64();
                break;
            case field(5, bytes):
                body = anyValue(message.get_message(), 1);
                break;
            case field(6, bytes):
                keyValue(message.get_message(), found.attributes, 1);
                break;
            case field(9, bytes):
                trace = hexOf(viewOf(message));
                break;
            case field(10, bytes):
                span = hexOf(viewOf(message));
                break;
            case field(11, fixed64):
                observedNs = message.get_fixed64();
                break;
            default:
                message.skip();
            }
        }
        if (!isOfCodingAgent(found.name)) // whose body is a title
            addBody(found.attributes, std::move(body));
        m_intake.addRecord(trace, span, timeNs == 0 ? observedNs : timeNs, std::move(found));
    }

    [[nodiscard]] ReceivedSpan span(pbf_reader message)
    {
        ReceivedSpan found;
        while (message.next()) {
            switch (message.tag_and_type()) {
            case field(1, bytes):
                found.trace = hexOf(viewOf(message));
                break;
            case field(2, bytes):
                found.id = hexOf(viewOf(message));
                break;
            case field(4, bytes):
                found.parent = hexOf(viewOf(message));
                break;
            case field(5, bytes):
                found.name = textOf(message);
                break;
            case field(7, fixed64):
                found.startNs = message.get_fixed64();
                break;
            case field(8, fixed64):
                found.endNs = message.get_fixed64();
                break;
            case field(9, bytes):
                keyValue(message.get_message(), found.attributes, 1);
                break;
            case field(11, bytes):
                m_intake.addTo(found, event(message.get_message()));
                break;
            case field(15, bytes):
                status(message.get_message(), found);
                break;
            default:
                message.skip();
            }
        }
        return found;
    }

    [[nodiscard]] ReceivedEvent event(pbf_reader message)
    {
        m_intake.countValue(0);
        ReceivedEvent found;
        while (message.next()) {
            switch (message.tag_and_type()) {
            case field(2, bytes):
                found.name = textOf(message);
                break;
            case field(3, bytes):
                keyValue(message.get_message(), found.attributes, 1);
                break;
            default:
                message.skip();
            }
        }
        return found;
    }

    static void status(pbf_reader message, ReceivedSpan& span)
    {
        constexpr std::uint64_t failed = 2;
        while (message.next()) {
            switch (message.tag_and_type()) {
            case field(2, bytes):
                span.status = textOf(message);
                break;
            case field(3, varint):
                span.isFailed = message.get_uint64() == failed;
                break;
            default:
                message.skip();
            }
        }
    }

    /// The fields `number` of a message, read as attributes.
    void attributes(pbf_reader message, std::uint32_t number, json& into, std::int32_t depth = 1)
    {
        while (message.next()) {
            if (message.tag_and_type() == field(number, bytes))
                keyValue(message.get_message(), into, depth);
            else
                message.skip();
        }
    }

    void keyValue(pbf_reader message, json& into, std::int32_t depth)
    {
        m_intake.countValue(depth);
        std::string key;
        json value;
        while (message.next()) {
            switch (message.tag_and_type()) {
            case field(1, bytes):
                key = textOf(message);
                break;
            case field(2, bytes):
                value = anyValue(message.get_message(), depth);
                break;
            default:
                message.skip();
            }
        }
        m_intake.addTo(into, std::move(key), std::move(value));
    }

    [[nodiscard]] json anyValue(pbf_reader message, std::int32_t depth)
    {
        json value;
        while (message.next()) {
            switch (message.tag_and_type()) {
            case field(1, bytes):
            case field(7, bytes): // bytes: shown as a text, since attributes are read by people
                value = textOf(message);
                break;
            case field(2, varint):
                value = message.get_uint64() != 0;
                break;
            case field(3, varint):
                value = message.get_int64();
                break;
            case field(4, fixed64):
                value = message.get_double();
                break;
            case field(5, bytes):
                value = list(message.get_message(), depth + 1);
                break;
            case field(6, bytes):
                value = json::object();
                attributes(message.get_message(), 1, value, depth + 1);
                break;
            default:
                message.skip();
            }
        }
        return value;
    }

    [[nodiscard]] json list(pbf_reader message, std::int32_t depth)
    {
        json values = json::array();
        while (message.next()) {
            m_intake.countValue(depth);
            if (message.tag_and_type() == field(1, bytes))
                values.push_back(anyValue(message.get_message(), depth));
            else
                message.skip();
        }
        return values;
    }

    TraceCollector m_intake;
    const bool m_areLogs;
};

} // namespace

tl::expected<ReceivedTraces, BadTraces> readProtobuf(std::string_view body, const TraceLimits& limits)
{
    try {
        return ProtobufReader(limits).request(body);
    } catch (const RefusedTraces& refused) {
        return tl::unexpected(BadTraces(refused.what()));
    } catch (const std::exception&) {
        return tl::unexpected(
            BadTraces(QT_TRANSLATE_NOOP("GatewayRefusals", "The request body is not an ExportTraceServiceRequest.")));
    }
}

tl::expected<ReceivedTraces, BadTraces> readProtobufLogs(std::string_view body, const TraceLimits& limits)
{
    try {
        return ProtobufReader(limits, true).request(body);
    } catch (const std::exception&) {
        return tl::unexpected(
            BadTraces(QT_TRANSLATE_NOOP("GatewayRefusals", "The request body is not an ExportLogsServiceRequest.")));
    }
}

} // namespace quarterdeck::gateway::otlp
