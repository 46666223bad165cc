#pragma once

#include "model/session/library.h"

#include <QIODevice>
#include <memory>

namespace quarterdeck::ui::transcript {

/// An attachment of the library as a file that is read piece by piece, so that film and sound of any length cost the
/// memory of one piece. Thread: one at a time; reading waits for the library, so never the ui's (the engine reads on a
/// thread of its own).
class AttachmentDevice final : public QIODevice
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AttachmentDevice)
public:
    /// `begin`: the first piece, which also tells the size. Opened for reading.
    AttachmentDevice(std::shared_ptr<session::Library> library, conversation::AttachmentHash hash,
                     session::AttachmentPart begin, QObject* parent = nullptr);

    [[nodiscard]] bool isSequential() const override { return false; }
    [[nodiscard]] qint64 size() const override { return m_size; }

protected:
    /// -1 if the piece cannot be read, or not within ten seconds.
    qint64 readData(char* data, qint64 most) override;
    qint64 writeData(const char* data, qint64 count) override;

private:
    [[nodiscard]] bool load(std::int64_t from);

    std::shared_ptr<session::Library> m_library;
    conversation::AttachmentHash m_hash;
    std::int64_t m_size;
    std::int64_t m_first = 0; ///< of the piece held
    std::string m_piece;
};

} // namespace quarterdeck::ui::transcript
