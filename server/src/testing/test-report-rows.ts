import { DEPARTMENT, type Charge, type ReportContent, type ReportKind } from '@tenfour/contract'
import { sql } from 'kysely'
import { saveNamed, columnsOf } from '../features/records/reports/decide/reports.final.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Member } from './test-dispatch.ts'
import type { TestPortal } from './test-portal.ts'

type Written = {
  readonly kind?: ReportKind
  readonly department?: keyof typeof DEPARTMENT
  readonly subjectId?: number | null
  readonly content?: Partial<ReportContent>
}

export const CHARGE: Charge = {
  revisionId: 1,
  offenceId: 1,
  code: 'T-1',
  title: 'Speeding',
  type: 'Infraction',
  counts: 2,
  fine: 300,
  jailMinutes: 10,
  fineMin: 100,
  fineMax: 500,
  jailMin: 0,
  jailMax: 30,
  points: 2,
}

const EMPTY: ReportContent = {
  callId: null,
  callTitle: null,
  occurredAt: '2026-01-31T20:15:00.000Z',
  location: 'Legion Square',
  postal: '',
  subject: null,
  charges: [CHARGE],
  narrative: 'It happened.',
  people: [],
  vehicles: [],
  officers: [],
  evidence: [],
  medical: { complaint: 'Headache', findings: '', treatment: 'Bandage', outcome: '', takenTo: '' },
  fields: {},
}

/** Inserts submitted reports as submission does, without the drafts, offences and lookups that come before. */
export function reportRows(t: TestPortal) {
  let last = 0

  const revise = async (tx: Tx, reportId: number, by: Member, content: ReportContent, reason = ''): Promise<number> => {
    const { id } = await tx
      .insertInto('report_revisions')
      .values({ report_id: reportId, content: JSON.stringify(content), by_user_id: by.userId, by_identifier: by.identifier, reason })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const contentOf = async ({ kind = 'arrest', subjectId = null, content = {} }: Written): Promise<ReportContent> => {
    const named =
      subjectId === null
        ? undefined
        : await t.db.selectFrom('characters').select(['id', 'name']).where('id', '=', subjectId).executeTakeFirstOrThrow()
    const charges = kind === 'patient' || kind === 'treatment' ? [] : EMPTY.charges
    return { ...EMPTY, charges, subject: named ? { characterId: named.id, name: named.name, bornOn: null } : null, ...content }
  }

  return {
    /** Writes a report that waits for approval; returns its id. */
    submitted: async (by: Member, written: Written = {}): Promise<number> => {
      const { kind = 'arrest', department = 'LSPD' } = written
      last += 1
      const number = last
      const content = await contentOf(written)
      return t.db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ id: number }>`
          with made as (select nextval(pg_get_serial_sequence('report_revisions', 'id'))::int as revision_id)
          insert into reports (kind, year, number, state, revision_id, proposed_revision_id, writer_id, writer_identifier, department_id,
            server_id, about, fine, jail_minutes, points)
          select ${kind}, 2026, ${number}, 'submitted', revision_id, revision_id, ${by.userId}, ${by.identifier}, ${DEPARTMENT[department]}, 1,
            '', 0, 0, 0 from made
          returning id`.execute(tx)
        const reportId = rows[0]?.id ?? 0
        const revisionId = await revise(tx, reportId, by, content)
        await tx
          .updateTable('reports')
          .set({ ...columnsOf(kind, content), revision_id: revisionId, proposed_revision_id: revisionId })
          .where('id', '=', reportId)
          .execute()
        await saveNamed(tx, reportId, kind, content)
        return reportId
      })
    },
    /** Writes an amendment of a final report that waits for approval. */
    amended: async (by: Member, reportId: number, over: Partial<ReportContent>): Promise<void> =>
      t.db.transaction().execute(async (tx) => {
        const { content } = await tx
          .selectFrom('reports as r')
          .innerJoin('report_revisions as v', 'v.id', 'r.revision_id')
          .select('v.content')
          .where('r.id', '=', reportId)
          .executeTakeFirstOrThrow()
        const revisionId = await revise(tx, reportId, by, { ...(content as ReportContent), ...over }, 'A mistake')
        await tx
          .updateTable('reports')
          .set((eb) => ({ amendment: 'submitted', proposed_revision_id: revisionId, version: eb('version', '+', 1) }))
          .where('id', '=', reportId)
          .execute()
      }),
    version: async (reportId: number): Promise<number> =>
      (await t.db.selectFrom('reports').select('version').where('id', '=', reportId).executeTakeFirstOrThrow()).version,
  }
}
