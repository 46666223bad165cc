#include "model/conversation/hold_matcher.h"

#include "model/conversation/conversation_errors.h"
#include "model/conversation/text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <map>

namespace quarterdeck::conversation {

namespace {

/// A pattern that the person wrote meets texts of others: it may not run for long. PCRE2 lets it lower this, not raise
/// it.
constexpr const char* matchLimit = "(*LIMIT_MATCH=100000)";
/// Of a message's text; a pattern is not tried on what follows.
constexpr qsizetype longestMatched = qsizetype{1} << 20;
constexpr std::size_t keptPatterns = 2 * maxHoldRules;

/// Compiled once per thread.
const QRegularExpression& patternOf(const std::string& text)
{
    thread_local std::map<std::string, QRegularExpression> known;
    const auto found = known.find(text);
    if (found != known.end())
        return found->second;
    if (known.size() >= keptPatterns)
        known.clear();
    QRegularExpression pattern(QLatin1String(matchLimit) + QString::fromStdString(text),
                               QRegularExpression::UseUnicodePropertiesOption);
    return known.emplace(text, std::move(pattern)).first->second;
}

/// Without case; once per thread.
const QString& foldedOf(const std::string& text)
{
    thread_local std::map<std::string, QString> known;
    const auto found = known.find(text);
    if (found != known.end())
        return found->second;
    if (known.size() >= keptPatterns)
        known.clear();
    return known.emplace(text, QString::fromStdString(text).toCaseFolded()).first->second;
}

bool callsTool(const std::string& tool, const Message& message)
{
    return tool.empty() || std::ranges::any_of(message.content, [&](const ContentBlock& block) {
               const auto* call = std::get_if<ToolUseBlock>(&block);
               return call != nullptr && call->name == tool;
           });
}

bool isToPerson(const Message& message, const Route& route)
{
    return route.rule == RoutingRule::ToUser || message.sendTo.contains(address::person);
}

/// A rule that names nobody is for what members say to each other: the person reads the rest anyway.
bool isForOneOf(const AddressSet& to, const Message& message, const Route& route)
{
    const auto isOther = [](const Delivery& one) { return one.reason != DeliveryReason::Self; };
    if (to.empty())
        return !isToPerson(message, route) || std::ranges::any_of(route.deliveries, isOther);
    if (to.contains(address::person) && isToPerson(message, route))
        return true;
    return std::ranges::any_of(route.deliveries, [&](const Delivery& one) {
        return isOther(one) && one.makesActive() && to.contains(one.role.as<Address>());
    });
}

} // namespace

bool isSameWay(const HeldMessage& earlier, const Hold& later)
{
    if (earlier.hold.speaker != later.speaker)
        return false;
    if (earlier.hold.isToPerson && later.isToPerson)
        return true;
    // Both lists are in hire order, but the order of names is another.
    return std::ranges::any_of(earlier.hold.deliveries, [&](const Delivery& one) {
        return std::ranges::any_of(later.deliveries, [&](const Delivery& other) { return other.role == one.role; });
    });
}

bool HoldMatcher::matches(const HoldRule& rule)
{
    m_hasGivenUp = false;
    return rule.isOn && (rule.from.empty() || rule.from.contains(m_speaker)) && isForOneOf(rule.to, m_message, m_route)
        && (rule.cause.isEmpty() || rule.cause == m_message.causeBy) && callsTool(rule.tool, m_message)
        && isInText(rule);
}

const QString& HoldMatcher::words()
{
    if (!m_words)
        m_words = QString::fromStdString(textOf(m_message));
    return *m_words;
}

bool HoldMatcher::isInText(const HoldRule& rule)
{
    if (rule.text.empty())
        return true;
    if (rule.isPattern)
        return isMatched(rule.text);
    if (!m_folded)
        m_folded = words().toCaseFolded();
    return m_folded->contains(foldedOf(rule.text));
}

bool HoldMatcher::isMatched(const std::string& pattern)
{
    const QString tried = words().left(longestMatched);
    const QRegularExpressionMatch match = patternOf(pattern).match(tried);
    if (match.hasMatch())
        return true;
    m_hasGivenUp = !match.isValid() || tried.size() < words().size();
    return m_hasGivenUp;
}

namespace {

struct HoldWords
{
    Q_DECLARE_TR_FUNCTIONS(HoldWords)
};

QString textOf(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }

template <typename Names>
QString namesIn(const Names& names, const QString& nobody)
{
    QStringList words;
    for (const auto& name : names)
        words << (name.str() == address::person.str() ? HoldWords::tr("you") : textOf(name.str()));
    return words.isEmpty() ? nobody : words.join(HoldWords::tr(" or ", "between two names"));
}

QStringList conditionsOf(const HoldRule& rule)
{
    QStringList words;
    if (!rule.text.empty())
        words << (rule.isPattern ? HoldWords::tr("the text matches %1") : HoldWords::tr("the text contains “%1”"))
                     .arg(textOf(rule.text));
    if (!rule.tool.empty())
        words << HoldWords::tr("the message calls %1", "%1 is a tool").arg(textOf(rule.tool));
    if (!rule.cause.isEmpty())
        words << HoldWords::tr("the message comes from %1", "%1 is an action").arg(textOf(rule.cause.str()));
    return words;
}

} // namespace

std::string holdRuleText(const HoldRule& rule)
{
    const QString what =
        HoldWords::tr("Hold what %1 says to %2")
            .arg(namesIn(rule.from, HoldWords::tr("any member")), namesIn(rule.to, HoldWords::tr("another")));
    const QStringList conditions = conditionsOf(rule);
    if (conditions.isEmpty())
        return what.toStdString();
    return HoldWords::tr("%1 if %2").arg(what, conditions.join(HoldWords::tr(" and "))).toStdString();
}

bool hasSameConditions(const HoldRule& one, const HoldRule& other)
{
    HoldRule renamed = one;
    renamed.id = other.id;
    renamed.name = other.name;
    renamed.isOn = other.isOn;
    return renamed == other;
}

std::optional<Error> problemOf(const HoldRule& rule)
{
    std::size_t bytes = rule.name.size() + rule.cause.str().size() + rule.tool.size() + rule.text.size();
    for (const RoleName& name : rule.from)
        bytes += name.str().size();
    for (const Address& name : rule.to)
        bytes += name.str().size();
    if (bytes > longestHoldRule)
        return errors::holdRuleTooLong();
    if (!rule.isPattern || rule.text.empty())
        return std::nullopt;
    const QRegularExpression& pattern = patternOf(rule.text);
    if (pattern.isValid())
        return std::nullopt;
    return errors::badPattern(rule.text, pattern.errorString().toStdString());
}

} // namespace quarterdeck::conversation
