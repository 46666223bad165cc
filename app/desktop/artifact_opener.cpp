#include "app/desktop/artifact_opener.h"

#include "model/agents/environment/folder_checks.h"
#include "ui/present/visible_text.h"

#include <QDesktopServices>
#include <QThreadPool>

namespace quarterdeck::app {

namespace {

const QString madeFileNotice = QStringLiteral("made-file");

} // namespace

ArtifactOpener::ArtifactOpener(OpenUrl open, ui::NoticeBoard& notices, QObject* parent)
    : QObject(parent)
    , m_open(open ? std::move(open) : OpenUrl(&QDesktopServices::openUrl))
    , m_notices(notices)
{ }

void ArtifactOpener::open(const std::string& folder, const std::string& path) { look({folder, path}, false); }

void ArtifactOpener::look(const File& file, bool isAgreed)
{
    using Looked = conversation::Result<team::OpenableFile>;
    const auto done = m_receiver.wrap<Looked>([this, file, isAgreed](const Looked& looked) {
        if (!looked)
            return refuse(file, QString::fromStdString(looked.error().sentence));
        if (!looked->isAsked || isAgreed)
            return hand(looked->path, file);
        m_notices.post({madeFileNotice,
                        ui::view::NoticeTone::Limit,
                        tr("“%1” would open in another program.").arg(ui::wording::visibleText(file.path)),
                        tr("An agent wrote this file, and that program may run or load what is in it."),
                        {tr("Open anyway"), [this, file] { look(file, true); }}});
    });
    QThreadPool::globalInstance()->start([file, done] { done(team::openableFile(file.folder, file.path)); });
}

void ArtifactOpener::show(const std::string& folder, const std::string& path)
{
    const File file{folder, path};
    using Looked = conversation::Result<std::string>;
    const auto done = m_receiver.wrap<Looked>([this, file](const Looked& looked) {
        if (looked)
            hand(*looked, file);
        else
            refuse(file, QString::fromStdString(looked.error().sentence));
    });
    QThreadPool::globalInstance()->start([file, done] { done(team::folderOfFile(file.folder, file.path)); });
}

void ArtifactOpener::hand(const std::string& place, const File& file)
{
    if (!m_open(QUrl::fromLocalFile(QString::fromStdString(place))))
        refuse(file, tr("No program on this desktop can open it."));
}

void ArtifactOpener::refuse(const File& file, const QString& why)
{
    m_notices.post({madeFileNotice,
                    ui::view::NoticeTone::Limit,
                    tr("“%1” was not opened.").arg(ui::wording::visibleText(file.path)),
                    why,
                    {}});
}

} // namespace quarterdeck::app
