#include "model/conversation/compose.h"

#include "model/conversation/conversation_errors.h"
#include "model/conversation/text.h"

#include <algorithm>

namespace quarterdeck::conversation {

namespace {

constexpr std::string_view everyoneWord = "everyone";

char lowerAscii(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool startsWithIgnoringCase(std::string_view text, std::string_view start)
{
    return text.size() >= start.size() && std::equal(start.begin(), start.end(), text.begin(), [](char a, char b) {
               return lowerAscii(a) == lowerAscii(b);
           });
}

bool isWordByte(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '-';
}

bool isWide(char c) { return static_cast<unsigned char>(c) >= 0x80; }

/// A name ends where a word would: "@Bobby" is not "@Bob". Chinese is written without spaces, so next to a wide
/// character a name may end anywhere.
bool endsHere(std::string_view text, std::size_t length)
{
    if (length >= text.size() || isWide(text[length - 1]) || isWide(text[length])) {
        return true;
    }
    return !isWordByte(text[length]);
}

/// Reads the names at the start of the text.
class AddressReader
{
public:
    AddressReader(const ConversationState& state, std::string_view typed) : m_state(state), m_rest(typed) { }

    ComposedAddress read()
    {
        const std::string_view typed = m_rest;
        skipSpaces();
        while (m_rest.size() > 1 && m_rest.front() == '@' && utf8::spaceAt(m_rest, 1) == 0) {
            m_rest.remove_prefix(1);
            readName();
            skipSeparator();
            m_hasNames = true;
        }
        m_address.body = std::string(m_hasNames ? m_rest : typed);
        return std::move(m_address);
    }

private:
    void readName()
    {
        const std::size_t everyone = matchLength(everyoneWord);
        const RoleName* role = nullptr;
        std::size_t length = everyone;
        // Exactly written names win over those in another case; then the longest, as "Bob Li" over "Bob".
        bool isExact = false;
        for (const RoleState& member : m_state.roles()) {
            const std::string& name = member.role.name.str();
            const std::size_t match = matchLength(name);
            const bool matchIsExact = match > 0 && m_rest.starts_with(name);
            if (match > length || (match > 0 && match == length && matchIsExact && !isExact)) {
                length = match;
                role = &member.role.name;
                isExact = matchIsExact;
            }
        }
        if (length == 0) {
            return readUnknown();
        }
        if (!role) {
            m_address.isEveryone = true;
        } else if (std::find(m_address.named.begin(), m_address.named.end(), *role) == m_address.named.end()) {
            m_address.named.push_back(*role);
        }
        m_rest.remove_prefix(length);
    }

    [[nodiscard]] std::size_t matchLength(std::string_view name) const
    {
        const bool matches = !name.empty() && startsWithIgnoringCase(m_rest, name) && endsHere(m_rest, name.size());
        return matches ? name.size() : 0;
    }

    void readUnknown()
    {
        std::size_t end = 0;
        while (end < m_rest.size() && utf8::spaceAt(m_rest, end) == 0 && separatorAt(end) == 0) {
            end += utf8::lengthAt(m_rest, end);
        }
        m_address.unknown.emplace_back(m_rest.substr(0, end));
        m_rest.remove_prefix(end);
    }

    [[nodiscard]] std::size_t separatorAt(std::size_t at) const
    {
        for (const std::string_view separator : {",", ":", ";", "，", "：", "、", "；"}) {
            if (m_rest.substr(at, separator.size()) == separator) {
                return separator.size();
            }
        }
        return 0;
    }

    void skipSpaces()
    {
        while (!m_rest.empty()) {
            const std::size_t space = utf8::spaceAt(m_rest, 0);
            if (space == 0) {
                return;
            }
            m_rest.remove_prefix(space);
        }
    }

    void skipSeparator()
    {
        skipSpaces();
        if (!m_rest.empty()) {
            m_rest.remove_prefix(separatorAt(0));
        }
        skipSpaces();
    }

    const ConversationState& m_state;
    std::string_view m_rest;
    ComposedAddress m_address;
    bool m_hasNames = false;
};

/// A chat that was opened in private stays private: the follow-up must not be louder than what it follows.
bool isPrivateByDefault(const ConversationState& state, const std::vector<RoleName>& named)
{
    return std::any_of(named.begin(), named.end(), [&](const RoleName& name) {
        const DirectChat* chat = state.directChatWith(name);
        return chat && chat->isPrivate;
    });
}

bool isPrivate(const ConversationState& state, const ComposedAddress& address, Audience audience,
               const RoleName& chatWith)
{
    if (audience == Audience::ByDefault) {
        // Where MetaGPT's rules publish to everyone, no lock is offered.
        const bool isInChat = address.named.size() == 1 && address.named.front() == chatWith
            && state.routing().fidelity == Fidelity::Quarterdeck;
        return !state.isPublic() || isInChat || isPrivateByDefault(state, address.named);
    }
    return audience == Audience::OnlyNamed;
}

/// The address as written, or else the member of the private chat in which it was written.
ComposedAddress addressIn(const ConversationState& state, std::string_view typed, const RoleName& chatWith)
{
    ComposedAddress address = readAddress(state, typed);
    const bool namesSomebody = !address.named.empty() || address.isEveryone || !address.unknown.empty();
    if (!namesSomebody && state.role(chatWith) != nullptr) {
        address.named.push_back(chatWith);
    }
    return address;
}

AddressSet recipientsOf(const ConversationState& state, const ComposedAddress& address)
{
    AddressSet sendTo;
    for (const RoleName& name : address.named) {
        sendTo.insert(name.as<Address>());
    }
    if (address.isEveryone) {
        sendTo.insert(address::all);
    }
    // To the leader by name: a message that names nobody would go to everyone, even if the session is not public.
    if (sendTo.empty() && state.leader()) {
        sendTo.insert(state.leader()->role.name.as<Address>());
    }
    return sendTo;
}

void sortByPart(const ConversationState& state, SendPreview& preview)
{
    auto next = preview.route.deliveries.begin();
    for (const RoleState& member : state.roles()) {
        const bool isNext = next != preview.route.deliveries.end() && next->role == member.role.name;
        std::vector<RoleName>& part = !isNext ? preview.notTold : next->makesActive() ? preview.acts : preview.hears;
        part.push_back(member.role.name);
        next += isNext ? 1 : 0;
    }
}

} // namespace

ComposedAddress readAddress(const ConversationState& state, std::string_view typed)
{
    return AddressReader(state, typed).read();
}

Result<Publish> composeMessage(const ConversationState& state, std::string_view typed, Audience audience,
                               std::vector<ContentBlock> attachments, const IdSource& makeId, const RoleName& chatWith)
{
    ComposedAddress address = addressIn(state, typed, chatWith);
    if (!address.unknown.empty()) {
        return tl::unexpected(errors::unknownRecipients(address.unknown));
    }
    Publish publish;
    if (!address.body.empty()) {
        publish.message.content = textBlocks(std::move(address.body));
    }
    publish.message.content.insert(publish.message.content.end(), attachments.begin(), attachments.end());
    publish.message.sendTo = recipientsOf(state, address);
    publish.message = normalised(std::move(publish.message), makeId);
    if (!address.named.empty() && !address.isEveryone) {
        publish.userDefinedRecipient = address.named.front().str();
        const RoutingSettings& routing = state.routing();
        const bool isOffered = routing.fidelity == Fidelity::Mgx || routing.switches.isOn(RoutingOption::PrivateWords);
        publish.isPrivate = isOffered && isPrivate(state, address, audience, chatWith);
    }
    return publish;
}

SendPreview previewSend(const ConversationState& state, std::string_view typed, Audience audience,
                        const RoleName& chatWith)
{
    SendPreview preview;
    const IdSource makeId = [] { return std::string("preview"); };
    const Result<Publish> publish = composeMessage(state, typed, audience, {}, makeId, chatWith);
    if (!publish) {
        preview.error = publish.error();
        return preview;
    }
    DecideContext context;
    context.now = state.lastTime();
    context.makeId = makeId;
    Decision decision = decide(state, *publish, context);
    preview.error = std::move(decision.error);
    preview.route = decision.route.value_or(Route());
    preview.canBePrivate =
        !publish->userDefinedRecipient.empty() && state.isPublic() && state.routing().isOn(RoutingOption::PrivateWords);
    if (decision.route) {
        sortByPart(state, preview);
    }
    return preview;
}

} // namespace quarterdeck::conversation
