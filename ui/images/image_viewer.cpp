#include "ui/images/image_viewer.h"

#include "model/session/safe_files.h"
#include "ui/images/image_canvas.h"
#include "ui/images/image_input.h"
#include "ui/present/names_and_links.h"
#include "ui/present/visible_text.h"
#include "ui/theme/buttons.h"
#include "ui/theme/labels.h"
#include "ui/theme/surface.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QFutureWatcher>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QPromise>
#include <QSaveFile>
#include <QThreadPool>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>
#include <iterator>

namespace quarterdeck::ui {

namespace {
constexpr double zoomStep = 1.25;
constexpr double moveStep = 80;
constexpr double barHeight = 44;
} // namespace

struct ImageViewer::Loaded
{
    QImage image;
    QImage reduced;
    QString mediaType;
};

ImageViewer::ImageViewer(const theme::ThemeController& theme, Services services, QWidget* window)
    : QWidget(window)
    , m_theme(theme)
    , m_services(std::move(services))
{
    setObjectName(QStringLiteral("imageViewer"));
    setFocusPolicy(Qt::StrongFocus);
    setProperty("ownFocus", true);
    setAttribute(Qt::WA_NoMousePropagation); // nothing reaches the page behind
    m_canvas = new ImageCanvas(theme, this);
    m_problem = new theme::TextLabel(theme, theme::TextRole::Ui, theme::Color::Text2, QFont::Normal, this);
    m_problem->setObjectName(QStringLiteral("imageProblem"));
    m_problem->setWordWrap(true);
    m_problem->setAlignment(Qt::AlignCenter);
    buildBar();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addWidget(m_canvas, 1);
    column->addWidget(m_problem, 1);
    connect(m_canvas, &ImageCanvas::zoomChanged, this, &ImageViewer::refreshWords);
    connect(&theme, &theme::ThemeController::changed, this, &ImageViewer::applyTheme);
    window->installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { keepFocus(now); });
    applyTheme();
    retranslate();
    hide();
}

ImageViewer::~ImageViewer() = default;

QToolButton* ImageViewer::addButton(const char* objectName, int icon, std::function<void()> clicked)
{
    auto* button = theme::makeIconButton(m_theme, QLatin1String(objectName), {}, static_cast<theme::Icon>(icon),
                                         theme::ButtonSize::Normal, m_bar);
    connect(button, &QToolButton::clicked, this, std::move(clicked));
    m_row->addWidget(button);
    return button;
}

void ImageViewer::buildBar()
{
    using theme::Icon;
    m_bar = new theme::Surface(m_theme, theme::Color::BgWindow, Qt::BottomEdge, this);
    m_bar->setObjectName(QStringLiteral("imageBar"));
    m_row = new QHBoxLayout(m_bar);
    m_name = new theme::TextLabel(m_theme, theme::TextRole::Ui, theme::Color::Text1, QFont::DemiBold, m_bar);
    m_name->setObjectName(QStringLiteral("imageName"));
    m_name->setElideMode(Qt::ElideMiddle);
    m_facts = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::Text3, QFont::Normal, m_bar);
    m_facts->setObjectName(QStringLiteral("imageFacts"));
    m_zoomWords = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::Text2, QFont::Normal, m_bar);
    m_zoomWords->setObjectName(QStringLiteral("imageZoom"));
    m_zoomWords->setAlignment(Qt::AlignCenter);
    m_row->addWidget(m_name);
    m_row->addWidget(m_facts);
    m_row->addStretch(1);
    const auto icon = [](Icon one) { return static_cast<int>(one); };
    m_previous = addButton("imagePrevious", icon(Icon::ChevronLeft), [this] { show(m_index - 1); });
    m_next = addButton("imageNext", icon(Icon::ChevronRight), [this] { show(m_index + 1); });
    m_zoomOut = addButton("imageZoomOut", icon(Icon::ZoomOut), [this] { m_canvas->zoomBy(1 / zoomStep); });
    m_row->addWidget(m_zoomWords);
    m_zoomIn = addButton("imageZoomIn", icon(Icon::ZoomIn), [this] { m_canvas->zoomBy(zoomStep); });
    m_copy = addButton("imageCopy", icon(Icon::Copy), [this] { copy(); });
    m_save = addButton("imageSave", icon(Icon::Download), [this] { save(); });
    m_close = addButton("imageClose", icon(Icon::X), [this] { dismiss(); });
}

void ImageViewer::applyTheme()
{
    const theme::Theme& look = m_theme.theme();
    m_bar->setFixedHeight(look.px(barHeight));
    m_row->setContentsMargins(look.px(14), 0, look.px(8), 0);
    m_row->setSpacing(look.px(6));
    m_zoomWords->setMinimumWidth(look.px(44));
    m_problem->setContentsMargins(look.px(40), look.px(40), look.px(40), look.px(40));
}

