#pragma once

#include "model/conversation/event.h"
#include "model/conversation/settings.h"

#include <array>
#include <string_view>
#include <utility>

namespace quarterdeck::conversation::json {

/// The stable words of an enum in our JSON. A word that was ever written keeps its meaning.
template <typename Enum>
struct Words;

template <typename Enum, std::size_t count>
using WordTable = std::array<std::pair<Enum, std::string_view>, count>;

template <>
struct Words<SessionKind>
{
    static constexpr WordTable<SessionKind, 4> table{{{SessionKind::Team, "team"},
                                                      {SessionKind::Demo, "demo"},
                                                      {SessionKind::Imported, "imported"},
                                                      {SessionKind::Remote, "remote"}}};
};
template <>
struct Words<Fidelity>
{
    static constexpr WordTable<Fidelity, 2> table{{{Fidelity::Mgx, "mgx"}, {Fidelity::Quarterdeck, "quarterdeck"}}};
};
template <>
struct Words<AddressNote>
{
    static constexpr WordTable<AddressNote, 3> table{
        {{AddressNote::MgxText, "mgx_text"}, {AddressNote::JsonLine, "json_line"}, {AddressNote::None, "none"}}};
};
template <>
struct Words<Switch>
{
    static constexpr WordTable<Switch, 7> table{
        {{Switch::ReplyMatchesAnyAddress, "reply_matches_any_address"},
         {Switch::IdleMeansNotWorking, "idle_means_not_working"},
         {Switch::PublicReplyToEveryone, "public_reply_to_everyone"},
         {Switch::EmptyAgentFallsBackToSender, "empty_agent_falls_back_to_sender"},
         {Switch::ImagesFromAnyRole, "images_from_any_role"},
         {Switch::ProfileIsAddress, "profile_is_address"},
         {Switch::PrivateWords, "private_words"}}};
};
template <>
struct Words<RoleKind>
{
    static constexpr WordTable<RoleKind, 2> table{
        {{RoleKind::Member, "member"}, {RoleKind::TeamLeader, "team_leader"}}};
};
template <>
struct Words<RoleActivity>
{
    static constexpr WordTable<RoleActivity, 6> table{{{RoleActivity::Idle, "idle"},
                                                       {RoleActivity::Thinking, "thinking"},
                                                       {RoleActivity::Acting, "acting"},
                                                       {RoleActivity::WaitingForPerson, "waiting_for_person"},
                                                       {RoleActivity::Paused, "paused"},
                                                       {RoleActivity::Failed, "failed"}}};
};
template <>
struct Words<RunState>
{
    static constexpr WordTable<RunState, 6> table{{{RunState::NotStarted, "not_started"},
                                                   {RunState::Running, "running"},
                                                   {RunState::Paused, "paused"},
                                                   {RunState::StopRequested, "stop_requested"},
                                                   {RunState::Stopped, "stopped"},
                                                   {RunState::Finished, "finished"}}};
};
template <>
struct Words<RunCauseKind>
{
    static constexpr WordTable<RunCauseKind, 7> table{{{RunCauseKind::Told, "told"},
                                                       {RunCauseKind::BudgetUsedUp, "budget_used_up"},
                                                       {RunCauseKind::RoundsDone, "rounds_done"},
                                                       {RunCauseKind::MailUnreadable, "mail_unreadable"},
                                                       {RunCauseKind::ProgramLeft, "program_left"},
                                                       {RunCauseKind::RoundsGranted, "rounds_granted"},
                                                       {RunCauseKind::ProgramBack, "program_back"}}};
};
template <>
struct Words<RoutingRule>
{
    static constexpr WordTable<RoutingRule, 7> table{{{RoutingRule::None, "none"},
                                                      {RoutingRule::DirectMessage, "direct_message"},
                                                      {RoutingRule::DirectReply, "direct_reply"},
                                                      {RoutingRule::FromLeader, "from_leader"},
                                                      {RoutingRule::Ordinary, "ordinary"},
                                                      {RoutingRule::ToSelf, "to_self"},
                                                      {RoutingRule::ToPerson, "to_person"}}};
};
template <>
struct Words<DeliveryReason>
{
    static constexpr WordTable<DeliveryReason, 4> table{{{DeliveryReason::Named, "named"},
                                                         {DeliveryReason::Watches, "watches"},
                                                         {DeliveryReason::Everyone, "everyone"},
                                                         {DeliveryReason::Self, "self"}}};
};
template <>
struct Words<DirectChatEndReason>
{
    static constexpr WordTable<DirectChatEndReason, 3> table{{{DirectChatEndReason::Reply, "reply"},
                                                              {DirectChatEndReason::EndedByPerson, "ended_by_person"},
                                                              {DirectChatEndReason::TimedOut, "timed_out"}}};
};
template <>
struct Words<Urgency>
{
    static constexpr WordTable<Urgency, 3> table{
        {{Urgency::Low, "low"}, {Urgency::Normal, "normal"}, {Urgency::High, "high"}}};
};
template <>
struct Words<QuestionEndKind>
{
    static constexpr WordTable<QuestionEndKind, 4> table{{{QuestionEndKind::Answered, "answered"},
                                                          {QuestionEndKind::Declined, "declined"},
                                                          {QuestionEndKind::TimedOut, "timed_out"},
                                                          {QuestionEndKind::Withdrawn, "withdrawn"}}};
};
template <>
struct Words<AnnotationKind>
{
    static constexpr WordTable<AnnotationKind, 2> table{
        {{AnnotationKind::Mistake, "mistake"}, {AnnotationKind::Note, "note"}}};
};
template <>
struct Words<MediaKind>
{
    static constexpr WordTable<MediaKind, 4> table{{{MediaKind::Image, "image"},
                                                    {MediaKind::Audio, "audio"},
                                                    {MediaKind::Video, "video"},
                                                    {MediaKind::File, "file"}}};
};

} // namespace quarterdeck::conversation::json
