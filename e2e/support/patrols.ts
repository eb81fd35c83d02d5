import { DEPARTMENT, UNIT_STATUS, UNIT_TYPE, type Call, type PatrolUnit } from '@tenfour/contract'
import { apiOf, createSession, type CallApi } from './api.ts'
import type { Account, Portal } from './portal.ts'

export type Patroller = {
  readonly account: Account
  readonly api: CallApi
  readonly userId: number
  readonly goOffDuty: () => Promise<unknown>
}

let members = 0
/** A police officer with a name nobody else in the portal has, on duty without a browser. */
export async function createPatroller(portal: Portal, serverId: number, identifier: string): Promise<Patroller> {
  members += 1
  const account = await portal.createUser({ name: `Nora Quill${Date.now().toString(36)}${members}`, departments: ['LSPD'] })
  const api = apiOf(portal, await createSession(portal, account))
  const unit = { serverId, departmentId: DEPARTMENT.LSPD, identifier, type: UNIT_TYPE.Patrol }
  const { userId } = await api<PatrolUnit>('POST', '/api/patrol/unit/save', unit)
  return { account, api, userId, goOffDuty: () => api('GET', `/api/patrol/unit/status/${userId}/${UNIT_STATUS.offDuty}`) }
}

type Dispatch = {
  readonly call: (input: Readonly<Record<string, unknown>>) => Promise<Call>
  readonly send: (call: Pick<Call, 'callId'>, userId: number) => Promise<unknown>
  readonly setStatus: (userId: number, status: number) => Promise<unknown>
  readonly clear: (call: Pick<Call, 'callId'>) => Promise<unknown>
  readonly api: CallApi
}

/** Calls created and worked by staff, without a browser. */
export async function dispatchBy(portal: Portal, serverId: number): Promise<Dispatch> {
  const api = apiOf(portal, await createSession(portal, portal.root))
  return {
    call: (input) => api<Call>('POST', '/api/cad/call', { serverId, ...input }),
    send: ({ callId }, userId) => api('POST', `/api/cad/call/${callId}/units`, { attach: [{ userId }] }),
    setStatus: (userId, status) => api('GET', `/api/patrol/unit/status/${userId}/${status}`),
    clear: ({ callId }) => api('GET', `/api/cad/call/${callId}/clear`),
    api,
  }
}
