import type { BridgeConfig } from './config.ts'

/**
 * What the game's scripts and the game server's say to each other. The one is in the hands of the player, so the other parses it. Whatever
 * goes over the net has a name of its own: FiveM runs every listener of a name that one of them opened to the net, so that an event of this
 * kind must never be called what other resources call us by.
 */
export const NET = {
  /** From the game. */
  call: 'tenfour:net:call',
  panic: 'tenfour:net:panic',
  tablet: 'tenfour:net:tablet',
  ready: 'tenfour:net:ready',
  clash: 'tenfour:net:clash',
  /** To the game. */
  setup: 'tenfour:net:setup',
  notify: 'tenfour:net:notify',
  waypoint: 'tenfour:net:waypoint',
  openTablet: 'tenfour:net:openTablet',
  screens: 'tenfour:net:screens',
} as const

export type Notice = { readonly title: string; readonly text: string; readonly tone: 'info' | 'call' | 'ping' | 'error' }
/** What a game needs of the configuration; the rest is nobody's business there. */
export type GameSetup = Pick<BridgeConfig, 'commands' | 'tabletKey' | 'postal' | 'screens'>
export type TabletOpening = {
  readonly portalUrl: string
  readonly ticket: string | null
  readonly apiKey: string
  /** The key that opens the tablet, which closes it too. */
  readonly key: string
}
