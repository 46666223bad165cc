#include "ui/dialogs/connections_dialog.h"

#include "model/agents/provider/model_connection.h"
#include "ui/dialogs/connection_form.h"
#include "ui/present/visible_text.h"
#include "ui/theme/buttons.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"
#include "ui/theme/row_delegates.h"
#include "ui/theme/surface.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QListWidget>
#include <QLocale>
#include <QMenu>
#include <QScreen>
#include <QString>
#include <QStringList>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

/// What a test found, in sentences: what works; the rest is the report's own error.
[[nodiscard]] QStringList wordsOf(const team::ConnectionTestReport& report);

namespace {

using Answer = team::ConnectionTestReport::Answer;

struct ConnectionWords
{
    Q_DECLARE_TR_FUNCTIONS(ConnectionWords)
};

void add(QStringList& lines, Answer answer, const QString& yes, const QString& no)
{
    if (answer != Answer::Unknown)
        lines.append(answer == Answer::Yes ? yes : no);
}

QString costOf(const conversation::Usage& usage)
{
    const QString tokens = QLocale().toString(static_cast<qlonglong>(usage.totalTokens()));
    if (!usage.cost)
        return ConnectionWords::tr("This test used %1 tokens.").arg(tokens);
    return ConnectionWords::tr("This test used %1 tokens, which cost $%2.")
        .arg(tokens, QString::number(*usage.cost, 'f', 4));
}

} // namespace

QStringList wordsOf(const team::ConnectionTestReport& report)
{
    QStringList lines;
    if (!report.models.empty())
        lines.append(ConnectionWords::tr("The server answered within %1 ms. Models: %2.")
                         .arg(report.roundTripMs)
                         .arg(report.models.size()));
    if (report.usage || report.streams != Answer::Unknown)
        lines.append(ConnectionWords::tr("“%1” answers.").arg(QString::fromStdString(report.model)));
    add(lines, report.streams, ConnectionWords::tr("It streams its answers."),
        ConnectionWords::tr("It does not stream: answers arrive all at once."));
    add(lines, report.callsTools, ConnectionWords::tr("It can call tools."),
        ConnectionWords::tr("It did not call a tool when asked to."));
    add(lines, report.seesImages, ConnectionWords::tr("It can see images."),
        ConnectionWords::tr("It cannot see images."));
    if (report.usage)
        lines.append(costOf(*report.usage));
    return lines;
}

using team::ConnectionTestReport;
using team::ModelConnection;
using theme::ButtonKind;
using theme::Color;
using theme::TextRole;

namespace {

constexpr int connectionListWidth = 196;
constexpr int connectionFormWidth = 460;
constexpr int connectionsLeastHeight = 584;
constexpr int connectionRowHeight = 32;
constexpr int partsGap = 20;
constexpr int resultHeight = 66; // three lines

theme::TextLabel* wrapped(const theme::ThemeController& theme, const char* name, TextRole role, Color color,
                          QWidget* parent)
{
    auto* label = new theme::TextLabel(theme, role, color, QFont::Normal, parent);
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    return label;
}

bool isOtherServer(const ModelConnection& one, const ModelConnection& other)
{
    return one.address != other.address || one.protocol != other.protocol;
}

bool hasOtherKey(const ModelConnection& one, const ModelConnection& other)
{
    return one.keySource != other.keySource || one.keyVariable != other.keyVariable;
}

} // namespace

ConnectionsDialog::ConnectionsDialog(const theme::ThemeController& theme, QWidget* parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_list(new QListWidget(this))
    , m_templates(new QMenu(this))
    , m_add(theme::makeDialogButton(theme, "connections.add", this))
    , m_remove(theme::makeDialogButton(theme, "connections.remove", this))
    , m_services(new ServiceChoice(theme, this))
    , m_parts(new QWidget(this))
    , m_form(new ConnectionForm(theme, this))
    , m_test(theme::makeDialogButton(theme, "connections.test", this))
    , m_testNote(wrapped(theme, "connections.testNote", TextRole::Meta, Color::Text3, this))
    , m_result(new QWidget(this))
    , m_found(wrapped(theme, "connections.found", TextRole::Ui, Color::Text1, m_result))
    , m_trouble(wrapped(theme, "connections.trouble", TextRole::Ui, Color::StatusFailed, m_result))
    , m_prices(theme::makeDialogButton(theme, "connections.prices", this))
    , m_cancel(theme::makeDialogButton(theme, "connections.cancel", this))
    , m_save(theme::makeDialogButton(theme, "connections.save", this, ButtonKind::Primary))
{
    setObjectName(QStringLiteral("connections"));
    m_list->setObjectName(QStringLiteral("connections.list"));
    m_list->setItemDelegate(new TitleDelegate(theme, m_list));
    m_list->setMouseTracking(true);
    m_templates->setObjectName(QStringLiteral("connections.templates"));
    m_add->setMenu(m_templates);
    for (QPushButton* one : findChildren<QPushButton*>())
        one->setAutoDefault(false);
    m_save->setDefault(true);
    arrange();
    connect(m_list, &QListWidget::currentRowChanged, this, &ConnectionsDialog::showRow);
    connect(m_services, &ServiceChoice::chosen, this, &ConnectionsDialog::add);
    connect(m_form, &ConnectionForm::edited, this, &ConnectionsDialog::takeForm);
    connect(m_remove, &QPushButton::clicked, this, &ConnectionsDialog::removeCurrent);
    connect(m_test, &QPushButton::clicked, this, &ConnectionsDialog::toggleTest);
    connect(m_prices, &QPushButton::clicked, this, &ConnectionsDialog::pricesRequested);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, [this] {
        say({}, {});
        emit saveRequested();
    });
    connect(this, &QDialog::finished, this, [this] {
        if (!m_tested.empty())
            emit testCancelled();
    });
    retranslate();
    showRow(-1);
}

