#include "session/whole_file.h"

#include <QSaveFile>

namespace quarterdeck::session {

bool commitWhole(QSaveFile& file)
{
    // Of a disk that takes a part only the second try says why.
    const bool isWritten = file.flush() || file.flush();
    return isWritten && file.commit();
}

} // namespace quarterdeck::session
