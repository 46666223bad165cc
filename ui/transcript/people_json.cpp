#include "ui/transcript/people_json.h"

#include "model/agents/run/artifacts.h"
#include "model/agents/run/session_notes.h"
#include "model/conversation/outsiders.h"
#include "model/conversation/speaker.h"
#include "ui/present/row_limits.h"

#include <QCoreApplication>
#include <QSet>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::ui::transcript {

namespace {
constexpr qsizetype longestCompared = 1'000; ///< letters of a label: nobody compares more of two
} // namespace

QString confusableWith(const QString& name, const QStringList& names)
{
    const std::string skeleton = conversation::nameSkeleton(name.toStdString());
    if (skeleton.empty())
        return {};
    const auto found = std::ranges::find_if(
        names, [&](const QString& one) { return conversation::nameSkeleton(one.toStdString()) == skeleton; });
    return found == names.end() ? QString() : *found;
}

QList<bool> lookalikesAmong(const QStringList& labels)
{
    std::vector<std::string> skeletons;
    std::map<std::string, QSet<QString>> bearers;
    for (const QString& label : labels) {
        skeletons.push_back(conversation::labelSkeleton(label.left(longestCompared).toStdString()));
        bearers[skeletons.back()].insert(label);
    }
    QList<bool> areAlike;
    for (const std::string& skeleton : skeletons)
        areAlike.append(bearers[skeleton].size() > 1);
    return areAlike;
}

namespace {

using conversation::Address;
using nlohmann::json;

struct People
{
    Q_DECLARE_TR_FUNCTIONS(People)
};

constexpr int noLane = -1;
constexpr int noHue = -1;

/// The person's names, including the English one, which imitators would use.
QStringList usersNames() { return {People::tr("You"), QStringLiteral("You")}; }

QStringList programsNames() { return {QString::fromLatin1(conversation::programName)}; }

/// Names that belong to somebody here.
QStringList takenNames(const Presentation& presentation)
{
    QStringList names;
    for (const PresentedMember& member : presentation.members)
        names.append(QString::fromStdString(member.role.str()));
    return names + usersNames() + programsNames();
}

/// Whom a member must not be mistaken for: programs name their members freely.
QStringList namesAbove(const Presentation& presentation, const PresentedMember& member)
{
    QStringList names = usersNames() + programsNames();
    for (const PresentedMember& one : presentation.members)
        if (one.isLeader && !member.isLeader)
            names.append(QString::fromStdString(one.role.str()));
    return names;
}

void markLookalike(json& speaker, const std::string& name, const QStringList& names)
{
    const QString resembled = confusableWith(QString::fromStdString(cutName(name)), names);
    if (!resembled.isEmpty())
        speaker["lookalike"] = resembled.toStdString();
}

json strangerJson(const Presentation& presentation, const std::string& name)
{
    json speaker{{"key", ""},    {"name", cutName(name)}, {"lane", noLane},
                 {"hue", noHue}, {"person", false},       {"leader", false}};
    markLookalike(speaker, name, takenNames(presentation));
    return speaker;
}

/// Whoever it is that a program lets speak as its user.
std::string toldByProgram(const std::string& name)
{
    const bool isNamed =
        !name.empty() && QString::fromStdString(name).compare(QLatin1String("user"), Qt::CaseInsensitive) != 0;
    return (isNamed ? People::tr("%1 (sent by the program)").arg(QString::fromStdString(cutName(name)))
                    : People::tr("Sent by the program"))
        .toStdString();
}

json recipient(const char* kind, const std::string& name, int lane)
{
    return {{"kind", kind}, {"name", cutName(name)}, {"lane", lane}};
}

/// "metagpt.roles.engineer.Engineer" is a class; its last part is what a person can read.
std::string shortAddress(const Address& address)
{
    const std::string& text = address.str();
    const bool isClassPath = text.find(' ') == std::string::npos && text.find('@') == std::string::npos;
    const std::size_t dot = text.rfind('.');
    return isClassPath && dot != std::string::npos && dot + 1 < text.size() ? text.substr(dot + 1) : text;
}

} // namespace

