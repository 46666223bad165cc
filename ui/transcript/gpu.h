#pragma once

#include <QByteArrayView>

namespace quarterdeck::ui::transcript {

/// Whether GL is done by a device: there is a render node, and GL names no software renderer. Needs a QGuiApplication.
/// Takes some 50 ms where there is a render node, nothing elsewhere. Thread: ui.
[[nodiscard]] bool hasGpu();

/// Whether a GL_RENDERER is one that computes on the processor.
[[nodiscard]] bool isSoftwareRenderer(QByteArrayView renderer);

} // namespace quarterdeck::ui::transcript
