import * as announcements from './announcements.ts'
import * as apiLogs from './api-logs.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as callDispatch from './calls.dispatch.ts'
import * as calls from './calls.ts'
import * as departmentManagement from './departments.manage.ts'
import * as departments from './departments.ts'
import * as desk from './desk.ts'
import * as display from './display.ts'
import type { Endpoint } from './endpoint.ts'
import * as health from './health.ts'
import * as members from './members.ts'
import * as notes from './notes.ts'
import * as patrols from './patrols.ts'
import * as roles from './roles.ts'
import * as serverMap from './server-map.ts'
import * as serverLinks from './servers.link.ts'
import * as serverManagement from './servers.manage.ts'
import * as servers from './servers.ts'
import * as sessions from './sessions.ts'
import * as setup from './setup.ts'
import * as tickets from './tickets.ts'
import * as tones from './tones.ts'
import * as units from './units.ts'
import * as userManagement from './users.manage.ts'
import * as whitelist from './whitelist.ts'

type EndpointsOf<M> = { readonly [K in keyof M as M[K] extends Endpoint ? K : never]: M[K] }

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

const endpointsOf = <M extends object>(module: M): EndpointsOf<M> =>
  // Narrowed in the types by what is asked here of the values.
  Object.fromEntries(Object.entries(module).filter(([, value]) => isEndpoint(value))) as EndpointsOf<M>

/**
 * Every call of the API, under the name that its noun's file exports it by, which is its operation in the API document. The server does not
 * start while one of these has no handler, or a handler is for none of these.
 */
export const ENDPOINTS = {
  ...endpointsOf(health),
  ...endpointsOf(setup),
  ...endpointsOf(auth),
  ...endpointsOf(tickets),
  ...endpointsOf(departments),
  ...endpointsOf(departmentManagement),
  ...endpointsOf(announcements),
  ...endpointsOf(members),
  ...endpointsOf(userManagement),
  ...endpointsOf(sessions),
  ...endpointsOf(roles),
  ...endpointsOf(audit),
  ...endpointsOf(patrols),
  ...endpointsOf(servers),
  ...endpointsOf(serverManagement),
  ...endpointsOf(serverMap),
  ...endpointsOf(display),
  ...endpointsOf(serverLinks),
  ...endpointsOf(whitelist),
  ...endpointsOf(apiLogs),
  ...endpointsOf(units),
  ...endpointsOf(calls),
  ...endpointsOf(callDispatch),
  ...endpointsOf(desk),
  ...endpointsOf(tones),
  ...endpointsOf(notes),
}
export type EndpointName = keyof typeof ENDPOINTS
