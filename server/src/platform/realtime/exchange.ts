/** One message between the portal and a game server and what came of it, for the record of calls. */
export type Exchange = {
  readonly serverId: number
  readonly keyId: number | null
  /** To the game server, or from it. */
  readonly isToGame: boolean
  readonly message: string
  readonly status: number
  readonly milliseconds: number
  readonly bytesIn: number
  readonly bytesOut: number
  readonly code: string | null
  readonly error: string | null
  readonly requestId: string
}
