import type { WarrantContent, WarrantState } from '@tenfour/contract'
import { sql } from 'kysely'
import { recordStep } from '../features/legal/warrants/decide/warrants.step.ts'
import type { Db } from '../platform/database/database.ts'

const CONTENT: WarrantContent = {
  type: 'search',
  subject: { kind: 'place', place: 'Grove Street 1', postal: '' },
  charges: [],
  searchFor: 'Stolen parts',
  affidavit: 'Seen there last night.',
  callId: null,
  callTitle: null,
  reports: [],
  evidence: [],
  bail: null,
  days: null,
  isConfidential: false,
}

/** Writes warrants and their steps without the API. */
export function warrantHistoryOf(db: Db, key: Buffer) {
  let counter = 0
  const emit = async () => undefined
  return {
    /** Writes a submitted search warrant, with its first entry unless told otherwise. */
    submit: async (writerId: number, { hasEntry = true } = {}): Promise<number> => {
      const id = (counter += 1) * 7
      await db.transaction().execute(async (tx) => {
        await sql`insert into warrants (id, type, state, year, number, writer_id, writer_identifier, content, subject_kind, subject_name, about)
          values (${id}, 'search', 'submitted', 2026, ${id}, ${writerId}, '1A-1', ${JSON.stringify(CONTENT)}, 'place', 'Grove Street 1', 'Parts')`.execute(
          tx,
        )
        const by = { userId: writerId, name: 'Ann', identifier: '1A-1' }
        if (hasEntry) await recordStep(tx, emit, key, { warrantId: id, before: null, by, title: 'Submitted', content: CONTENT })
      })
      return id
    },
    /** Writes a step to another state. */
    step: (
      warrantId: number,
      state: Extract<WarrantState, 'submitted' | 'returned'>,
      { sealedWith = key, byUserId = null as number | null } = {},
    ): Promise<unknown> =>
      db.transaction().execute(async (tx) => {
        await sql`update warrants set state = ${state}, version = version + 1 where id = ${warrantId}`.execute(tx)
        const changes = [{ what: 'State', before: 'Submitted', after: 'Returned for changes' }]
        const by = byUserId === null ? null : { userId: byUserId, name: 'Ann', identifier: '' }
        return recordStep(tx, emit, sealedWith, { warrantId, before: null, by, title: 'Step', reason: 'Because', changes })
      }),
  }
}
