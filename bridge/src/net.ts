import { z } from 'zod'

/** What the game's scripts and the game server's say to each other. The one is in the hands of the player, so the other parses it. */
export const NET = {
  /** From the game. */
  call: 'tenfour:call',
  panic: 'tenfour:panic',
  tablet: 'tenfour:tablet',
  ready: 'tenfour:ready',
  /** To the game. */
  notify: 'tenfour:notify',
  waypoint: 'tenfour:waypoint',
  openTablet: 'tenfour:openTablet',
  screens: 'tenfour:screens',
} as const

export const Place = z
  .object({ location: z.string().max(160).catch(''), postal: z.string().max(16).catch('') })
  .catch({ location: '', postal: '' })
export const CallKind = z.enum(['emergency', 'nonEmergency'])
export const CallText = z.string().trim().min(1).max(2000)

export type Notice = { readonly title: string; readonly text: string; readonly tone: 'info' | 'call' | 'ping' | 'error' }
export type TabletOpening = { readonly portalUrl: string; readonly ticket: string | null; readonly apiKey: string }
