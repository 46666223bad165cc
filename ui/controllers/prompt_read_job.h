#pragma once

#include "model/agents/model_agent/rebuilt_prompt.h"
#include "model/session/library.h"

#include <QString>
#include <functional>
#include <memory>

namespace quarterdeck::ui {

/// One read, on the library's reader thread, of what the model behind a message was given. Keeps itself alive until it
/// has answered, once.
class PromptReadJob final : public std::enable_shared_from_this<PromptReadJob>
{
public:
    struct Wanted
    {
        session::SessionId session;
        std::shared_ptr<const conversation::ConversationState> state; ///< for the names of members
        session::Event event;                                         ///< the message
        conversation::RoleName role;                                  ///< who said it
        team::TeamDefinition team;
    };
    struct Found
    {
        std::shared_ptr<const team::RebuiltPrompt> prompt; ///< null = no model was called, or it cannot be read
        QString text;
        QString json;
    };
    using Done = std::function<void(Found)>;

    PromptReadJob(std::shared_ptr<session::Library> library, Wanted wanted, Done done);

    /// Thread: any. `done` runs on the reader thread.
    void start();

private:
    void takeCount(const session::Result<session::Rows>& rows);
    void readOn();
    void takePiece(const session::Result<session::Rows>& rows);
    void finish();

    std::shared_ptr<session::Library> m_library;
    Wanted m_wanted;
    Done m_done;
    session::RowsRequest m_request; ///< for the inbox as it was then
    std::unique_ptr<team::PromptRebuilder> m_search;
};

} // namespace quarterdeck::ui
