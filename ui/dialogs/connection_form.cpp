#include "ui/dialogs/connection_form.h"

#include "ui/theme/buttons.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QEvent>
#include <QGridLayout>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace quarterdeck::ui {

using theme::Color;
using theme::TextRole;

namespace {

constexpr int buttonsPerRow = 4;

QString text(std::string_view ascii) { return QString::fromUtf8(ascii.data(), static_cast<qsizetype>(ascii.size())); }

} // namespace

QString nameOf(const team::ServiceTemplate& service)
{
    return service.name.empty() ? QCoreApplication::translate("quarterdeck::ui::ServiceChoice", "Another server")
                                : text(service.name);
}

ServiceChoice::ServiceChoice(const theme::ThemeController& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_explanation(new theme::TextLabel(theme, TextRole::Ui, Color::Text2, QFont::Normal, this))
{
    setObjectName(QStringLiteral("connections.services"));
    m_explanation->setObjectName(QStringLiteral("connections.empty"));
    m_explanation->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_explanation);
    m_here = addGroup("connections.servicesHere");
    m_withKey = addGroup("connections.servicesWithKey");
    column->addStretch(1);
    for (const team::ServiceTemplate& service : team::serviceTemplates())
        addService(service.needsKey ? m_withKey : m_here, service);
    retranslate();
}

ServiceChoice::Group ServiceChoice::addGroup(const char* name)
{
    auto* column = static_cast<QVBoxLayout*>(layout());
    auto* heading = new theme::TextLabel(m_theme, TextRole::Meta, Color::Text2, QFont::DemiBold, this);
    heading->setObjectName(QString::fromLatin1(name));
    auto* buttons = new QGridLayout;
    buttons->setSpacing(8);
    for (int i = 0; i < buttonsPerRow; ++i)
        buttons->setColumnStretch(i, 1);
    column->addSpacing(12);
    column->addWidget(heading);
    column->addLayout(buttons);
    return {heading, buttons};
}

void ServiceChoice::addService(const Group& group, const team::ServiceTemplate& service)
{
    const QString name = nameOf(service);
    const QString objectName =
        QStringLiteral("connections.service.") + (service.name.empty() ? QStringLiteral("other") : name);
    QPushButton* button = theme::makeButton(m_theme, objectName, name, theme::ButtonKind::Normal, theme::Icon::None,
                                            theme::ButtonSize::Option, this);
    button->setAccessibleName(name);
    button->setToolTip(text(service.address));
    button->setAutoDefault(false);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const int place = group.buttons->count();
    group.buttons->addWidget(button, place / buttonsPerRow, place % buttonsPerRow);
    connect(button, &QPushButton::clicked, this, [this, chosen = service.service] { emit this->chosen(chosen); });
    if (service.service == team::Service::Other)
        m_other = button;
}

void ServiceChoice::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ServiceChoice::retranslate()
{
    m_explanation->setText(tr(
        "A connection says where models run and how they are paid for. Choose what you have; you can add more later."));
    m_here.heading->setText(tr("A server on this computer, or one of your own"));
    m_withKey.heading->setText(tr("A service with a key"));
    theme::setButtonText(m_theme, *m_other, tr("Another server"));
    m_other->setAccessibleName(tr("Another server"));
}

using team::KeySource;
using team::ModelConnection;
using team::Protocol;

namespace {

constexpr int longestText = 2000;
constexpr int fieldHeight = 28;
constexpr std::array protocols = {Protocol::OpenAi, Protocol::Anthropic};
constexpr std::array sources = {KeySource::Keyring, KeySource::Environment, KeySource::ThisRun, KeySource::None};
const std::array<std::optional<bool>, 3> choices = {std::nullopt, true, false};

QLineEdit* makeField(const char* name, QWidget* parent)
{
    auto* field = new QLineEdit(parent);
    field->setObjectName(QString::fromLatin1(name));
    field->setMaxLength(longestText);
    return field;
}

theme::ComboBox* makeChoice(const theme::ThemeController& theme, const char* name, QWidget* parent)
{
    auto* box = new theme::ComboBox(theme, parent);
    box->setObjectName(QString::fromLatin1(name));
    return box;
}

QSpinBox* makeLimit(const char* name, int most, QWidget* parent)
{
    auto* box = new QSpinBox(parent);
    box->setObjectName(QString::fromLatin1(name));
    box->setRange(0, most);
    box->setGroupSeparatorShown(true);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->findChild<QLineEdit*>()->setObjectName(QStringLiteral("qt_spinbox_lineedit"));
    return box;
}

QSpinBox* makeTime(const char* name, QWidget* parent)
{
    constexpr int longest = 24 * 60 * 60;
    QSpinBox* box = makeLimit(name, longest, parent);
    box->setMinimum(1);
    return box;
}

int secondsOf(std::int64_t milliseconds, const QSpinBox& box)
{
    return static_cast<int>(std::clamp<std::int64_t>((milliseconds + 999) / 1000, box.minimum(), box.maximum()));
}

/// The field's value; a value shown rounded that nobody changed stays exact.
std::int64_t millisecondsIn(const QSpinBox& box, std::int64_t before)
{
    return box.value() == secondsOf(before, box) ? before : std::int64_t{1000} * box.value();
}

template <typename Values, typename Value>
int placeOf(const Values& values, const Value& value)
{
    return static_cast<int>(std::distance(values.begin(), std::find(values.begin(), values.end(), value)));
}

template <typename Values>
auto chosen(const Values& values, const QComboBox& box)
{
    return values[static_cast<std::size_t>(std::max(0, box.currentIndex()))];
}

/// Retranslates the choices; the selected one stays.
void setTexts(QComboBox& box, const QStringList& texts)
{
    const int current = std::max(0, box.currentIndex());
    box.clear();
    box.addItems(texts);
    box.setCurrentIndex(current);
}

/// 0 means none.
void setNumber(QSpinBox& box, std::optional<std::int64_t> number)
{
    box.setValue(static_cast<int>(std::min<std::int64_t>(number.value_or(0), box.maximum())));
}

std::optional<std::int64_t> numberIn(const QSpinBox& box)
{
    return box.value() > 0 ? std::optional<std::int64_t>(box.value()) : std::nullopt;
}

} // namespace

