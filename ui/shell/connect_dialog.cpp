#include "ui/shell/connect_dialog.h"

#include "ui/theme/buttons.h"
#include "ui/theme/text_label.h"
#include "ui/theme/theme_controller.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QVBoxLayout>

namespace quarterdeck::ui {

using theme::Color;
using theme::TextRole;

namespace {

constexpr int textWidth = 560;
constexpr int mostNamed = 8;

QJsonObject asServer(const QJsonObject& settings)
{
    return {{QStringLiteral("mcpServers"), QJsonObject{{QStringLiteral("quarterdeck"), settings}}}};
}

QString textOf(const QJsonObject& settings)
{
    return QString::fromUtf8(QJsonDocument(settings).toJson(QJsonDocument::Indented)).trimmed();
}

/// For a shell.
QString quoted(const QString& path) { return u'\'' + QString(path).replace(u'\'', QStringLiteral("'\\''")) + u'\''; }

/// Of the server, when it is not the usual one.
QStringList portArguments(const QString& address)
{
    const QString port = address.section(u':', -1);
    return port == QStringLiteral("3000") || address.isEmpty() ? QStringList()
                                                               : QStringList{QStringLiteral("--port"), port};
}

} // namespace

struct ConnectDialog::Snippets
{
    static QString python(const Door& door)
    {
        return QStringLiteral("agentscope.init(studio_url=\"%1\")").arg(door.address);
    }
    static QString java(const Door& door)
    {
        return QStringLiteral("StudioManager.init().studioUrl(\"%1\").project(\"…\").runName(\"…\").initialize()"
                              ".block();")
            .arg(door.address);
    }
    static QString claudeCode(const Door& door)
    {
        return QStringLiteral("claude mcp add quarterdeck -- %1 %2")
            .arg(quoted(door.bridge), portArguments(door.address).join(u' '))
            .trimmed();
    }
    static QString anyProgram(const Door& door)
    {
        return QStringLiteral("curl -H \"Authorization: Bearer $(cat %1)\" -H \"Content-Type: application/json\" "
                              "%2/v1/sessions -d '{\"title\": \"…\"}'")
            .arg(quoted(door.tokenFile), door.address);
    }
    static QString traces(const Door& door)
    {
        return QStringLiteral("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=%1/v1/traces").arg(door.address);
    }
    static QString standardStreams(const Door& door)
    {
        QJsonObject settings{{QStringLiteral("command"), door.bridge}};
        if (const QStringList arguments = portArguments(door.address); !arguments.isEmpty())
            settings.insert(QStringLiteral("args"), QJsonArray::fromStringList(arguments));
        return textOf(asServer(settings));
    }
    static QString http(const Door& door)
    {
        const QString word = QStringLiteral("Bearer ") + door.token;
        return textOf(asServer({{QStringLiteral("type"), QStringLiteral("http")},
                                {QStringLiteral("url"), door.address + QStringLiteral("/mcp")},
                                {QStringLiteral("headers"), QJsonObject{{QStringLiteral("Authorization"), word}}}}));
    }
};

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
    m_lines = {makeLine("connect.python", Snippets::python),     makeLine("connect.java", Snippets::java),
               makeLine("connect.claude", Snippets::claudeCode), makeLine("connect.stdio", Snippets::standardStreams),
               makeLine("connect.http", Snippets::http),         makeLine("connect.any", Snippets::anyProgram),
               makeLine("connect.traces", Snippets::traces)};
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

ConnectDialog::Line ConnectDialog::makeLine(const char* name, QString (*text)(const Door&))
{
    Line line;
    line.text = text;
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
            [this, text] { QGuiApplication::clipboard()->setText(text(m_door)); });
    return line;
}

void ConnectDialog::setAddress(const QString& address)
{
    m_door.address = address;
    refresh();
}

void ConnectDialog::setToken(const QString& token)
{
    m_door.token = token;
    refresh();
}

void ConnectDialog::setTokenFile(const QString& path)
{
    m_door.tokenFile = path;
    refresh();
}

void ConnectDialog::setBridge(const QString& program)
{
    m_door.bridge = program;
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
    const bool isOpen = !m_door.address.isEmpty();
    m_state->setText(isOpen ? tr("Agents connect to %1").arg(m_door.address)
                            : tr("Agents cannot connect to this window"));
    m_explanation->setText(
        isOpen ? tr(
            "A program of AgentScope shows its agents here, and asks you here, with one line more; what speaks MCP "
            "can ask you when this is added to its settings. Only programs on this computer can connect.")
               : tr("No port is open for them: another program has it, or this window was started with --port 0."));
    const Door shownDoor{isOpen ? m_door.address : tr("address"), QStringLiteral("…"), m_door.bridge, m_door.tokenFile};
    for (const Line& line : m_lines) {
        line.code->setText(line.text(shownDoor));
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
    const QStringList kinds{tr("AgentScope for Python, 1.0"),
                            tr("AgentScope for Java"),
                            tr("Claude Code (MCP), in a terminal"),
                            tr("MCP: programs that start their tools"),
                            tr("MCP over HTTP; the access token is copied, too"),
                            tr("Any program, by JSON over HTTP; /v1/openapi.json describes all of it"),
                            tr("Traced programs (OpenTelemetry), in their environment")};
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const QString kind = kinds[static_cast<qsizetype>(i)];
        m_lines[i].kind->setText(kind);
        m_lines[i].copy->setToolTip(tr("Copy"));
        m_lines[i].copy->setAccessibleName(tr("Copy what is added for %1").arg(kind));
    }
    m_connectedTitle->setText(tr("Connected now"));
    theme::setButtonText(m_theme, *m_close, tr("Close"));
    m_close->setAccessibleName(tr("Close"));
    refresh();
}

} // namespace quarterdeck::ui
