#include "ui/dialogs/session_dialog.h"

#include "ui/theme/buttons.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

using theme::ButtonKind;
using theme::Color;
using theme::TextRole;

namespace {

constexpr int longestSessionTitle = 300;
constexpr int longestTags = 1000;

} // namespace

SessionDialog::SessionDialog(const theme::ThemeController& theme, QWidget* parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_titleLabel(theme::makeFieldLabel(theme, this))
    , m_title(new QLineEdit(this))
    , m_tagsLabel(theme::makeFieldLabel(theme, this))
    , m_tags(new QLineEdit(this))
    , m_noteLabel(theme::makeFieldLabel(theme, this))
    , m_note(new QPlainTextEdit(this))
    , m_facts(new theme::TextLabel(theme, TextRole::Meta, Color::Text3, QFont::Normal, this))
    , m_problem(new theme::TextLabel(theme, TextRole::Ui, Color::StatusFailed, QFont::Normal, this))
    , m_save(theme::makeButton(theme, QStringLiteral("session.save"), {}, ButtonKind::Primary, theme::Icon::None,
                               theme::ButtonSize::Normal, this))
    , m_cancel(theme::makeButton(theme, QStringLiteral("session.cancel"), {}, ButtonKind::Normal, theme::Icon::None,
                                 theme::ButtonSize::Normal, this))
{
    setObjectName(QStringLiteral("session"));
    m_title->setObjectName(QStringLiteral("session.title"));
    m_title->setMaxLength(longestSessionTitle);
    m_tags->setObjectName(QStringLiteral("session.tags"));
    m_tags->setMaxLength(longestTags);
    m_note->setObjectName(QStringLiteral("session.note"));
    m_note->setTabChangesFocus(true);
    m_note->document()->setDocumentMargin(8); // as the fields of one line
    m_note->setFixedHeight(theme.theme().px(96));
    m_facts->setObjectName(QStringLiteral("session.facts"));
    m_facts->setWordWrap(true);
    m_problem->setObjectName(QStringLiteral("session.problem"));
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_titleLabel->setBuddy(m_title);
    m_tagsLabel->setBuddy(m_tags);
    m_noteLabel->setBuddy(m_note);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 16);
    column->setSpacing(6);
    const auto add = [&](QWidget* label, QWidget* field) {
        column->addWidget(label);
        column->addWidget(field);
        column->addSpacing(8);
    };
    add(m_titleLabel, m_title);
    add(m_tagsLabel, m_tags);
    add(m_noteLabel, m_note);
    column->addWidget(m_facts);
    column->addWidget(m_problem);
    column->addSpacing(8);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_save);
    column->addLayout(buttons);
    setMinimumWidth(theme.theme().px(420));

    m_save->setDefault(true);
    connect(m_save, &QPushButton::clicked, this, &SessionDialog::save);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    retranslate();
}

void SessionDialog::setLabels(const Labels& labels, const QString& ownTitle)
{
    m_given = labels.title;
    m_shown = labels.title.isEmpty() ? ownTitle : labels.title;
    // What is there already is shown whole: it would be stored as it is cut.
    m_title->setMaxLength(std::max(longestSessionTitle, static_cast<int>(m_shown.size())));
    m_title->setText(m_shown);
    m_title->setPlaceholderText(ownTitle);
    m_title->selectAll();
    m_tags->setMaxLength(std::max(longestTags, static_cast<int>(labels.tags.size())));
    m_tags->setText(labels.tags);
    m_note->setPlainText(labels.note);
}

SessionDialog::Labels SessionDialog::labels() const
{
    QString title = m_given; // a title of the log, which may have other blanks than a name, is none
    if (m_title->text() != m_shown) {
        const QString typed = m_title->text().simplified();
        title = typed == m_title->placeholderText().simplified() ? QString() : typed;
    }
    return {title, m_tags->text(), m_note->toPlainText().trimmed()};
}

void SessionDialog::save()
{
    m_problem->hide();
    m_save->setEnabled(false);
    emit saveRequested();
}

void SessionDialog::refuse(const QString& sentence)
{
    m_problem->setText(sentence);
    m_problem->show();
    m_save->setEnabled(true);
    m_save->setFocus();
}

void SessionDialog::setFacts(std::function<QString()> facts)
{
    m_factsText = std::move(facts);
    refreshFacts();
}

void SessionDialog::refreshFacts()
{
    if (m_factsText)
        m_facts->setText(m_factsText());
}

void SessionDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void SessionDialog::retranslate()
{
    setWindowTitle(tr("Name, tags and note"));
    setAccessibleName(windowTitle());
    m_titleLabel->setText(tr("Name"));
    m_title->setAccessibleName(tr("Name"));
    m_tagsLabel->setText(tr("Tags, separated by commas"));
    m_tags->setAccessibleName(m_tagsLabel->text());
    m_noteLabel->setText(tr("Note"));
    m_note->setAccessibleName(tr("Note"));
    theme::setButtonText(m_theme, *m_save, tr("Save"));
    m_save->setAccessibleName(tr("Save"));
    theme::setButtonText(m_theme, *m_cancel, tr("Cancel"));
    m_cancel->setAccessibleName(tr("Cancel"));
    refreshFacts();
}

} // namespace quarterdeck::ui
