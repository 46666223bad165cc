#pragma once

#include <QByteArray>
#include <QString>

namespace quarterdeck::ui::transcript {

/// Registers the scheme `app` with the web engine. Once per process, before any QApplication.
void registerTranscriptScheme();

/// Chooses how pages are painted: in software if there is no GPU, since a software scene graph leaves the ui thread
/// free and an emulated GL does not. Call it after QApplication is made and before the first page; the environment
/// takes precedence, except that nobody debugs our pages from elsewhere.
void prepareRendering();

/// Chromium's switches without those through which another program could look into our pages or steer them.
[[nodiscard]] QByteArray withoutRemoteControl(const QByteArray& switches);
/// Whether pages run without their sandbox although this process may have one: by the environment, and not as root, for
/// whom Chromium has none.
[[nodiscard]] bool isSandboxOff(const QByteArray& switches, bool isDisabled, bool isRoot);
[[nodiscard]] bool isSandboxOff();
/// For reports: the version of Chromium in Qt WebEngine, and up to which one security patches were taken over.
[[nodiscard]] QString webEngineVersion();

} // namespace quarterdeck::ui::transcript
