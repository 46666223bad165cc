#pragma once

class QMimeData;

/// The images in a paste or a drop. Thread: ui.
namespace quarterdeck::ui {

/// Whether it contains an image, or files on this computer.
[[nodiscard]] bool holdsImages(const QMimeData& data);
/// Stricter for drags: of files, only those named like images. Their content is examined when they are dropped.
[[nodiscard]] bool isImageDrop(const QMimeData& data);
/// Whether a paste means its images. Text takes precedence if both are there, since office programs add a picture of
/// copied text.
[[nodiscard]] bool isImagePaste(const QMimeData& data);

} // namespace quarterdeck::ui
