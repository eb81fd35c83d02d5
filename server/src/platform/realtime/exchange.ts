/** A message between the portal and a game server and its outcome, for the API log. */
export type Exchange = {
  readonly serverId: number
  readonly keyId: number | null
  /** Direction: to the game server, or from it. */
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