void ConnectionsDialog::arrange()
{
    const theme::Theme& look = m_theme.theme();
    auto* left = new QVBoxLayout;
    m_list->setFixedWidth(look.px(connectionListWidth));
    left->addWidget(m_list, 1);
    auto* beneath = new QHBoxLayout;
    beneath->setSpacing(8);
    beneath->addWidget(m_add);
    beneath->addWidget(m_remove);
    beneath->addStretch(1);
    left->addLayout(beneath);
    auto* content = new QWidget;
    auto* right = new QVBoxLayout(content);
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(8);
    right->addWidget(m_form);
    auto* test = new QHBoxLayout;
    test->setSpacing(10);
    test->addWidget(m_test);
    test->addWidget(m_testNote, 1);
    right->addSpacing(6);
    right->addLayout(test);
    right->addWidget(m_result, 1);
    auto* result = new QVBoxLayout(m_result);
    result->setContentsMargins(0, 0, 0, 0);
    result->setSpacing(8);
    result->addWidget(m_found);
    result->addWidget(m_trouble);
    result->addStretch(1);
    m_result->setMinimumHeight(look.px(resultHeight)); // kept free: nothing moves when it comes
    for (QWidget* part : {static_cast<QWidget*>(m_form), m_result})
        part->setFixedWidth(look.px(connectionFormWidth));
    auto* parts = new QHBoxLayout(m_parts);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(partsGap);
    parts->addLayout(left);
    parts->addWidget(new AutoScrollArea("connections.area", content, look.px(connectionFormWidth), m_parts), 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 16);
    column->setSpacing(14);
    column->addWidget(m_services, 1);
    column->addWidget(m_parts, 1);
    m_services->setFixedWidth(look.px(connectionListWidth + connectionFormWidth) + partsGap);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_prices);
    buttons->addStretch(1);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_save);
    column->addLayout(buttons);
    setMinimumHeight(std::min(look.px(connectionsLeastHeight), roomOnScreen()));
}

void ConnectionsDialog::fillMenu()
{
    m_templates->clear();
    for (const team::ServiceTemplate& from : team::serviceTemplates()) {
        QAction* action = m_templates->addAction(nameOf(from));
        connect(action, &QAction::triggered, this, [this, service = from.service] { add(service); });
    }
}

int ConnectionsDialog::row() const { return m_list->currentRow(); }

void ConnectionsDialog::setConnections(const std::vector<ModelConnection>& connections)
{
    m_list->clear();
    m_drafts.clear();
    for (const ModelConnection& connection : connections)
        addRow({connection, {}, false});
    m_list->setCurrentRow(m_drafts.empty() ? -1 : 0);
    showRow(row());
}

void ConnectionsDialog::addRow(const Draft& draft)
{
    m_drafts.push_back(draft);
    auto* item = new QListWidgetItem(QString::fromStdString(draft.connection.name), m_list);
    item->setSizeHint({0, m_theme.theme().px(connectionRowHeight)});
}

void ConnectionsDialog::add(team::Service service)
{
    ModelConnection made = team::newConnection(service);
    if (made.name.empty())
        made.name = tr("My server").toStdString();
    addRow({made, {}, true});
    m_list->setCurrentRow(m_list->count() - 1);
    m_form->focusFirst();
}

std::vector<ModelConnection> ConnectionsDialog::connections() const
{
    std::vector<ModelConnection> connections;
    for (const Draft& draft : m_drafts)
        connections.push_back(draft.connection);
    return connections;
}

std::map<std::string, std::string> ConnectionsDialog::typedKeys() const
{
    std::map<std::string, std::string> keys;
    for (const Draft& draft : m_drafts)
        if (!draft.key.isEmpty())
            keys[draft.connection.id] = draft.key.toStdString();
    return keys;
}

const ModelConnection& ConnectionsDialog::current() const
{
    return m_drafts.at(static_cast<std::size_t>(row())).connection;
}

std::string ConnectionsDialog::currentKey() const { return m_form->typedKey().toStdString(); }

std::string ConnectionsDialog::currentModel() const { return m_form->model().toStdString(); }

