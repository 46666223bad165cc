#include "formats/loss.h"

#include <QCoreApplication>
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
};

} // namespace

std::vector<Loss> LossCounter::losses() const
{
    std::vector<Loss> found;
    for (const LossText& text : texts) {
        const auto count = m_counts.find(text.kind);
        if (count == m_counts.end() || count->second == 0) {
            continue;
        }
        const auto number = static_cast<int>(std::min<std::int64_t>(count->second, std::numeric_limits<int>::max()));
        found.push_back({text.name, count->second,
                         QCoreApplication::translate("Loss", text.sentence, nullptr, number).toStdString()});
    }
    return found;
}

} // namespace quarterdeck::formats
