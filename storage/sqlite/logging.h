#pragma once

#include <QLoggingCategory>

namespace quarterdeck::storage {

Q_DECLARE_LOGGING_CATEGORY(storageLog)

} // namespace quarterdeck::storage
