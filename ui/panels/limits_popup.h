#pragma once

#include "ui/theme/surface.h"

#include <optional>

class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace quarterdeck::ui {

namespace theme {
class TextLabel;
} // namespace theme

namespace view {

/// How far a team may go, and how far it has come.
struct Limits
{
    std::optional<double> budget; ///< US dollars; empty = none
    int rounds = 0;               ///< the round after which it pauses; 0 = none
    QString spent;                ///< "$0.42"; empty = unknown
    QString burn;                 ///< what a minute uses, and how long the budget lasts; empty = unknown
    int roundsDone = 0;
    bool hasModels = false; ///< which can be changed
    friend bool operator==(const Limits&, const Limits&) = default;
};

} // namespace view

/// The limits of a team at work, changed at once: a field counts when it is left, at Enter, and when the popup closes.
/// Thread: ui; the theme must outlive it.
class LimitsPopup final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LimitsPopup)

public:
    explicit LimitsPopup(const theme::ThemeController& theme, QWidget* parent);

    /// What is being typed stays.
    void setLimits(const view::Limits& limits);
    /// Below that widget, with its right edge, as far as the screen has room.
    void openBelow(const QWidget& button);
    /// Closes it; what is being typed is dropped.
    void dismiss();

signals:
    void limitsChosen(std::optional<double> budget, int rounds);
    /// Another model for the whole team.
    void modelRequested();
    void costRequested();
    void closed();

protected:
    void changeEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void build();
    void apply();
    void showFields();
    [[nodiscard]] QString problem() const;
    void showNotes();
    void retranslate();

    view::Limits m_limits;
    QLabel* m_budgetLabel;
    QLineEdit* m_budget;
    theme::TextLabel* m_spent;
    theme::TextLabel* m_burn;
    QLabel* m_roundsLabel;
    QLineEdit* m_rounds;
    theme::TextLabel* m_done;
    theme::TextLabel* m_problem;
    QPushButton* m_model;
    QPushButton* m_cost;
    theme::TextLabel* m_note;
};

} // namespace quarterdeck::ui
