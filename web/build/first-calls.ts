import {
  getSetup,
  listAnnouncements,
  listServers,
  listServerStatuses,
  listTopPatrols,
  listUserPatrols,
  me,
  REALTIME_PATH,
  type Endpoint,
} from '@tenfour/contract'

/** `:userId` is filled in by the page, from the answer to `auth/me`. */
export type FirstCalls = {
  /** Asked by whoever has no session. */
  readonly signedOut: readonly string[]
  /** Asked with the session. */
  readonly signedIn: readonly string[]
  /** Opened with a session: the realtime connection, as Socket.IO opens a WebSocket. */
  readonly socket?: string
}

/**
 * What a page asks for first, by its address: asked while its code is still on the way. Nobody knows yet what the visitor may do, so these
 * are calls that everyone with a session may make; one that a page does not make after all is wasted, and nothing else.
 */
export const EARLY: Readonly<Record<string, readonly Endpoint[]>> = {
  '/user/home': [listServers, listServerStatuses, listAnnouncements, listTopPatrols, listUserPatrols],
  '/cad/desktop': [listServers],
  '/livemap': [listServers],
  '/admin/users': [listServers],
}

export const firstCalls = (path: string, isBehindSignIn: boolean): FirstCalls => ({
  signedOut: path === '/login' ? [getSetup.path] : [],
  signedIn: isBehindSignIn || path === '/login' ? [me, ...(EARLY[path] ?? [])].map((endpoint) => endpoint.path) : [],
  ...(isBehindSignIn ? { socket: `${REALTIME_PATH}/?EIO=4&transport=websocket` } : {}),
})
