#include "write_out.h"

#include "model/formats/export/redactor.h"
#include "model/formats/export/session_writer.h"
#include "model/formats/json/python_json.h"
#include "require.h"

#include <array>
#include <nlohmann/json.hpp>

namespace quarterdeck::fuzz {

using conversation::Event;

namespace {

std::string written(const formats::ExportFormat& format, const std::vector<Event>& events)
{
    formats::WriterContext context;
    for (const Event& event : events) {
        context.last.apply(event);
    }
    const auto writer = format.make(context);
    std::string out;
    conversation::ConversationState before;
    writer->begin(out);
    for (const Event& event : events) {
        writer->event({event, before, true, {}}, out);
        before.apply(event);
    }
    writer->end(out);
    return out;
}

void check(const std::string& format, const std::string& out)
{
    if (format == "openai" || format == "anthropic" || format == "metagpt") {
        formats::ReadLimits limits;
        limits.maxDepth = 1000;
        limits.maxValuesPerRecord = 10'000'000;
        require(formats::python_json::parse(out, limits).has_value());
    }
    constexpr std::array never = {"<script", "<iframe", "<object", "<embed", "<link", "<form", "<base", "<svg"};
    for (const char* element : never) {
        require(format != "html" || out.find(element) == std::string::npos);
    }
}

} // namespace

void writeOut(const std::vector<Event>& events, std::size_t choice)
{
    const auto& formats = formats::exportFormats();
    const formats::ExportFormat& format = formats[choice % formats.size()];
    if (choice / formats.size() % 2 == 0) {
        check(format.name, written(format, events));
        return;
    }
    formats::Redactor redactor;
    std::vector<Event> redacted = events;
    for (Event& event : redacted) {
        redactor.redact(event);
    }
    check(format.name, written(format, redacted));
}

} // namespace quarterdeck::fuzz