const PresentedMember* memberWith(const Presentation& presentation, const Address& address)
{
    const auto& members = presentation.members;
    const auto found = std::find_if(members.begin(), members.end(),
                                    [&](const PresentedMember& one) { return one.addresses.contains(address); });
    return found == members.end() ? nullptr : &*found;
}

const PresentedMember* memberNamed(const Presentation& presentation, const conversation::RoleName& role)
{
    const auto& members = presentation.members;
    const auto found =
        std::find_if(members.begin(), members.end(), [&](const PresentedMember& one) { return one.role == role; });
    return found == members.end() ? nullptr : &*found;
}

json nobodyJson()
{
    return {{"key", ""}, {"name", ""}, {"lane", noLane}, {"hue", noHue}, {"person", false}, {"leader", false}};
}

json userJson()
{
    return {{"key", "you"},   {"name", People::tr("You").toStdString()}, {"lane", 0}, {"hue", 0}, {"person", true},
            {"leader", false}};
}

json programJson()
{
    json speaker = nobodyJson();
    speaker["name"] = team::manifest::writer;
    speaker["program"] = true;
    return speaker;
}

json memberJson(const Presentation& presentation, const PresentedMember& member)
{
    json speaker{{"key", member.role.str()},
                 {"name", cutName(member.role.str())},
                 {"profile", cutName(member.profile)},
                 {"lane", member.lane},
                 {"hue", member.hue},
                 {"person", false},
                 {"leader", member.isLeader}};
    markLookalike(speaker, member.role.str(), namesAbove(presentation, member));
    return speaker;
}

json roleJson(const Presentation& presentation, const conversation::RoleName& role)
{
    const PresentedMember* member = memberNamed(presentation, role);
    if (member == nullptr && presentation.doesProgramSpeak && role.str() == team::manifest::writer)
        return programJson();
    return member ? memberJson(presentation, *member) : strangerJson(presentation, role.str());
}

json speakerJson(const Presentation& presentation, const conversation::Message& message)
{
    if (conversation::isDropNotice(message) && presentation.doesProgramSpeak)
        return programJson();
    if (conversation::isToldByProgram(message))
        return strangerJson(presentation, toldByProgram(message.name));
    if (message.sentFrom.isEmpty())
        return userJson();
    if (presentation.doesProgramSpeak && team::isOfProgram(message))
        return programJson();
    if (const PresentedMember* member = memberWith(presentation, message.sentFrom))
        return memberJson(presentation, *member); // whatever name the message bears
    if (!message.name.empty())
        return strangerJson(presentation, message.name);
    return strangerJson(presentation, conversation::metadataAgent(message).value_or(shortAddress(message.sentFrom)));
}

json recipientsJson(const Presentation& presentation, const conversation::AddressSet& sendTo,
                    std::span<const Address> unknown, const Address& sentFrom)
{
    json strangers = json::array();
    std::set<int> lanes;
    bool isToUser = false;
    bool isToEveryone = false;
    for (const Address& to : sendTo) {
        if (to == conversation::address::all)
            isToEveryone = true;
        else if (to == conversation::address::person)
            isToUser = true;
        else if (to == conversation::address::none || to == conversation::address::noOne)
            continue;
        else if (const auto* member = memberWith(presentation, to == conversation::address::self ? sentFrom : to))
            lanes.insert(member->lane);
        else if (std::find(unknown.begin(), unknown.end(), to) != unknown.end())
            strangers.push_back(recipient("unknown", to.str(), noLane));
        else if (to != conversation::address::self)
            strangers.push_back(recipient("role", shortAddress(to), noLane));
    }
    json recipients = json::array();
    if (isToUser)
        recipients.push_back(recipient("you", People::tr("you").toStdString(), 0));
    for (const PresentedMember& member : presentation.members) {
        if (lanes.contains(member.lane))
            recipients.push_back(recipient("role", member.role.str(), member.lane));
    }
    recipients.insert(recipients.end(), strangers.begin(), strangers.end());
    if (isToEveryone)
        recipients.push_back(recipient("everyone", People::tr("everyone").toStdString(), noLane));
    return recipients;
}

} // namespace quarterdeck::ui::transcript
