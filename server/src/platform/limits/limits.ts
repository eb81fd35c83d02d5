/**
 * What one caller may send and have in flight, at every door: HTTP, /api/realtime, /bridge and /display. docs/limits.md lists these for
 * whoever runs the portal.
 */

/** Longer keys and tokens are refused unseen; ours have about 50 characters. */
export const MAX_CREDENTIAL_LENGTH = 200

/**
 * Requests that came over one connection and are not answered yet. Browsers and proxies send the next one after the answer; with 32, files
 * asked for 20,000 at a time made others wait twice as long (bench/abuse.ts).
 */
export const MAX_PIPELINED = 8
/** A connection's bytes reach the parser in parts of this size, so that what follows the request that was too much is never parsed. */
export const PARSER_PART_BYTES = 4096

/** How many are worked on at once for one caller, and how many may wait for that. What is over is refused. */
export type LaneLimits = { readonly atOnce: number; readonly waiting: number }
/** Whoever is not signed in, by address. A hundred members who open the portal at once from behind one address ask for some 600 files. */
export const UNKNOWN_LANE: LaneLimits = { atOnce: 64, waiting: 1000 }
/** Keys and tokens that were never seen, looked up for one address: each is a query. */
export const LOOKUP_LANE: LaneLimits = { atOnce: 8, waiting: 1000 }
/** A member or a game server, whatever the address: requests and what is asked over sockets together. */
export const KNOWN_LANE: LaneLimits = { atOnce: 32, waiting: 256 }
/** Realtime connections of one address that have not said yet whose they are. */
export const UNKNOWN_SOCKETS_LANE: LaneLimits = { atOnce: 64, waiting: 256 }

/** Of a call that needs nobody signed in: a form with an address and a password. */
export const PUBLIC_BODY_BYTES = 16 * 1024
export const BODY_BYTES = 1024 * 1024

export const REQUEST_TIMEOUTS = {
  /** Until the headers are there, from the beginning of the connection. */
  headersMs: 20_000,
  /** Until the whole request is there: 20 MB of a map take 2.7 Mbit/s. */
  requestMs: 60_000,
  /** Longer than reverse proxies keep theirs, so that none sends a request into a connection that closes. */
  keepAliveMs: 72_000,
  /** A connection on which nothing moves. */
  idleMs: 120_000,
  checkEveryMs: 5000,
} as const

/** A realtime connection that has not been let in by then is closed. */
export const SOCKET_CONNECT_MS = 10_000
/** The one message of a socket that is not let in yet: its key and its token. */
export const UNKNOWN_MESSAGE_BYTES = 8 * 1024
/** Bytes of a connection before it is let in. */
export const UNKNOWN_SOCKET_BYTES = 16 * 1024

/** What a socket that has been let in may send; past it the connection is cut. */
export type SocketAllowance = { readonly messagesPerSecond: number; readonly messageBytes: number }
/** Past this a message of a member is refused; at four times as many the connection is cut. */
export const MESSAGES_PER_SECOND = 50
export const MEMBER_SOCKET: SocketAllowance = { messagesPerSecond: 4 * MESSAGES_PER_SECOND, messageBytes: 64 * 1024 }
export const DISPLAY_SOCKET: SocketAllowance = { messagesPerSecond: MESSAGES_PER_SECOND, messageBytes: 8 * 1024 }
/** A game server names all its players when it connects, and delivers what it kept through an outage as fast as it is answered. */
export const BRIDGE_SOCKET: SocketAllowance = { messagesPerSecond: 3000, messageBytes: 1_000_000 }
/** Messages of one game server that are not answered yet: 64 events, and as many players as come or go at once. */
export const BRIDGE_IN_FLIGHT = 1024
/** A member of twenty departments is in 27 rooms. */
export const MAX_ROOMS_PER_SOCKET = 40
export const MAX_SOCKETS_PER_USER = 64
