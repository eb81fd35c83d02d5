import {
  DISPLAY_BEAT_MS,
  DisplayChange,
  DisplayMap,
  DisplayPlaces,
  DisplayState,
  type DisplayToPortal,
  type PortalToDisplay,
} from '@tenfour/contract'
import type { Socket } from 'socket.io-client'
import type { z } from 'zod'

export type DisplayView = {
  /** Idle: nothing may be shown. Stale: the data may be out of date. */
  readonly phase: 'idle' | 'live' | 'stale'
  readonly state: DisplayState | null
  readonly places: DisplayPlaces | null
  readonly map: DisplayMap | null
  /** When the connection was lost, by the local clock. */
  readonly lostAt: number | null
  /** How far the portal's clock is ahead of the local one, in milliseconds. */
  readonly ahead: number
}
export const IDLE: DisplayView = { phase: 'idle', state: null, places: null, map: null, lostAt: null, ahead: 0 }

/** A refused key may be reissued, or its server restored, so retrying never stops. */
export const REFUSED_RETRY_MS = 60_000
const FAILED_RETRY_MS = 10_000
/** The portal sends a beat every four seconds; after three missed ones the data counts as stale. */
export const SILENCE_MS = 3 * DISPLAY_BEAT_MS
const REFUSALS = ['api_key_missing', 'api_key_invalid', 'forbidden']

/** The state after a change; undefined if an earlier change was missed. */
export function applyChange(state: DisplayState, change: DisplayChange): DisplayState | undefined {
  if (change.seq <= state.seq) return state
  if (change.seq !== state.seq + 1) return undefined
  const units = new Map(state.units.map((unit) => [unit.slot, unit]))
  for (const slot of change.left) units.delete(slot)
  for (const unit of change.units) units.set(unit.slot, unit)
  const calls = new Map(state.calls.map((call) => [call.callId, call]))
  for (const callId of change.cleared) calls.delete(callId)
  for (const call of change.calls) calls.set(call.callId, call)
  return { ...state, seq: change.seq, units: [...units.values()], calls: [...calls.values()] }
}

type DisplaySocket = Pick<Socket<PortalToDisplay, DisplayToPortal>, 'on' | 'emit' | 'connect' | 'active'>
type StoreOptions = {
  readonly now?: () => number
  /** A message did not match the schema: this page belongs to another version of the portal. */
  readonly onStrange?: () => void
  readonly onReconnect?: () => void
}

/** The state of a screen, updated from its connection. Never reports errors. */
export function createDisplayStore({ now = Date.now, onStrange, onReconnect }: StoreOptions = {}) {
  const listeners = new Set<() => void>()
  let view: DisplayView = IDLE
  let lastSignAt = 0
  let silence: ReturnType<typeof setTimeout> | undefined
  const setView = (next: DisplayView) => {
    view = next
    for (const listener of listeners) listener()
  }
  const markStale = () => {
    clearTimeout(silence)
    if (view.phase === 'live') setView({ ...view, phase: 'stale', lostAt: lastSignAt })
  }
  const noteSign = () => {
    lastSignAt = now()
    clearTimeout(silence)
    silence = setTimeout(markStale, SILENCE_MS)
  }

  const follow = (socket: DisplaySocket): void => {
    let connections = 0
    const retryIn = (ms: number) => void setTimeout(() => socket.connect(), ms)
    /** Parses a message from the portal; invalid ones are ignored. */
    const parseMessage = <T>(schema: z.ZodType<T>, payload: unknown): T | undefined => {
      const parsed = schema.safeParse(payload)
      if (!parsed.success) onStrange?.()
      return parsed.data
    }
    socket.on('connect', () => {
      connections += 1
      if (connections > 1) onReconnect?.()
    })
    socket.on('state', (payload) => {
      const state = parseMessage(DisplayState, payload)
      if (!state) return
      noteSign()
      setView({ ...view, phase: 'live', state, lostAt: null, ahead: Date.parse(state.now) - now() })
    })
    socket.on('change', (payload) => {
      const change = parseMessage(DisplayChange, payload)
      if (!change || !view.state) return
      const state = applyChange(view.state, change)
      if (state) setView({ ...view, state })
      else socket.emit('refresh')
    })
    socket.on('beat', (seq) => {
      if (!view.state) return
      noteSign()
      if (seq !== view.state.seq) socket.emit('refresh')
      else if (view.phase === 'stale') setView({ ...view, phase: 'live', lostAt: null })
    })
    socket.on('places', (payload) => {
      const places = parseMessage(DisplayPlaces, payload)
      if (places) setView({ ...view, places })
    })
    socket.on('map', (payload) => {
      const map = parseMessage(DisplayMap, payload)
      if (map && JSON.stringify(map) !== JSON.stringify(view.map)) setView({ ...view, map })
    })
    const blank = () => {
      clearTimeout(silence)
      setView(IDLE)
    }
    socket.on('ended', blank)
    socket.on('disconnect', (reason) => {
      markStale()
      // Socket.IO does not reconnect by itself after the server has closed the connection.
      if (reason === 'io server disconnect') retryIn(REFUSED_RETRY_MS)
    })
    socket.on('connect_error', (error) => {
      const isRefused = REFUSALS.includes(error.message)
      if (isRefused) blank()
      else markStale()
      if (!socket.active) retryIn(isRefused ? REFUSED_RETRY_MS : FAILED_RETRY_MS)
    })
  }

  return {
    follow,
    get: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
