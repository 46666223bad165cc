#include "model/gateway/otlp/trace_data.h"
#include "model/gateway/otlp/trace_intents.h"
#include "model/gateway/otlp/trace_memory.h"
#include "model/gateway/otlp/trace_receiver.h"
#include "require.h"

#include <cstdint>
#include <utility>

using namespace quarterdeck::gateway::otlp;
using quarterdeck::fuzz::require;

namespace {

void take(const tl::expected<ReceivedTraces, BadTraces>& read)
{
    if (!read) {
        require(!read.error().empty());
        return;
    }
    std::vector<ParsedSpan> told;
    for (const ReceivedSpan& span : read->spans) {
        require(span.trace.size() == 32 && span.id.size() == 16);
        told.push_back(parseSpan(span, read->resources.at(span.resource)));
        require(told.back().span.durationUs >= 0);
    }
    TraceMemory memory;
    memory.admit(told);
    const TraceIntents wanted = intentsOf(told, false);
    require(wanted.intents.empty() == read->spans.empty());
    std::vector<quarterdeck::conversation::Span> spans;
    for (const auto& one : told)
        spans.push_back(one.span);
    if (!spans.empty())
        require(!treeOf(spans, spans.front().trace).empty());
}

/// No span is made of them.
void takeLogs(const tl::expected<ReceivedTraces, BadTraces>& read)
{
    if (!read) {
        require(!read.error().empty());
        return;
    }
    std::vector<ParsedSpan> told;
    for (const ReceivedSpan& span : read->spans)
        told.push_back(parseSpan(span, read->resources.at(span.resource)));
    TraceMemory memory;
    memory.admit(told);
    for (const auto& intent : intentsOf(told, false).intents)
        require(std::holds_alternative<quarterdeck::conversation::RecordMessage>(intent));
}

} // namespace

/// Any bytes as what an exporter posts: as protobuf, as JSON, and compressed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::size_t most = 1'000'000;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    take(readProtobuf(bytes));
    take(readJson(bytes));
    takeLogs(readProtobufLogs(bytes));
    takeLogs(readJsonLogs(bytes));
    if (const auto plain = inflated(bytes, most)) {
        require(plain->size() <= most);
        take(readProtobuf(*plain));
    }
    return 0;
}
