import { warrantNumber, type WarrantState, type WarrantType } from '@tenfour/contract'
import { sql } from 'kysely'
import type { TestPortal } from './test-portal.ts'

type Someone = { readonly userId: number }
type Put = {
  readonly state?: WarrantState
  readonly type?: WarrantType
  readonly reviewer?: Someone
  readonly signer: Someone
  readonly isReady?: boolean
  readonly isConfidential?: boolean
  readonly expiresInMs?: number
  readonly days?: number | null
}

/** Not the present year: submitted warrants draw random numbers, which would sometimes be the same. */
const YEAR = 2020

/** Inserts warrants in any state, without drafts and steps before. */
export function warrantRows(t: TestPortal) {
  let last = 0
  return {
    put: async (
      writer: Someone,
      {
        state = 'submitted',
        type = 'arrest',
        reviewer,
        signer,
        isReady = false,
        isConfidential = false,
        expiresInMs = 86_400_000,
        days = null,
      }: Put,
    ): Promise<{ warrantId: number; number: string }> => {
      last += 1
      const ordinal = last
      const { rows: made } = await sql<{ id: number }>`insert into characters (name, born_on, origin)
        values ('Ada Nwosu', '1990-01-31', 'officer') returning id`.execute(t.db)
      const isSigned = ['active', 'served', 'recalled', 'expired'].includes(state)
      const isClosed = ['denied', 'served', 'recalled', 'expired'].includes(state)
      const content = {
        type,
        subject: null,
        charges: [],
        searchFor: '',
        affidavit: 'I saw it.',
        callId: null,
        callTitle: null,
        reports: [],
        evidence: [],
        bail: null,
        days,
        isConfidential: false,
      }
      const id = 7000 + ordinal
      await sql`insert into warrants (id, type, state, year, number, writer_id, writer_identifier, content, subject_kind, character_id, subject_name,
          about, reviewer_id, is_ready, signer_id, signed_at, expires_at, is_confidential, closed_at, served_return)
        values (${id}, ${type}, ${state}, ${YEAR}, ${ordinal}, ${writer.userId}, '4L1', ${JSON.stringify(content)}, 'person', ${made[0]?.id},
          'Ada Nwosu', 'T-1 Speeding', ${reviewer?.userId ?? null}, ${isReady}, ${isSigned ? signer.userId : null},
          ${isSigned ? new Date(Date.now() - 3_600_000) : null}, ${isSigned ? new Date(Date.now() + expiresInMs) : null}, ${isConfidential},
          ${isClosed ? new Date() : null}, ${state === 'served' ? JSON.stringify({ by: { userId: 0 }, officers: [] }) : null})`.execute(
        t.db,
      )
      return { warrantId: id, number: warrantNumber(YEAR, ordinal) }
    },
    row: async (warrantId: number) => t.db.selectFrom('warrants').selectAll().where('id', '=', warrantId).executeTakeFirstOrThrow(),
    steps: async (warrantId: number): Promise<string[]> => {
      const rows = await t.db.selectFrom('warrant_entries').select('body').where('warrant_id', '=', warrantId).orderBy('step').execute()
      return rows.map(({ body }) => (JSON.parse(body) as { title: string }).title)
    },
  }
}
