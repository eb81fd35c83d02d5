/** Limits of one caller on each entry point: HTTP, /api/realtime, /bridge and /display. docs/limits.md lists these for operators. */

/** Longer keys and tokens are refused without a lookup; ours have about 50 characters. */
export const MAX_CREDENTIAL_LENGTH = 200

/**
 * Unanswered requests per connection. Browsers and proxies wait for the answer before sending the next one. With 32, requesting files
 * 20,000 at a time doubled everyone else's latency (bench/abuse.ts).
 */
export const MAX_PIPELINED = 8
/** Chunk size fed to the HTTP parser, so that nothing after the request that exceeded the limit gets parsed. */
export const PARSER_PART_BYTES = 4096

/** How many run concurrently per caller, and how many may queue. Anything beyond that is refused. */
export type LaneLimits = { readonly atOnce: number; readonly waiting: number }
/**
 * Callers that are not signed in, per address. A hundred members opening the portal at once from behind one address request about 600
 * files.
 */
export const UNKNOWN_LANE: LaneLimits = { atOnce: 64, waiting: 1000 }
/** Lookups of unknown keys and tokens per address: each is a query. */
export const LOOKUP_LANE: LaneLimits = { atOnce: 8, waiting: 1000 }
/** A member or a game server, regardless of address: HTTP requests and socket requests count together. */
export const KNOWN_LANE: LaneLimits = { atOnce: 32, waiting: 256 }
/** Unauthenticated realtime connections per address. */
export const UNKNOWN_SOCKETS_LANE: LaneLimits = { atOnce: 64, waiting: 256 }

/** A body may exceed its schema's size by this, because clients send whole records back as they received them. */
export const EXTRA_BODY_BYTES = 4 * 1024
/**
 * A body may also exceed its schema by this many lists, objects and entries; a list that is slightly too long is then refused with its
 * name.
 */
export const EXTRA_BODY_VALUES = 1000
/** A body of this size is always accepted. Larger ones are parsed alternately with other work: the worst JSON takes 40 ms a megabyte. */
export const LEAST_BODY_BYTES = 16 * 1024
/** Size of all bodies of one caller that are being received or worked on. A larger body is accepted if it is the only one. */
export const BODIES_IN_FLIGHT_BYTES = 32 * 1024 * 1024

export const REQUEST_TIMEOUTS = {
  /** Time from the start of the connection until the headers have arrived. */
  headersMs: 20_000,
  /** Time until the whole request has arrived: a 20 MB map needs 2.7 Mbit/s. */
  requestMs: 60_000,
  /** Longer than the keep-alive of reverse proxies, so that none sends a request into a connection that is closing. */
  keepAliveMs: 72_000,
  /** Time that a connection may stay open without any traffic. */
  idleMs: 120_000,
  checkEveryMs: 5000,
} as const

/** A realtime connection that is not authenticated by then is closed. */
export const SOCKET_CONNECT_MS = 10_000
/** Limit for the one message an unauthenticated socket may send: its key and its token. */
export const UNKNOWN_MESSAGE_BYTES = 8 * 1024
/** Total bytes a connection may send before it is authenticated. */
export const UNKNOWN_SOCKET_BYTES = 16 * 1024

/** Limits for an authenticated socket; exceeding them cuts the connection. */
export type SocketAllowance = { readonly messagesPerSecond: number; readonly messageBytes: number; readonly bytesPerSecond: number }
/** A member's messages beyond this are refused; at four times as many the connection is cut. */
export const MESSAGES_PER_SECOND = 50
export const MEMBER_SOCKET: SocketAllowance = {
  messagesPerSecond: 4 * MESSAGES_PER_SECOND,
  messageBytes: 4 * 1024,
  bytesPerSecond: 64 * 1024,
}
/** A client that polls sends several messages in one request. */
export const POLLED_BYTES = 64 * 1024
export const DISPLAY_SOCKET: SocketAllowance = { messagesPerSecond: MESSAGES_PER_SECOND, messageBytes: 4 * 1024, bytesPerSecond: 32 * 1024 }
/** A game server lists all its players when it connects, and delivers events queued during an outage as fast as they are answered. */
export const BRIDGE_SOCKET: SocketAllowance = { messagesPerSecond: 3000, messageBytes: 1_000_000, bytesPerSecond: 8_000_000 }
/** Unanswered messages per game server: 64 events, plus players joining or leaving at the same time. */
export const BRIDGE_IN_FLIGHT = 1024
/** Lookups, characters and vehicles of a game server: each takes a few queries. */
export const GAME_RECORDS_LANE: LaneLimits = { atOnce: 4, waiting: 500 }
/** Overviews, member lists and replays of one member: each reads months of patrols or hours of tracks. */
export const LARGE_READS_LANE: LaneLimits = { atOnce: 2, waiting: 16 }
/**
 * Calls to Discord for members who sign in or link an account with it: each takes up to 6 seconds. Members beyond the limit are told to use
 * their password.
 */
