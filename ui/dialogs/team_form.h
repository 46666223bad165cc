#pragma once

#include "model/agents/definition/team_definition.h"
#include "ui/present/new_session.h"

#include <QWidget>
#include <vector>

class QCheckBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;

namespace quarterdeck::ui {

class ModelField;
class ParameterFields;
class ResultFilterFields;

namespace theme {
class ComboBox;
class PaintedCheckBox;
class ThemeController;
} // namespace theme

/// A whole team's settings as fields. Thread: ui; `theme` must outlive it.
class TeamForm final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TeamForm)

public:
    explicit TeamForm(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setTeam(const team::TeamDefinition& team);
    /// Writes what the fields show; what is not a number leaves the old value.
    void applyTo(team::TeamDefinition& team) const;
    /// What no team can have, as a sentence; otherwise empty.
    [[nodiscard]] QString problem() const;
    void setConnections(const QList<view::ConnectionRow>& connections);
    void focusName();

signals:
    void edited();

protected:
    void changeEvent(QEvent* event) override;

private:
    void arrange();
    [[nodiscard]] QGridLayout* makeNumbers();
    [[nodiscard]] std::optional<double> budget() const;
    [[nodiscard]] int rounds() const;
    void tell();
    void nameFilters();
    void retranslate();

    const theme::ThemeController& m_theme;
    QLabel* m_nameLabel;
    QLineEdit* m_name;
    QLabel* m_descriptionLabel;
    QPlainTextEdit* m_description;
    QLabel* m_modelLabel;
    ModelField* m_model;
    QLabel* m_budgetLabel;
    QLineEdit* m_budget;
    QLabel* m_roundsLabel;
    QLineEdit* m_rounds;
    QLabel* m_callsLabel;
    QSpinBox* m_calls;
    QLabel* m_retriesLabel;
    QSpinBox* m_retries;
    theme::PaintedCheckBox* m_public;
    QLabel* m_filtersLabel;
    std::vector<theme::PaintedCheckBox*> m_filters; ///< as filterNames() has them
    QLabel* m_parametersLabel;
    QLabel* m_parametersHint;
    ParameterFields* m_parameters;
    QLabel* m_memoryLabel;
    QSpinBox* m_tokens;
    QSpinBox* m_messages;
    theme::ComboBox* m_overflow;
    QLabel* m_resultsLabel;
    ResultFilterFields* m_results;
    team::TeamDefinition m_team; ///< as it was given
    bool m_isFilling = false;
};

} // namespace quarterdeck::ui
