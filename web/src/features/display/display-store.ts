import { DisplayChange, DisplayPlaces, DisplayState, type DisplayToPortal, type PortalToDisplay } from '@tenfour/contract'
import type { Socket } from 'socket.io-client'

export type DisplayView = {
  /** Idle: there is nothing that may be shown. Stale: what is shown may be old. */
  readonly phase: 'idle' | 'live' | 'stale'
  readonly state: DisplayState | null
  readonly places: DisplayPlaces | null
  /** When the link went down, by this machine's clock. */
  readonly lostAt: number | null
  /** How far the portal's clock is ahead of this machine's, in milliseconds. */
  readonly ahead: number
}
export const IDLE: DisplayView = { phase: 'idle', state: null, places: null, lostAt: null, ahead: 0 }

/** A key that was refused may be issued anew, or its server come back: asked for now and then, for ever. */
export const REFUSED_RETRY_MS = 60_000
const REFUSALS = ['api_key_missing', 'api_key_invalid', 'forbidden']

/** The state after a change; undefined where one before it was missed. */
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

/** What a screen shows, kept up to date from its connection. Whatever goes wrong is borne in silence. */
export function createDisplayStore(now: () => number = Date.now) {
  const listeners = new Set<() => void>()
  let view: DisplayView = IDLE
  const become = (next: DisplayView) => {
    view = next
    for (const listener of listeners) listener()
  }
  const lose = () => {
    if (view.phase === 'live') become({ ...view, phase: 'stale', lostAt: now() })
  }

  const follow = (socket: DisplaySocket): void => {
    const retryLater = () => void setTimeout(() => socket.connect(), REFUSED_RETRY_MS)
    socket.on('state', (told) => {
      const state = DisplayState.safeParse(told)
      if (!state.success) return
      become({ ...view, phase: 'live', state: state.data, lostAt: null, ahead: Date.parse(state.data.now) - now() })
    })
    socket.on('change', (told) => {
      const change = DisplayChange.safeParse(told)
      if (!change.success || !view.state) return
      const state = applyChange(view.state, change.data)
      if (state) become({ ...view, state })
      else socket.emit('refresh')
    })
    socket.on('beat', (seq) => {
      if (view.state && seq > view.state.seq) socket.emit('refresh')
    })
    socket.on('places', (told) => {
      const places = DisplayPlaces.safeParse(told)
      if (places.success) become({ ...view, places: places.data })
    })
    socket.on('ended', () => become(IDLE))
    socket.on('disconnect', (reason) => {
      lose()
      // The library does not come back by itself from a connection that the portal has closed.
      if (reason === 'io server disconnect') retryLater()
    })
    socket.on('connect_error', (error) => {
      if (REFUSALS.includes(error.message)) become(IDLE)
      else lose()
      if (!socket.active) retryLater()
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
export type DisplayStore = ReturnType<typeof createDisplayStore>
