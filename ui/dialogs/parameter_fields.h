#pragma once

#include <QWidget>
#include <map>
#include <string>
#include <vector>

class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// Names and what they stand for, a row each. Thread: ui; `theme` must outlive it.
class ParameterFields final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ParameterFields)

public:
    explicit ParameterFields(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setParameters(const std::map<std::string, std::string>& parameters);
    /// Those with a name.
    [[nodiscard]] std::map<std::string, std::string> parameters() const;
    /// A sentence, if two have the same name or a text has none; otherwise empty.
    [[nodiscard]] QString problem() const;

signals:
    void edited();

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Row
    {
        QWidget* widget;
        QLineEdit* name;
        QPlainTextEdit* text;
        QToolButton* remove;
    };
    void addRow(const QString& name, const QString& text);
    void removeRow(const QWidget* widget);
    void retranslate();

    const theme::ThemeController& m_theme;
    QVBoxLayout* m_column;
    QPushButton* m_add;
    std::vector<Row> m_rows;
    bool m_isFilling = false;
};

} // namespace quarterdeck::ui
