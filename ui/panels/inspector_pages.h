#pragma once

#include "ui/panels/inspector_panel.h"

#include <functional>

namespace quarterdeck::ui {

constexpr double inspectorInset = 14;
constexpr double inspectorBottomInset = 12;

// The content of each inspector page for a message, made anew each time: the caller owns it. `theme` must outlive it.

/// The rule, its sentence, and for each role whether it acts, heard it or was not told, in this order.
QWidget* makeRoutePage(const theme::ThemeController& theme, const InspectorState& view);
QWidget* makeUsagePage(const theme::ThemeController& theme, const InspectorState& view);
QWidget* makeSawItPage(const theme::ThemeController& theme, const InspectorState& view);
QWidget* makeTracePage(const theme::ThemeController& theme, const InspectorState& view);

struct PromptPageCalls
{
    std::function<void(conversation::EventSeq)> showMessage; ///< a line was clicked
    std::function<void()> copyJson;
};
/// What the model was given: facts, then what the agent remembered and what became of it.
QWidget* makePromptPage(const theme::ThemeController& theme, const InspectorState::Seen& seen,
                        const PromptPageCalls& calls);

} // namespace quarterdeck::ui
