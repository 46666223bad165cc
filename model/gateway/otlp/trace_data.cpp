#include "model/gateway/otlp/trace_data.h"

#include "model/conversation/attachments.h"
#include "model/gateway/otlp/coding_agent_logs.h"

#include <QByteArray>
#include <QString>
#include <QUtf8StringView>
#include <QtGlobal>

#include <algorithm>
#include <utility>

namespace quarterdeck::gateway::otlp {

namespace {

constexpr std::size_t traceDigits = 32;
constexpr std::size_t spanDigits = 16;

bool isId(const std::string& id, std::size_t digits)
{
    return id.size() == digits && std::ranges::any_of(id, [](char c) { return c != '0'; });
}

} // namespace

void TraceCollector::countValue(std::int32_t depth)
{
    if (depth > m_limits.depth)
        throw RefusedTraces(QT_TRANSLATE_NOOP("GatewayRefusals", "An attribute is nested too deeply."));
    if (++m_values > m_limits.values)
        throw RefusedTraces(QT_TRANSLATE_NOOP("GatewayRefusals", "There are too many attributes in one request."));
}

void TraceCollector::countGroup()
{
    if (++m_groups > m_limits.groups)
        throw RefusedTraces(
            QT_TRANSLATE_NOOP("GatewayRefusals", "There are too many resources and scopes in one request."));
}

void TraceCollector::reject(const char* why)
{
    ++m_traces.rejected;
    if (m_traces.reason.empty())
        m_traces.reason = why;
}

void TraceCollector::add(ReceivedSpan span)
{
    if (!isId(span.trace, traceDigits) || !isId(span.id, spanDigits))
        return reject("A span needs a trace id of 16 bytes and a span id of 8 bytes, not all of them 0.");
    if (m_traces.spans.size() >= m_limits.spans)
        return reject("There are too many spans in one request.");
    if (!isId(span.parent, spanDigits))
        span.parent.clear();
    if (m_traces.resources.empty())
        addResource(nlohmann::json::object());
    span.resource = m_traces.resources.size() - 1;
    m_traces.spans.push_back(std::move(span));
}

bool TraceCollector::isWanted(std::string_view name) { return name.starts_with("gen_ai.") || isOfCodingAgent(name); }

void TraceCollector::addRecord(const std::string& trace, const std::string& span, std::uint64_t timeNs,
                               ReceivedEvent record)
{
    if (isOfCodingAgent(record.name))
        return addAlone(timeNs, std::move(record));
    if (!isId(trace, traceDigits) || !isId(span, spanDigits))
        return;
    const auto known = m_ofLogs.try_emplace(trace + span, m_traces.spans.size()).first;
    if (known->second == m_traces.spans.size()) {
        ReceivedSpan made;
        made.trace = trace;
        made.id = span;
        made.startNs = made.endNs = timeNs;
        made.isOfLogs = true;
        add(std::move(made));
    }
    if (known->second == m_traces.spans.size())
        return; // there are too many
    ReceivedSpan& kept = m_traces.spans[known->second];
    kept.startNs = std::min(kept.startNs, timeNs);
    kept.endNs = std::max(kept.endNs, timeNs);
    addTo(kept, std::move(record));
}

/// Under ids that are made of what it says.
void TraceCollector::addAlone(std::uint64_t timeNs, ReceivedEvent record)
{
    const std::string words = record.attributes.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    const std::string hash = conversation::attachmentHash(record.name + std::to_string(timeNs) + words).str();
    ReceivedSpan made;
    made.trace = hash.substr(0, traceDigits);
    made.id = hash.substr(traceDigits, spanDigits);
    made.startNs = made.endNs = timeNs;
    made.isOfLogs = true;
    made.events.push_back(std::move(record));
    add(std::move(made));
}

void TraceCollector::addTo(nlohmann::json& attributes, std::string key, nlohmann::json value) const
{
    if (attributes.size() < m_limits.attributes)
        attributes[std::move(key)] = std::move(value);
}

void TraceCollector::addTo(ReceivedSpan& span, ReceivedEvent event) const
{
    if (span.events.size() < m_limits.events)
        span.events.push_back(std::move(event));
}

void addBody(nlohmann::json& attributes, nlohmann::json body)
{
    if (body.is_object())
        attributes.update(body);
    else if (!body.is_null())
        attributes["content"] = std::move(body);
}

std::string hexOf(std::string_view bytes)
{
    return QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size())).toHex().toStdString();
}

std::string validText(std::string_view bytes)
{
    const QUtf8StringView text(bytes.data(), static_cast<qsizetype>(bytes.size()));
    return text.isValidUtf8() ? std::string(bytes) : text.toString().toStdString();
}

} // namespace quarterdeck::gateway::otlp
