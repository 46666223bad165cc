#pragma once

#include "model/conversation/error.h"

#include <QtGlobal>
#include <functional>
#include <string>

namespace quarterdeck::app {

/// Permanent storage of keys, by the ids of their connections. Answers come at once or later, on the ui thread; none is
/// omitted. Thread: ui.
class KeyStore
{
public:
    using Read = std::function<void(conversation::Result<std::string>)>;
    using Done = std::function<void(conversation::Result<void>)>;

    KeyStore() = default;
    virtual ~KeyStore() = default;
    Q_DISABLE_COPY_MOVE(KeyStore)

    /// Empty if there is none.
    virtual void read(const std::string& connection, Read done) = 0;
    virtual void write(const std::string& connection, const std::string& key, Done done) = 0;
    /// Removing a missing one succeeds, too.
    virtual void remove(const std::string& connection, Done done) = 0;
};

} // namespace quarterdeck::app
