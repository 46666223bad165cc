#pragma once

#include "model/agents/definition/team_definition.h"

#include <QWidget>
#include <map>
#include <string>
#include <vector>

class QGridLayout;
class QLabel;

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

} // namespace quarterdeck::ui
