#pragma once

#include "model/conversation/message.h"
#include "model/session/library.h"
#include "model/session/post.h"
#include "ui/images/image_input.h"

#include <QImage>
#include <QStringList>
#include <functional>
#include <vector>

class QWidget;

/// How a person's images get into a message or an answer: chosen, read and checked off the ui thread, and stored in the
/// library when they are sent. Thread: ui; the owner of `receiver` may be gone before the end.
namespace quarterdeck::ui::image_intake {

/// Asks the person for image files; `chosen` is called if there are any, while `parent` lives.
void choose(QWidget& parent, std::function<void(const QStringList&)> chosen);

using Taken = std::function<void(conversation::Result<PickedImage>)>;
/// One call for each path, in any order.
void readFiles(const QStringList& paths, const session::CallbackGuard& receiver, const Taken& taken);
void encodePasted(const QImage& image, const session::CallbackGuard& receiver, const Taken& taken);

using Stored = std::function<void(conversation::Result<std::vector<conversation::ContentBlock>>)>;
/// Stores them one after the other and returns a block for each, or why one could not be stored: then send none.
/// Without images it answers at once.
void store(session::Library& library, const session::CallbackGuard& receiver, std::vector<PickedImage> images,
           Stored stored);

} // namespace quarterdeck::ui::image_intake
