#pragma once

#include "model/gateway/otlp/trace_data.h"

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace quarterdeck::gateway::otlp {

/// Ends the reading of a request. Stays inside of it.
class RefusedTraces : public std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// Collects what a reader finds, and keeps the limits.
class TraceCollector
{
public:
    explicit TraceCollector(const TraceLimits& limits) : m_limits(limits) { }

    /// Throws RefusedTraces.
    void countValue(std::int32_t depth);
    void countGroup();
    void addResource(nlohmann::json attributes) { m_traces.resources.push_back(std::move(attributes)); }
    /// Of the last resource.
    void add(ReceivedSpan span);
    /// Adds a log record that was written within the span with these ids; one without a span is ignored.
    void addRecord(const std::string& trace, const std::string& span, std::uint64_t timeNs, ReceivedEvent record);
    /// Whether log records with this name are about model calls.
    [[nodiscard]] static bool isWanted(std::string_view name) { return name.starts_with("gen_ai."); }
    void addTo(nlohmann::json& attributes, std::string key, nlohmann::json value) const;
    void addTo(ReceivedSpan& span, ReceivedEvent event) const;
    [[nodiscard]] ReceivedTraces take() { return std::move(m_traces); }

private:
    void reject(const char* why);

    const TraceLimits& m_limits;
    ReceivedTraces m_traces;
    std::map<std::string, std::size_t> m_ofLogs; ///< index in the spans, by trace and span id
    std::int64_t m_values = 0;
    std::int64_t m_groups = 0;
};

/// Merges the body of a log record into its attributes; a body that is no object becomes "content".
void addBody(nlohmann::json& attributes, nlohmann::json body);
/// The bytes' lower-case hex digits.
[[nodiscard]] std::string hexOf(std::string_view bytes);
/// The text, with U+FFFD for what is no UTF-8.
[[nodiscard]] std::string validText(std::string_view bytes);

} // namespace quarterdeck::gateway::otlp
