#include "ui/panels/team_list.h"

#include "ui/present/quantities.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace quarterdeck::ui::team {

namespace {

struct TeamWords
{
    Q_DECLARE_TR_FUNCTIONS(TeamWords)
};

/// Right-to-left text is terminated even when it is elided, so that its numbers stay inside.
QString asOneRun(const QString& text)
{
    constexpr QChar firstStrongIsolate{0x2068};
    constexpr QChar popDirectionalIsolate{0x2069};
    return text.isRightToLeft() ? firstStrongIsolate + text + popDirectionalIsolate : text;
}

QString ownWord(const view::TeamMember& member)
{
    using theme::StateGlyph;
    if (member.isAwaited)
        return TeamWords::tr("Waiting for its program");
    if (member.mode == conversation::RoleMode::Paused
        && (member.state == StateGlyph::Idle || member.state == StateGlyph::Paused))
        return TeamWords::tr("Paused by you");
    switch (member.state) {
    case StateGlyph::Thinking:
        return TeamWords::tr("Thinking");
    case StateGlyph::Acting:
        return member.activity.isEmpty() ? TeamWords::tr("Writing") : member.activity;
    case StateGlyph::Waiting:
        return TeamWords::tr("Waiting for you");
    case StateGlyph::Paused:
        return TeamWords::tr("Paused");
    case StateGlyph::Failed:
        return member.activity.isEmpty() ? TeamWords::tr("Failed")
                                         : TeamWords::tr("Failed: %1").arg(asOneRun(member.activity));
    case StateGlyph::Done:
    case StateGlyph::Recorded:
    case StateGlyph::Stopped:
    case StateGlyph::Held:
    case StateGlyph::Idle:
        break;
    }
    return TeamWords::tr("Idle");
}

bool tellsHowLong(theme::StateGlyph state)
{
    return state == theme::StateGlyph::Thinking || state == theme::StateGlyph::Waiting;
}

} // namespace

namespace {

QString activityWords(const view::TeamMember& member, conversation::Timestamp now)
{
    if (!member.since || !(tellsHowLong(member.state) || member.isAwaited))
        return ownWord(member);
    //: what a role does, and for how long
    return TeamWords::tr("%1 · %2").arg(ownWord(member),
                                        wording::duration(now.msSinceEpoch - member.since->msSinceEpoch));
}

} // namespace

QString stateWords(const view::TeamMember& member, conversation::Timestamp now)
{
    const QString words = activityWords(member, now);
    //: what a role does, and that nobody gets what it says
    return member.mode == conversation::RoleMode::Muted ? TeamWords::tr("%1 · muted").arg(words) : words;
}

QString toolTip(const view::TeamMember& member)
{
    if (!member.isRemote)
        return {};
    return member.isAwaited
        ? TeamWords::tr(
            "A program plays this member, but none is connected. File ▸ Connect an agent… explains how to connect one.")
        : TeamWords::tr("A program plays this member.");
}

QString accessibleWords(const view::TeamMember& member, conversation::Timestamp now)
{
    QStringList parts{member.name, member.profile, stateWords(member, now)};
    if (member.isRemote)
        parts.append(TeamWords::tr("played by a program"));
    if (member.asksUser)
        parts.append(TeamWords::tr("asks you"));
    if (member.unread > 0)
        parts.append(TeamWords::tr("%n unread message(s)", nullptr, member.unread));
    if (member.dollars)
        parts.append(wording::money(*member.dollars));
    parts.append(wording::tokens(member.tokens));
    parts.removeAll(QString());
    return parts.join(QStringLiteral(", "));
}

} // namespace quarterdeck::ui::team

namespace quarterdeck::ui {

TeamListModel::TeamListModel(QObject* parent) : QAbstractListModel(parent) { }

void TeamListModel::setTeam(view::Team team)
{
    const auto before = static_cast<int>(m_team.size());
    const auto after = static_cast<int>(team.size());
    if (after < before) {
        beginRemoveRows({}, after, before - 1);
        m_team.resize(team.size());
        endRemoveRows();
    }
    for (std::size_t i = 0; i < m_team.size(); ++i) {
        if (m_team[i] == team[i])
            continue;
        m_team[i] = team[i];
        emit dataChanged(index(static_cast<int>(i)), index(static_cast<int>(i)));
    }
    if (after > before) {
        beginInsertRows({}, before, after - 1);
        m_team = std::move(team);
        endInsertRows();
    }
}

void TeamListModel::setNow(conversation::Timestamp now)
{
    m_now = now;
    if (!m_team.empty())
        emit dataChanged(index(0), index(rowCount() - 1), {WordsRole, Qt::AccessibleTextRole});
}

int TeamListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_team.size());
}

QVariant TeamListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const view::TeamMember& member = m_team[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return member.name;
    case Qt::AccessibleTextRole:
        return team::accessibleWords(member, m_now);
    case Qt::ToolTipRole:
        return team::toolTip(member);
    case WordsRole:
        return team::stateWords(member, m_now);
    case MemberRole:
        return QVariant::fromValue(member);
    default:
        return {};
    }
}

using theme::Color;
using theme::Measure;
using theme::TextRole;

