#include "scenario.h"

#include "mgx_json.h"

#include <QByteArray>
#include <cstdio>

using namespace quarterdeck::conversation;

namespace {

std::string numberedId(std::int64_t number)
{
    char text[33] = {};
    std::snprintf(text, sizeof text, "%032llx", static_cast<unsigned long long>(number));
    return text;
}

RoleName roleOf(const nlohmann::json& step) { return RoleName(step.at("role").get<std::string>()); }

/// For memories: two messages are equal there only if they are of one class, which is no part of ours.
Message withClass(const Message& message, const std::string& className)
{
    Message classed = message;
    classed.metadata = JsonValue(nlohmann::json{{"class", className}, {"metadata", message.metadata.json()}});
    return classed;
}

/// As it was before `withClass`.
nlohmann::json withoutClass(const Message& classed)
{
    const nlohmann::json kept = classed.metadata.json();
    Message message = classed;
    message.metadata = JsonValue(kept.at("metadata"));
    return mgx_json::write(message, kept.at("class").get<std::string>());
}

/// The names of Python's errors for what our rules call it.
std::string pythonError(ErrorCode code)
{
    return code == ErrorCode::UnreadableImage ? "IsADirectoryError" : "AttributeError";
}

} // namespace

Scenario::Scenario(const Json& description, bool isHeld)
    : m_description(description)
    , m_isFlagModel(description.at("idle_model") == "flag")
{
    const Json files = description.value("files", Json::object());
    for (const auto& [path, content] : files.items()) {
        m_files[path] = content.is_null()
            ? std::optional<std::string>()
            : QByteArray::fromBase64(QByteArray::fromStdString(content.get<std::string>())).toStdString();
    }
    SessionStarted settings;
    settings.routing.fidelity = Fidelity::Mgx;
    settings.isPublic = description.at("is_public_chat").get<bool>();
    submitSilently(StartSession{settings});
    for (const Json& role : description.at("roles")) {
        hire(role);
    }
    if (isHeld) {
        HoldRule all;
        all.id = holdsEverything;
        HoldRule toMe;
        toMe.to = {address::person};
        submitSilently(SetHoldRule{all});
        submitSilently(SetHoldRule{toMe});
    }
}

void Scenario::hire(const Json& role)
{
    const Role member = mgx_json::role(role);
    submitSilently(HireRole{member});
    const bool isBusy = m_isFlagModel ? !role.value("idle", true) : role.value("busy", false);
    submitSilently(SetRoleActivity{member.name, RoleActivity::Idle, {}, isBusy, false});
}

nlohmann::json Scenario::play()
{
    Json result{{"steps", Json::array()}, {"history_index", Json::object()}, {"addresses", Json::object()}};
    for (const Json& step : m_description.at("steps")) {
        result["steps"].push_back(playStep(step));
    }
    result["history"] = historyJson();
    for (const Message& message : m_history.storage()) {
        result["history_index"][message.causeBy.str()].push_back(message.id.str());
    }
    for (const RoleState& role : m_state.roles()) {
        result["addresses"][role.role.name.str()] = mgx_json::addresses(addressesOf(role.role));
    }
    return result;
}

nlohmann::json Scenario::playStep(const Json& step)
{
    using Operation = void (Scenario::*)(const Json&, Json&);
    static const std::map<std::string, Operation> operations{
        {"publish", &Scenario::publish},      {"role_publish", &Scenario::rolePublish},
        {"observe", &Scenario::observe},      {"team_message", &Scenario::teamMessage},
        {"set_public", &Scenario::setPublic}, {"set_idle", &Scenario::setIdle},
        {"set_busy", &Scenario::setBusy},     {"finish", &Scenario::finish}};
    Json result{{"op", step.at("op")}, {"deliveries", Json::array()}, {"history_added", Json::array()}};
    result["no_recipients"] = false;
    const Operation operation = operations.at(step.at("op").get<std::string>());
    (this->*operation)(step, result);
    emptyBuffersOfFlagModel();
    describeState(result);
    return result;
}

void Scenario::publish(const Json& step, Json& result)
{
    m_className = mgx_json::className(step.at("message"));
    Publish intent;
    intent.message = normalised(mgx_json::message(step.at("message")), [this] { return numberedId(++m_messageIds); });
    intent.userDefinedRecipient = step.value("user_defined_recipient", "");
    intent.publicer = step.value("publicer", "");
    submit(intent, true, result);
}

void Scenario::rolePublish(const Json& step, Json& result)
{
    m_className = mgx_json::className(step.at("message"));
    Message message = normalised(mgx_json::message(step.at("message")), [this] { return numberedId(++m_messageIds); });
    submit(RolePublish{roleOf(step), std::move(message)}, nullptr, result);
}

void Scenario::teamMessage(const Json& step, Json& result)
{
    m_className = "UserMessage";
    PublishTeamMessage intent;
    intent.role = roleOf(step);
    intent.content = textBlocks(step.at("content").get<std::string>());
    intent.sendTo = step.at("send_to").get<std::string>();
    submit(intent, nullptr, result);
}

