#pragma once

#include "session/library.h"

#include <QString>
#include <QTemporaryDir>
#include <functional>
#include <memory>
#include <string>

namespace quarterdeck::app {

/// A package that is looked at by itself: its events and attachments, taken into a library that goes with this object.
/// The file is only read, and nothing in it is believed but what an import believes. Thread: ui.
class OpenedPackage final
{
public:
    /// This thread's events go on meanwhile. Errors: those of an import, each naming the file.
    [[nodiscard]] static session::Result<std::unique_ptr<OpenedPackage>>
    open(const QString& path, const std::function<void(int percent)>& progressed);

    /// Of the library that has it.
    [[nodiscard]] std::string library() const;
    [[nodiscard]] const session::SessionId& session() const { return m_session; }

private:
    OpenedPackage() = default;

    QTemporaryDir m_folder;
    session::SessionId m_session;
};

} // namespace quarterdeck::app
