import {
  DEPARTMENT,
  UNIT_TYPE,
  type Offence,
  type PatrolUnit,
  type Warrant,
  type WarrantContentInput,
  type WarrantDraft,
  type WarrantSummary,
} from '@tenfour/contract'
import { apiOf, createSession, type CallApi } from './api.ts'
import type { Account, Portal } from './portal.ts'

type Member = { readonly account: Account; readonly api: CallApi }

/** Legal staff, off duty. */
export async function createLegal(portal: Portal, role: 'Legal Services' | 'Legal Services Supervisor', name: string): Promise<Member> {
  const account = await portal.createUser({ name, roles: [role] })
  return { account, api: apiOf(portal, await createSession(portal, account)) }
}

/** An officer on duty, without a browser. */
export async function createOfficer(portal: Portal, serverId: number, identifier: string): Promise<Member> {
  const account = await portal.createUser({ name: 'Remy Delgado', departments: ['LSPD'] })
  const api = apiOf(portal, await createSession(portal, account))
  await api<PatrolUnit>('POST', '/api/patrol/unit/save', { serverId, departmentId: DEPARTMENT.LSPD, identifier, type: UNIT_TYPE.Patrol })
  return { account, api }
}

export async function offence(api: CallApi, code: string): Promise<Offence> {
  const { items } = await api<{ items: readonly Offence[] }>('GET', `/api/offences?q=${code}`)
  const found = items.find((each) => each.code === code)
  if (!found) throw new Error(`There is no offence ${code}`)
  return found
}

type Asked = { readonly code?: string } & Partial<Pick<WarrantContentInput, 'affidavit' | 'bail'>>

/** An arrest warrant against a person, written and submitted by an officer on duty. */
export async function submitWarrant(
  { api }: Pick<Member, 'api'>,
  characterId: number,
  { code = 'T-111', affidavit = 'I saw it myself.', bail = null }: Asked = {},
): Promise<WarrantSummary> {
  await api('POST', '/api/lookups', { by: 'character', characterId })
  const [{ draftId, version }, { revisionId }] = await Promise.all([
    api<WarrantDraft>('POST', '/api/warrants/drafts', { type: 'arrest', characterId, callId: null }),
    offence(api, code),
  ])
  const subject = { kind: 'person', characterId }
  const content = { type: 'arrest', subject, charges: [{ revisionId, counts: 2 }], affidavit, bail }
  const saved = await api<{ version: number }>('PUT', `/api/warrants/drafts/${draftId}`, { version, content })
  return api<WarrantSummary>('POST', `/api/warrants/drafts/${draftId}/submit`, { version: saved.version })
}

export const decide = (
  { api }: Pick<Member, 'api'>,
  act: 'sign' | 'deny' | 'recall',
  { warrantId, version }: Pick<WarrantSummary, 'warrantId' | 'version'>,
  body: Readonly<Record<string, unknown>>,
): Promise<Warrant> => api<Warrant>('POST', `/api/warrants/${warrantId}/${act}`, { version, ...body })
