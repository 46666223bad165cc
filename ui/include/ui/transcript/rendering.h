#pragma once

namespace quarterdeck::ui::transcript {

/// Makes the scheme `app` known to the web engine. Once per process, before any QApplication.
void registerTranscriptScheme();

/// Chooses how pages are painted: in software where there is no GPU, since a software scene graph leaves the ui thread
/// free and an emulated GL does not. After QApplication is made and before the first page; what the environment says
/// already stands.
void prepareRendering();

} // namespace quarterdeck::ui::transcript
