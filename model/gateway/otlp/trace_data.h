#pragma once

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::gateway::otlp {

/// What an exporter of OpenTelemetry posts to `/v1/traces` (ExportTraceServiceRequest), as protobuf or as JSON. Both
/// give the same values. Pure; thread: any; nothing throws.

struct ReceivedEvent
{
    std::string name;
    nlohmann::json attributes = nlohmann::json::object();
    friend bool operator==(const ReceivedEvent&, const ReceivedEvent&) = default;
};

struct ReceivedSpan
{
    std::string trace;  ///< 32 lower-case hex digits, not all of them 0
    std::string id;     ///< 16 of them
    std::string parent; ///< 16 of them; empty = none
    std::string name;
    std::uint64_t startNs = 0; ///< nanoseconds since 1970-01-01 UTC
    std::uint64_t endNs = 0;
    nlohmann::json attributes = nlohmann::json::object();
    std::vector<ReceivedEvent> events;
    bool isFailed = false;
    std::string status;       ///< a sentence; empty for most
    std::size_t resource = 0; ///< the one in the request that produced it
    bool isOfLogs = false;    ///< not a span, but the log records of the span with this id
    friend bool operator==(const ReceivedSpan&, const ReceivedSpan&) = default;
};

struct ReceivedTraces
{
    std::vector<nlohmann::json> resources; ///< their attributes
    std::vector<ReceivedSpan> spans;
    std::int64_t rejected = 0; ///< spans not accepted: without ids, or too many
    std::string reason;        ///< why the first was rejected; one English sentence
};

/// More than this is too much of one request.
struct TraceLimits
{
    std::size_t spans = 10'000;      ///< further ones are rejected
    std::size_t attributes = 20'000; ///< of a span, an event or a resource; further ones are left out
    std::size_t events = 1'000;      ///< of a span; further ones are left out
    std::int64_t values = 500'000;   ///< of all attributes; more than this refuses the request
    std::int32_t depth = 32;         ///< of nested lists; more than this refuses the request
    std::int64_t groups = 10'000;    ///< resources, and scopes in them; more than this refuses the request
};

/// Why a request is refused: one English sentence for the program's log.
using BadTraces = std::string;

[[nodiscard]] tl::expected<ReceivedTraces, BadTraces> readProtobuf(std::string_view body,
                                                                   const TraceLimits& limits = {});
[[nodiscard]] tl::expected<ReceivedTraces, BadTraces> readJson(std::string_view body, const TraceLimits& limits = {});

/// Reads what is posted to `/v1/logs` (ExportLogsServiceRequest). Some libraries record the messages of a model call as
/// log records. The records of one span become the events of a ReceivedSpan with `isOfLogs` and the ids of that span.
/// Other log records are ignored, and whatever exceeds the limits is dropped.
[[nodiscard]] tl::expected<ReceivedTraces, BadTraces> readProtobufLogs(std::string_view body,
                                                                       const TraceLimits& limits = {});
[[nodiscard]] tl::expected<ReceivedTraces, BadTraces> readJsonLogs(std::string_view body,
                                                                   const TraceLimits& limits = {});

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
    /// Adds a log record that was written within the span with these ids; one without a span is ignored, unless it is
    /// of a coding agent, whose records each become one.
    void addRecord(const std::string& trace, const std::string& span, std::uint64_t timeNs, ReceivedEvent record);
    /// Whether log records with this name are about model calls.
    [[nodiscard]] static bool isWanted(std::string_view name);
    void addTo(nlohmann::json& attributes, std::string key, nlohmann::json value) const;
    void addTo(ReceivedSpan& span, ReceivedEvent event) const;
    [[nodiscard]] ReceivedTraces take() { return std::move(m_traces); }

private:
    void reject(const char* why);
    void addAlone(std::uint64_t timeNs, ReceivedEvent record);

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
