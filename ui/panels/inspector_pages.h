#pragma once

#include "ui/panels/inspector_panel.h"

#include <QAbstractButton>

#include <functional>

namespace quarterdeck::ui {

/// Name and value below a hairline, 27 px or more if the value wraps.
QWidget* makeFactLine(const theme::ThemeController& theme, const InspectorState::Fact& fact, QWidget* parent);

/// A step of a trace: its name, indented by its depth, then its tokens and its time.
QWidget* makeTraceLine(const theme::ThemeController& theme, const InspectorState::TraceLine& step, QWidget* parent);

/// Whether the role acts, heard it or was not told; its avatar, name and why. The name is a label called
/// `roleNameLabel`.
QWidget* makeRoleLine(const theme::ThemeController& theme, const InspectorState::RoleLine& role, QWidget* parent);
inline const QString roleNameLabel = QStringLiteral("inspectorRoleName");
/// The width shared by all role names in lines of `lineWidth`: as much as the text about them leaves.
int nameColumnOf(const theme::Theme& theme, const std::vector<InspectorState::RoleLine>& roles, int lineWidth);

/// Who, the beginning of what, and what became of it, in one line; grey if it is not in the prompt. A click leads to
/// the message.
class PromptEntryButton final : public QAbstractButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PromptEntryButton)
public:
    PromptEntryButton(const theme::ThemeController& theme, InspectorState::SeenLine line, QWidget* parent);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] theme::Color nameColor() const;

    const theme::ThemeController& m_theme;
    InspectorState::SeenLine m_line;
};

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
