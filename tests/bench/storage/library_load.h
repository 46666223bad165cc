#pragma once

#include "session/library.h"

#include <QObject>
#include <cstddef>
#include <vector>

namespace quarterdeck::bench {

/// One append, made before the clock starts: deciding and folding are not what is measured.
struct PreparedAppend
{
    session::SessionSummary summary;
    std::vector<session::LogRecord> records;
};

/// Producers of one thread that append to one library: each sends its next when its last is durable.
class LibraryLoad final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LibraryLoad)
public:
    explicit LibraryLoad(session::Library& library) : m_library(library) { }

    struct Figures
    {
        double seconds = 0;
        double meanBatch = 0; ///< acknowledgements per turn of the event loop
    };
    [[nodiscard]] Figures run(std::vector<PreparedAppend> appends, int producers);

private:
    void appendNext();
    void noteAcknowledgement();

    session::Library& m_library;
    std::vector<PreparedAppend> m_appends;
    std::size_t m_next = 0;
    std::size_t m_acknowledged = 0;
    int m_batches = 0;
    bool m_isBatchNoted = false;
};

} // namespace quarterdeck::bench
