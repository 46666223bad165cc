#include "ui/transcript/confusable_names.h"

#include "model/conversation/name_skeleton.h"

#include <QSet>
#include <algorithm>
#include <map>
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

} // namespace quarterdeck::ui::transcript
