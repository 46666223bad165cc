#pragma once

#include "model/conversation/event.h"
#include "model/conversation/state/state.h"

#include <QCoreApplication>
#include <QString>

#include <span>

namespace quarterdeck::formats {

/// The translation context of a written transcript's words, in Markdown or HTML.
struct Markdown
{
    Q_DECLARE_TR_FUNCTIONS(Markdown)
};

/// A row of a conversation as Markdown: who, to whom and when, in bold; then the texts as written, anything else in
/// fences that are long enough for it; then how a question ended. Ends with a line break. `state`: any at or after the
/// row, for names. `attachmentsFolder`: where a reader of the file finds them; empty = they are only named. Pure;
/// thread: any.
[[nodiscard]] QString markdownRow(const conversation::ConversationState& state, const conversation::Event& event,
                                  std::span<const conversation::Event> amendments,
                                  const QString& attachmentsFolder = {});

} // namespace quarterdeck::formats