TeamDelegate::TeamDelegate(const theme::ThemeController& theme, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{ }

QSize TeamDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const
{
    return {0, m_theme.theme().px(Measure::HTeamRow)};
}

void TeamDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const theme::Theme& look = m_theme.theme();
    const auto member = index.data(TeamListModel::MemberRole).value<view::TeamMember>();
    const QRectF row(option.rect);
    const bool isHovered = option.state.testFlag(QStyle::State_MouseOver);
    theme::paintRowBackground(*painter, look, row, false, isHovered, 0);

    const double avatar = look.px(Measure::Avatar);
    theme::paintAvatar(*painter, look, QRectF(row.left() + look.px(14), row.center().y() - avatar / 2, avatar, avatar),
                       member.avatar, isHovered ? Color::BgHover : Color::BgWindow);
    const double left = row.left() + look.px(14) + avatar + look.px(10);
    const double right = paintUsage(*painter, row, member) - look.px(10);
    const double top = row.top() + (row.height() - look.px(35)) / 2 + 1;
    paintNames(*painter, QRectF(left, top, right - left, look.px(18)), member);
    paintState(*painter, QRectF(left, top + look.px(18), right - left, look.px(17)), member,
               index.data(TeamListModel::WordsRole).toString());
    if (option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_KeyboardFocusChange))
        theme::paintRowFocus(*painter, look, row.adjusted(4, 0, -4, 0), look.measure(Measure::R2));
}

// Returns where the column starts.
double TeamDelegate::paintUsage(QPainter& painter, const QRectF& row, const view::TeamMember& member) const
{
    const theme::Theme& look = m_theme.theme();
    const QFont meta = look.font(TextRole::Meta);
    const double right = row.right() - look.px(14);
    const double lineHeight = look.px(17);
    const double top = row.center().y() - lineHeight;
    const Qt::Alignment toRight = Qt::AlignRight | Qt::AlignVCenter;

    const QString money = member.dollars ? wording::money(*member.dollars) : QStringLiteral("—");
    const QString tokens = wording::tokens(member.tokens);
    const double tokensWidth = theme::tabularWidth(meta, tokens);
    double begin = right - theme::tabularWidth(meta, money);
    theme::paintTabular(painter, QRectF(row.left(), top, right - row.left(), lineHeight), money, meta,
                        look.color(Color::Text3), toRight);
    theme::paintTabular(painter, QRectF(row.left(), top + lineHeight, right - row.left(), lineHeight), tokens, meta,
                        look.color(Color::Text3), toRight);
    if (member.unread > 0) {
        const QString unread = QString::number(member.unread);
        const double end = begin - look.px(8);
        const double icon = look.px(12);
        begin = end - theme::tabularWidth(meta, unread);
        theme::paintTabular(painter, QRectF(row.left(), top, end - row.left(), lineHeight), unread, meta,
                            look.color(Color::Text2), toRight);
        begin -= icon + look.px(4);
        theme::paintIcon(painter, theme::Icon::Mail, QRectF(begin, top, icon, lineHeight), look.px(12),
                         look.color(Color::Text2));
    }
    return std::min(begin, right - tokensWidth);
}

void TeamDelegate::paintNames(QPainter& painter, const QRectF& line, const view::TeamMember& member) const
{
    const theme::Theme& look = m_theme.theme();
    // In high contrast, only the avatar is coloured; names are plain.
    const Color name = look.options().highContrast || member.avatar.isUnknown
        ? Color::Text1
        : theme::roleColor(member.avatar.hue, theme::RoleShade::Text);
    const double width =
        theme::paintText(painter, line, member.name, look.font(TextRole::Ui, QFont::DemiBold), look.color(name));
    QRectF rest = line.adjusted(width + look.px(6), 0, 0, 0);
    if (member.isRemote && rest.width() > look.px(12)) {
        theme::paintIcon(painter, theme::Icon::Plug, QRectF(rest.left(), rest.top(), look.px(12), rest.height()),
                         look.px(12), look.color(Color::Text3));
        rest.adjust(look.px(12) + look.px(6), 0, 0, 0);
    }
    if (rest.width() > look.px(20))
        theme::paintText(painter, rest, member.profile, look.font(TextRole::Meta), look.color(Color::Text3));
}

void TeamDelegate::paintState(QPainter& painter, const QRectF& line, const view::TeamMember& member,
                              const QString& words) const
{
    const theme::Theme& look = m_theme.theme();
    const double glyph = look.px(12);
    const auto paintPart = [&](double x, theme::StateGlyph state, const QString& text) {
        const bool isWaiting = state == theme::StateGlyph::Waiting;
        theme::paintStateGlyph(painter, look, QRectF(x, line.center().y() - glyph / 2 - 1, glyph, glyph), state,
                               Color::BgWindow, m_turn);
        const double from = x + glyph + look.px(5);
        return from
            + theme::paintText(painter, QRectF(from, line.top(), line.right() - from, line.height()), text,
                               look.font(TextRole::Meta, isWaiting ? QFont::DemiBold : QFont::Normal),
                               look.color(isWaiting ? Color::AskText : Color::Text2));
    };
    const double end = paintPart(line.left(), member.state, words);
    if (member.asksUser && member.state != theme::StateGlyph::Waiting && line.right() - end > look.px(40))
        paintPart(end + look.px(12), theme::StateGlyph::Waiting, tr("asks you"));
}

} // namespace quarterdeck::ui
