#include "ui/present/paragraph.h"

namespace quarterdeck::ui::wording {

QString paragraph(const QStringList& sentences)
{
    static const QString fullWidthEnds = QStringLiteral("。！？；：");
    QString text;
    for (const QString& sentence : sentences) {
        if (!text.isEmpty() && !fullWidthEnds.contains(text.back()))
            text += u' ';
        text += sentence;
    }
    return text;
}

} // namespace quarterdeck::ui::wording
