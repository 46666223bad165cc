#pragma once

#include "model/agents/definition/team_definition.h"
#include "ui/present/new_session.h"

#include <QWidget>

#include <map>
#include <string>
#include <vector>

class QGridLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace quarterdeck::ui {

namespace theme {
class ComboBox;
class ThemeController;
} // namespace theme

/// What a role may do with each tool, a row each. Thread: ui; `theme` must outlive it.
class ToolFields final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ToolFields)

public:
    using Policies = std::map<std::string, team::ToolPolicy>;
    explicit ToolFields(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// `role`: decides which tools there are, and what is selected.
    void setRole(const team::RoleDefinition& role);
    /// Everything that differs from the defaults, including choices for tools that the role does not have.
    [[nodiscard]] Policies policies() const { return m_policies; }

signals:
    void edited();

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Row
    {
        std::string tool;
        QLabel* label;
        theme::ComboBox* choice;
    };
    void addRow(const std::string& tool);
    void take(const Row& row);
    void fill();

    const theme::ThemeController& m_theme;
    QGridLayout* m_grid;
    std::vector<Row> m_rows;
    Policies m_policies;
    bool m_isFilling = false;
};

class ModelField;

namespace theme {
class PaintedCheckBox;
class TextLabel;
} // namespace theme

/// One member of a team as fields. Thread: ui; `theme` must outlive it.
class RoleForm final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RoleForm)

public:
    explicit RoleForm(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setRole(const team::RoleDefinition& role);
    /// What the fields do not show is unchanged.
    [[nodiscard]] team::RoleDefinition role() const;
    void setConnections(const QList<view::ConnectionRow>& connections);
    void focusName();

signals:
    void edited();
    /// The person has finished editing the name, and it has changed.
    void renamed(const std::string& before, const std::string& now);

protected:
    void changeEvent(QEvent* event) override;

private:
    void arrange();
    void tell();
    void showWhatIsAsked();
    void retranslate();

    const theme::ThemeController& m_theme;
    QLabel* m_nameLabel;
    QLineEdit* m_name;
    QLabel* m_profileLabel;
    QLineEdit* m_profile;
    theme::PaintedCheckBox* m_leader;
    theme::PaintedCheckBox* m_remote;
    QLabel* m_goalLabel;
    QPlainTextEdit* m_goal;
    QLabel* m_constraintsLabel;
    QPlainTextEdit* m_constraints;
    QLabel* m_watchLabel;
    QLineEdit* m_watch;
    QLabel* m_addressesLabel;
    QLineEdit* m_addresses;
    QLabel* m_modelLabel;
    ModelField* m_model;
    QLabel* m_summariesLabel;
    ModelField* m_summaries;
    QLabel* m_toolsLabel;
    ToolFields* m_tools;
    team::RoleDefinition m_role;
    std::string m_nameBefore;
    bool m_isFilling = false;
};

} // namespace quarterdeck::ui
