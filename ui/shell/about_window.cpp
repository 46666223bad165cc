#include "ui/shell/about_window.h"

#include "ui/theme/buttons.h"
#include "ui/theme/text_label.h"
#include "ui/theme/theme_controller.h"

#include <QCoreApplication>
#include <QEvent>
#include <QVBoxLayout>
#include <qtwebenginecoreglobal.h>

namespace quarterdeck::ui {

using theme::Color;
using theme::TextRole;

namespace {

/// What is linked or bundled, with licences; the names are the same in every language.
const QString madeOf = QStringLiteral(
    "SQLiteCpp (MIT), nlohmann/json (MIT), tl::expected (CC0-1.0), QCoro (MIT), QtKeychain "
    "(BSD-3-Clause), Boost (BSL-1.0), libgit2 (GPL-2.0 + linking exception), protozero (BSD-2-Clause), zlib "
    "(Zlib), zstd (BSD-3-Clause), "
    "simdjson (Apache-2.0), cmark-gfm (BSD-2-Clause), markdown-it (MIT), "
    "DOMPurify (Apache-2.0), highlight.js (BSD-3-Clause), KaTeX (MIT), Mermaid (MIT), Lucide (ISC)");

} // namespace

AboutWindow::AboutWindow(const theme::ThemeController& theme, QWidget* parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_version(new theme::TextLabel(theme, TextRole::Title, Color::Text1, QFont::DemiBold, this))
    , m_purpose(new theme::TextLabel(theme, TextRole::Read, Color::Text2, QFont::Normal, this))
    , m_licence(new theme::TextLabel(theme, TextRole::Ui, Color::Text1, QFont::Normal, this))
    , m_qt(new theme::TextLabel(theme, TextRole::Ui, Color::Text1, QFont::Normal, this))
    , m_parts(new theme::TextLabel(theme, TextRole::Meta, Color::Text3, QFont::Normal, this))
    , m_close(theme::makeButton(theme, QStringLiteral("about.close"), {}, theme::ButtonKind::Primary, theme::Icon::None,
                                theme::ButtonSize::Normal, this))
{
    setObjectName(QStringLiteral("about"));
    m_version->setObjectName(QStringLiteral("about.version"));
    m_licence->setObjectName(QStringLiteral("about.licence"));
    m_qt->setObjectName(QStringLiteral("about.qt"));
    m_parts->setObjectName(QStringLiteral("about.parts"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 16);
    column->setSpacing(8);
    for (QLabel* label : {m_version, m_purpose, m_licence, m_qt, m_parts}) {
        label->setWordWrap(true);
        label->setFixedWidth(theme.theme().px(400));
        column->addWidget(label);
    }
    column->addSpacing(8);
    column->addWidget(m_close, 0, Qt::AlignRight);
    connect(m_close, &QPushButton::clicked, this, &QDialog::close);
    retranslate();
}

void AboutWindow::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void AboutWindow::retranslate()
{
    setWindowTitle(tr("About Quarterdeck"));
    setAccessibleName(windowTitle());
    m_version->setText(QStringLiteral("Quarterdeck ") + QCoreApplication::applicationVersion());
    m_purpose->setText(tr("Watch and steer conversations of AI agents."));
    m_licence->setText(tr("Free software under the %1 licence.").arg(QStringLiteral("Apache-2.0")));
    m_qt->setText(
        tr("Made with %1 and %2, both under %3.")
            .arg(QStringLiteral("Qt ") + QString::fromLatin1(qVersion()),
                 QStringLiteral("Qt WebEngine (Chromium %1)").arg(QString::fromLatin1(qWebEngineChromiumVersion())),
                 QStringLiteral("LGPL-3.0")));
    m_parts->setText(tr("Also includes %1, and %2 (public domain).").arg(madeOf, QStringLiteral("SQLite")));
    theme::setButtonText(m_theme, *m_close, tr("Close"));
    m_close->setAccessibleName(tr("Close"));
}

} // namespace quarterdeck::ui
