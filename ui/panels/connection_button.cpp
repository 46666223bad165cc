#include "ui/panels/connection_button.h"

#include "ui/theme/buttons.h"
#include "ui/theme/tool_tip.h"

#include <QAction>
#include <QCoreApplication>

namespace quarterdeck::ui {

namespace {

struct ConnectionButton
{
    Q_DECLARE_TR_FUNCTIONS(ConnectionButton)
};

} // namespace

QPushButton* makeConnectionButton(const theme::ThemeController& theme, QAction& action, QWidget* parent)
{
    QPushButton* button = theme::makeButton(theme, QStringLiteral("toolbar.connection"), {}, theme::ButtonKind::Flat,
                                            theme::Icon::Plug, theme::ButtonSize::Normal, parent);
    QObject::connect(button, &QPushButton::clicked, &action, &QAction::trigger);
    return button;
}

void showConnection(const theme::ThemeController& theme, QPushButton& button,
                    const std::optional<view::Connection>& connection, bool isNarrow)
{
    const view::Connection shown = connection.value_or(view::Connection());
    const QString word = !shown.isHere ? ConnectionButton::tr("Not connected")
        : shown.isSure                 ? ConnectionButton::tr("Connected")
                                       : ConnectionButton::tr("Heard recently");
    QStringList told{shown.who, shown.since, shown.rate, shown.error};
    told.removeAll(QString());
    theme::setButtonIcon(theme, button, shown.isHere ? theme::Icon::Plug : theme::Icon::Unplug);
    theme::setButtonText(theme, button, isNarrow ? QString() : word);
    button.setAccessibleName(word);
    button.setAccessibleDescription(told.join(QStringLiteral(", ")));
    button.setToolTip(theme::plainToolTip(told.join(u'\n')));
    button.setVisible(connection.has_value());
}

} // namespace quarterdeck::ui
