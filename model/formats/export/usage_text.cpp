#include "model/formats/export/usage_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <limits>

namespace quarterdeck::formats {

QString usageText(const std::optional<conversation::Usage>& usage)
{
    QStringList parts;
    if (usage && usage->totalTokens() > 0) {
        // Assigned to a plain number first: lupdate overlooks a translate() that contains a cast.
        const auto count =
            static_cast<int>(std::min<std::int64_t>(usage->totalTokens(), std::numeric_limits<int>::max()));
        parts << QCoreApplication::translate("Markdown", "%n token(s)", nullptr, count);
    }
    if (usage && usage->cost)
        parts << QStringLiteral("$%1").arg(*usage->cost, 0, 'f', 4);
    return parts.join(QStringLiteral(" · "));
}

} // namespace quarterdeck::formats
