#pragma once

#include "model/conversation/event.h"
#include "model/conversation/route.h"

#include <array>
#include <string_view>
#include <utility>

namespace quarterdeck::conversation::json {

/// The stable words of an enum in our JSON. A word that was ever written keeps its meaning.
template <typename Enum>
struct Words;

template <typename Enum, std::size_t count>
using EnumNames = std::array<std::pair<Enum, std::string_view>, count>;

template <>
struct Words<SessionKind>
{
    static constexpr EnumNames<SessionKind, 4> table{{{SessionKind::Team, "team"},
                                                      {SessionKind::Demo, "demo"},
                                                      {SessionKind::Imported, "imported"},
                                                      {SessionKind::Remote, "remote"}}};
};
template <>
struct Words<Fidelity>
{
    static constexpr EnumNames<Fidelity, 2> table{{{Fidelity::Mgx, "mgx"}, {Fidelity::Quarterdeck, "quarterdeck"}}};
};
template <>
struct Words<AddressNote>
{
    static constexpr EnumNames<AddressNote, 3> table{
        {{AddressNote::MgxText, "mgx_text"}, {AddressNote::JsonLine, "json_line"}, {AddressNote::None, "none"}}};
};
template <>
struct Words<RoutingOption>
{
    static constexpr EnumNames<RoutingOption, 7> table{
        {{RoutingOption::ReplyMatchesAnyAddress, "reply_matches_any_address"},
         {RoutingOption::IdleMeansNotWorking, "idle_means_not_working"},
         {RoutingOption::PublicReplyToEveryone, "public_reply_to_everyone"},
         {RoutingOption::EmptyAgentFallsBackToSender, "empty_agent_falls_back_to_sender"},
         {RoutingOption::ImagesFromAnyRole, "images_from_any_role"},
         {RoutingOption::ProfileIsAddress, "profile_is_address"},
         {RoutingOption::PrivateWords, "private_words"}}};
};
template <>
struct Words<RoleKind>
{
    static constexpr EnumNames<RoleKind, 2> table{
        {{RoleKind::Member, "member"}, {RoleKind::TeamLeader, "team_leader"}}};
};
template <>
struct Words<RoleMode>
{
    static constexpr EnumNames<RoleMode, 3> table{
        {{RoleMode::Active, "active"}, {RoleMode::Paused, "paused"}, {RoleMode::Muted, "muted"}}};
};
template <>
struct Words<RoleActivity>
{
    static constexpr EnumNames<RoleActivity, 6> table{{{RoleActivity::Idle, "idle"},
                                                       {RoleActivity::Thinking, "thinking"},
                                                       {RoleActivity::Acting, "acting"},
                                                       {RoleActivity::WaitingForUser, "waiting_for_person"},
                                                       {RoleActivity::Paused, "paused"},
                                                       {RoleActivity::Failed, "failed"}}};
};
template <>
struct Words<RunState>
{
    static constexpr EnumNames<RunState, 6> table{{{RunState::NotStarted, "not_started"},
                                                   {RunState::Running, "running"},
                                                   {RunState::Paused, "paused"},
                                                   {RunState::StopRequested, "stop_requested"},
                                                   {RunState::Stopped, "stopped"},
                                                   {RunState::Finished, "finished"}}};
};
template <>
struct Words<RunCauseKind>
{
    static constexpr EnumNames<RunCauseKind, 7> table{{{RunCauseKind::Told, "told"},
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
    static constexpr EnumNames<RoutingRule, 7> table{{{RoutingRule::None, "none"},
                                                      {RoutingRule::DirectMessage, "direct_message"},
                                                      {RoutingRule::DirectReply, "direct_reply"},
                                                      {RoutingRule::FromLeader, "from_leader"},
                                                      {RoutingRule::Ordinary, "ordinary"},
                                                      {RoutingRule::ToSelf, "to_self"},
                                                      {RoutingRule::ToUser, "to_person"}}};
};
template <>
struct Words<DeliveryReason>
{
    static constexpr EnumNames<DeliveryReason, 4> table{{{DeliveryReason::Named, "named"},
                                                         {DeliveryReason::Watches, "watches"},
                                                         {DeliveryReason::Everyone, "everyone"},
                                                         {DeliveryReason::Self, "self"}}};
};
template <>
struct Words<DirectChatEndReason>
{
    static constexpr EnumNames<DirectChatEndReason, 3> table{{{DirectChatEndReason::Reply, "reply"},
                                                              {DirectChatEndReason::EndedByUser, "ended_by_person"},
                                                              {DirectChatEndReason::TimedOut, "timed_out"}}};
};
template <>
struct Words<Urgency>
{
    static constexpr EnumNames<Urgency, 3> table{
        {{Urgency::Low, "low"}, {Urgency::Normal, "normal"}, {Urgency::High, "high"}}};
};
template <>
struct Words<QuestionEndKind>
{
    static constexpr EnumNames<QuestionEndKind, 4> table{{{QuestionEndKind::Answered, "answered"},
                                                          {QuestionEndKind::Declined, "declined"},
                                                          {QuestionEndKind::TimedOut, "timed_out"},
                                                          {QuestionEndKind::Withdrawn, "withdrawn"}}};
};
template <>
struct Words<AnnotationKind>
{
    static constexpr EnumNames<AnnotationKind, 2> table{
        {{AnnotationKind::Mistake, "mistake"}, {AnnotationKind::Note, "note"}}};
};
template <>
struct Words<MediaKind>
{
    static constexpr EnumNames<MediaKind, 4> table{{{MediaKind::Image, "image"},
                                                    {MediaKind::Audio, "audio"},
                                                    {MediaKind::Video, "video"},
                                                    {MediaKind::File, "file"}}};
};

} // namespace quarterdeck::conversation::json
