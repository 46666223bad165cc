#include "ui/theme/tool_tip.h"

#include <QTextDocument>

namespace quarterdeck::ui::theme {

QString plainToolTip(const QString& text)
{
    return text.isEmpty() ? QString() : Qt::convertFromPlainText(text, Qt::WhiteSpaceNormal);
}

} // namespace quarterdeck::ui::theme
