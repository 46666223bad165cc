#pragma once

namespace quarterdeck::ui::transcript {

/// Registers the scheme `app` with the web engine. Once per process, before any QApplication.
void registerTranscriptScheme();

/// Chooses how pages are painted: in software if there is no GPU, since a software scene graph leaves the ui thread
/// free and an emulated GL does not. Call it after QApplication is made and before the first page; the environment
/// takes precedence.
void prepareRendering();

} // namespace quarterdeck::ui::transcript
