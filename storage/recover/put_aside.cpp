#include "recover/put_aside.h"

#include "recover/replacement.h"

#include <QDateTime>
#include <QFileInfo>
#include <QString>

namespace quarterdeck::storage::recover {

std::string asideName(const std::string& path, std::string_view word)
{
    const QFileInfo info(QString::fromStdString(path));
    const QString moment = QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd HH.mm.ss"));
    const QString suffix = info.suffix().isEmpty() ? QString() : QLatin1Char('.') + info.suffix();
    for (int i = 1;; ++i) {
        const QString number = i == 1 ? QString() : QStringLiteral(", %1").arg(i);
        const QString name =
            QStringLiteral("%1/%2 (%3 %4%5)%6")
                .arg(info.absolutePath(), info.completeBaseName(),
                     QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())), moment, number, suffix);
        if (!QFileInfo::exists(name))
            return name.toStdString();
    }
}

std::error_code replaceFile(const std::string& path, const std::string& aside, const std::string& replacement)
{
    return Replacement(path, aside, replacement).run();
}

} // namespace quarterdeck::storage::recover
