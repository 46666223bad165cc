#pragma once

#include "model/session/library.h"
#include "model/transfer/package.h"

#include <QString>
#include <QTemporaryDir>

#include <functional>
#include <memory>
#include <string>

namespace quarterdeck::app {

/// Packages, made by `storage`.
[[nodiscard]] transfer::PackageFiles packageFiles();

/// A package that is opened on its own: its events and attachments, imported into a library that disappears with this
/// object. The file is only read, and nothing in it is trusted beyond what an import trusts. Thread: ui.
class OpenedPackage final
{
public:
    /// This thread's events continue meanwhile. Errors: those of an import, each naming the file.
    [[nodiscard]] static session::Result<std::unique_ptr<OpenedPackage>>
    open(const QString& path, const std::function<void(int percent)>& progressed);

    /// The path of the library that holds it.
    [[nodiscard]] std::string library() const;
    [[nodiscard]] const session::SessionId& session() const { return m_session; }

private:
    OpenedPackage() = default;

    QTemporaryDir m_folder;
    session::SessionId m_session;
};

} // namespace quarterdeck::app
