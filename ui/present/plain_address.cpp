#include "ui/present/plain_address.h"

#include <algorithm>

namespace quarterdeck::ui::wording {

bool isUnambiguousUrl(const QString& address)
{
    return std::none_of(address.begin(), address.end(), [](QChar c) {
        return c == u'\\' || c.isSpace() || c.category() == QChar::Other_Control || c.category() == QChar::Other_Format;
    });
}

} // namespace quarterdeck::ui::wording
