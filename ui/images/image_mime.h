#pragma once

class QMimeData;

/// What a paste or a drop brings, as far as images go. Thread: ui.
namespace quarterdeck::ui {

/// Whether it holds an image, or files of this computer.
[[nodiscard]] bool holdsImages(const QMimeData& data);
/// Narrower for what is dragged: of files only those that are named like images. What they hold is looked at when they
/// are taken.
[[nodiscard]] bool isImageDrop(const QMimeData& data);
/// Whether a paste means its images. Text comes first where both are there: an office program puts a picture of copied
/// text beside it.
[[nodiscard]] bool isImagePaste(const QMimeData& data);

} // namespace quarterdeck::ui
