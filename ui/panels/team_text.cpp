#include "ui/panels/team_text.h"

#include "ui/present/quantities.h"

#include <QCoreApplication>
#include <QStringList>

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

QString stateWords(const view::TeamMember& member, conversation::Timestamp now)
{
    if (!member.since || !(tellsHowLong(member.state) || member.isAwaited))
        return ownWord(member);
    //: what a role does, and for how long
    return TeamWords::tr("%1 · %2").arg(ownWord(member),
                                        wording::duration(now.msSinceEpoch - member.since->msSinceEpoch));
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
