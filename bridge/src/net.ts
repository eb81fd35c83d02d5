import type { BridgeConfig } from './config.ts'

/**
 * Network events between the client and server scripts. Clients are controlled by players, so the server parses everything it receives.
 * These names must differ from the local events other resources send us: once any listener has opened a name to the network, FiveM runs
 * all of its listeners.
 */
export const NET = {
  /** Client to server. */
  call: 'tenfour:net:call',
  panic: 'tenfour:net:panic',
  tablet: 'tenfour:net:tablet',
  ready: 'tenfour:net:ready',
  clash: 'tenfour:net:clash',
  take: 'tenfour:net:take',
  trafficStop: 'tenfour:net:trafficStop',
  /** Server to client. */
  setup: 'tenfour:net:setup',
  numbers: 'tenfour:net:numbers',
  notify: 'tenfour:net:notify',
  calls: 'tenfour:net:calls',
  openTablet: 'tenfour:net:openTablet',
  screens: 'tenfour:net:screens',
} as const

export type Notice = { readonly title: string; readonly text: string; readonly tone: 'info' | 'call' | 'ping' | 'error' }
/** The part of the configuration a client needs. */
export type GameSetup = Pick<
  BridgeConfig,
  'commands' | 'tabletKey' | 'takeCallKey' | 'trafficStopKey' | 'notifications' | 'postal' | 'screens'
> & { readonly texts: Readonly<Record<string, string>> }
/** A call on the player's map. */
export type GameCall = {
  readonly callId: number
  readonly name: string
  readonly priority: number
  readonly x: number
  readonly y: number
  /** The player's unit is on it, so that the way there is shown. */
  readonly isOwn: boolean
}
export type TabletOpening = {
  readonly portalUrl: string
  readonly ticket: string | null
  readonly apiKey: string
  /** The key that opens the tablet; it also closes it. */
  readonly key: string
}
