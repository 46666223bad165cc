#pragma once

#include "model/session/library_vitals.h"
#include "model/session/receiver.h"

#include <QObject>
#include <QTimer>
#include <chrono>

namespace quarterdeck::ui {

/// Reports when something waits long to be stored, and when that is over. It looks now and then, and only while
/// something is waiting. Thread: ui; the library must outlive it.
class StorageDelay final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StorageDelay)
public:
    struct Patience
    {
        std::chrono::milliseconds late{5000};  ///< longer than this is too long, and reported at its multiples
        std::chrono::milliseconds quick{2000}; ///< it is over once nothing waits this long
        std::chrono::milliseconds look{1000};  ///< between checks
        int quickLooks = 3;                    ///< consecutive ones, until it is over
    };

    explicit StorageDelay(session::VitalSigns& signs, QObject* parent = nullptr) : StorageDelay(signs, {}, parent) { }
    StorageDelay(session::VitalSigns& signs, Patience patience, QObject* parent = nullptr);
    ~StorageDelay() override = default;

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

    session::VitalSigns& m_signs;
    Patience m_patience;
    QTimer m_timer;
    std::chrono::milliseconds m_told{0}; ///< 0 = nothing is late
    int m_quickLooks = 0;
    session::Receiver m_receiver{this};
};

} // namespace quarterdeck::ui
