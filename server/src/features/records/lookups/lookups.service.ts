import {
  fireUnit,
  lookupUnit,
  ownersSeeLookups,
  recordKey,
  type AccessRule,
  type BodyOf,
  type FieldMatch,
  type lookUp,
  type putOnCall,
  type LookupKind,
  type LookupLogFilter,
  type LookupResult,
  type PageQuery,
  type PatientRecord,
  type SearchRow,
} from '@tenfour/contract'
import { sql } from 'kysely'
import pg from 'pg'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { readAtOnce } from '../../../platform/database/streams.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { authorOf, type Board } from '../../dispatch/board/board.port.ts'
import { hitBolos } from '../bolos/bolos.port.ts'
import { serviceOf } from '../fields/fields.port.ts'
import { actingUnit } from '../history/history.port.ts'
import { patientReports } from '../reports/reports.port.ts'
import type { createLookupLimits } from './lookups.limits.ts'
import { findPatient, findSubject } from './lookups.records.repo.ts'
import { flagsOf, readPerson, readPlate, readVehicle, readWeapon, type Looked } from './lookups.records.ts'
import * as repo from './lookups.repo.ts'
import { searchIn, searchPatients, type Person } from './lookups.search.ts'
import type { Searches, SearchKind, Shown } from './lookups.searches.ts'
import { searchableField, searchByValue, shownMatch } from './lookups.values.ts'

export type LookupService = ReturnType<typeof createLookupService>
type Target = BodyOf<typeof lookUp>
type Subject = BodyOf<typeof putOnCall>

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly board: Board
  readonly settings: Pick<Settings, 'get'>
  readonly limits: ReturnType<typeof createLookupLimits>
  readonly searches: Searches
}

const LOG_LIMIT_MS = 5000

