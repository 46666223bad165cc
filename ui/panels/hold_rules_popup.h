#pragma once

#include "ui/present/held.h"
#include "ui/theme/surface.h"

#include <QTimer>

#include <string>

class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace quarterdeck::ui {

namespace theme {
class ComboBox;
class TextLabel;
} // namespace theme

/// The hold rules of a session: each with a switch, and a new one as a sentence. Thread: ui; the theme must outlive it.
class HoldRulesPopup final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HoldRulesPopup)
public:
    explicit HoldRulesPopup(const theme::ThemeController& theme, QWidget* parent);

    /// What is being written stays.
    void setRules(const HoldRulesState& rules);
    /// As they are, whatever was clicked.
    void showRules();
    /// For the rule that was last asked about.
    void setPreview(const HoldPreview& preview);
    /// Begins a new rule for what this member says.
    void begin(const std::string& from, const std::string& to);
    /// Below that widget, with its right edge.
    void openBelow(const QWidget& anchor);

signals:
    void ruleSet(const quarterdeck::conversation::HoldRule& rule);
    void ruleRemoved(const quarterdeck::conversation::HoldRuleId& id);
    /// `setPreview` is wanted for this one.
    void previewWanted(const quarterdeck::conversation::HoldRule& rule);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void buildForm(QVBoxLayout& column);
    void addRule(const conversation::HoldRule& rule);
    void fillMembers();
    void edited();
    void add();
    void retranslate();
    [[nodiscard]] conversation::HoldRule written() const;

    HoldRulesState m_rules;
    theme::TextLabel* m_title;
    theme::TextLabel* m_count;
    QVBoxLayout* m_list = nullptr;
    theme::TextLabel* m_new;
    QLabel* m_when;
    theme::ComboBox* m_from;
    QLabel* m_says;
    theme::ComboBox* m_to;
    theme::ComboBox* m_how;
    QLineEdit* m_text;
    QLineEdit* m_name;
    theme::TextLabel* m_preview;
    QPushButton* m_add;
    theme::TextLabel* m_never;
    QTimer m_pause; ///< before the preview is asked for
};

} // namespace quarterdeck::ui
