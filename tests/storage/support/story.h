#pragma once

#include "log_builder.h"
#include "model/session/library.h"

#include <QByteArray>
#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace quarterdeck::test {

/// What one test writes into a library, step by step, and what of it was acknowledged: with that a library is compared
/// after whatever happened to it. A refused step is as if it had not been tried.
class Story
{
public:
    using Error = session::Error;

    /// With this many messages.
    [[nodiscard]] std::optional<Error> begin(session::Library& library, const char* session, int messages = 0);
    [[nodiscard]] std::optional<Error> say(session::Library& library, const char* session, std::size_t size = 300);
    /// Stores a picture and shows it.
    [[nodiscard]] std::optional<Error> show(session::Library& library, const char* session, std::size_t size);
    [[nodiscard]] std::optional<Error> snapshot(session::Library& library, const char* session);

    /// By way of the archive.
    [[nodiscard]] std::optional<Error> remove(session::Library& library, const char* session);
    [[nodiscard]] std::size_t sessions() const { return m_logs.size(); }

    enum class More { IsWrong, MayBe };
    /// What is wrong in the library; empty if it is sound and has what was acknowledged, and no more unless it may.
    [[nodiscard]] QByteArray faultsOf(session::Library& library, More more = More::IsWrong) const;
    [[nodiscard]] const LogBuilder& log(const char* session) const { return m_logs.at(session); }

private:
    [[nodiscard]] std::optional<Error> append(session::Library& library, LogBuilder log);
    [[nodiscard]] static QByteArray faultsOf(session::Library& library, const LogBuilder& log, More more);

    std::map<std::string, LogBuilder> m_logs;    ///< as acknowledged
    std::map<std::string, std::string> m_images; ///< by hash: shown in an acknowledged message
    int m_steps = 0;
};

} // namespace quarterdeck::test
