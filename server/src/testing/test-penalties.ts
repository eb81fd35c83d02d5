import { reportNumber, totalsOf, type Charge, type RecordActor, type ReportKind } from '@tenfour/contract'
import { sql } from 'kysely'
import type { LicencePoints } from '../features/records/licences/licences.port.ts'
import { imposePenalties, withdrawPenalties, type SettledReport } from '../features/records/reports/penalties/penalties.impose.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Member } from './test-dispatch.ts'
import type { TestPortal } from './test-portal.ts'

const RANGE = { fineMin: 0, fineMax: 1_000_000, jailMin: 0, jailMax: 10_080 }
export const charge = (over: Partial<Charge> = {}): Charge => ({
  revisionId: 1,
  offenceId: 1,
  code: 'VC 22350',
  title: 'Speeding',
  type: 'Infraction',
  counts: 1,
  fine: 500,
  jailMinutes: 0,
  points: 0,
  ...RANGE,
  ...over,
})

type Given = {
  readonly kind?: ReportKind
  readonly charges?: readonly Charge[]
  readonly departmentId?: number
  readonly serverId?: number
}

/** Writes final reports by SQL, and imposes their penalties. */
export function penaltiesOf(t: Pick<TestPortal, 'db' | 'app'>, licencePoints: LicencePoints) {
  let counter = 0
  const run = <T>(work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(t.db, t.app.realtime.publish, work)
  const by = (member: Pick<Member, 'userId' | 'identifier'>): RecordActor => ({
    userId: member.userId,
    name: 'Writer',
    identifier: member.identifier,
  })

  return {
    report: async (
      writer: Pick<Member, 'userId' | 'identifier'>,
      characterId: number,
      { kind = 'citation', charges = [charge()], departmentId = 2, serverId = 1 }: Given = {},
    ): Promise<SettledReport> => {
      counter += 1
      const [number, totals] = [counter, totalsOf(kind, charges)]
      const { fine, jailMinutes, points } = totals
      return run(async (tx, emit) => {
        const { rows } = await sql<{ id: number }>`
          with revision as (
            insert into report_revisions (report_id, content, by_user_id, by_identifier)
            select coalesce(max(id), 0) + 1, ${JSON.stringify({ charges })}::jsonb, ${writer.userId}, ${writer.identifier} from reports returning id, report_id)
          insert into reports (id, kind, year, number, state, revision_id, writer_id, writer_identifier, department_id, server_id, subject_id,
            about, fine, jail_minutes, points, final_at)
          overriding system value
          select report_id, ${kind}, 2026, ${number}, 'final', id, ${writer.userId}, ${writer.identifier}, ${departmentId}, ${serverId},
            ${characterId}, 'VC 22350 Speeding', ${fine}, ${jailMinutes}, ${points}, now() from revision
          returning id`.execute(tx)
        const [row] = rows
        if (!row) throw new Error('no report was written')
        const report: SettledReport = {
          reportId: row.id,
          kind,
          number: reportNumber(kind, 2026, number),
          characterId,
          departmentId,
          serverId,
          writer: by(writer),
          totals,
          charges,
          about: 'VC 22350 Speeding',
        }
        await imposePenalties({ tx, emit }, licencePoints, report)
        return report
      })
    },

    /** Voids a report and withdraws its penalties, with the same locks as the portal: first the member, then the report. */
    withdraw: (report: SettledReport, member: Pick<Member, 'userId' | 'identifier'>, reason: string): Promise<void> =>
      run(async (tx, emit) => {
        const { rows } = await sql<{ user_id: number | null }>`select user_id from characters where id = ${report.characterId}`.execute(tx)
        if (rows[0]?.user_id) await sql`select pg_advisory_xact_lock(hashtext('own-records'), ${rows[0].user_id})`.execute(tx)
        await sql`select from reports where id = ${report.reportId} for update`.execute(tx)
        await withdrawPenalties({ tx, emit }, licencePoints, report, { by: by(member), reason })
        await sql`update reports set state = 'voided', voided_at = now() where id = ${report.reportId}`.execute(tx)
      }),
  }
}
