#include "app/desktop/recovery_window.h"

#include <QCloseEvent>
#include <QDir>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace quarterdeck::app {

std::unique_ptr<RecoveryWindow> RecoveryWindow::ofLibrary(const QString& library)
{
    return std::unique_ptr<RecoveryWindow>(
        new RecoveryWindow(tr("Recovering the library"),
                           tr("The library “%1” is damaged. Whatever can be recovered goes into a new file; the "
                              "damaged file is kept beside it.")
                               .arg(QDir::toNativeSeparators(library))));
}

std::unique_ptr<RecoveryWindow> RecoveryWindow::ofRestoring(const QString& library)
{
    auto window =
        std::unique_ptr<RecoveryWindow>(new RecoveryWindow(tr("Restoring a backup"),
                                                           tr("The backup is copied and checked before it replaces the "
                                                              "library “%1”. Until then, the library does not change.")
                                                               .arg(QDir::toNativeSeparators(library))));
    window->m_bar->setRange(0, 0);
    window->addCancel();
    return window;
}

std::unique_ptr<RecoveryWindow> RecoveryWindow::ofPackage(const QString& package)
{
    return std::unique_ptr<RecoveryWindow>(
        new RecoveryWindow(tr("Opening a session"), tr("Reading “%1”…").arg(QDir::toNativeSeparators(package))));
}

RecoveryWindow::RecoveryWindow(const QString& title, const QString& what) : m_bar(new QProgressBar(this))
{
    constexpr int width = 480;
    setObjectName(QStringLiteral("recovery"));
    setWindowTitle(title);
    setWindowFlags(Qt::Window | Qt::CustomizeWindowHint | Qt::WindowTitleHint | Qt::WindowMinimizeButtonHint);
    setAttribute(Qt::WA_QuitOnClose, false);
    setMinimumWidth(width);
    auto* text = new QLabel(what, this);
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    m_bar->setObjectName(QStringLiteral("recovery.progress"));
    m_bar->setAccessibleName(windowTitle());
    auto* column = new QVBoxLayout(this);
    column->addWidget(text);
    column->addWidget(m_bar);
}

void RecoveryWindow::addCancel()
{
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setObjectName(QStringLiteral("recovery.cancel"));
    cancel->setAccessibleName(cancel->text());
    connect(cancel, &QPushButton::clicked, this, [this, cancel] {
        cancel->setEnabled(false);
        emit cancelled();
    });
    layout()->addWidget(cancel);
    layout()->setAlignment(cancel, Qt::AlignRight);
}

void RecoveryWindow::setProgress(int percent) { m_bar->setValue(percent); }

void RecoveryWindow::closeEvent(QCloseEvent* event) { event->ignore(); }

} // namespace quarterdeck::app
