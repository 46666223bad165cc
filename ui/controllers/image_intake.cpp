#include "ui/controllers/image_intake.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QThreadPool>
#include <memory>
#include <utility>

namespace quarterdeck::ui::image_intake {

namespace {

struct ImageIntake
{
    Q_DECLARE_TR_FUNCTIONS(ImageIntake)
};

conversation::ContentBlock blockOf(const PickedImage& image, const session::AttachmentInfo& stored)
{
    conversation::MediaSource source;
    source.hash = stored.hash;
    source.mediaType = image.mediaType.toStdString();
    source.name = image.name.toStdString();
    source.size = stored.size;
    source.width = image.size.width();
    source.height = image.size.height();
    return conversation::MediaBlock{conversation::MediaKind::Image, source};
}

/// Images on their way into the library; the first `blocks.size()` have arrived.
struct Storing
{
    session::Library& library;
    const session::CallbackGuard& receiver;
    std::vector<PickedImage> images;
    std::vector<conversation::ContentBlock> blocks;
    Stored stored;
};

void storeNext(const std::shared_ptr<Storing>& storing)
{
    if (storing->blocks.size() == storing->images.size())
        return storing->stored(std::move(storing->blocks));
    const PickedImage& image = storing->images[storing->blocks.size()];
    storing->library.putAttachment(
        image.bytes.toStdString(), image.mediaType.toStdString(), image.size.width(), image.size.height(),
        storing->receiver.wrap<session::Result<session::AttachmentInfo>>(
            [storing](session::Result<session::AttachmentInfo> info) {
                if (!info)
                    return storing->stored(tl::make_unexpected(info.error()));
                storing->blocks.push_back(blockOf(storing->images[storing->blocks.size()], *info));
                storeNext(storing);
            }));
}

void takeInPool(std::function<conversation::Result<PickedImage>()> make, const session::CallbackGuard& receiver,
                const Taken& taken)
{
    QThreadPool::globalInstance()->start(
        [make = std::move(make), answer = receiver.wrap<conversation::Result<PickedImage>>(taken)] { answer(make()); });
}

} // namespace

void choose(QWidget& parent, std::function<void(const QStringList&)> chosen)
{
    auto* dialog = new QFileDialog(&parent, ImageIntake::tr("Add images"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilter(ImageIntake::tr("Images (*.png *.jpg *.jpeg *.webp *.gif)"));
    QObject::connect(dialog, &QFileDialog::filesSelected, &parent, std::move(chosen));
    dialog->open();
}

void readFiles(const QStringList& paths, const session::CallbackGuard& receiver, const Taken& taken)
{
    for (const QString& path : paths)
        takeInPool([path] { return readImageFile(path); }, receiver, taken);
}

void encodePasted(const QImage& image, const session::CallbackGuard& receiver, const Taken& taken)
{
    takeInPool([image, name = ImageIntake::tr("pasted image.png")] { return encodeImage(image, name); }, receiver,
               taken);
}

void store(session::Library& library, const session::CallbackGuard& receiver, std::vector<PickedImage> images,
           Stored stored)
{
    storeNext(std::make_shared<Storing>(Storing{library, receiver, std::move(images), {}, std::move(stored)}));
}

} // namespace quarterdeck::ui::image_intake