void ImageViewer::retranslate()
{
    const auto name = [](QToolButton& button, const QString& words, const QKeySequence& keys) {
        button.setAccessibleName(words);
        button.setToolTip(theme::toolTipWithShortcut(words, keys));
    };
    setAccessibleName(tr("Image viewer"));
    name(*m_previous, tr("Previous image"), Qt::Key_Left);
    name(*m_next, tr("Next image"), Qt::Key_Right);
    name(*m_zoomOut, tr("Zoom out"), Qt::Key_Minus);
    name(*m_zoomIn, tr("Zoom in"), Qt::Key_Plus);
    name(*m_copy, tr("Copy the image"), QKeySequence::Copy);
    name(*m_save, tr("Save the image…"), QKeySequence::Save);
    name(*m_close, tr("Close"), Qt::Key_Escape);
    refreshWords();
}

double ImageViewer::zoom() const { return m_canvas->zoom(); }

void ImageViewer::open(std::vector<ViewerImage> images, int index, bool hasMore)
{
    if (images.empty())
        return;
    m_images = std::move(images);
    m_hasMore = hasMore;
    if (!isVisible())
        m_focusBefore = QApplication::focusWidget();
    setGeometry(parentWidget()->rect());
    QWidget::show();
    raise();
    setFocus();
    show(std::clamp(index, 0, static_cast<int>(m_images.size()) - 1));
}

void ImageViewer::extend(std::vector<ViewerImage> before, std::vector<ViewerImage> behind)
{
    if (!isVisible())
        return;
    m_index += static_cast<int>(before.size());
    m_images.insert(m_images.begin(), std::make_move_iterator(before.begin()), std::make_move_iterator(before.end()));
    m_images.insert(m_images.end(), std::make_move_iterator(behind.begin()), std::make_move_iterator(behind.end()));
    refreshWords();
}

void ImageViewer::complete()
{
    m_hasMore = false;
    refreshWords();
}

void ImageViewer::dismiss()
{
    if (!isVisible())
        return;
    ++m_request; // what is still being read is of no use
    hide();
    m_canvas->clear();
    m_bytes.clear();
    if (m_focusBefore != nullptr)
        m_focusBefore->setFocus();
    emit closed();
}

void ImageViewer::show(int index)
{
    if (index < 0 || index >= static_cast<int>(m_images.size()))
        return;
    m_index = index;
    m_bytes.clear();
    m_mediaType.clear();
    m_canvas->clear();
    m_canvas->show();
    m_problem->hide();
    refreshWords();
    const quint64 request = ++m_request;
    const QPointer<ImageViewer> self(this);
    m_services.read(m_images[static_cast<std::size_t>(index)].key,
                    [self, request](const conversation::Result<QByteArray>& bytes) {
                        if (self.isNull() || request != self->m_request)
                            return;
                        if (bytes)
                            self->decode(*bytes);
                        else
                            self->refuse(QString::fromStdString(bytes.error().sentence));
                    });
}

void ImageViewer::decode(const QByteArray& bytes)
{
    using Outcome = conversation::Result<Loaded>;
    m_bytes = bytes;
    const auto promise = std::make_shared<QPromise<Outcome>>();
    auto* watcher = new QFutureWatcher<Outcome>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, request = m_request] {
        watcher->deleteLater();
        if (request == m_request)
            take(watcher->result());
    });
    promise->start();
    watcher->setFuture(promise->future());
    const QString name = wording::visibleText(m_images[static_cast<std::size_t>(m_index)].name);
    QThreadPool::globalInstance()->start([promise, bytes, name] {
        const auto make = [&]() -> Outcome {
            const conversation::Result<DecodedImage> decoded = decodeImage(bytes, name);
            if (!decoded)
                return tl::make_unexpected(decoded.error());
            const int side = ImageCanvas::reducedSide;
            const bool isLarge = std::max(decoded->image.width(), decoded->image.height()) > side;
            return Loaded{decoded->image,
                          isLarge ? decoded->image.scaled(side, side, Qt::KeepAspectRatio, Qt::SmoothTransformation)
                                  : decoded->image,
                          decoded->mediaType};
        };
        promise->addResult(make());
        promise->finish();
    });
}

void ImageViewer::take(const conversation::Result<Loaded>& loaded)
{
    if (!loaded) {
        refuse(QString::fromStdString(loaded.error().sentence));
        return;
    }
    m_mediaType = loaded->mediaType;
    m_canvas->setImage(loaded->image, loaded->reduced);
    refreshWords();
}

void ImageViewer::refuse(const QString& sentence)
{
    m_bytes.clear();
    m_canvas->hide();
    m_problem->setText(sentence);
    m_problem->show();
    refreshWords();
}

