import {
  bolosSwitch,
  finesSwitch,
  medicalSwitch,
  fireUnit,
  isAllowed,
  lookupUnit,
  ownersSeeLookups,
  recordKey,
  signsWarrants,
  type Bolo,
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
  type WarrantAlert,
} from '@tenfour/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { isInGame, type Actor } from '../../../platform/auth/actor.ts'
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
import { findPatient, findSubject } from './records/lookups.records.repo.ts'
import { inOrder } from './records/lookups.flags.ts'
import { flagsOf, loggedFlags, readPerson, readPlate, readVehicle, readWeapon, type OpenedRecord } from './records/lookups.records.ts'
import * as repo from './lookups.repo.ts'
import { searchIn, searchPatients, type Person } from './search/lookups.search.ts'
import { isSamePurpose, type Searches, type SearchKind, type Shown } from './search/lookups.search-log.ts'
import { searchableField, searchByValue, shownMatch } from './search/lookups.values.ts'
import { seenBy, type SeenWarrants, type WarrantAlerts } from './records/lookups.warrants.ts'

export type LookupService = ReturnType<typeof createLookupService>
type Target = BodyOf<typeof lookUp>
type Subject = BodyOf<typeof putOnCall>

/** Finds who looks something up for a warrant, by the roles they have now, or refuses. */
export type FindLooker = (db: Db | Tx) => Promise<repo.Looker>
/** `query` and `found` are what the log says. */
export type ReadFor<T> = { readonly value: T; readonly query: string; readonly found: readonly string[] }
type LoggedSearch<R> = {
  readonly read: () => Promise<R[]>
  readonly toShown: (row: R) => Shown
  readonly findLooker: () => Promise<repo.Looker>
  readonly purpose?: repo.Purpose | undefined
}
type Opened = {
  readonly actor: Actor
  readonly looker: repo.Looker
  readonly target: Target
  /** Kinds of searches that may have led to this lookup. */
  readonly from: readonly SearchKind[]
  /** Counts hits of the matching BOLOs. */
  readonly hit: (bolos: readonly Bolo[], what: string) => Promise<Bolo[]>
}

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly board: Board
  readonly settings: Pick<Settings, 'get'>
  readonly limits: ReturnType<typeof createLookupLimits>
  /** The limits of searches and lookups for warrants. */
  readonly warrantLimits: ReturnType<typeof createLookupLimits>
  readonly searches: Searches
  readonly warrants: WarrantAlerts
}

const SHOWING: readonly SearchKind[] = ['person', 'patient', 'vehicle', 'legal-person', 'legal-vehicle']
const LOG_LIMIT_MS = 5000
/** How long a member may reread the warrants on a record after opening it. */
const OPENED_HOURS = 12

