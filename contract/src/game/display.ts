import { z } from 'zod'
import { keyOnly } from '../access.ts'
import { UnitClass } from '../duty.ts'
import { defineEndpoint } from '../endpoint.ts'
import { ServerId } from '../ids.ts'
import { getServerMapImage, MAP_IMAGE_TYPES, MapBackdrop, MapImage } from './server-map.ts'
import { UnitStatus } from '../dispatch/units.ts'
import { IdParam, Instant, text } from '../values.ts'

/** Screens in the game authenticate with a display key instead of a session. They receive only what they show and can send nothing. */
export const DISPLAY_NAMESPACE = '/display'
export const DISPLAY_BEAT_MS = 4000

export const DisplayScreen = z.enum(['board', 'unit', 'map'])
export type DisplayScreen = z.infer<typeof DisplayScreen>

export const DisplayAuth = z.object({ apiKey: text(200).min(1), serverId: ServerId, screen: DisplayScreen })
export type DisplayAuth = z.infer<typeof DisplayAuth>

/** An emergency unit on duty. The slot identifies it for the lifetime of the connection and reveals no account. */
export const DisplayUnit = z.object({
  slot: z.int(),
  identifier: z.string(),
  unitClass: UnitClass,
  status: UnitStatus,
  statusSince: Instant,
  callId: z.int().nullable(),
})
export type DisplayUnit = z.infer<typeof DisplayUnit>

/** An open call with the call signs attached to it, primary first. */
export const DisplayCall = z.object({
  callId: z.int(),
  priority: z.int(),
  title: z.string(),
  location: z.string(),
  postal: z.string(),
  createdAt: Instant,
  units: z.array(z.string()),
})
export type DisplayCall = z.infer<typeof DisplayCall>

export const DisplayState = z.object({
  seq: z.int(),
  /** The portal's time, since a player's clock may be wrong. */
  now: Instant,
  server: z.string(),
  units: z.array(DisplayUnit),
  calls: z.array(DisplayCall),
})
export type DisplayState = z.infer<typeof DisplayState>

/** Changes since the previous sequence number. */
export const DisplayChange = z.object({
  seq: z.int(),
  units: z.array(DisplayUnit),
  left: z.array(z.int()),
  calls: z.array(DisplayCall),
  cleared: z.array(z.int()),
})
export type DisplayChange = z.infer<typeof DisplayChange>

/** Map screens only: positions of units (by slot) and calls (by number), in whole game units. */
const Place = z.tuple([z.int(), z.int(), z.int()])
export const DisplayPlaces = z.object({ units: z.array(Place), calls: z.array(Place) })
export type DisplayPlaces = z.infer<typeof DisplayPlaces>

/** Map screens only: the backdrop. An uploaded image is fetched with the display key. */
export const DisplayMap = z.object({
  backdrop: MapBackdrop,
  image: MapImage.pick({ width: true, height: true, digest: true }).nullable(),
})
export type DisplayMap = z.infer<typeof DisplayMap>

export const getDisplayImage = defineEndpoint({
  method: 'GET',
  path: '/api/display/:serverId/image',
  summary: "The background picture of the map on a server's screens",
  access: keyOnly,
  scope: 'display',
  params: z.object({ serverId: IdParam }),
  gives: MAP_IMAGE_TYPES,
  response: getServerMapImage.response,
})

export type PortalToDisplay = {
  state: (state: DisplayState) => void
  change: (change: DisplayChange) => void
  /** The sequence number a screen should have reached by now. */
  beat: (seq: number) => void
  places: (places: DisplayPlaces) => void
  map: (map: DisplayMap) => void
  /** The key is no longer valid; the connection is about to be closed. */
  ended: () => void
}
/** A screen that missed a change requests the full state. */
export type DisplayToPortal = { refresh: () => void }
