#include "ui/theme/warning_box.h"

#include "ui/theme/buttons.h"
#include "ui/theme/theme_controller.h"

#include <QLabel>

namespace quarterdeck::ui::theme {

WarningBox makeWarningBox(const ThemeController& theme, const QString& objectName, const WarningWords& words,
                          QWidget* parent)
{
    constexpr int iconSize = 32;
    auto* box = new QMessageBox(QMessageBox::NoIcon, words.title, words.what, QMessageBox::Cancel, parent);
    box->setObjectName(objectName);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(words.meaning);
    // The box's own format is not that of this label (Qt 6.4), and names that others chose are in it.
    for (auto* label : box->findChildren<QLabel*>())
        label->setTextFormat(Qt::PlainText);
    const Theme& look = theme.theme();
    box->setIconPixmap(
        iconPixmap(Icon::TriangleAlert, look.px(iconSize), look.color(Color::DangerText), box->devicePixelRatioF()));
    auto* doIt = makeButton(theme, objectName + QStringLiteral(".doIt"), words.button, ButtonKind::Normal, Icon::None,
                            ButtonSize::Normal, box);
    box->addButton(doIt, QMessageBox::DestructiveRole);
    box->setDefaultButton(QMessageBox::Cancel);
    box->button(QMessageBox::Cancel)->setIcon({}); // the desktop's
    return {box, doIt};
}

} // namespace quarterdeck::ui::theme
