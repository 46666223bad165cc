#include "formats/loss.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <array>
#include <limits>

namespace quarterdeck::formats {

namespace {

struct LossText
{
    LossKind kind;
    const char* name;
    const char* sentence;
};

constexpr std::array texts = {
    LossText{LossKind::Times, "times", QT_TRANSLATE_N_NOOP("Loss", "%n message(s) lose when they were sent.")},
    LossText{LossKind::Names, "names", QT_TRANSLATE_N_NOOP("Loss", "%n message(s) lose the name of who spoke.")},
    LossText{LossKind::Recipients, "recipients", QT_TRANSLATE_N_NOOP("Loss", "%n message(s) lose to whom they went.")},
    LossText{LossKind::Privacy, "privacy", QT_TRANSLATE_N_NOOP("Loss", "%n message(s) lose that they were private.")},
    LossText{LossKind::Causes, "causes", QT_TRANSLATE_N_NOOP("Loss", "%n message(s) lose which action made them.")},
    LossText{LossKind::StructuredContent, "structured_content",
             QT_TRANSLATE_N_NOOP("Loss", "%n message(s) lose their structured content.")},
    LossText{LossKind::Metadata, "metadata", QT_TRANSLATE_N_NOOP("Loss", "%n message(s) lose their metadata.")},
    LossText{LossKind::Usage, "usage", QT_TRANSLATE_N_NOOP("Loss", "%n message(s) lose their tokens and cost.")},
    LossText{LossKind::Thinking, "thinking",
             QT_TRANSLATE_N_NOOP("Loss", "%n passage(s) of a model's thinking are left out.")},
    LossText{LossKind::ToolCalls, "tool_calls",
             QT_TRANSLATE_N_NOOP("Loss", "%n tool call(s) and results become plain text.")},
    LossText{LossKind::Media, "media",
             QT_TRANSLATE_N_NOOP("Loss", "%n picture(s), sounds and files are named but not contained.")},
    LossText{LossKind::UnknownBlocks, "unknown_blocks",
             QT_TRANSLATE_N_NOOP("Loss", "%n block(s) of an unknown kind become plain text.")},
    LossText{LossKind::Questions, "questions",
             QT_TRANSLATE_N_NOOP("Loss", "%n question(s) to you become plain messages.")},
    LossText{LossKind::Annotations, "annotations",
             QT_TRANSLATE_N_NOOP("Loss", "%n remark(s) on messages are left out.")},
    LossText{LossKind::OtherEvents, "other_events",
             QT_TRANSLATE_N_NOOP("Loss", "%n note(s) of rounds and of the run are left out.")},
    LossText{LossKind::ToolNames, "tool_names",
             QT_TRANSLATE_N_NOOP("Loss", "%n tool call(s) lose letters of their tool's name.")},
    LossText{LossKind::Empty, "empty", QT_TRANSLATE_N_NOOP("Loss", "%n message(s) without any content are left out.")},
    LossText{LossKind::Instructions, "instructions",
             QT_TRANSLATE_N_NOOP("Loss", "%n instruction(s) within the conversation become messages of the user.")},
    LossText{LossKind::Roles, "roles", QT_TRANSLATE_N_NOOP("Loss", "%n member(s) lose what they are for.")},
    LossText{LossKind::Diagrams, "diagrams",
             QT_TRANSLATE_N_NOOP("Loss", "%n diagram(s) stand there as source and are not drawn.")},
    LossText{LossKind::Formulas, "formulas",
             QT_TRANSLATE_N_NOOP("Loss", "%n formula(s) stand there as they were written.")},
    LossText{LossKind::Index, "index",
             QT_TRANSLATE_N_NOOP("Loss", "%n message(s) are not found by their action, since there are so many.")},
    LossText{LossKind::ChatRoles, "chat_roles",
             QT_TRANSLATE_N_NOOP("Loss", "%n message(s) lose their role, which this format does not have.")},
    LossText{LossKind::Signatures, "signatures",
             QT_TRANSLATE_N_NOOP("Loss", "%n passage(s) of a model's thinking lose their signature.")},
    LossText{LossKind::MediaNames, "media_names",
             QT_TRANSLATE_N_NOOP("Loss", "%n picture(s), sounds and files lose their name.")},
    LossText{LossKind::ToolErrors, "tool_errors",
             QT_TRANSLATE_N_NOOP("Loss", "%n result(s) of tools lose that they are errors.")},
    LossText{LossKind::Order, "order",
             QT_TRANSLATE_N_NOOP("Loss", "%n message(s) lose the order of what they say and call.")},
    LossText{LossKind::Costs, "costs",
             QT_TRANSLATE_N_NOOP("Loss", "%n count(s) of tokens and cost beside the messages are left out.")},
    LossText{LossKind::Traces, "traces", QT_TRANSLATE_N_NOOP("Loss", "%n step(s) of programs' traces are left out.")},
    LossText{LossKind::Memories, "memories",
             QT_TRANSLATE_N_NOOP("Loss", "%n member(s) lose their memories: what these hold stands in the history.")},
    LossText{LossKind::Copies, "copies",
             QT_TRANSLATE_N_NOOP("Loss", "%n repeated message(s) of the history are left out.")},
    LossText{LossKind::Fields, "fields",
             QT_TRANSLATE_N_NOOP("Loss", "%n thing(s) that the recording says beside its messages are left out.")},
    LossText{LossKind::Merged, "merged",
             QT_TRANSLATE_N_NOOP("Loss", "%n message(s) become part of the one before, whose role they share.")},
    LossText{LossKind::Opening, "opening",
             QT_TRANSLATE_N_NOOP(
                 "Loss", "%n message(s) of the user are added at the beginning, since this format begins with one.")},
};

/// Up to this many places are listed; if there are more, only the first one.
constexpr std::size_t mostPlaces = 5;

QString translated(const char* sentence, int number)
{
    return QCoreApplication::translate("Loss", sentence, nullptr, number);
}

/// The places in words; empty if that would be of no use.
QString placesText(const std::vector<std::int64_t>& places)
{
    if (places.size() > mostPlaces) {
        return QCoreApplication::translate("Loss", "The first of them is message %1.").arg(places.front());
    }
    QStringList numbers;
    for (const std::int64_t place : places) {
        numbers << QString::number(place);
    }
    constexpr const char* sentence = QT_TRANSLATE_N_NOOP("Loss", "See message(s) %1.");
    return numbers.isEmpty()
        ? QString()
        : translated(sentence, static_cast<int>(numbers.size())).arg(numbers.join(QStringLiteral(", ")));
}

} // namespace

void LossCounter::add(LossKind kind, std::int64_t count)
{
    if (count <= 0) {
        return;
    }
    Found& found = m_found[kind];
    found.count += count;
    const bool isPlace = m_message > 0 && kind != LossKind::Times; // all messages have times
    const bool isNew = found.places.empty() || found.places.back() != m_message;
    if (isPlace && isNew && found.places.size() <= mostPlaces) {
        found.places.push_back(m_message);
    }
}

std::vector<Loss> LossCounter::losses() const
{
    std::vector<Loss> found;
    for (const LossText& text : texts) {
        const auto lost = m_found.find(text.kind);
        if (lost == m_found.end()) {
            continue;
        }
        const auto& [count, places] = lost->second;
        const auto number = static_cast<int>(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
        const QString where = placesText(places);
        QString sentence = translated(text.sentence, number);
        const bool isFullWidth = sentence.endsWith(u'。'); // it has its space
        sentence += (where.isEmpty() || isFullWidth ? QString() : QStringLiteral(" ")) + where;
        found.push_back({text.name, count, sentence.toStdString(), places});
    }
    return found;
}

} // namespace quarterdeck::formats
