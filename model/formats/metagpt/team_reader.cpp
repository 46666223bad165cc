#include "metagpt/team_reader.h"

#include "metagpt/read_message.h"
#include "recorded/recorded_session.h"
#include "sentences.h"
#include "json/json_shape.h"
#include "json/json_text.h"
#include "json/record_reader.h"

#include <map>

namespace quarterdeck::formats {

using conversation::Address;
using conversation::Message;
using metagpt::addressesIn;
using metagpt::readMessage;
using nlohmann::json;
using sentences::Reason;

namespace {

Role roleOf(const std::string& name, const json& source)
{
    Role role;
    role.name = RoleName(name);
    role.profile = textMember(source, "profile");
    role.goal = textMember(source, "goal");
    role.constraints = textMember(source, "constraints");
    role.classPath = textMember(source, "__module_class_name");
    role.addresses = addressesIn(memberOf(source, "addresses"));
    role.memoryEnabled = memberOf(source, "enable_memory") != false;
    const json watch = memberOf(memberOf(source, "rc"), "watch");
    for (const Address& action : addressesIn(watch)) {
        role.watch.insert(conversation::ActionName(action.str()));
    }
    return role;
}

bool isAddressedCopy(const Message& message) { return conversation::textOf(message).starts_with("[Message] from "); }

/// The messages of a team, each once.
class History
{
public:
    /// False when one of the list is no message; the others are taken.
    bool take(const json& storage)
    {
        bool areAll = true;
        if (storage.is_array()) {
            for (const json& source : storage) {
                auto message = readMessage(source);
                areAll = areAll && message;
                if (message) {
                    add(std::move(*message));
                }
            }
        }
        return areAll;
    }
    [[nodiscard]] std::vector<Message>& messages() { return m_messages; }

private:
    void add(Message message)
    {
        const auto [known, isNew] = m_places.try_emplace(message.id.str(), m_messages.size());
        if (isNew || message.id.isEmpty()) {
            m_messages.push_back(std::move(message));
        } else if (isAddressedCopy(m_messages[known->second]) && !isAddressedCopy(message)) {
            m_messages[known->second].content = std::move(message.content); // as it was said
        }
    }

    std::vector<Message> m_messages;
    std::map<std::string, std::size_t> m_places;
};

/// What the file says beside roles and messages.
json fieldsOf(json document)
{
    for (json* part : {&document, document.contains("env") ? &document["env"] : &document}) {
        part->erase("roles");
        part->erase("history");
    }
    return document;
}

void readTeam(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, const json& document,
              const Place& place)
{
    const json env = document.is_object() && document.contains("env") ? document["env"] : document;
    const json roles = memberOf(env, "roles");
    History history;
    bool areAll = history.take(memberOf(memberOf(env, "history"), "storage"));
    RecordedSession session(source, sink, limits);
    std::string leader;
    if (roles.is_object()) {
        for (const auto& [name, role] : roles.items()) {
            areAll = history.take(memberOf(memberOf(memberOf(role, "rc"), "memory"), "storage")) && areAll;
            Role read = roleOf(name, role);
            leader = read.classPath.ends_with(".TeamLeader") ? name : leader;
            session.addRole(std::move(read));
        }
    }
    if (!areAll) {
        sink.problem(sentences::problem(source.name(), place, Reason::WrongContent));
    }
    if (history.messages().empty()) {
        sink.problem(sentences::problem(source.name(), place, Reason::NoMessages));
        return;
    }
    const std::string idea = textMember(document, "idea");
    const std::string& first = idea.empty() ? conversation::textOf(history.messages().front()) : idea;
    session.begin(titleFrom(first, baseName(source.name())), {"metagpt", place, fieldsOf(document)}, leader);
    for (Message& message : history.messages()) {
        if (sink.isStopped()) {
            return;
        }
        session.addRole(message.sentFrom.str());
        session.add(std::move(message));
    }
    session.end();
}

} // namespace

bool TeamReader::recognises(const JsonShape& shape) const
{
    const auto has = [&](const char* object, const char* key) {
        const auto found = shape.memberKeys.find(object);
        return found != shape.memberKeys.end() && found->second.contains(key);
    };
    return (has("env", "roles") && has("env", "history")) || (shape.has("roles") && has("history", "storage"));
}

Result<std::size_t> TeamReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                     const ReadLimits& limits) const
{
    RecordReader records(source, shape.layout, limits);
    return records.forEachGood(
        sink, [&](const json& record, const Place& place) { readTeam(source, sink, limits, record, place); });
}

} // namespace quarterdeck::formats
