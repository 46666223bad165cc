#include "model/agents/model_agent/rebuilt_prompt.h"
#include "ui/present/present.h"
#include "ui/present/quantities.h"
#include "ui/present/visible_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

namespace quarterdeck::ui::present {

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
