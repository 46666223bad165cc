#include "chat_values.h"
#include "model/formats/requests/chat_request.h"
#include "runners.h"
#include "vector_files.h"

#include <iostream>

namespace quarterdeck::vectors {

using formats::SerializerFixes;
using nlohmann::json;

namespace {

struct Mend
{
    const char* name;
    bool SerializerFixes::*isOn;
};

constexpr std::array mends = {
    Mend{"gatesEachKind", &SerializerFixes::gatesEachKind},
    Mend{"readsItemsFromChildren", &SerializerFixes::readsItemsFromChildren},
    Mend{"readsTypeFromBytes", &SerializerFixes::readsTypeFromBytes},
    Mend{"leavesOutOtherRoles", &SerializerFixes::leavesOutOtherRoles},
};

formats::SerializerContext contextOf(const ChatInput& input, const SerializerFixes& switches)
{
    formats::SerializerContext context;
    context.fetched = input.resources;
    context.mends = switches;
    return context;
}

/// What a caller does: serializes, fetches what is wanted (anything not listed fails), serializes again.
template <typename Call>
auto withFetched(formats::SerializerContext context, const Call& call)
{
    auto result = call(context);
    if (result && !result->wantedUrls.empty()) {
        for (const std::string& url : result->wantedUrls) {
            context.fetched.try_emplace(url);
        }
        result = call(context);
    }
    return result;
}

/// Only the keys that the vector tells something about.
json actualOf(const json& vector, const ChatInput& input, const SerializerFixes& switches)
{
    const std::shared_ptr<const formats::ChatMessageSerializer> serializer = formats::openAiSerializer();
    json actual = json::object();
    if (vector.value("kind", "") == "body") {
        const formats::RequestBuilder builder(serializer);
        const auto body = withFetched(contextOf(input, switches), [&](const formats::SerializerContext& context) {
            return builder.build(input.messages, input.tools, input.config, input.options, context);
        });
        actual["expect_body"] = body ? body->body.json() : json("an error");
        return actual;
    }
    if (vector.contains("messages")) {
        const auto messages = withFetched(contextOf(input, switches), [&](const formats::SerializerContext& context) {
            return serializer->serializeMessages(input.messages, input.config, context);
        });
        if (messages) {
            actual["expect_messages"] = messages->messages.json();
        } else {
            actual["expect_messages_error"] = "IllegalArgumentException";
        }
    }
    if (vector.contains("tools")) {
        actual["expect_tools"] = serializer->serializeTools(input.tools, input.config, switches);
    }
    return actual;
}

json expectedOf(const json& vector)
{
    json expected = json::object();
    for (const auto& [key, value] : vector.items()) {
        if (key.starts_with("expect_")) {
            expected[key] = value;
        }
    }
    return expected;
}

/// Compares our own results with the table of deliberate differences.
class Decisions
{
public:
    explicit Decisions(json table) : m_table(std::move(table)) { }

    /// Empty, or why our own result is not as decided. `plain` is what Agents-Flex gives.
    std::string faultOfRequest(const json& vector, const ChatInput& input, const json& plain)
    {
        const std::string name = vector.value("name", "");
        const json own = actualOf(vector, input, {});
        if (const json known = m_table.at("cases").value(name, json()); !known.is_null()) {
            if (const std::string difference = firstDifference(expectedOf(known), own); !difference.empty()) {
                return "decided otherwise, but " + difference;
            }
        }
        if (own == plain) {
            return {};
        }
        std::string reasons;
        for (const Mend& mend : mends) {
            SerializerFixes without;
            without.*mend.isOn = false;
            if (actualOf(vector, input, without) != own) {
                reasons += "; " + m_table.at("rules").at(mend.name).get<std::string>();
            }
        }
        if (reasons.empty()) {
            return "our own result differs for no decided reason: " + firstDifference(plain, own);
        }
        std::cout << "decided otherwise: " << name << ": " << reasons.substr(2) << '\n';
        ++m_count;
        return {};
    }
    [[nodiscard]] int count() const { return m_count; }

private:
    json m_table;
    int m_count = 0;
};

} // namespace

bool runOpenAi(const std::filesystem::path& file, Report& report)
{
    const auto table = jsonOf(QUARTERDECK_TEST_DATA "/openai/decided_differences.json");
    if (!table) {
        return false;
    }
    Decisions decisions(*table);
    int inexpressible = 0;
    const bool isRead = forEachLine(file, report, [&](const json& vector) -> std::optional<std::string> {
        const ChatInput input = chatInputOf(vector);
        if (!input.inexpressible.empty()) {
            std::cout << "not expressible: " << vector.value("name", "?") << ": " << input.inexpressible << '\n';
            ++inexpressible;
            return std::nullopt;
        }
        const json plain = actualOf(vector, input, SerializerFixes::none());
        const std::string difference = firstDifference(expectedOf(vector), plain);
        return difference.empty() ? decisions.faultOfRequest(vector, input, plain) : difference;
    });
    std::cout << inexpressible << " not expressible, " << decisions.count() << " decided otherwise\n";
    return isRead;
}

} // namespace quarterdeck::vectors
