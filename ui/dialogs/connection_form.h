#pragma once

#include "model/agents/provider/model_connection.h"

#include <QLabel>
#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// Shown while there is no connection: what one is, and a button for each known service. Thread: ui; the theme must
/// outlive it.
class ServiceChoice final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ServiceChoice)

public:
    explicit ServiceChoice(const theme::ThemeController& theme, QWidget* parent = nullptr);

signals:
    void chosen(quarterdeck::team::Service service);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Group
    {
        QLabel* heading;
        QGridLayout* buttons;
    };
    Group addGroup(const char* name);
    void addService(const Group& group, const team::ServiceTemplate& service);
    void retranslate();

    const theme::ThemeController& m_theme;
    QLabel* m_explanation;
    Group m_here;
    Group m_withKey;
    QPushButton* m_other = nullptr;
};

/// The name of a service as the person reads it.
[[nodiscard]] QString nameOf(const team::ServiceTemplate& service);

namespace theme {
class ComboBox;
class TextLabel;
} // namespace theme

/// One connection as fields. Thread: ui; `theme` must outlive it.
class ConnectionForm final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectionForm)

public:
    explicit ConnectionForm(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// `isNew`: none of its keys is stored anywhere yet.
    void setConnection(const team::ModelConnection& connection, const QString& typedKey, bool isNew);
    [[nodiscard]] team::ModelConnection connection() const;
    [[nodiscard]] QString typedKey() const;
    /// The model that a test should try; may be empty.
    [[nodiscard]] QString model() const;
    void setModels(const std::vector<std::string>& models, const QString& chosen);
    void focusFirst();

signals:
    void edited();

protected:
    void changeEvent(QEvent* event) override;

private:
    void addRow(QWidget* field);
    void refresh();
    void fillChoices();
    void nameFields();
    void retranslate();

    const theme::ThemeController& m_theme;
    QGridLayout* m_grid; ///< one row each: label, field
    std::vector<QLabel*> m_labels;
    QLineEdit* m_name;
    QLineEdit* m_address;
    QLabel* m_warning;
    theme::ComboBox* m_protocol;
    theme::ComboBox* m_keySource;
    QLineEdit* m_key;
    QLineEdit* m_variable;
    theme::ComboBox* m_model;
    theme::ComboBox* m_images;
    QSpinBox* m_atOnce;
    QSpinBox* m_requests;
    QSpinBox* m_tokens;
    QSpinBox* m_window;
    QSpinBox* m_answer;
    QSpinBox* m_request;                ///< seconds
    QSpinBox* m_silence;                ///< seconds
    team::ModelConnection m_connection; ///< what the fields do not show stays as it is
    bool m_isNew = false;
    bool m_isFilling = false;
};

} // namespace quarterdeck::ui
