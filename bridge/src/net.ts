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
  /** Server to client. */
  setup: 'tenfour:net:setup',
  notify: 'tenfour:net:notify',
  waypoint: 'tenfour:net:waypoint',
  openTablet: 'tenfour:net:openTablet',
  screens: 'tenfour:net:screens',
} as const

export type Notice = { readonly title: string; readonly text: string; readonly tone: 'info' | 'call' | 'ping' | 'error' }
/** The part of the configuration a client needs. */
export type GameSetup = Pick<BridgeConfig, 'commands' | 'tabletKey' | 'postal' | 'screens'>
export type TabletOpening = {
  readonly portalUrl: string
  readonly ticket: string | null
  readonly apiKey: string
  /** The key that opens the tablet; it also closes it. */
  readonly key: string
}
