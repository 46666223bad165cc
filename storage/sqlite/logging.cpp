#include "storage/sqlite/logging.h"

namespace quarterdeck::storage {

Q_LOGGING_CATEGORY(storageLog, "quarterdeck.storage")

} // namespace quarterdeck::storage
