#include "model/agents/run/artifacts.h"
#include "ui/present/present.h"
#include "ui/present/visible_text.h"

namespace quarterdeck::ui::present {

view::ArtifactRows madeFiles(const std::vector<team::Artifact>& artifacts, const Members& members)
{
    view::ArtifactRows files;
    for (const team::Artifact& one : artifacts) {
        view::ArtifactRow file;
        file.path = wording::visibleText(one.path);
        file.key = one.path;
        file.author = wording::visibleText(one.author.str());
        file.avatar = lookOf(members, one.author);
        if (one.bytes >= 0)
            file.bytes = one.bytes;
        file.checksum = wording::visibleText(one.sha256);
        file.isNew = one.isNew;
        file.seq = one.seq;
        files.push_back(std::move(file));
    }
    return files;
}

} // namespace quarterdeck::ui::present
