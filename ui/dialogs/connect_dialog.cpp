#include "ui/dialogs/connect_dialog.h"

#include "ui/dialogs/connect_parts.h"
#include "ui/theme/buttons.h"
#include "ui/theme/labels.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>

namespace quarterdeck::ui {

using theme::Color;
using theme::TextRole;

namespace {

constexpr int usualWidth = 620;
constexpr int usualHeight = 760;
constexpr int itemsOfLine = 3; // of the column: a space, what it is for, the line itself
constexpr int connectLeastWidth = 320;
constexpr int connectLeastHeight = 240;

QJsonObject asServer(const QJsonObject& settings)
{
    return {{QStringLiteral("mcpServers"), QJsonObject{{QStringLiteral("quarterdeck"), settings}}}};
}

QString textOf(const QJsonObject& settings)
{
    return QString::fromUtf8(QJsonDocument(settings).toJson(QJsonDocument::Indented)).trimmed();
}

/// Quoted for a shell.
QString quoted(const QString& path) { return u'\'' + QString(path).replace(u'\'', QStringLiteral("'\\''")) + u'\''; }

/// The port, if it is not the usual one.
QStringList portArguments(const QString& address)
{
    const QString port = address.section(u':', -1);
    return port == QStringLiteral("3000") || address.isEmpty() ? QStringList()
                                                               : QStringList{QStringLiteral("--port"), port};
}

} // namespace

struct ConnectDialog::Snippets
{
    /// With the token in the address, for programs that have no other place for it.
    static QString withToken(const Door& door)
    {
        return door.studio == gateway::TokenlessAccess::WithToken ? QStringLiteral("?token=") + door.token : QString();
    }
    static QString python(const Door& door)
    {
        return QStringLiteral("agentscope.init(studio_url=\"%1%2\")").arg(door.address, withToken(door));
    }
    static QString java(const Door& door)
    {
        return QStringLiteral("StudioManager.init().studioUrl(\"%1%2\").project(\"…\").runName(\"…\").initialize()"
                              ".block();")
            .arg(door.address, withToken(door));
    }
    /// By its library it finds Quarterdeck at any port.
    static QStringList bridgeArguments(const Door& door)
    {
        if (!door.library)
            return portArguments(door.address);
        return door.library->isEmpty() ? QStringList() : QStringList{QStringLiteral("--library"), *door.library};
    }
    static QString quotedAll(QStringList arguments)
    {
        for (QString& one : arguments)
            one = one.startsWith(u'/') ? quoted(one) : one;
        return arguments.join(u' ');
    }
    static QString claudeCode(const Door& door)
    {
        return QStringLiteral("claude mcp add quarterdeck -- %1 %2")
            .arg(quoted(door.bridge), quotedAll(bridgeArguments(door)))
            .trimmed();
    }
    static QString anyProgram(const Door& door)
    {
        return QStringLiteral("curl -H \"Authorization: Bearer $(cat %1)\" -H \"Content-Type: application/json\" "
                              "%2/v1/sessions -d '{\"title\": \"…\"}'")
            .arg(quoted(door.tokenFile), door.address);
    }
    static QString role(const Door& door)
    {
        return QStringLiteral("python3 %1 Bob --base %2 --token-file %3 -- my-agent")
            .arg(quoted(door.adapters + QStringLiteral("/role/quarterdeck_role.py")), door.address,
                 quoted(door.tokenFile));
    }
    static QString traces(const Door& door)
    {
        // Most record no messages by default. Some record them as logs.
        return QStringLiteral("OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf OTEL_EXPORTER_OTLP_ENDPOINT=%1%2 "
                              "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true")
            .arg(door.address, withToken(door));
    }
    static QString metaGpt(const Door& door)
    {
        return QStringLiteral("PYTHONPATH=%1 QUARTERDECK_URL=%2")
            .arg(quoted(door.adapters + QStringLiteral("/metagpt")), door.address);
    }
    static QString metaGptReports(const Door& door)
    {
        return QStringLiteral("METAGPT_REPORTER_URL=%1/metagpt/report%2").arg(door.address, withToken(door));
    }
    /// MetaGPT itself says where a run's logs are.
    static QString metaGptLogs(const Door&)
    {
        return QStringLiteral("python3 -c \"from metagpt.const import METAGPT_ROOT; print(METAGPT_ROOT / 'logs')\"");
    }
    static QString standardStreams(const Door& door)
    {
        QJsonObject settings{{QStringLiteral("command"), door.bridge}};
        if (const QStringList arguments = bridgeArguments(door); !arguments.isEmpty())
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
    , m_doorTitle(new theme::TextLabel(theme, TextRole::Ui, Color::Text1, QFont::DemiBold, this))
    , m_form(new PortForm(theme, this))
    , m_connectedTitle(new theme::TextLabel(theme, TextRole::Ui, Color::Text1, QFont::DemiBold, this))
    , m_programs(new ProgramList(theme, this))
    , m_column(new QVBoxLayout)
    , m_tracesNote(new theme::TextLabel(theme, TextRole::Ui, Color::Text2, QFont::Normal, this))
    , m_close(theme::makeButton(theme, QStringLiteral("connect.close"), {}, theme::ButtonKind::Primary,
                                theme::Icon::None, theme::ButtonSize::Normal, this))
{
    setObjectName(QStringLiteral("connect"));
    m_state->setObjectName(QStringLiteral("connect.state"));
    m_tracesNote->setObjectName(QStringLiteral("connect.traces.note"));
    arrange();
    connect(m_programs, &ProgramList::sessionRequested, this, &ConnectDialog::sessionRequested);
    connect(m_form, &PortForm::portRequested, this, &ConnectDialog::portRequested);
    connect(m_form, &PortForm::newTokenRequested, this, &ConnectDialog::newTokenRequested);
    connect(m_form, &PortForm::studioChosen, this, [this](gateway::TokenlessAccess access) {
        setStudio(access);
        emit studioChosen(access);
    });
    connect(m_close, &QPushButton::clicked, this, &QDialog::close);
    retranslate();
}

void ConnectDialog::arrange()
{
    auto* content = new QWidget(this);
    content->setLayout(m_column);
    fillColumn();
    auto* area = new QScrollArea(this);
    area->setObjectName(QStringLiteral("connect.area"));
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(content);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addWidget(area, 1);
    auto* beneath = new QHBoxLayout;
    beneath->setContentsMargins(24, 8, 24, 16);
    beneath->addStretch(1);
    beneath->addWidget(m_close);
    whole->addLayout(beneath);
    const theme::Theme& look = m_theme.theme();
    setMinimumSize(connectLeastWidth, connectLeastHeight);
    resize(QSize(look.px(usualWidth), look.px(usualHeight)).boundedTo(screen()->availableSize() * 9 / 10));
}

void ConnectDialog::fillColumn()
{
    m_column->setContentsMargins(24, 20, 24, 8);
    m_column->setSpacing(8);
    for (QLabel* label : {m_state, m_explanation, m_connectedTitle, m_tracesNote})
        label->setWordWrap(true);
    m_column->addWidget(m_state);
    m_column->addWidget(m_explanation);
    m_column->addSpacing(8);
    m_column->addWidget(m_connectedTitle);
    m_column->addWidget(m_programs);
    m_column->addSpacing(8);
    m_column->addWidget(m_doorTitle);
    m_column->addWidget(m_form);
    m_lines = {makeLine("connect.python", Snippets::python, true),
               makeLine("connect.java", Snippets::java, true),
               makeLine("connect.claude", Snippets::claudeCode),
               makeLine("connect.stdio", Snippets::standardStreams),
               makeLine("connect.http", Snippets::http),
               makeLine("connect.any", Snippets::anyProgram),
               makeLine("connect.role", Snippets::role),
               makeLine("connect.traces", Snippets::traces, true),
               makeLine("connect.metaGpt", Snippets::metaGpt),
               makeLine("connect.metaGptReports", Snippets::metaGptReports, true),
               makeLine("connect.metaGptLogs", Snippets::metaGptLogs)};
    m_column->insertWidget(m_column->count() - 3 * itemsOfLine, m_tracesNote);
    m_column->addStretch(1);
}

ConnectDialog::Line ConnectDialog::makeLine(const char* name, QString (*text)(const Door&), bool isOfStudio)
{
    Line line;
    line.text = text;
    line.isOfStudio = isOfStudio;
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
    line.kind->setWordWrap(true);
    m_column->addSpacing(8);
    m_column->addWidget(line.kind);
    m_column->addLayout(row);
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

void ConnectDialog::setPort(quint16 port) { m_form->setPort(port); }

void ConnectDialog::setTraces(quint16 port, const QString& problem)
{
    m_tracePort = port;
    m_traceProblem = problem;
    refresh();
}

void ConnectDialog::setPortProblem(const QString& sentence) { m_form->setPortProblem(sentence); }

void ConnectDialog::setStudio(gateway::TokenlessAccess access)
{
    m_door.studio = access;
    m_form->setStudio(access);
    refresh();
}

void ConnectDialog::setTokenFile(const QString& path)
{
    m_door.tokenFile = path;
    refresh();
}

void ConnectDialog::setBridge(const QString& program, const std::optional<QString>& library)
{
    m_door.bridge = program;
    m_door.library = library;
    refresh();
}

void ConnectDialog::setAdapters(const QString& folder)
{
    m_door.adapters = folder;
    refresh();
}

void ConnectDialog::setPrograms(const gateway::ConnectedClients& programs) { m_programs->setPrograms(programs); }

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
        isOpen
            ? tr("With one extra line, an AgentScope program shows its agents here and can ask you questions. A "
                 "program that speaks MCP can ask you once this is added to its settings. Only programs on this "
                 "computer can connect.")
            : tr("No port is open for agents: another program is using it, or this window was started with --port 0."));
    Door shownDoor = m_door;
    shownDoor.address = isOpen ? m_door.address : tr("address");
    shownDoor.token = QStringLiteral("…");
    m_form->setToken(m_door.token, m_door.tokenFile);
    m_tracesNote->setText(noteOnTraces());
    m_tracesNote->setVisible(!m_tracesNote->text().isEmpty());
    for (const Line& line : m_lines) {
        const bool isLetIn = !line.isOfStudio || m_door.studio != gateway::TokenlessAccess::Off;
        line.code->setText(isLetIn ? line.text(shownDoor) : tr("Not allowed"));
        line.copy->setEnabled(isOpen && isLetIn);
    }
}

QString ConnectDialog::noteOnTraces() const
{
    if (m_door.address.isEmpty() || m_door.studio != gateway::TokenlessAccess::Open)
        return {}; // who is told nothing is not let in
    if (m_tracePort != 0)
        return tr("Traces are also accepted on port %1, where programs send them by default.").arg(m_tracePort);
    return m_traceProblem.isEmpty() ? QString()
                                    : tr("%1 So programs must be told where to send traces.").arg(m_traceProblem);
}

void ConnectDialog::retranslate()
{
    setWindowTitle(tr("Connect an agent"));
    setAccessibleName(windowTitle());
    const QStringList kinds{
        tr("AgentScope for Python, 1.0"),
        tr("AgentScope for Java"),
        tr("Claude Code (MCP), in a terminal"),
        tr("MCP over stdio: programs that start their own servers"),
        tr("MCP over HTTP; the copy includes the access token"),
        tr("Any program, with JSON over HTTP; the whole API is described in /v1/openapi.json"),
        tr("A team member played by a program (Bob, say): a command (my-agent) that receives the member's messages and "
           "prints its answers"),
        tr("Traced programs (OpenTelemetry): set in their environment"),
        tr("MetaGPT, shown and steered: set in its environment, with QuarterdeckEnv() from quarterdeck_env instead of "
           "MGXEnv()"),
        tr("MetaGPT, live, as its agents write and run things: set in its environment"),
        tr("MetaGPT, from its run logs: watch the folder that this prints (File ▸ Watched folders)")};
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const QString kind = kinds[static_cast<qsizetype>(i)];
        m_lines[i].kind->setText(kind);
        m_lines[i].copy->setToolTip(tr("Copy"));
        m_lines[i].copy->setAccessibleName(tr("Copy the line for %1").arg(kind));
    }
    m_connectedTitle->setText(tr("Connected now"));
    theme::setButtonText(m_theme, *m_close, tr("Close"));
    m_close->setAccessibleName(tr("Close"));
    m_doorTitle->setText(tr("Who can connect"));
    m_form->retranslate();
    m_programs->retranslate();
    refresh();
}

} // namespace quarterdeck::ui
