#include "ui/present/present.h"
#include "ui/present/quantities.h"
#include "ui/present/visible_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::ui::present {

namespace {

using conversation::MessagePublished;
using conversation::Span;

constexpr std::size_t mostLines = 200;
constexpr std::int64_t secondUs = 1'000'000;
constexpr std::int64_t minuteUs = 60 * secondUs;

struct Trace
{
    Q_DECLARE_TR_FUNCTIONS(Trace)
};

/// From milliseconds to minutes, the range of a program's steps.
QString timeOf(std::int64_t durationUs)
{
    if (durationUs < secondUs)
        return Trace::tr("%1 ms").arg((durationUs + 500) / 1'000);
    if (durationUs < minuteUs)
        return Trace::tr("%1 s").arg(QString::number(static_cast<double>(durationUs) / 1e6, 'f', 1));
    return wording::duration(durationUs / 1'000);
}

/// The message's note of its origin: "trace", or "span".
std::string originOf(const MessagePublished& published, const char* part)
{
    const nlohmann::json& metadata = published.message.metadata.json();
    const auto origin = metadata.is_object() ? metadata.find("otlp") : metadata.end();
    if (!metadata.is_object() || origin == metadata.end() || !origin->is_object())
        return {};
    const auto found = origin->find(part);
    return found != origin->end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// The shortest one under way at that time.
std::string traceAt(const std::vector<Span>& spans, std::int64_t timeUs)
{
    const Span* best = nullptr;
    for (const Span& span : spans) {
        const bool isGoingOn =
            span.parent.empty() && span.startUs <= timeUs && timeUs - span.startUs <= span.durationUs;
        if (isGoingOn && (best == nullptr || span.durationUs < best->durationUs))
            best = &span;
    }
    return best == nullptr ? std::string() : best->trace;
}

QString detailOf(const Span& span)
{
    constexpr qsizetype longest = 1'500;
    QStringList lines;
    if (!span.error.empty())
        lines.append(QString::fromStdString(span.error));
    if (!span.agent.empty())
        lines.append(Trace::tr("Agent: %1").arg(QString::fromStdString(span.agent)));
    if (!span.usage.model.empty())
        lines.append(Trace::tr("Model: %1").arg(QString::fromStdString(span.usage.model)));
    if (span.attributes.json().is_object())
        for (const auto& [name, value] : span.attributes.json().items())
            lines.append(QString::fromStdString(
                name + ": "
                + (value.is_string() ? value.get<std::string>()
                                     : value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))));
    return lines.join(u'\n').left(longest);
}

} // namespace

void addTrace(InspectorState& view, const std::vector<Span>& spans, const session::Event& event)
{
    const auto* published = std::get_if<MessagePublished>(&event.body);
    if (published == nullptr || spans.empty())
        return;
    std::string trace = originOf(*published, "trace");
    if (trace.empty())
        trace = traceAt(spans, event.time.msSinceEpoch * 1'000);
    const std::string origin = originOf(*published, "span");
    for (const conversation::SpanLine& line : conversation::treeOf(spans, trace)) {
        if (view.trace.size() == mostLines) {
            ++view.traceLeftOut;
            continue;
        }
        const Span& span = spans[line.place];
        const std::int64_t tokens = span.usage.totalTokens();
        view.trace.push_back({wording::visibleText(span.name), line.depth,
                              tokens > 0 ? wording::tokens(tokens) : QString(), timeOf(span.durationUs),
                              wording::visibleText(span.error), detailOf(span), !origin.empty() && span.id == origin});
    }
}

} // namespace quarterdeck::ui::present
