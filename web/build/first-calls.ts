import {
  getSetup,
  listAnnouncements,
  listServers,
  listServerStatuses,
  listUserPatrols,
  me,
  REALTIME_PATH,
  type Endpoint,
} from '@tenfour/contract'

/** The page fills in `:userId` from the response to `auth/me`. */
export type FirstCalls = {
  /** Requested without a session. */
  readonly signedOut: readonly string[]
  /** Requested with a session. */
  readonly signedIn: readonly string[]
  /** Opened with a session: the realtime connection, as Socket.IO opens a WebSocket. */
  readonly socket?: string
}

/**
 * The first API calls of a page, by its address, sent while its code is still loading. Permissions are not known yet, so only calls that
 * every signed-in user may make belong here; a call the page then does not use is merely wasted.
 */
export const EARLY: Readonly<Record<string, readonly Endpoint[]>> = {
  '/user/home': [listServers, listServerStatuses, listAnnouncements, listUserPatrols],
  '/cad/desktop': [listServers],
  '/livemap': [listServers],
  '/admin/users': [listServers],
}

export const firstCalls = (path: string, isBehindSignIn: boolean): FirstCalls => ({
  signedOut: path === '/login' ? [getSetup.path] : [],
  signedIn: isBehindSignIn || path === '/login' ? [me, ...(EARLY[path] ?? [])].map((endpoint) => endpoint.path) : [],
  ...(isBehindSignIn ? { socket: `${REALTIME_PATH}/?EIO=4&transport=websocket` } : {}),
})
