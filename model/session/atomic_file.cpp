#include "model/session/atomic_file.h"

#include <QSaveFile>

namespace quarterdeck::session {

bool commitAtomically(QSaveFile& file)
{
    // If the disk takes only a part, just the second attempt says why.
    const bool isWritten = file.flush() || file.flush();
    return isWritten && file.commit();
}

} // namespace quarterdeck::session