void ImageViewer::refreshWords()
{
    const bool hasImage = !m_canvas->image().isNull();
    for (QToolButton* button : {m_zoomOut, m_zoomIn, m_copy, m_save})
        button->setEnabled(hasImage);
    m_zoomWords->setText(hasImage ? tr("%1%", "zoom").arg(std::lround(zoom() * 100)) : QString());
    if (m_images.empty())
        return;
    const bool hasOthers = m_hasMore || m_images.size() > 1;
    m_previous->setVisible(hasOthers);
    m_next->setVisible(hasOthers);
    m_previous->setEnabled(m_index > 0);
    m_next->setEnabled(m_index + 1 < static_cast<int>(m_images.size()));
    const QString name = wording::visibleText(m_images[static_cast<std::size_t>(m_index)].name);
    m_name->setText(name.isEmpty() ? tr("Unnamed image") : name);
    QStringList facts;
    if (hasImage)
        facts.append(QStringLiteral("%1×%2").arg(m_canvas->image().width()).arg(m_canvas->image().height()));
    const QLocale locale;
    if (m_hasMore)
        facts.append(tr("counting the images…"));
    else if (m_images.size() > 1)
        facts.append(tr("%1 of %2").arg(locale.toString(m_index + 1), locale.toString(count())));
    m_facts->setText(facts.join(QStringLiteral(" · ")));
    m_canvas->setAccessibleName(m_name->text());
    m_canvas->setAccessibleDescription(m_facts->text());
}

void ImageViewer::copy()
{
    if (!m_canvas->image().isNull())
        QApplication::clipboard()->setImage(m_canvas->image());
}

void ImageViewer::save()
{
    if (m_bytes.isEmpty() || m_canvas->image().isNull())
        return;
    const QString proposed = safeImageName(m_images[static_cast<std::size_t>(m_index)].name, m_mediaType);
    const QPointer<ImageViewer> self(this);
    const auto chosen = [self, request = m_request](const SavePlace& place) {
        if (!self.isNull() && request == self->m_request)
            self->writeTo(place);
    };
    if (m_services.askSavePlace) {
        m_services.askSavePlace(proposed, chosen);
        return;
    }
    auto* dialog = new QFileDialog(this, tr("Save the image"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(proposed);
    connect(dialog, &QFileDialog::fileSelected, this, [chosen](const QString& path) { chosen({path, true}); });
    dialog->open();
}

void ImageViewer::writeTo(const SavePlace& place)
{
    if (place.path.isEmpty())
        return;
    const QString name = QFileInfo(place.path).fileName();
    if (!place.mayReplace && QFileInfo::exists(place.path)) {
        emit failed(tr("A file “%1” already exists; nothing was saved.").arg(name));
        return;
    }
    QSaveFile file(place.path);
    if (!file.open(QIODevice::WriteOnly) || file.write(m_bytes) != m_bytes.size() || !session::commitAtomically(file)) {
        emit failed(tr("“%1” could not be saved: %2.").arg(name, file.errorString()));
        return;
    }
    emit saved(place.path);
}

void ImageViewer::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copy();
        return;
    }
    if (event->matches(QKeySequence::Save)) {
        save();
        return;
    }
    const bool isSideways = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    if (isSideways && event->modifiers().testFlag(Qt::ShiftModifier)) // without it they go to the others
        m_canvas->moveBy({event->key() == Qt::Key_Left ? moveStep : -moveStep, 0});
    else
        handleKey(event->key());
    event->accept(); // nothing falls through to the window that is covered
}

void ImageViewer::handleKey(int key)
{
    switch (key) {
    case Qt::Key_Escape:
        dismiss();
        break;
    case Qt::Key_Left:
        show(m_index - 1);
        break;
    case Qt::Key_Right:
        show(m_index + 1);
        break;
    case Qt::Key_Home:
        showOther(0);
        break;
    case Qt::Key_End:
        showOther(count() - 1);
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        m_canvas->zoomBy(zoomStep);
        break;
    case Qt::Key_Minus:
        m_canvas->zoomBy(1 / zoomStep);
        break;
    case Qt::Key_0:
        m_canvas->fit();
        break;
    case Qt::Key_Up:
        m_canvas->moveBy({0, moveStep});
        break;
    case Qt::Key_Down:
        m_canvas->moveBy({0, -moveStep});
        break;
    default:
        break;
    }
}

/// The same one is not shown again, since it may be zoomed.
void ImageViewer::showOther(int index)
{
    if (index != m_index)
        show(index);
}

bool ImageViewer::event(QEvent* event)
{
    // A shortcut of the window would act on what is covered, and Quit is not meant for this page.
    if (event->type() == QEvent::ShortcutOverride && !static_cast<QKeyEvent*>(event)->matches(QKeySequence::Quit)) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

/// Whatever asks for the focus in the covered window does not get it.
void ImageViewer::keepFocus(const QWidget* now)
{
    if (isVisible() && now != nullptr && now != this && now->window() == window() && !isAncestorOf(now))
        setFocus();
}

bool ImageViewer::focusNextPrevChild(bool next)
{
    // Tab cycles through the viewer's buttons.
    QList<QToolButton*> stops{m_previous, m_next, m_zoomOut, m_zoomIn, m_copy, m_save, m_close};
    stops.removeIf([](const QToolButton* button) { return !button->isVisible() || !button->isEnabled(); });
    if (stops.isEmpty())
        return false; // hidden: the window's own order
    const auto now = stops.indexOf(qobject_cast<QToolButton*>(QApplication::focusWidget()));
    const auto count = stops.size();
    const auto to = now < 0 ? (next ? 0 : count - 1) : (now + (next ? 1 : count - 1)) % count;
    stops[to]->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

void ImageViewer::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

bool ImageViewer::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parent() && event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

} // namespace quarterdeck::ui
