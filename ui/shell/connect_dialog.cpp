#include "ui/shell/connect_dialog.h"

#include "ui/theme/buttons.h"
#include "ui/theme/text_label.h"
#include "ui/theme/theme_controller.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace quarterdeck::ui {

using theme::Color;
using theme::TextRole;

namespace {

constexpr int textWidth = 560;
constexpr int mostNamed = 8;

} // namespace

ConnectDialog::ConnectDialog(const theme::ThemeController& theme, QWidget* parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_state(new theme::TextLabel(theme, TextRole::Head, Color::Text1, QFont::DemiBold, this))
    , m_explanation(new theme::TextLabel(theme, TextRole::Ui, Color::Text2, QFont::Normal, this))
    , m_connectedTitle(new theme::TextLabel(theme, TextRole::Ui, Color::Text1, QFont::DemiBold, this))
    , m_connectedNames(new theme::TextLabel(theme, TextRole::Ui, Color::Text2, QFont::Normal, this))
    , m_close(theme::makeButton(theme, QStringLiteral("connect.close"), {}, theme::ButtonKind::Primary,
                                theme::Icon::None, theme::ButtonSize::Normal, this))
{
    setObjectName(QStringLiteral("connect"));
    m_state->setObjectName(QStringLiteral("connect.state"));
    m_connectedNames->setObjectName(QStringLiteral("connect.connected"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 16);
    column->setSpacing(8);
    for (QLabel* label : {m_state, m_explanation}) {
        label->setWordWrap(true);
        label->setFixedWidth(theme.theme().px(textWidth));
        column->addWidget(label);
    }
    m_lines = {
        makeLine("connect.python", "agentscope.init(studio_url=\"%1\")"),
        makeLine("connect.java",
                 "StudioManager.init().studioUrl(\"%1\").project(\"…\").runName(\"…\").initialize().block();"),
    };
    column->addSpacing(10);
    for (QLabel* label : {m_connectedTitle, m_connectedNames}) {
        label->setWordWrap(true);
        label->setFixedWidth(theme.theme().px(textWidth));
        column->addWidget(label);
    }
    column->addSpacing(8);
    column->addWidget(m_close, 0, Qt::AlignRight);
    connect(m_close, &QPushButton::clicked, this, &QDialog::close);
    retranslate();
}

ConnectDialog::Line ConnectDialog::makeLine(const char* name, const char* pattern)
{
    Line line;
    line.pattern = pattern;
    line.kind = new theme::TextLabel(m_theme, TextRole::Ui, Color::Text1, QFont::DemiBold, this);
    line.code = new theme::TextLabel(m_theme, TextRole::Code, Color::Text1, QFont::Normal, this);
    line.code->setObjectName(QString::fromLatin1(name));
    line.code->setWordWrap(true);
    line.code->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    line.copy = theme::makeIconButton(m_theme, QString::fromLatin1(name) + QStringLiteral(".copy"), {},
                                      theme::Icon::Copy, theme::ButtonSize::Small, this);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(line.code, 1);
    row->addWidget(line.copy, 0, Qt::AlignTop);
    auto* column = qobject_cast<QVBoxLayout*>(layout());
    column->addSpacing(8);
    column->addWidget(line.kind);
    column->addLayout(row);
    connect(line.copy, &QToolButton::clicked, this,
            [code = line.code] { QGuiApplication::clipboard()->setText(code->text()); });
    return line;
}

void ConnectDialog::setAddress(const QString& address)
{
    m_address = address;
    refresh();
}

void ConnectDialog::setConnected(const QStringList& titles)
{
    m_connected = titles;
    refresh();
}

void ConnectDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ConnectDialog::refresh()
{
    const bool isOpen = !m_address.isEmpty();
    m_state->setText(isOpen ? tr("Agents connect to %1").arg(m_address) : tr("Agents cannot connect to this window"));
    m_explanation->setText(
        isOpen
            ? tr("A program of AgentScope shows its agents here, and asks you here, with one line more. Only programs "
                 "on this computer can connect.")
            : tr("No port is open for them: another program has it, or this window was started with --port 0."));
    for (const Line& line : m_lines) {
        line.code->setText(QString::fromUtf8(line.pattern).arg(isOpen ? m_address : tr("address")));
        line.copy->setEnabled(isOpen);
    }
    QStringList shown = m_connected.mid(0, mostNamed);
    if (m_connected.size() > mostNamed)
        shown.append(tr("and %n more", nullptr, static_cast<int>(m_connected.size() - mostNamed)));
    m_connectedNames->setText(shown.isEmpty() ? tr("Nobody yet.") : shown.join(u'\n'));
}

void ConnectDialog::retranslate()
{
    setWindowTitle(tr("Connect an agent"));
    setAccessibleName(windowTitle());
    const QStringList kinds{tr("AgentScope for Python, 1.0"), tr("AgentScope for Java")};
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const QString kind = kinds[static_cast<qsizetype>(i)];
        m_lines[i].kind->setText(kind);
        m_lines[i].copy->setToolTip(tr("Copy"));
        m_lines[i].copy->setAccessibleName(tr("Copy the line for %1").arg(kind));
    }
    m_connectedTitle->setText(tr("Connected now"));
    theme::setButtonText(m_theme, *m_close, tr("Close"));
    m_close->setAccessibleName(tr("Close"));
    refresh();
}

} // namespace quarterdeck::ui
