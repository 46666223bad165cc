#pragma once

#include "model/session/library.h"
#include "model/session/post.h"
#include "ui/present/notice.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <functional>
#include <optional>

namespace quarterdeck::ui {

/// Notices about a library that does not store or return what it should. Thread: ui.

/// The id of the notice that the disk is slow.
inline const QString delayNoticeId = QStringLiteral("delay");

/// Begins a recovery; empty = this program does not have the library to itself.
using Recover = std::function<void()>;

/// Something in the library could not be read or stored.
[[nodiscard]] view::Notice failureNotice(const session::Error& error, const Recover& recover);
/// Nothing can be written any more, and why; or it can again.
[[nodiscard]] view::Notice writingNotice(const std::optional<session::Error>& trouble, const Recover& recover);
/// Something has waited longer than this to be stored in the library at this path, and what can be done about it.
[[nodiscard]] view::Notice delayNotice(std::chrono::milliseconds longerThan, const QString& library);
/// That is over.
[[nodiscard]] view::Notice delayEndedNotice();

/// Reports when something waits long to be stored, and when that is over. It looks now and then, and only while
/// something is waiting. Thread: ui; the library must outlive it.
class SlowWriteMonitor final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SlowWriteMonitor)
public:
    struct Patience
    {
        std::chrono::milliseconds late{5000};  ///< longer than this is too long, and reported at its multiples
        std::chrono::milliseconds quick{2000}; ///< it is over once nothing waits this long
        std::chrono::milliseconds look{1000};  ///< between checks
        int quickLooks = 3;                    ///< consecutive ones, until it is over
    };

    explicit SlowWriteMonitor(session::LibraryMonitor& signs, QObject* parent = nullptr)
        : SlowWriteMonitor(signs, {}, parent)
    { }
    SlowWriteMonitor(session::LibraryMonitor& signs, Patience patience, QObject* parent = nullptr);
    ~SlowWriteMonitor() override = default;

signals:
    /// The oldest write has waited longer than this. Repeated when that has grown.
    void delayed(std::chrono::milliseconds longerThan);
    void ended();

private:
    void waitForWrites();
    void look();
    void tell(std::chrono::milliseconds longerThan);
    void end();
    [[nodiscard]] bool isLate() const { return m_told.count() > 0; }
    [[nodiscard]] std::chrono::milliseconds waited() const;

    session::LibraryMonitor& m_signs;
    Patience m_patience;
    QTimer m_timer;
    std::chrono::milliseconds m_told{0}; ///< 0 = nothing is late
    int m_quickLooks = 0;
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::ui