export function createLookupService({ db, publish, board, settings, limits, warrantLimits, searches, warrants }: Deps) {
  const seenAs = (actor: Actor): SeenWarrants =>
    seenBy(warrants, { userId: actor.userId, maySign: isAllowed(signsWarrants, actor.subject), isInGame: isInGame(actor) })

  /** Reads a search and notes it for the log. The unit or legal staff who makes it is read once, when the search begins. */
  const searchAndLog = async <R>(
    { userId }: Actor,
    kind: SearchKind,
    q: string,
    { read, toShown, findLooker, purpose }: LoggedSearch<R>,
  ): Promise<{ rows: R[] }> => {
    const before = searches.continues(userId, kind, q) ? searches.lookerOf(userId, kind) : undefined
    const goesOn = before && isSamePurpose(before.purpose, purpose) ? before : undefined
    const [rows, looker] = await Promise.all([read(), goesOn ?? findLooker()])
    searches.note(looker, kind, q, rows.map(toShown))
    return { rows }
  }

  /** Reads a record and logs it. */
  const open = async (tx: Tx, { actor, looker, target, from, hit }: Opened): Promise<{ result: LookupResult; opened: () => void }> => {
    const { record: found, bolos, label } = await readTarget(tx, target, seenAs(actor))
    const record = settings.get(finesSwitch) ? found : withoutFines(found)
    const search = searches.leadingTo(actor.userId, from, ({ query, shown: rows }) => wasShownFor(target, record, query, rows))
    const what = target.by === 'plate' ? target.plate : label
    const hits = await hit(bolos, what)
    const flags = inOrder([hits.length > 0 && 'BOLO', ...flagsOf(record)])
    const [lookupId = 0] = await repo.insertLookups(tx, [
      {
        kind: 'lookup',
        unit: looker,
        query: search?.query ?? what,
        found: record === null ? [] : [label],
        flags: loggedFlags(record, flags),
        ...idsOf(record),
      },
    ])
    return { result: { lookupId, callId: looker.callId, record, bolos: hits }, opened: () => search?.opened() }
  }

  return {
    search: async (actor: Actor, kind: LookupKind, q: string): Promise<{ rows: SearchRow[] }> => {
      await limits.search(actor.userId)
      const findLooker = () => actingUnit(db, actor, lookupUnit())
      return searchAndLog(actor, kind, q, { read: () => searchIn(db, kind, q, seenAs(actor)), toShown, findLooker })
    },

    searchPatients: async (actor: Actor, q: string): Promise<{ rows: Person[] }> => {
      await limits.search(actor.userId)
      const findLooker = () => actingUnit(db, actor, fireUnit())
      return searchAndLog(actor, 'patient', q, { read: () => searchPatients(db, q), toShown, findLooker })
    },

    searchByField: async (actor: Actor, fieldId: number, q: string): Promise<{ rows: FieldMatch[] }> => {
      await limits.search(actor.userId)
      const service = serviceOf(actor)
      if (service === 'fire' && !settings.get(medicalSwitch)) throw new AppError('feature_off', medicalSwitch.offMessage)
      const field = await searchableField(db, fieldId, service)
      const findLooker = () => actingUnit(db, actor, service === 'fire' ? fireUnit() : lookupUnit())
      return searchAndLog(actor, 'field', `${field.name}: ${q}`, {
        read: () => searchByValue(db, field, q),
        toShown: shownMatch,
        findLooker,
      })
    },

    /** A search of legal staff, on duty or not. `findLooker` refuses members who may not look anything up for this warrant. */
    searchFor: async (actor: Actor, findLooker: FindLooker, kind: LookupKind, q: string): Promise<{ rows: SearchRow[] }> => {
      await warrantLimits.search(actor.userId)
      const looker = await findLooker(db)
      const rows = { read: () => searchIn(db, kind, q, seenAs(actor)), toShown }
      return searchAndLog(actor, `legal-${kind}`, q, { ...rows, findLooker: async () => looker, purpose: looker.purpose })
    },

    lookUpFor: async (actor: Actor, findLooker: FindLooker, target: Target): Promise<LookupResult> => {
      await warrantLimits.lookup(actor.userId)
      return inTransaction(db, publish, async (tx, _emit, after) => {
        const looker = await findLooker(tx)
        // Legal staff is not out on the street, so units are not told of a hit.
        const hit = async (bolos: readonly Bolo[]) => [...bolos]
        const { result, opened } = await open(tx, { actor, looker, target, from: ['legal-person', 'legal-vehicle', 'legal-weapon'], hit })
        after(opened)
        return result
      })
    },

    /** Reads something else for a warrant, and logs it with the warrant. */
    readFor: async <T>(actor: Actor, findLooker: FindLooker, read: (tx: Tx) => Promise<ReadFor<T>>): Promise<T> => {
      await warrantLimits.lookup(actor.userId)
      return inTransaction(db, publish, async (tx) => {
        const looker = await findLooker(tx)
        const { value, query, found } = await read(tx)
        await repo.insertLookups(tx, [{ kind: 'report', unit: looker, query, found }])
        return value
      })
    },

    /** The warrants on a record that the caller opened, by their duty now: they may have gone to another department since. */
    recordWarrants: async (actor: Actor, lookupId: number): Promise<{ warrants: WarrantAlert[] }> => {
      await actingUnit(db, actor, lookupUnit())
      const subjects = await repo.subjectsOfLookup(db, actor.userId, lookupId, OPENED_HOURS)
      if (!subjects) throw new AppError('not_found', `You have not looked this up within the last ${OPENED_HOURS} hours`, 'lookupId')
      return { warrants: await seenAs(actor).alertsFor(db, subjects) }
    },

    /** Whether a running search of the member shows the row with this key. */
    hasShown: (userId: number, key: string): boolean =>
      searches.leadingTo(userId, SHOWING, ({ shown: rows }) => rows.some((row) => row.key === key)) !== undefined,

    lookUp: async (actor: Actor, target: Target): Promise<LookupResult> => {
      await limits.lookup(actor.userId)
      return inTransaction(db, publish, async (tx, emit, after) => {
        const looker = await actingUnit(tx, actor, lookupUnit())
        const hit = (bolos: readonly Bolo[], what: string) =>
          settings.get(bolosSwitch) ? hitBolos(tx, emit, looker, bolos, what) : Promise.resolve([])
        const { result, opened } = await open(tx, { actor, looker, target, from: ['person', 'vehicle', 'weapon', 'field'], hit })
        after(opened)
        return result
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

    /** Lists the log of a department, or of all. A text search scans all rows that the other filters leave, so it has a time limit. */
    list: async (scope: repo.LogScope, filter: LookupLogFilter) => {
      const { items, counted } = await readAtOnce(db, async (tx) => {
        await sql`select set_config('statement_timeout', ${String(LOG_LIMIT_MS)}, true)`.execute(tx)
        return repo.listLookups(tx, scope, filter)
      }).catch((error: unknown) => {
        const isTooLong = error instanceof pg.DatabaseError && error.code === '57014'
        throw isTooLong ? new AppError('unavailable', 'This search took too long: choose a unit or fewer days') : error
      })
      return toPage(items, counted, filter)
    },

    listOwn: async (actor: Actor, characterId: number, page: PageQuery) => {
      if (!settings.get(ownersSeeLookups)) throw new AppError('feature_off', 'This community does not show who looked up a character')
      const found = await repo.listOwnLookups(db, actor.userId, characterId, page)
      if (!found) throw new AppError('not_found', 'You have no such character', 'characterId')
      return toPage(found.items, found.counted, page)
    },
  }
}

/** Without what a person owes. */
function withoutFines(record: LookupResult['record']): LookupResult['record'] {
  if (record?.kind !== 'person') return record
  return { ...record, unpaidFines: 0, reports: record.reports.map((report) => ({ ...report, fineState: null })) }
}

function readTarget(tx: Tx, target: Target, seen: SeenWarrants): Promise<OpenedRecord> {
  switch (target.by) {
    case 'character':
      return readPerson(tx, target.characterId, seen)
    case 'vehicle':
      return readVehicle(tx, target.vehicleId, seen)
    case 'weapon':
      return readWeapon(tx, target.weaponId, seen)
    case 'plate':
      return readPlate(tx, target.plate, seen)
  }
}

/** A row with its name in the log, and with the key by which it is recognized when it is opened. */
function toShown(row: SearchRow): Shown {
  switch (row.kind) {
    case 'person':
      return { key: `person:${row.characterId}`, label: row.birthYear === null ? row.name : `${row.name}, ${row.birthYear}` }
    case 'vehicle':
      return { key: `vehicle:${row.vehicleId}`, label: [row.plate, row.model].filter(Boolean).join(' ') }
    case 'weapon':
      return { key: `weapon:${row.weaponId}`, label: `${row.model} ${row.serial}` }
  }
}

function idsOf(record: OpenedRecord['record']): Pick<repo.NewLookup, 'characterId' | 'vehicleId' | 'weaponId'> {
  if (record?.kind === 'person') return { characterId: record.characterId }
  if (record?.kind === 'vehicle') return { vehicleId: record.vehicleId }
  return record ? { weaponId: record.weaponId } : {}
}

function wasShownFor(target: Target, record: OpenedRecord['record'], query: string, rows: readonly Shown[]): boolean {
  if (record === null) return target.by === 'plate' && recordKey(query) === recordKey(target.plate)
  const { characterId, vehicleId, weaponId } = idsOf(record)
  const key = `${record.kind}:${characterId ?? vehicleId ?? weaponId}`
  return rows.some((row) => row.key === key)
}