export const DISCORD_OAUTH_LANE: LaneLimits = { atOnce: 64, waiting: 0 }
/** Calls to Steam for members who prove their Steam account: each takes up to 6 seconds. */
export const STEAM_LANE: LaneLimits = { atOnce: 16, waiting: 0 }
/** A member of twenty departments joins 27 rooms. */
export const MAX_ROOMS_PER_SOCKET = 40
export const MAX_SOCKETS_PER_USER = 64

/**
 * Accounts that members of the community's Discord servers make by signing in with Discord, within an hour: from one address, and in all. A community
 * that announces its portal has a busy evening; nobody can fill the portal with accounts.
 */
export const JOINED_BY_DISCORD = { network: 20, all: 200 } as const

/**
 * Links for a new password that someone asks for by mail within an hour: for one email address, whether an account has it or not, and from one
 * network, in which a whole community may play.
 */
export const FORGOTTEN_PASSWORDS = { address: 5, network: 30 } as const

/**
 * Applications within an hour, refused ones included: from one address, and in all; and how many may wait at once. Each is stored, and costs the
 * hash of a password. Mails to confirm an email address are counted for each address, and for each address and network, so that one network does not use up
 * those of an address. Mails that are sent again are limited like applications: together they stay below half of what the portal sends.
 */
export const REGISTERED = { network: 10, all: 100, waiting: 500, mails: 6, mailsFromNetwork: 3 } as const

/**
 * Forms that people send by invitations within an hour, from one network, and that make no account: each costs the hash of a password, and holds the
 * invitation's place meanwhile.
 */
export const FAILED_JOINS = 60

/** How often the open penal code is read from one network within an hour. */
export const PENAL_CODE_READS = 300

/** Actions of one member within an hour. Each of these is stored permanently, and most notify another member. */
export const AN_HOUR = {
  /** Offers of vehicles: each notifies a member, and reveals whether a character of that name exists. */
  vehicleOffers: 30,
  /** Vehicles noted by an officer. */
  notedVehicles: 60,
  /** People noted by an officer. */
  notedCharacters: 60,
  /** BOLOs that an officer creates, changes or cancels: each is sent to all units. */
  bolos: 120,
  /** Claims: each reveals whether a name or a plate was noted. */
  claims: 30,
  /** Other changes of vehicles, licences, weapons and characters, each counted separately. */
  recordChanges: 300,
  /** Drafts of reports that are started, discarded or submitted. */
  reports: 300,
  /** Saves of drafts: one a second for most of the hour, which typing does not reach. */
  reportSaves: 3000,
  /** Pictures of evidence. */
  reportPictures: 300,
  /** Drafts of warrants that are started, discarded or submitted. */
  warrants: 300,
  /** Saves of drafts of warrants, as for reports. */
  warrantSaves: 3000,
  /** Steps of warrants: taken, passed on, returned, signed, denied, recalled or served. Each step stays in the history. */
  warrantActs: 300,
  /** Requests of a member for another email address: each sends two mails. */
  addressChanges: 5,
  /** Codes to link a player in the game with. */
  playerCodes: 20,
  /** Test mails that an admin sends to their own address. */
  mailTests: 20,
  /** Moves of members between departments, and changes of ranks in one: each tells the member, and stays in the history. */
  memberMoves: 300,
  /** Invitations that someone makes. */
  invitations: 60,
  /** Sign-ins with Discord started from one address: a whole community may share one. */
  discordSignIns: 300,
  /** Steps of linking a Discord account, and attempts to enter a code. */
  discordLinks: 60,
  /** Codes requested with /link by one Discord account. */
  discordLinkCodes: 5,
  /** Steps of proving a Steam account. */
  steamProofs: 30,
  /** Requests for ride-alongs and passes. */
  grantRequests: 5,
  /** Messages that a member of staff writes, changes or deletes in Discord from the portal. */
  discordTexts: 120,
  /** Panic alarms that a unit raises; pressing again while one is open raises none. */
  panics: 10,
  /** Changes that a game server saves for a player: enough for a garage of 200 vehicles, and changes to it. */
  gameChanges: 600,
  /** The same for all players of a game server who have no account: their changes, and their new characters and vehicles. */
  unownedChanges: 20_000,
  newUnowned: 3000,
} as const
