#pragma once

#include "conversation/event.h"
#include "conversation/state.h"

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::formats {

/// How often one kind of secret was taken out.
struct Redaction
{
    /// Stable name: "api_key", "token", "authorization", "cookie", "password", "private_key", "home_folder".
    std::string kind;
    std::int64_t count = 0;
    std::string sentence; ///< for a person
    friend bool operator==(const Redaction&, const Redaction&) = default;
};

/// One of the places, as it reads now: one line of it and a little around it, without further secrets.
struct RedactionExample
{
    std::string kind;
    std::string text;
    friend bool operator==(const RedactionExample&, const RedactionExample&) = default;
};

/// Takes secrets out of what leaves the program: keys and tokens by their forms, values whose name says what they are,
/// `Authorization` values, cookies, private keys, home folders. The rules are a table (redact/rules.cpp). Attachments
/// are not looked into. One for one export. Thread: one.
class Redactor
{
public:
    static constexpr int examplesOfAKind = 3;
    explicit Redactor(int mostExamplesOfAKind = examplesOfAKind) : m_mostExamples(mostExamplesOfAKind) { }

    /// Each secret becomes "[redacted: <kind>]", a home folder "~".
    [[nodiscard]] std::string redacted(const std::string& text);
    /// All texts of a value, names of members too; a member whose name says that it is a secret goes as a whole.
    void redact(nlohmann::json& value);
    void redact(conversation::Event& event);
    void redact(conversation::ConversationState& state);
    /// Of all that was redacted so far.
    [[nodiscard]] std::vector<Redaction> redactions() const;
    /// The first of each kind, so many at most, in the order in which they were found.
    [[nodiscard]] const std::vector<RedactionExample>& examples() const { return m_examples; }

private:
    void redactMembers(nlohmann::json& object);
    void redactMember(const std::string& name, nlohmann::json& member);
    [[nodiscard]] std::int64_t total() const;
    /// How many more examples there may be.
    [[nodiscard]] int wantedOf(const char* kind) const;
    void note(const char* kind, const std::string& text);

    int m_mostExamples = examplesOfAKind;
    std::map<std::string, std::int64_t> m_counts;
    std::map<std::string, int> m_exampleCounts;
    std::vector<RedactionExample> m_examples;
    bool m_isNoting = true; ///< not what stands around an example
};

} // namespace quarterdeck::formats