export function createLookupService({ db, publish, board, settings, limits, searches }: Deps) {
  /** Reads and notes a search; its unit is read once, when it begins. */
  const noted = async <R>(
    actor: Actor,
    kind: SearchKind,
    q: string,
    { read, toShown, rule }: { read: () => Promise<R[]>; toShown: (row: R) => Shown; rule: AccessRule },
  ): Promise<{ rows: R[] }> => {
    const goesOn = searches.continues(actor.userId, kind, q) ? searches.unitOf(actor.userId, kind) : undefined
    const [rows, unit] = await Promise.all([read(), goesOn ?? actingUnit(db, actor, rule)])
    searches.note(unit, kind, q, rows.map(toShown))
    return { rows }
  }

  return {
    search: async (actor: Actor, kind: LookupKind, q: string): Promise<{ rows: SearchRow[] }> => {
      await limits.search(actor.userId)
      return noted(actor, kind, q, { read: () => searchIn(db, kind, q), toShown: shown, rule: lookupUnit() })
    },

    searchPatients: async (actor: Actor, q: string): Promise<{ rows: Person[] }> => {
      await limits.search(actor.userId)
      return noted(actor, 'patient', q, { read: () => searchPatients(db, q), toShown: shown, rule: fireUnit() })
    },

    searchByField: async (actor: Actor, fieldId: number, q: string): Promise<{ rows: FieldMatch[] }> => {
      await limits.search(actor.userId)
      const service = serviceOf(actor)
      const field = await searchableField(db, fieldId, service)
      const rule = service === 'fire' ? fireUnit() : lookupUnit()
      return noted(actor, 'field', `${field.name}: ${q}`, { read: () => searchByValue(db, field, q), toShown: shownMatch, rule })
    },

    /** Whether a search of the member's that goes on shows it, by its key. */
    hasShown: (userId: number, key: string): boolean =>
      searches.leadingTo(userId, ['person', 'patient', 'vehicle'], ({ shown: rows }) => rows.some((row) => row.key === key)) !== undefined,

    lookUp: async (actor: Actor, target: Target): Promise<LookupResult> => {
      await limits.lookup(actor.userId)
      return inTransaction(db, publish, async (tx, emit, after) => {
        const unit = await actingUnit(tx, actor, lookupUnit())
        const { record, bolos, label } = await read(tx, target)
        const search = searches.leadingTo(actor.userId, ['person', 'vehicle', 'weapon', 'field'], ({ query, shown: rows }) =>
          leadsTo(target, record, query, rows),
        )
        const typed = search?.query ?? (target.by === 'plate' ? target.plate : label)
        const flags = flagsOf(record)
        const found = record === null ? [] : [label]
        const ids = idsOf(record)
        const hits = await hitBolos(tx, emit, unit, bolos, target.by === 'plate' ? target.plate : label)
        const isWanted = hits.length > 0 && !flags.includes('BOLO')
        const [lookupId = 0] = await repo.insertLookups(tx, [
          { kind: 'lookup', unit, query: typed, found, flags: isWanted ? ['BOLO', ...flags] : flags, ...ids },
        ])
        if (search) after(search.opened)
        return { lookupId, callId: unit.callId, record, bolos: hits }
      })
    },

    lookUpPatient: async (actor: Actor, characterId: number): Promise<PatientRecord> => {
      await limits.lookup(actor.userId)
      return inTransaction(db, publish, async (tx, _emit, after) => {
        const unit = await actingUnit(tx, actor, fireUnit())
        const patient = await findPatient(tx, characterId)
        if (!patient) throw new AppError('not_found', 'There is no such person', 'characterId')
        const key = `person:${patient.characterId}`
        const search = searches.leadingTo(actor.userId, ['patient', 'field'], ({ shown: rows }) => rows.some((row) => row.key === key))
        const { name } = patient
        await repo.insertLookups(tx, [
          { kind: 'patient', unit, query: search?.query ?? name, found: [name], characterId: patient.characterId },
        ])
        if (search) after(search.opened)
        return { ...patient, reports: await patientReports(tx, patient.characterId) }
      })
    },

    putOnCall: async (actor: Actor, subject: Subject): Promise<{ callId: number }> => {
      let onCall = 0
      await board.act({
        by: authorOf(actor),
        where: { userId: actor.userId },
        wanted: { userIds: [actor.userId], callIds: [] },
        missing: new AppError('forbidden', 'You are not on duty'),
        decide: async (draft, context) => {
          const callId = draft.assignmentOf(actor.userId)?.callId
          if (callId === undefined) throw new AppError('conflict', 'You are not on a call')
          const tx = await context.tx()
          await actingUnit(tx, actor, lookupUnit())
          const found = await findSubject(tx, subject)
          if (!found) throw new AppError('not_found', `There is no such ${subject.kind}`)
          if (await repo.putOnCall(tx, callId, actor.userId, found.ids)) draft.log(callId, `${found.label} put on the call`)
          onCall = callId
        },
      })
      return { callId: onCall }
    },

    /** A text search scans what is left by the other filters, so it has a time limit. */
    list: async (departmentId: number, filter: LookupLogFilter) => {
      const { items, counted } = await readAtOnce(db, async (tx) => {
        await sql`select set_config('statement_timeout', ${String(LOG_LIMIT_MS)}, true)`.execute(tx)
        return repo.listLookups(tx, departmentId, filter)
      }).catch((error: unknown) => {
        const isTooLong = error instanceof pg.DatabaseError && error.code === '57014'
        throw isTooLong ? new AppError('unavailable', 'This search took too long: choose a unit or fewer days') : error
      })
      return toPage(items, counted, filter)
    },

    listOwn: async (actor: Actor, characterId: number, page: PageQuery) => {
      if (!settings.get(ownersSeeLookups)) throw new AppError('feature_off', 'This community does not show who looked up a character')
      const found = await repo.listOwnLookups(db, actor.userId, characterId, page)
      if (!found) throw new AppError('not_found', 'There is no such character of yours', 'characterId')
      return toPage(found.items, found.counted, page)
    },
  }
}

function read(tx: Tx, target: Target): Promise<Looked> {
  switch (target.by) {
    case 'character':
      return readPerson(tx, target.characterId)
    case 'vehicle':
      return readVehicle(tx, target.vehicleId)
    case 'weapon':
      return readWeapon(tx, target.weaponId)
    case 'plate':
      return readPlate(tx, target.plate)
  }
}

/** As rows are called in the log, and by what they are known when they are opened. */
function shown(row: SearchRow): Shown {
  switch (row.kind) {
    case 'person':
      return { key: `person:${row.characterId}`, label: row.birthYear === null ? row.name : `${row.name}, ${row.birthYear}` }
    case 'vehicle':
      return { key: `vehicle:${row.vehicleId}`, label: [row.plate, row.model].filter(Boolean).join(' ') }
    case 'weapon':
      return { key: `weapon:${row.weaponId}`, label: `${row.model} ${row.serial}` }
  }
}

function idsOf(record: Looked['record']): Pick<repo.NewLookup, 'characterId' | 'vehicleId' | 'weaponId'> {
  if (record?.kind === 'person') return { characterId: record.characterId }
  if (record?.kind === 'vehicle') return { vehicleId: record.vehicleId }
  return record ? { weaponId: record.weaponId } : {}
}

function leadsTo(target: Target, record: Looked['record'], query: string, rows: readonly Shown[]): boolean {
  if (record === null) return target.by === 'plate' && recordKey(query) === recordKey(target.plate)
  const { characterId, vehicleId, weaponId } = idsOf(record)
  const key = `${record.kind}:${characterId ?? vehicleId ?? weaponId}`
  return rows.some((row) => row.key === key)
}
