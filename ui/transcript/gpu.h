#pragma once

#include <QByteArrayView>

namespace quarterdeck::ui::transcript {

/// Whether GL is backed by a device: there is a render node, and GL names no software renderer. Needs a
/// QGuiApplication. Takes some 50 ms if there is a render node, otherwise nothing. Thread: ui.
[[nodiscard]] bool hasGpu();

/// Whether a GL_RENDERER computes on the processor.
[[nodiscard]] bool isSoftwareRenderer(QByteArrayView renderer);

} // namespace quarterdeck::ui::transcript
