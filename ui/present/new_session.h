#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

namespace quarterdeck::ui::view {

/// A member of a team that can be started.
struct TeamMemberRow
{
    QString name;
    QString profile;
    bool isLeader = false;
    bool operator==(const TeamMemberRow&) const = default;
};

/// A team that can be started, in the window's language.
struct TeamRow
{
    QString id; ///< stable: a template's, or a file's
    QString name;
    QString description; ///< one or two sentences
    QList<TeamMemberRow> members;
    std::optional<double> budget = 3.0; ///< what its author proposes, as in NewSessionChoice
    int rounds = 5;
    QString connection = {}; ///< what its author chose to use; empty = nothing
    QString model = {};
    QString lastFolder = {}; ///< the one it last worked on
    bool operator==(const TeamRow&) const = default;
};

/// A server of models.
struct ConnectionRow
{
    QString id;
    QString name;
    QStringList models; ///< those known; others can be typed
    bool operator==(const ConnectionRow&) const = default;
};

/// The result of examining a folder for a team to work on.
struct FolderFinding
{
    QString path;              ///< empty = the session's own
    bool isRepository = false; ///< of git
    QString problem = {};      ///< why a team cannot work in it: one sentence; empty = it can
    bool operator==(const FolderFinding&) const = default;
};
using FolderCheck = std::function<FolderFinding(const QString& path)>;

/// What the person decided on.
struct NewSessionChoice
{
    QString team;
    QString connection;
    QString model;
    QString idea;
    std::optional<double> budget; ///< US dollars; empty = no limit
    int rounds = 0;               ///< 0 = no limit
    bool isPublic = true;
    QString folder = {};         ///< the one the team works on; empty = the session's own
    bool isAutoArchived = false; ///< its changes there are committed
    bool operator==(const NewSessionChoice&) const = default;
};

} // namespace quarterdeck::ui::view
