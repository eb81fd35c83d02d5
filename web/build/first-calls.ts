import {
  getSetup,
  listAnnouncements,
  listBeats,
  listCallTypes,
  listDepartments,
  listRoles,
  listServers,
  listServerStatuses,
  listTopPatrols,
  listUserPatrols,
  listUsers,
  me,
  REALTIME_PATH,
} from '@tenfour/contract'
import { callUrl } from '../src/platform/api/request.ts'

/** `:userId` is filled in by the page, from the answer to `auth/me`. */
export type FirstCalls = {
  /** Asked by whoever has no session. */
  readonly signedOut: readonly string[]
  /** Asked with the session. */
  readonly signedIn: readonly string[]
  /** Opened with a session: the realtime connection, as Socket.IO opens a WebSocket. */
  readonly socket?: string
}

const SERVERS = listServers.path
const USERS = callUrl(
  listUsers.path,
  { includeDisabled: false, includeDeleted: false },
  { page: 1, pageSize: 25, sort: 'name', direction: 'asc' },
)

/**
 * What a page asks for first, by its address: asked while its code is still on the way. One that a page does not ask for after all is
 * wasted and nothing else; an address with a query asks for no list of its own, because the query chooses another.
 */
const BY_PATH: Readonly<Record<string, readonly string[]>> = {
  '/user/home': [SERVERS, listServerStatuses.path, listAnnouncements.path, listTopPatrols.path, listUserPatrols.path],
  '/cad/desktop': [SERVERS, listCallTypes.path, listBeats.path],
  '/livemap': [SERVERS],
  '/admin/users': [SERVERS, USERS, callUrl(listDepartments.path, { showAllDepts: true }), listRoles.path],
}

export const firstCalls = (path: string, isBehindSignIn: boolean): FirstCalls => ({
  signedOut: path === '/login' ? [getSetup.path] : [],
  signedIn: isBehindSignIn || path === '/login' ? [me.path, ...(BY_PATH[path] ?? [])] : [],
  ...(isBehindSignIn ? { socket: `${REALTIME_PATH}/?EIO=4&transport=websocket` } : {}),
})
