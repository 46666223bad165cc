#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

/// What an exporter of OpenTelemetry posts to `/v1/traces` (ExportTraceServiceRequest), as protobuf or as JSON. Both
/// give the same values. Pure; thread: any; nothing throws.
namespace quarterdeck::gateway::otlp {

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

} // namespace quarterdeck::gateway::otlp
