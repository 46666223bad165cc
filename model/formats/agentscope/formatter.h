#pragma once

#include "model/conversation/error.h"
#include "model/conversation/json_value.h"
#include "model/formats/agentscope/msg.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::formats::agentscope {

/// A history as the prompt of one model, as AgentScope 1.x' formatters write it.

enum class Target { OpenAi, Anthropic, DeepSeek };
enum class Scene {
    Chat,      ///< a person and one agent
    MultiAgent ///< a team: agents' messages become lines of a `<history>`, tool calls stay as they are
};

/// Where we deliberately differ from AgentScope v1.0.11. All are on in the app.
struct FormatterFixes
{
    /// `<history>` tags and line breaks in names and texts are escaped, so that nobody can speak for another.
    bool escapesHistory = true;
    /// Pictures of several tool results in one message keep their order. AgentScope puts the last one first.
    bool keepsPicturesInOrder = true;
    /// Local pictures are sent as data to Anthropic, too. AgentScope sends their path.
    bool inlinesLocalPictures = true;
    /// A picture's web address needs no extension. In AgentScope that is an error.
    bool takesAnyPictureAddress = true;
    /// Media of tool results with broken Base64 are decoded as far as possible. In AgentScope that is an error.
    bool takesBrokenBase64 = true;

    [[nodiscard]] static FormatterFixes none() { return {false, false, false, false, false}; }
};

/// What is known of an address in a message.
struct KnownFile
{
    bool isFolder = false;
    std::optional<std::string> bytes; ///< nothing: missing, or could not be fetched
};

struct FormatterContext
{
    /// Answers to earlier requests. Nothing is read or fetched here.
    std::map<std::string, KnownFile> files;
    /// The path for the n-th file to be saved, with that extension; empty = "media-<n><ending>".
    std::function<std::string(std::size_t n, const std::string& ending)> pathOf;
};

struct FormatterOptions
{
    Target target = Target::OpenAi;
    Scene scene = Scene::MultiAgent;
    bool promotesToolPictures = false; ///< OpenAI: pictures in tool results are repeated as a user message
    std::string historyPrompt = "# Conversation History\n"
                                "The content between <history></history> tags contains your conversation history\n";
    FormatterFixes mends;
};

/// A speaker's message: `content` is a text or a list of blocks, as Msg has it.
struct FormatterMessage
{
    std::string name;
    std::string role;
    conversation::JsonValue content;
};

/// A medium that the prompt names by path: whoever sends the prompt saves it there.
struct FileToSave
{
    std::string path;
    std::string bytes;
};

struct FormattedPrompt
{
    conversation::JsonValue messages;
    std::vector<std::string> wanted; ///< addresses the context must supply first: local paths, sounds on the web.
                                     ///< While there are any, `messages` is not complete
    std::vector<FileToSave> files;
    std::vector<std::string> leftOut; ///< the types of blocks left out, each as often as it was
};

/// Our message as the formatters take it. `metadata` never enters.
[[nodiscard]] FormatterMessage formatterMessage(const conversation::Message& message, const WriteOptions& options = {});

/// Errors: BadInput; the detail is "<exception>: <message>" as AgentScope raises it. Never throws.
[[nodiscard]] conversation::Result<FormattedPrompt> formatPrompt(const std::vector<FormatterMessage>& messages,
                                                                 const FormatterOptions& options,
                                                                 const FormatterContext& context = {});

} // namespace quarterdeck::formats::agentscope
