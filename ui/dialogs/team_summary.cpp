#include "ui/dialogs/team_summary.h"

#include "ui/theme/form_parts.h"
#include "ui/theme/painted_labels.h"
#include "ui/theme/text_label.h"
#include "ui/theme/theme_controller.h"

#include <QGridLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace quarterdeck::ui {

using theme::Color;
using theme::TextRole;

namespace {

constexpr int membersPerRow = 2;
constexpr int mostMembers = 12;

QWidget* memberRow(const theme::ThemeController& theme, const view::TeamMemberRow& member,
                   const theme::AvatarStyle& look, QWidget* parent)
{
    auto* row = new QWidget(parent);
    auto* parts = new QHBoxLayout(row);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(8);
    auto* avatar = new theme::AvatarLabel(theme, theme::Measure::AvatarSmall, Color::BgWindow, row);
    avatar->setLook(look, member.name);
    auto* name = new theme::TextLabel(theme, TextRole::Ui, Color::Text1, QFont::Medium, row);
    name->setText(member.name);
    auto* profile = new theme::TextLabel(theme, TextRole::Meta, Color::Text3, QFont::Normal, row);
    profile->setElideMode(Qt::ElideRight);
    profile->setText(member.profile);
    parts->addWidget(avatar, 0, Qt::AlignVCenter);
    parts->addWidget(name);
    parts->addWidget(profile);
    parts->addStretch(1);
    return row;
}

} // namespace

TeamSummary::TeamSummary(const theme::ThemeController& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_description(new theme::TextLabel(theme, TextRole::Ui, Color::Text2, QFont::Normal, this))
    , m_members(new QGridLayout)
{
    m_description->setWordWrap(true);
    m_members->setContentsMargins(0, 4, 0, 0);
    m_members->setHorizontalSpacing(16);
    m_members->setVerticalSpacing(6);
    for (int column = 0; column < membersPerRow; ++column)
        m_members->setColumnStretch(column, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(m_description);
    column->addLayout(m_members);
}

void TeamSummary::setTeam(const view::TeamRow& team)
{
    m_description->setText(team.description);
    theme::removeAll(*m_members);
    showMembers(team.members);
}

void TeamSummary::showMembers(const QList<view::TeamMemberRow>& members)
{
    QStringList names;
    for (const view::TeamMemberRow& member : members)
        names.append(member.name);
    const QStringList initials = theme::initialsFor(names);
    const auto shown = std::min<qsizetype>(names.size(), mostMembers);
    for (qsizetype i = 0; i < shown; ++i) {
        const view::TeamMemberRow& member = members.at(i);
        const theme::AvatarStyle look{initials.at(i), theme::hueOfHire(static_cast<int>(i)), false, member.isLeader,
                                      false};
        m_members->addWidget(memberRow(m_theme, member, look, this), static_cast<int>(i) / membersPerRow,
                             static_cast<int>(i) % membersPerRow);
    }
    if (shown == names.size())
        return;
    auto* more = new theme::TextLabel(m_theme, TextRole::Meta, Color::Text3, QFont::Normal, this);
    more->setText(tr("and %n more", nullptr, static_cast<int>(names.size() - shown)));
    m_members->addWidget(more, mostMembers / membersPerRow, 0);
}

} // namespace quarterdeck::ui
