#include "ui/present/inspector.h"

#include "model/agents/model_agent/memory.h"
#include "model/agents/model_agent/rebuilt_prompt.h"
#include "model/conversation/json/event_json.h"
#include "model/conversation/outsiders.h"
#include "model/conversation/speaker.h"
#include "ui/present/present.h"
#include "ui/present/quantities.h"
#include "ui/present/routing_text.h"
#include "ui/present/visible_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace quarterdeck::ui::present {

namespace {

using conversation::MessagePublished;
using conversation::QuestionAsked;

struct Inspector
{
    Q_DECLARE_TR_FUNCTIONS(Inspector)
};

QString eventTitle(const QString& who, const session::Event& event, const conversation::ConversationState& state)
{
    return state.areTimesKnown() ? Inspector::tr("%1, %2").arg(who, wording::clockTime(event.time)) : who;
}

std::vector<InspectorState::Fact> usageOf(const conversation::Message& message)
{
    if (!message.usage)
        return {};
    const conversation::Usage& usage = *message.usage;
    std::vector<InspectorState::Fact> facts;
    if (!usage.model.empty())
        facts.push_back({Inspector::tr("Model"), wording::visibleText(usage.model), true});
    facts.push_back({Inspector::tr("Prompt"), wording::tokens(usage.promptTokens), false});
    if (usage.cachedTokens > 0)
        facts.push_back({Inspector::tr("From the cache"), wording::tokens(usage.cachedTokens), false});
    facts.push_back({Inspector::tr("Completion"), wording::tokens(usage.completionTokens), false});
    if (usage.reasoningTokens > 0)
        facts.push_back({Inspector::tr("For thinking"), wording::tokens(usage.reasoningTokens), false});
    facts.push_back(
        {Inspector::tr("Cost"), usage.cost ? wording::money(*usage.cost) : Inspector::tr("no price known"), false});
    if (team::answerNoteOf(message).isUsageEstimated)
        facts.push_back({Inspector::tr("Tokens"), Inspector::tr("estimated: the server reported none"), false});
    if (usage.durationMs > 0)
        facts.push_back({Inspector::tr("Duration"), wording::duration(usage.durationMs), false});
    return facts;
}

QString indented(const nlohmann::json& json)
{
    return QString::fromStdString(json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void describeMessage(InspectorState& view, const MessagePublished& published,
                     const conversation::ConversationState& state, const Members& members, const session::Event& event)
{
    const std::string name = conversation::displayName(state, published.message);
    const QString who = conversation::isToldByProgram(published.message) ? Inspector::tr("Sent by the program")
        : name.empty()                                                   ? Inspector::tr("You")
                                                                         : wording::visibleText(name);
    view.title = eventTitle(who, event, state);
    const wording::RouteExplanation why = wording::explainRoute(published, state);
    view.rule = why.rule;
    view.sentence = why.sentence;
    for (const wording::RoleHeard& heard : wording::whoHeard(published, state))
        view.roles.push_back({lookOf(members, heard.role), wording::text(heard.role), heard.as, heard.why});
    view.raw = indented(conversation::toJson(published.message));
    view.usage = usageOf(published.message);
}

void describeQuestion(InspectorState& view, const QuestionAsked& asked, const session::Event& event,
                      const conversation::ConversationState& state)
{
    view.title = eventTitle(wording::text(asked.question.asker), event, state);
    const wording::RouteExplanation why = wording::explainQuestion(asked.question.asker, state);
    view.rule = why.rule;
    view.sentence = why.sentence;
    view.raw = indented(conversation::toJson(asked.question));
}

std::vector<InspectorState::Fact> momentFacts(const session::Event& event, const conversation::ConversationState& state)
{
    std::vector<InspectorState::Fact> facts = {
        {Inspector::tr("Event"), Inspector::tr("%1 of %2").arg(event.seq.value).arg(state.lastSeq().value), false}};
    if (!isMailKnown(state))
        return facts;
    QStringList unread;
    for (const conversation::RoleState& role : state.roles())
        if (role.unread() > 0)
            unread.append(QStringLiteral("%1 %2").arg(wording::text(role.role.name), QString::number(role.unread())));
    facts.push_back({Inspector::tr("Unread at the time"),
                     unread.isEmpty() ? Inspector::tr("nothing") : unread.join(QStringLiteral(", ")), false});
    return facts;
}

} // namespace

InspectorState inspector(const session::Event& event, const conversation::ConversationState& state,
                         const Members& members, bool isReplay)
{
    InspectorState view;
    view.isEmpty = false;
    if (const auto* published = std::get_if<MessagePublished>(&event.body)) {
        describeMessage(view, *published, state, members, event);
    } else if (const auto* asked = std::get_if<QuestionAsked>(&event.body)) {
        describeQuestion(view, *asked, event, state);
    } else {
        view.title = eventTitle(Inspector::tr("Event"), event, state);
        view.rule = Inspector::tr("Not a message");
        view.sentence = Inspector::tr("A log entry that no rule routed.");
        view.raw = indented(conversation::toJson(event));
    }
    if (isReplay)
        view.routeFacts = momentFacts(event, state);
    return view;
}

namespace {

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

namespace {

using team::PromptEntry;
using team::RebuiltPrompt;
using Inclusion = PromptEntry::Inclusion;

constexpr std::size_t mostSeenLines = 200;
constexpr qsizetype longestLine = 240;

struct SeenWords
{
    Q_DECLARE_TR_FUNCTIONS(SeenWords)
};

QString fateOf(const PromptEntry& entry)
{
    if (entry.isMarked)
        //: of a message that stands in a prompt, old as it is: %1 is a number of tokens
        return SeenWords::tr("%1, kept").arg(wording::tokens(entry.tokens));
    switch (entry.fate) {
    case Inclusion::Whole:
        return wording::tokens(entry.tokens);
    case Inclusion::Shortened:
        return SeenWords::tr("%1, shortened").arg(wording::tokens(entry.tokens));
    case Inclusion::Summarised:
        return SeenWords::tr("in the summary");
    case Inclusion::LeftOut:
        return SeenWords::tr("no room");
    case Inclusion::NotAsked:
        return SeenWords::tr("not yet");
    }
    return {};
}

QString whyOf(const PromptEntry& entry, const RebuiltPrompt& seen)
{
    if (entry.isMarked && entry.fate == Inclusion::Whole)
        return SeenWords::tr("The model was given all of it, although it is old: you marked it to be kept.");
    switch (entry.fate) {
    case Inclusion::Whole:
        return SeenWords::tr("The model was given all of it.");
    case Inclusion::Shortened:
        return SeenWords::tr(
                   "The model was given it shortened by this tool's filters: %1 less. The transcript keeps all of it.")
            .arg(wording::bytes(std::max<std::int64_t>(0, entry.bytesTakenOut)));
    case Inclusion::Summarised:
        return SeenWords::tr("The model was not given this message, only a summary of it.");
    case Inclusion::LeftOut:
        return SeenWords::tr("The model was not given it: this team's prompts are kept below %1.")
            .arg(wording::tokens(seen.longestPrompt));
    case Inclusion::NotAsked:
        return SeenWords::tr("Too new for this summary: it is kept unchanged.");
    }
    return {};
}

QString nameOf(const PromptEntry& entry)
{
    if (entry.kind == PromptEntry::Kind::Summary)
        return SeenWords::tr("Summary");
    return entry.who.empty() ? SeenWords::tr("You") : wording::visibleText(entry.who);
}

int hueOf(const PromptEntry& entry, const Members& members)
{
    const bool isSpoken = entry.kind == PromptEntry::Kind::Mail || entry.kind == PromptEntry::Kind::Reply;
    const Member* member = isSpoken ? find(members, conversation::RoleName(entry.who)) : nullptr;
    return member == nullptr ? -1 : member->look.hue;
}

InspectorState::SeenLine lineOf(const PromptEntry& entry, const RebuiltPrompt& seen, const Members& members)
{
    const QString text = QString::fromStdString(entry.text.substr(0, 4 * longestLine)).simplified();
    return {entry.seq,
            nameOf(entry),
            hueOf(entry, members),
            wording::visibleText(text, longestLine),
            fateOf(entry),
            whyOf(entry, seen),
            entry.fate == Inclusion::Whole || entry.fate == Inclusion::Shortened};
}

/// What it is told before anything else; not a message of the log.
InspectorState::SeenLine instructionsOf(const RebuiltPrompt& seen)
{
    const std::string text = seen.messages.empty() ? std::string() : conversation::textOf(seen.messages.front());
    return {{},
            SeenWords::tr("Instructions"),
            -1,
            wording::visibleText(QString::fromStdString(text.substr(0, 4 * longestLine)).simplified(), longestLine),
            wording::tokens(seen.instructions),
            SeenWords::tr("The system prompt: who the member is, and the rules it follows. “Copy” copies all of it."),
            true};
}

QString proofOf(const RebuiltPrompt& seen)
{
    switch (seen.proof) {
    case RebuiltPrompt::Proof::Same:
        return SeenWords::tr("the same as what was sent");
    case RebuiltPrompt::Proof::Differs:
        return SeenWords::tr("not quite what was sent: another version of Quarterdeck sent it");
    case RebuiltPrompt::Proof::None:
        break;
    }
    return SeenWords::tr("rebuilt from the log; this step has no checksum");
}

QString toolsOf(const RebuiltPrompt& seen)
{
    QStringList names;
    for (const formats::Tool& tool : seen.tools)
        names.append(QString::fromStdString(tool.name));
    if (names.isEmpty())
        return SeenWords::tr("none");
    return QStringLiteral("%1: %2").arg(names.size()).arg(names.join(QStringLiteral(", ")));
}

} // namespace

void addSeen(InspectorState& view, const RebuiltPrompt* seen, const Members& members)
{
    if (seen == nullptr)
        return;
    const std::size_t shown = std::min(mostSeenLines, seen->entries.size());
    const std::size_t hidden = seen->entries.size() - shown;
    InspectorState::Seen& page = view.seen;
    //: of a prompt: %1 and %2 are numbers of tokens
    const QString size =
        SeenWords::tr("about %1 of %2").arg(wording::tokens(seen->tokens), wording::tokens(seen->longestPrompt));
    page.facts = {{seen->isForSummary ? SeenWords::tr("For a summary") : SeenWords::tr("Prompt"), size, false},
                  {SeenWords::tr("Tools"), toolsOf(*seen), true},
                  {SeenWords::tr("Check"), proofOf(*seen), false}};
    const auto marked =
        std::count_if(seen->entries.begin(), seen->entries.begin() + static_cast<std::ptrdiff_t>(hidden),
                      [](const PromptEntry& entry) { return entry.isMarked; });
    const auto before = static_cast<int>(seen->older + static_cast<std::int64_t>(hidden) - marked);
    if (before > 0)
        page.before = SeenWords::tr("%n earlier message(s) in its memory are not listed.", nullptr, before);
    page.lines.push_back(instructionsOf(*seen));
    for (std::size_t i = 0; i < seen->entries.size(); ++i)
        if (i >= hidden || seen->entries[i].isMarked) // what is marked lies far back
            page.lines.push_back(lineOf(seen->entries[i], *seen, members));
}

} // namespace quarterdeck::ui::present
