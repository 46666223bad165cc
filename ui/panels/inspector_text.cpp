#include "ui/panels/inspector_text.h"

#include <algorithm>

namespace quarterdeck::ui {

namespace {

QString joined(const std::vector<InspectorState::Fact>& facts)
{
    QStringList lines;
    for (const InspectorState::Fact& fact : facts)
        lines.append(fact.name + QStringLiteral(": ") + fact.value);
    return lines.join(u'\n');
}

QString joined(const std::vector<InspectorState::RoleLine>& roles)
{
    QStringList lines;
    for (const InspectorState::RoleLine& role : roles)
        lines.append(role.name + QStringLiteral(": ") + role.why);
    return lines.join(u'\n');
}

QString joined(const std::vector<InspectorState::TraceLine>& trace)
{
    QStringList lines;
    for (const InspectorState::TraceLine& line : trace) {
        QStringList parts{line.name, line.time, line.tokens, line.error};
        parts.removeAll(QString());
        lines.append(QString(2 * line.depth, u' ') + parts.join(QStringLiteral(" · ")));
    }
    return lines.join(u'\n');
}

} // namespace

std::vector<InspectorState::RoleLine> thoseWhoSawIt(std::vector<InspectorState::RoleLine> roles)
{
    std::erase_if(roles, [](const InspectorState::RoleLine& role) { return role.as == wording::HeardAs::NotTold; });
    return roles;
}

QString inspectorText(const InspectorState& view, InspectorPanel::Page page)
{
    using Page = InspectorPanel::Page;
    if (view.isEmpty)
        return {};
    switch (page) {
    case Page::Raw:
        return view.raw;
    case Page::Usage:
        return joined(view.usage);
    case Page::WhoSawIt:
        return joined(thoseWhoSawIt(view.roles));
    case Page::Trace:
        return joined(view.trace);
    case Page::Prompt:
        return view.seen.text;
    case Page::Route:
        break;
    }
    QStringList parts{view.rule, view.sentence, joined(view.routeFacts), joined(view.roles)};
    parts.removeAll(QString());
    return parts.join(u'\n');
}

} // namespace quarterdeck::ui
