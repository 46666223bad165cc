#pragma once

#include "model/agents/provider/model_connection.h"

#include <QWidget>
#include <vector>

class QGridLayout;
class QLabel;
class QPushButton;

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

} // namespace quarterdeck::ui
