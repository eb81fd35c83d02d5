import {
  REPORT_KINDS,
  UNIT_CLASS,
  type PageOf,
  type PageQuery,
  type PersonReport,
  type Report,
  type ReportFilter,
  type ReportKind,
  type ReportSummary,
  type UnitClass,
} from '@tenfour/contract'
import { sql } from 'kysely'
import type { Actor } from '../../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { toPage } from '../../../../platform/database/page.ts'
import { AppError } from '../../../../platform/errors.ts'
import { readReport, readRevision } from './reports.detail.ts'
import { listAbout, listReports, listWaiting, isMedicalReport, isOfPolice, type PersonSummary } from './reports.lists.ts'
import { subjectOwner } from '../decide/reports.locks.ts'
import { finesOf } from '../penalties/penalties.rows.ts'
import { readerOf } from './reports.access.ts'

/** Reads reports for members who may see them. */
export function createReportReaders(db: Db) {
  /** The caller's unit class as it is now: they may have gone off duty since the request was let in. */
  const unitClassOf = async (actor: Actor, classes: readonly UnitClass[]): Promise<UnitClass> => {
    const { unitClass } = await readerOf(db, actor)
    if (unitClass === null || !classes.includes(unitClass)) {
      throw new AppError('forbidden', 'You do not have access to perform that action')
    }
    return unitClass
  }

  return {
    get: async (actor: Actor, reportId: number): Promise<Report> => readReport(db, await readerOf(db, actor), reportId),

    revision: async (actor: Actor, reportId: number, revisionId: number) =>
      readRevision(db, await readerOf(db, actor), reportId, revisionId),

    search: async (actor: Actor, filter: ReportFilter): Promise<PageOf<ReportSummary>> => {
      const isFire = (await unitClassOf(actor, [UNIT_CLASS.Leo, UNIT_CLASS.Comms, UNIT_CLASS.Fire])) === UNIT_CLASS.Fire
      if (filter.kind && (REPORT_KINDS[filter.kind].service === 'fire') !== isFire) return toPage([], 0, filter)
      return listReports(db, sql`r.is_medical = ${isFire}`, filter)
    },

    listOwn: ({ userId }: Actor, filter: ReportFilter): Promise<PageOf<ReportSummary>> =>
      listReports(db, sql`r.writer_id = ${userId}`, filter),

    listQueue: (departmentId: number, page: PageQuery): Promise<PageOf<ReportSummary>> => listWaiting(db, departmentId, page),

    listDepartment: (departmentId: number, filter: ReportFilter): Promise<PageOf<ReportSummary>> =>
      listReports(db, sql`r.department_id = ${departmentId}`, filter),

    listPerson: async (
      actor: Actor,
      characterId: number,
      { kind, ...page }: PageQuery & { kind?: ReportKind | undefined },
    ): Promise<PageOf<PersonReport>> => {
      await unitClassOf(actor, [UNIT_CLASS.Leo, UNIT_CLASS.Comms])
      const found = await listAbout(db, characterId, isOfPolice(kind), page)
      if (found.items.length === 0) await assertExists(db, characterId)
      return { ...found, items: await withFines(db, found.items) }
    },

    listPatient: async (actor: Actor, characterId: number, page: PageQuery): Promise<PageOf<ReportSummary>> => {
      await unitClassOf(actor, [UNIT_CLASS.Fire])
      const found = await listAbout(db, characterId, isMedicalReport, page)
      if (found.items.length === 0) await assertExists(db, characterId)
      return { ...found, items: found.items.map(({ role: _role, ...report }) => report) }
    },
  }
}

async function assertExists(db: Db, characterId: number): Promise<void> {
  if (!(await subjectOwner(db, characterId))) throw new AppError('not_found', 'There is no such person', 'characterId')
}

/** Reports with the state of their fines. */
export async function withFines(db: Db | Tx, reports: readonly PersonSummary[]): Promise<PersonReport[]> {
  const fined = reports.flatMap(({ reportId, fine, finalAt }) => (fine > 0 && finalAt !== null ? [reportId] : []))
  const fines = new Map((fined.length === 0 ? [] : await finesOf(db, fined)).map((fine) => [fine.reportId, fine]))
  return reports.map((report) => ({ ...report, fineState: fines.get(report.reportId) ?? null }))
}