void ConnectionsDialog::showRow(int shown)
{
    endTest();
    say({}, {});
    const bool isAny = shown >= 0 && shown < static_cast<int>(m_drafts.size());
    m_parts->setVisible(!m_drafts.empty());
    m_services->setVisible(m_drafts.empty());
    for (QWidget* part : std::initializer_list<QWidget*>{m_form, m_test, m_testNote})
        part->setVisible(isAny);
    m_remove->setEnabled(isAny);
    if (isAny) {
        const Draft draft = m_drafts[static_cast<std::size_t>(shown)];
        m_form->setConnection(draft.connection, draft.key, draft.isNew);
    }
    fitHeight();
}

void ConnectionsDialog::takeForm()
{
    if (row() < 0 || row() >= static_cast<int>(m_drafts.size()))
        return;
    Draft& draft = m_drafts[static_cast<std::size_t>(row())];
    const ModelConnection edited = m_form->connection();
    if (edited.id != draft.connection.id)
        return; // the form still shows another row
    const bool isElsewhere = isOtherServer(edited, draft.connection);
    const bool isChanged = isElsewhere || hasOtherKey(edited, draft.connection) || draft.key != m_form->typedKey();
    draft.connection = edited;
    draft.key = m_form->typedKey();
    const bool isKnown = !isOtherServer(edited, draft.known);
    draft.connection.models = isKnown ? draft.known.models : std::vector<std::string>();
    draft.connection.modelAbilities = isKnown ? draft.known.modelAbilities : decltype(edited.modelAbilities)();
    m_list->currentItem()->setText(QString::fromStdString(edited.name));
    fitHeight();     // where the key is decides which fields there are
    if (isElsewhere) // its models are others, whatever their names
        m_form->setModels(draft.connection.models, m_form->model());
    if (!isChanged)
        return;
    endTest();
    say({}, {}); // what was found is no longer so
}

void ConnectionsDialog::removeCurrent()
{
    const int gone = row();
    if (gone < 0)
        return;
    m_drafts.erase(m_drafts.begin() + gone);
    delete m_list->takeItem(gone);
    showRow(row());
}

void ConnectionsDialog::toggleTest()
{
    if (!m_tested.empty()) {
        endTest();
        return;
    }
    say({tr("Testing…")}, {});
    m_tested = current().id;
    theme::setButtonText(m_theme, *m_test, tr("Stop the test"));
    emit testRequested();
}

void ConnectionsDialog::endTest()
{
    if (m_tested.empty())
        return;
    m_tested.clear();
    theme::setButtonText(m_theme, *m_test, tr("Test"));
    say({}, {});
    emit testCancelled();
}

void ConnectionsDialog::setReport(const ConnectionTestReport& report)
{
    if (m_tested.empty() || row() < 0 || current().id != m_tested)
        return;
    m_tested.clear();
    theme::setButtonText(m_theme, *m_test, tr("Test"));
    Draft& draft = m_drafts[static_cast<std::size_t>(row())];
    const bool hasSeen = report.seesImages != ConnectionTestReport::Answer::Unknown && !report.error;
    if (!report.models.empty())
        draft.connection.models = report.models;
    // What was seen counts from now on, since no table can know every model.
    if (hasSeen)
        draft.connection.modelAbilities[report.model].images = report.seesImages == ConnectionTestReport::Answer::Yes;
    draft.known = draft.connection;
    if (hasSeen)
        m_form->setConnection(draft.known, m_form->typedKey(), draft.isNew);
    if (hasSeen || !report.models.empty())
        m_form->setModels(draft.known.models, QString::fromStdString(report.model));
    say(wordsOf(report), report.error ? QString::fromStdString(report.error->sentence) : QString());
}

void ConnectionsDialog::setFailure(const QString& sentence) { say({}, sentence); }

void ConnectionsDialog::say(const QStringList& lines, const QString& trouble)
{
    m_found->setText(wording::paragraph(lines));
    m_found->setVisible(!lines.isEmpty());
    m_trouble->setText(trouble);
    m_trouble->setVisible(!trouble.isEmpty());
    fitHeight();
}

/// What a window with a frame may take of the screen's height.
int ConnectionsDialog::roomOnScreen() const
{
    constexpr int frame = 40;
    return screen()->availableGeometry().height() - frame;
}

/// Makes the window taller if the content needs it and the screen has room, rather than scrolling.
void ConnectionsDialog::fitHeight()
{
    layout()->activate();
    const int needed = std::min(sizeHint().height(), roomOnScreen());
    if (needed > height())
        resize(width(), needed);
}

void ConnectionsDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ConnectionsDialog::retranslate()
{
    setWindowTitle(tr("Model connections"));
    setAccessibleName(windowTitle());
    m_list->setAccessibleName(tr("Connections"));
    m_testNote->setText(
        tr("Asks the model for a few words, a tool call and the colour of an image: a few hundred tokens."));
    const auto name = [this](QPushButton* one, const QString& text) {
        theme::setButtonText(m_theme, *one, text);
        one->setAccessibleName(text);
    };
    name(m_add, tr("Add…"));
    name(m_remove, tr("Remove"));
    name(m_test, m_tested.empty() ? tr("Test") : tr("Stop the test"));
    name(m_prices, tr("Prices…"));
    name(m_cancel, tr("Cancel"));
    name(m_save, tr("Save"));
    fillMenu();
    say({}, {});
}

} // namespace quarterdeck::ui