void Scenario::observe(const Json& step, Json& result)
{
    const RoleName name = roleOf(step);
    Memory& memory = m_memories[name];
    const Observation found = quarterdeck::conversation::observe(
        m_state.role(name)->role, m_buffers[name], [&](const Message& one) { return memory.contains(one); },
        m_state.routing());
    m_buffers[name].clear();
    memory.add(found.remembered);
    submitSilently(ObserveMail{name, !m_isFlagModel && !found.news.empty()});
    result["returned"] = found.news.size();
    result["latest_observed"] = found.news.empty() ? Json() : Json(found.news.back().id.str());
    result["news"] = Json::array();
    for (const Message& message : found.news) {
        result["news"].push_back(message.id.str());
    }
    result["memory"] = Json::array();
    for (const Message& message : memory.storage()) {
        result["memory"].push_back({message.id.str(), textOf(message)});
    }
}

void Scenario::setPublic(const Json& step, Json&) { submitSilently(SetPublicChat{step.at("value").get<bool>()}); }

void Scenario::setIdle(const Json& step, Json&)
{
    submitSilently(SetRoleActivity{roleOf(step), RoleActivity::Idle, {}, !step.at("idle").get<bool>(), false});
}

void Scenario::setBusy(const Json& step, Json&)
{
    submitSilently(SetRoleActivity{roleOf(step), RoleActivity::Idle, {}, step.at("busy").get<bool>(), false});
}

void Scenario::finish(const Json& step, Json&)
{
    submitSilently(SetRoleActivity{roleOf(step), RoleActivity::Idle, {}, false, true});
}

DecideContext Scenario::context() const
{
    DecideContext context;
    context.now = m_state.lastTime();
    context.files = m_files;
    return context;
}

void Scenario::submit(const Intent& intent, const Json& returned, Json& result)
{
    DecideContext decideContext = context();
    // A message that a role makes counts as one; the ids of direct chats are ours and must not disturb that count.
    const bool isMadeInside = std::holds_alternative<PublishTeamMessage>(intent);
    decideContext.makeId = [this, isMadeInside] { return numberedId(isMadeInside ? ++m_messageIds : ++m_otherIds); };
    const Decision decision = decide(m_state, intent, decideContext);
    apply(decision, result);
    releaseHeld(result);
    if (decision.error) {
        result["error"] = pythonError(decision.error->code);
    } else {
        result["returned"] = returned;
    }
}

void Scenario::apply(const Decision& decision, Json& result)
{
    for (const Event& event : decision.events) {
        m_state.apply(event);
        const auto* published = std::get_if<MessagePublished>(&event.body);
        if (published == nullptr) {
            continue;
        }
        if (published->route.hold) {
            m_held.emplace(event.seq, published->message);
        }
        keepBooks(*published, result);
    }
}

void Scenario::releaseHeld(Json& result)
{
    while (!m_state.held().empty()) {
        const EventSeq held = m_state.held().front()->seq;
        DecideContext decideContext = context();
        decideContext.makeId = [this] { return numberedId(++m_otherIds); };
        ReleaseHeld intent{held, m_held.at(held)};
        intent.mayReachOthers = true; // chats may have begun or ended since
        const Decision released = decide(m_state, intent, decideContext);
        if (released.error) {
            throw std::runtime_error("not let go: " + released.error->sentence);
        }
        apply(released, result);
    }
}

void Scenario::submitSilently(const Intent& intent)
{
    for (const Event& event : decide(m_state, intent, context()).events) {
        m_state.apply(event);
    }
}

void Scenario::keepBooks(const MessagePublished& published, Json& result)
{
    const Message delivered = deliveredMessage(published);
    Json to = Json::array();
    for (const Delivery& delivery : published.route.deliveries) {
        m_buffers[delivery.role].push_back(withClass(delivered, m_className));
        to.push_back(delivery.role.str());
    }
    if (!to.empty()) {
        result["deliveries"].push_back({{"message", mgx_json::write(delivered, m_className)}, {"to", to}});
    }
    for (const Message& message : mgxHistory(published)) {
        const std::size_t before = m_history.size();
        m_history.add(withClass(message, m_className));
        if (m_history.size() > before) {
            result["history_added"].push_back(mgx_json::write(message, m_className));
        }
    }
    result["no_recipients"] = published.route.isUndelivered;
}

void Scenario::emptyBuffersOfFlagModel()
{
    // There a role is idle as its flag says, whatever waits in its buffer; the buffers' contents are kept here.
    for (const RoleState& role : std::vector<RoleState>(m_state.roles())) {
        if (m_isFlagModel && role.unread() > 0) {
            submitSilently(ObserveMail{role.role.name, false});
        }
    }
}

void Scenario::describeState(Json& result) const
{
    std::set<std::string> busy;
    for (const RoleState& role : m_state.roles()) {
        if (!m_state.isIdle(role.role.name)) {
            busy.insert(role.role.name.str());
        }
    }
    std::set<std::string> chatting;
    for (const DirectChat& chat : m_state.directChats()) {
        chatting.insert(chat.role.str());
    }
    result["busy_roles"] = busy;
    result["direct_chat_roles"] = chatting;
    result["env_is_idle"] = m_state.isEverybodyIdle();
    result["is_public_chat"] = m_state.isPublic();
    result["history_len"] = m_history.size();
}

nlohmann::json Scenario::historyJson() const
{
    Json history = Json::array();
    for (const Message& message : m_history.storage()) {
        history.push_back(withoutClass(message));
    }
    return history;
}
