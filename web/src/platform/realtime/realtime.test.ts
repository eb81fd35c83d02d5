// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setPortalConfig } from '../config/config.ts'
import { endSession, onSessionEnd } from '../session/session.ts'
import { getToken, setToken } from '../session/token.ts'
import { connection } from './connection.ts'
import { subscribe } from './realtime.ts'

type Listener = (given?: unknown) => void
const listeners = new Map<string, Listener>()
let options: { auth: (give: (credentials: unknown) => void) => void } | undefined
const socket = {
  active: false,
  connected: false,
  on: (event: string, listener: Listener) => void listeners.set(event, listener),
  connect: vi.fn(),
  disconnect: vi.fn(),
}
vi.mock('socket.io-client', () => ({
  XHR: class {},
  WebSocket: class {},
  io: (given: typeof options) => {
    options = given
    return socket
  },
}))

const ended = vi.fn()
onSessionEnd(ended)

beforeEach(() => {
  vi.useFakeTimers()
  setPortalConfig({ apiKey: 'key', communityName: 'Our Town', version: '1', build: '', providerUrl: '', frameOrigins: [], switchedOff: [] })
  setToken('first')
  subscribe('servers', {}, { onSnapshot: () => undefined, onDelta: () => undefined })
})
afterEach(() => {
  endSession('signedOut')
  vi.clearAllMocks()
  vi.useRealTimers()
})

const refuse = (code: string) => {
  options?.auth(() => undefined)
  return () => listeners.get('connect_error')?.(new Error(code))
}

test('a connection refused because its session is over ends the session in this tab', () => {
  refuse('session_invalid')()
  expect(ended).toHaveBeenCalledExactlyOnceWith('expired')
  expect(getToken()).toBeNull()
  expect(connection.get()).toBe('off')
})

test('a connection refused with a token that another tab has replaced, or for anything else, is tried again', () => {
  const refuseFirst = refuse('session_invalid')
  setToken('second')
  refuseFirst()
  refuse('internal')()
  expect(ended).not.toHaveBeenCalled()
  expect(getToken()).toBe('second')
  expect(connection.get()).toBe('lost')
  vi.advanceTimersByTime(5000)
  expect(socket.connect).toHaveBeenCalledTimes(2)
})
