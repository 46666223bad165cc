#include "team_kit.h"

#include <QStringList>

using namespace quarterdeck::conversation;

TeamKit::TeamKit(const Settings& settings, bool isPublic, bool withLeader)
{
    context.now = {1'000'000};
    context.makeId = [this] { return "id" + std::to_string(++m_ids); };
    SessionStarted started;
    started.title = "A session";
    started.routing = settings;
    started.isPublic = isPublic;
    submit(StartSession{started});
    if (withLeader) {
        Role leader = makeRole("Mike", "Team Leader");
        leader.kind = RoleKind::TeamLeader;
        submit(HireRole{leader});
    }
    for (const auto& [name, profile] : {std::pair{"Alice", "Product Manager"},
                                        {"Bob", "Architect"},
                                        {"Alex", "Engineer"},
                                        {"David", "Data Analyst"}}) {
        submit(HireRole{makeRole(name, profile)});
    }
}

Decision TeamKit::decideOnly(const Intent& intent) const { return decide(state, intent, context); }

Decision TeamKit::submit(const Intent& intent)
{
    Decision decision = decide(state, intent, context);
    for (const Event& event : decision.events) {
        state.apply(event);
        log.push_back(event);
    }
    return decision;
}

Decision TeamKit::tell(const char* role, const char* text, bool isPrivate)
{
    return submit(Publish{makeMessage("", text, {role}), role, {}, isPrivate});
}

Decision TeamKit::speak(const char* role, const char* text, std::initializer_list<const char*> to)
{
    Message message = makeMessage("", text, to);
    message.role = "assistant";
    message.causeBy = action::quickThink;
    return submit(RolePublish{RoleName(role), message});
}

void TeamKit::setActivity(const char* role, RoleActivity activity, bool hasWork)
{
    submit(SetRoleActivity{RoleName(role), activity, {}, hasWork, false});
}

void TeamKit::observeAll()
{
    for (const RoleState& role : std::vector<RoleState>(state.roles())) {
        submit(ObserveMail{role.role.name, false});
    }
}

Role makeRole(const char* name, const char* profile)
{
    Role role;
    role.name = RoleName(name);
    role.profile = profile;
    role.classPath = std::string("class.") + name;
    return role;
}

Message makeMessage(const char* from, const char* text, std::initializer_list<const char*> to)
{
    Message message;
    message.sentFrom = Address(from);
    message.content = textBlocks(text);
    message.sendTo.clear();
    for (const char* address : to) {
        message.sendTo.insert(Address(address));
    }
    return message;
}

TeamKit::Settings without(RoutingOption which)
{
    TeamKit::Settings settings;
    settings.switches.set(which, false);
    return settings;
}

namespace {
template <typename Names>
QString join(const Names& names)
{
    QStringList list;
    for (const auto& name : names) {
        list << QString::fromStdString(name.str());
    }
    return list.join(' ');
}
} // namespace

QString joined(const std::vector<RoleName>& names) { return join(names); }

QString joined(const AddressSet& addresses) { return join(addresses); }

QString reached(const Decision& decision)
{
    std::vector<RoleName> names;
    for (const Delivery& delivery : messageOf(decision).route.deliveries) {
        names.push_back(delivery.role);
    }
    return joined(names);
}

QString active(const Decision& decision)
{
    std::vector<RoleName> names;
    for (const Delivery& delivery : messageOf(decision).route.deliveries) {
        if (delivery.makesActive()) {
            names.push_back(delivery.role);
        }
    }
    return joined(names);
}

QString kinds(const Decision& decision)
{
    QStringList list;
    for (const Event& event : decision.events) {
        list << QString::fromStdString(kindOf(event.body));
    }
    return list.join(' ');
}

MessagePublished messageOf(const Decision& decision)
{
    for (const Event& event : decision.events) {
        if (const auto* published = std::get_if<MessagePublished>(&event.body)) {
            return *published;
        }
    }
    return {};
}

QString textOfCopy(const Decision& decision)
{
    return QString::fromStdString(textOf(deliveredMessage(messageOf(decision))));
}

QString sentence(const Decision& decision)
{
    return decision.error ? QString::fromStdString(decision.error->sentence) : QString();
}
