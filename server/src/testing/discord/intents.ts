export const INTENT = {
  guilds: 1 << 0,
  members: 1 << 1,
  presences: 1 << 8,
  messages: 1 << 9,
  reactions: 1 << 10,
  directMessages: 1 << 12,
  messageContent: 1 << 15,
} as const

/** Flags of an application with few guilds: its privileged intents are the `LIMITED` ones. */
const APPLICATION_FLAG = { presences: 1 << 13, members: 1 << 15, messageContent: 1 << 19 } as const

export type PrivilegedIntents = { members: boolean; messageContent: boolean; presences: boolean }

export const applicationFlags = (enabled: PrivilegedIntents): number =>
  (enabled.members ? APPLICATION_FLAG.members : 0) |
  (enabled.messageContent ? APPLICATION_FLAG.messageContent : 0) |
  (enabled.presences ? APPLICATION_FLAG.presences : 0)

/** The requested intents that the developer portal does not allow. */
export const disallowed = (asked: number, enabled: PrivilegedIntents): number =>
  asked &
  ((enabled.members ? 0 : INTENT.members) |
    (enabled.messageContent ? 0 : INTENT.messageContent) |
    (enabled.presences ? 0 : INTENT.presences))