ConnectionForm::ConnectionForm(const theme::ThemeController& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_grid(new QGridLayout)
    , m_name(makeField("connections.name", this))
    , m_address(makeField("connections.address", this))
    , m_warning(new theme::TextLabel(theme, TextRole::Meta, Color::Text2, QFont::Normal, this))
    , m_protocol(makeChoice(theme, "connections.protocol", this))
    , m_keySource(makeChoice(theme, "connections.keySource", this))
    , m_key(makeField("connections.key", this))
    , m_variable(makeField("connections.variable", this))
    , m_model(makeChoice(theme, "connections.model", this))
    , m_images(makeChoice(theme, "connections.images", this))
    , m_atOnce(makeLimit("connections.atOnce", 10'000, this))
    , m_requests(makeLimit("connections.requests", 1'000'000, this))
    , m_tokens(makeLimit("connections.tokens", std::numeric_limits<int>::max(), this))
    , m_window(makeLimit("connections.window", 100'000'000, this))
    , m_answer(makeLimit("connections.answer", 10'000'000, this))
    , m_request(makeTime("connections.requestTime", this))
    , m_silence(makeTime("connections.silence", this))
{
    setObjectName(QStringLiteral("connections.form"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addLayout(m_grid);
    column->addWidget(m_warning);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(8);
    m_grid->setColumnStretch(1, 1);
    m_key->setEchoMode(QLineEdit::Password);
    m_model->setFreeText();
    m_warning->setObjectName(QStringLiteral("connections.warning"));
    m_warning->setWordWrap(true);
    for (QWidget* field : std::initializer_list<QWidget*>{m_name, m_address, m_protocol, m_keySource, m_key, m_variable,
                                                          m_model, m_images, m_atOnce, m_requests, m_tokens, m_window,
                                                          m_answer, m_request, m_silence})
        addRow(field);
    for (QLineEdit* field : {m_name, m_address, m_key, m_variable})
        connect(field, &QLineEdit::textChanged, this, &ConnectionForm::refresh);
    for (theme::ComboBox* box : {m_protocol, m_keySource, m_model, m_images})
        connect(box, &QComboBox::currentTextChanged, this, &ConnectionForm::refresh);
    for (QSpinBox* box : {m_atOnce, m_requests, m_tokens, m_window, m_answer, m_request, m_silence})
        connect(box, &QSpinBox::valueChanged, this, &ConnectionForm::refresh);
    retranslate();
}

void ConnectionForm::addRow(QWidget* field)
{
    auto* label = new theme::TextLabel(m_theme, TextRole::Ui, Color::Text2, QFont::Normal, this);
    label->setBuddy(field);
    field->setFixedHeight(m_theme.theme().px(fieldHeight));
    const int row = static_cast<int>(m_labels.size());
    m_grid->addWidget(label, row, 0, Qt::AlignRight | Qt::AlignVCenter);
    m_grid->addWidget(field, row, 1);
    m_labels.push_back(label);
}

void ConnectionForm::setConnection(const ModelConnection& connection, const QString& typedKey, bool isNew)
{
    m_isFilling = true;
    m_connection = connection;
    m_isNew = isNew;
    m_name->setText(QString::fromStdString(connection.name));
    m_address->setText(QString::fromStdString(connection.address));
    m_protocol->setCurrentIndex(placeOf(protocols, connection.protocol));
    m_keySource->setCurrentIndex(placeOf(sources, connection.keySource));
    m_key->setText(typedKey);
    m_variable->setText(QString::fromStdString(connection.keyVariable));
    m_images->setCurrentIndex(placeOf(choices, connection.abilities.images));
    m_atOnce->setValue(static_cast<int>(std::min<std::int64_t>(connection.limits.callsAtOnce, m_atOnce->maximum())));
    m_requests->setValue(
        static_cast<int>(std::min<std::int64_t>(connection.limits.requestsPerMinute, m_requests->maximum())));
    m_tokens->setValue(
        static_cast<int>(std::min<std::int64_t>(connection.limits.tokensPerMinute, m_tokens->maximum())));
    setNumber(*m_window, connection.abilities.contextTokens);
    setNumber(*m_answer, connection.abilities.answerTokens);
    m_request->setValue(secondsOf(connection.timeouts.request, *m_request));
    m_silence->setValue(secondsOf(connection.timeouts.idle, *m_silence));
    setModels(connection.models,
              connection.models.empty() ? QString() : QString::fromStdString(connection.models.front()));
    m_isFilling = false;
    refresh();
}

ModelConnection ConnectionForm::connection() const
{
    ModelConnection connection = m_connection;
    connection.name = m_name->text().trimmed().toStdString();
    connection.address = m_address->text().trimmed().toStdString();
    connection.protocol = chosen(protocols, *m_protocol);
    connection.keySource = chosen(sources, *m_keySource);
    connection.keyVariable = m_variable->text().trimmed().toStdString();
    connection.abilities.images = chosen(choices, *m_images);
    connection.abilities.contextTokens = numberIn(*m_window);
    connection.abilities.answerTokens = numberIn(*m_answer);
    connection.limits = {m_requests->value(), m_tokens->value(), m_atOnce->value()};
    connection.timeouts = {millisecondsIn(*m_request, m_connection.timeouts.request),
                           millisecondsIn(*m_silence, m_connection.timeouts.idle)};
    return connection;
}

QString ConnectionForm::typedKey() const { return m_key->isHidden() ? QString() : m_key->text().trimmed(); }

QString ConnectionForm::model() const { return m_model->currentText().trimmed(); }

void ConnectionForm::setModels(const std::vector<std::string>& models, const QString& chosenModel)
{
    const bool wasFilling = std::exchange(m_isFilling, true);
    m_connection.models = models;
    m_model->clear();
    for (const std::string& model : models)
        m_model->addItem(QString::fromStdString(model));
    m_model->setCurrentText(chosenModel);
    m_isFilling = wasFilling;
}

void ConnectionForm::focusFirst()
{
    QLineEdit* first = m_address->text().isEmpty() && !m_name->text().isEmpty() ? m_address : m_name;
    first->setFocus();
    first->selectAll();
}

void ConnectionForm::refresh()
{
    if (m_isFilling)
        return;
    const KeySource source = chosen(sources, *m_keySource);
    const auto showRow = [this](QWidget* field, bool isShown) {
        field->setVisible(isShown);
        m_labels[static_cast<std::size_t>(m_grid->indexOf(field)) / 2]->setVisible(isShown);
    };
    showRow(m_key, source == KeySource::Keyring || source == KeySource::ThisRun);
    showRow(m_variable, source == KeySource::Environment);
    m_key->setPlaceholderText(m_isNew || source != m_connection.keySource ? tr("Paste it here")
                                                                          : tr("Unchanged unless you type a new one"));
    const bool isOpen = team::isUnprotected(connection());
    m_warning->setText(isOpen ? tr("Anyone on the network can read what is sent to this address, including the key: it "
                                   "starts with http:// and is on another computer.")
                              : QString());
    m_warning->setVisible(isOpen);
    emit edited();
}

void ConnectionForm::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ConnectionForm::fillChoices()
{
    setTexts(*m_protocol, {tr("OpenAI (most servers)"), tr("Anthropic")});
    setTexts(*m_keySource,
             {tr("In the desktop's keyring"), tr("In an environment variable"),
              tr("In memory, until Quarterdeck closes"), tr("None")});
    setTexts(*m_images, {tr("If the model is known to accept them"), tr("Always"), tr("Never")});
    for (QSpinBox* box : {m_atOnce, m_requests, m_tokens})
        box->setSpecialValueText(tr("No limit"));
    for (QSpinBox* box : {m_window, m_answer})
        box->setSpecialValueText(tr("The model's known limit"));
    for (QSpinBox* box : {m_request, m_silence})
        box->setSuffix(tr(" s", "seconds"));
}

void ConnectionForm::nameFields()
{
    const QStringList names{tr("Name"),
                            tr("Address"),
                            tr("Protocol"),
                            tr("Key"),
                            tr("The key itself"),
                            tr("Variable"),
                            tr("Model to test"),
                            tr("Send images"),
                            tr("Parallel calls"),
                            tr("Requests per minute"),
                            tr("Tokens per minute"),
                            tr("Context window (tokens)"),
                            tr("Longest reply (tokens)"),
                            tr("Reply timeout"),
                            tr("Silence timeout")};
    for (std::size_t row = 0; row < m_labels.size(); ++row) {
        m_labels[row]->setText(names[static_cast<qsizetype>(row)]);
        m_labels[row]->buddy()->setAccessibleName(names[static_cast<qsizetype>(row)]);
    }
    for (theme::ComboBox* box : {m_protocol, m_keySource, m_model, m_images})
        box->setNames(box->objectName(), box->accessibleName());
    m_address->setPlaceholderText(QStringLiteral("https://…/v1"));
}

void ConnectionForm::retranslate()
{
    m_isFilling = true;
    fillChoices();
    nameFields();
    m_isFilling = false;
    refresh();
}

} // namespace quarterdeck::ui
