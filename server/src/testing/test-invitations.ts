import type { createInvitation, InvitationInput, ResponseOf } from '@tenfour/contract'
import { expect } from 'vitest'
import { hashLinkCode } from '../platform/auth/link-codes.ts'
import { PASSWORD, type Http, type TestPortal } from './test-portal.ts'

export type Made = ResponseOf<typeof createInvitation>
const DAY_MS = 24 * 60 * 60 * 1000

/** An instant in so many days. */
export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()

export async function makeInvitation(http: Http, input: Partial<InvitationInput> = {}): Promise<Made> {
  const response = await http.post('/api/invitations', { expiresAt: inDays(7), ...input })
  expect(response.body).toContain('"code"')
  return response.json<Made>()
}

let joined = 0
/** The form at the link, as a new person fills it in. */
export const newcomer = (more: object = {}) => {
  joined += 1
  return { name: `Newcomer ${joined}`, emailAddress: `newcomer${joined}@example.com`, password: PASSWORD, ...more }
}

export const join = (t: TestPortal, code: string, more: object = {}, address = '127.0.0.1') =>
  t.http(undefined, undefined, { address }).post('/api/invitations/join', { code, ...newcomer(more) })

export const rankId = async ({ db }: Pick<TestPortal, 'db'>, name: string): Promise<number> =>
  (await db.selectFrom('ranks').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

/** As if so many days had passed since the invitation was made. */
export const age = async ({ db }: Pick<TestPortal, 'db'>, code: string, days: number): Promise<void> => {
  await db
    .updateTable('invitations')
    .set({ expires_at: new Date(Date.now() + (7 - days) * DAY_MS) })
    .where('code_hash', '=', hashLinkCode(code))
    .execute()
}
