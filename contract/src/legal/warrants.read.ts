import { z } from 'zod'
import { admin, lookupUnit, signsWarrants } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery, SortDirection } from '../page.ts'
import { LookupKind, LookupResult, SearchRow, SEARCHES_A_SECOND, LOOKUPS_AN_HOUR, SEARCH_FROM } from '../records/lookups.ts'
import { RecordActor } from '../records/records.ts'
import { ReportContent } from '../records/reports.content.ts'
import { ReportSummary } from '../records/reports.ts'
import { WarrantAlert, WarrantType } from '../records/warrant-alerts.ts'
import { Id, IdParam, Instant, INT_MAX, numberParam, trimmed } from '../values.ts'
import { WarrantContent } from './warrants.content.ts'
import { legalStaff, WarrantCounts, WarrantState, WarrantSummary, WarrantTab, warrantWriters } from './warrants.ts'
import { warrantsSwitch } from './warrants.settings.ts'

const byWarrant = z.object({ warrantId: IdParam })

/** A step of a warrant, worded when it happened and never changed. */
export const WarrantEvent = z.object({
  /** The number of the step, from 1. */
  step: z.int(),
  title: z.string(),
  text: z.string(),
  /** The remark or reason that someone entered. */
  reason: z.string(),
  /** Values that the step changed, as text. */
  changes: z.array(z.object({ what: z.string(), before: z.string(), after: z.string() })),
  by: RecordActor.nullable(),
  at: Instant,
})
export type WarrantEvent = z.infer<typeof WarrantEvent>

export const WarrantReturn = z.object({
  servedAt: Instant,
  location: z.string(),
  postal: z.string(),
  by: RecordActor,
  officers: z.array(RecordActor),
  isArrested: z.boolean(),
  text: z.string(),
})
export type WarrantReturn = z.infer<typeof WarrantReturn>

export const MAX_WARRANT_HISTORY = 200

export const Warrant = WarrantSummary.extend({
  /** The content; units on duty get it without the affidavit and without what supports the warrant. */
  content: WarrantContent,
  hasAffidavit: z.boolean(),
  department: z.string().nullable(),
  /** The court's name on its paper; empty for 'Superior Court of' the community. */
  court: z.string(),
  /** Why the warrant was returned, denied or recalled; empty otherwise. */
  reason: z.string(),
  closedAt: Instant.nullable(),
  return: WarrantReturn.nullable(),
  /** Who serves a confidential warrant; null for other warrants. */
  servedBy: z
    .object({ departments: z.array(z.object({ departmentId: z.int(), name: z.string() })), members: z.array(RecordActor) })
    .nullable(),
  /** The newest 200 steps, newest first; empty for units. */
  history: z.array(WarrantEvent),
  /** How many steps there are, and whether the newest are as they were written; `unknown` if some were sealed with another key. Null for units. */
  chain: z.object({ entries: z.int(), state: z.enum(['unbroken', 'broken', 'unknown']), digest: z.string() }).nullable(),
  /** Actions that the caller may take on the warrant now. */
  may: z.object({
    change: z.boolean(),
    takeBack: z.boolean(),
    take: z.boolean(),
    pass: z.boolean(),
    return: z.boolean(),
    sign: z.boolean(),
    deny: z.boolean(),
    recall: z.boolean(),
    serve: z.boolean(),
  }),
})
export type Warrant = z.infer<typeof Warrant>

export const WarrantSort = z.enum(['since', 'number', 'subject', 'expiresAt'])

export const WarrantFilter = PageQuery.extend({
  tab: WarrantTab.default('mine'),
  type: WarrantType.optional(),
  state: WarrantState.optional(),
  /** A number, or words of the subject, the offences or the writer. */
  q: trimmed(80).optional(),
  sort: WarrantSort.default('since'),
  direction: SortDirection.default('asc'),
})
export type WarrantFilter = z.infer<typeof WarrantFilter>

export const listWarrants = defineEndpoint({
  method: 'GET',
  path: '/api/warrants',
  summary: 'Warrants as legal staff works on them: what waits for one, for others, what is active, what is closed',
  access: legalStaff,
  featureSwitch: warrantsSwitch,
  query: WarrantFilter,
  response: pageOf(WarrantSummary),
})

export const countWarrants = defineEndpoint({
  method: 'GET',
  path: '/api/warrants/counts',
  summary: 'How many warrants are in each list, up to 1,000',
  access: legalStaff,
  featureSwitch: warrantsSwitch,
  response: WarrantCounts,
})

export const listOwnWarrants = defineEndpoint({
  method: 'GET',
  path: '/api/warrants/own',
  summary: 'Warrants that one wrote, newest first',
  access: warrantWriters,
  featureSwitch: warrantsSwitch,
  query: PageQuery.extend({ state: WarrantState.optional(), q: trimmed(80).optional() }),
  response: pageOf(WarrantSummary),
})

export const listActiveWarrants = defineEndpoint({
  method: 'GET',
  path: '/api/warrants/active',
  summary: 'Active warrants for units on duty, the one signed last first',
  access: lookupUnit(),
  featureSwitch: warrantsSwitch,
  query: PageQuery.extend({ type: WarrantType.optional(), q: trimmed(80).optional() }),
  response: pageOf(WarrantAlert),
})

export const getWarrant = defineEndpoint({
  method: 'GET',
  path: '/api/warrants/:warrantId',
  summary: 'A warrant with its history: for its writer and legal staff; an active one, or one they served, for units that may know of it',
  access: warrantWriters,
  featureSwitch: warrantsSwitch,
  params: byWarrant,
  response: Warrant,
})

export const getWarrantReport = defineEndpoint({
  method: 'GET',
  path: '/api/warrants/:warrantId/reports/:reportId',
  summary: 'A report that supports a warrant, for legal staff; it is logged',
  access: legalStaff,
  featureSwitch: warrantsSwitch,
  params: byWarrant.extend({ reportId: IdParam }),
  response: ReportSummary.extend({ content: ReportContent }),
})

export const HistoryProblem = z.object({
  /** The number of the entry in the whole history, from 1; 0 for a warrant without an entry. */
  entry: z.int(),
  /** The warrant that the problem is about; null if it is not about a single one. */
  warrant: z.object({ warrantId: z.int(), number: z.string(), step: z.int() }).nullable(),
  what: z.string(),
})
export type HistoryProblem = z.infer<typeof HistoryProblem>
export const HISTORY_SLICE = 20_000
export const MAX_HISTORY_PROBLEMS = 100
/** The result of checking a part of the history, and each warrant whose last entry is in it. The last part also compares the end. */
export const HistoryCheck = z.object({
  checkedTo: z.int(),
  entries: z.int(),
  isDone: z.boolean(),
  /** At most 100. */
  problems: z.array(HistoryProblem),
  /** Backups that were restored, each recorded by an entry of its own: what was written after the backup was replaced on purpose. */
  restores: z.array(z.object({ entry: z.int(), at: Instant, madeAt: Instant })),
})
export type HistoryCheck = z.infer<typeof HistoryCheck>

export const checkWarrantHistory = defineEndpoint({
  method: 'GET',
  path: '/api/warrants/history/check',
  summary: `Check the history of all warrants, ${HISTORY_SLICE.toLocaleString('en')} entries at a time`,
  access: admin,
  query: z.object({ after: numberParam(0, INT_MAX).default(0) }),
  response: HistoryCheck,
})

/** The end of the history that is kept outside the database, to find out that entries were removed or an older database was restored. */
export const HistoryEnd = z.object({
  /** The kept end; null before the first entry. */
  kept: z.object({ entries: z.int(), seal: z.string(), at: Instant }).nullable(),
  /** Why the database does not fit the end; null if it fits. */
  problem: z.string().nullable(),
})
export type HistoryEnd = z.infer<typeof HistoryEnd>

/** An end of the history that someone noted elsewhere. */
export const NotedEnd = z.object({
  entries: numberParam(1, INT_MAX),
  seal: z.string().regex(/^[0-9a-f]{64}$/, 'A seal has 64 letters and digits'),
})
export type NotedEnd = z.output<typeof NotedEnd>

/** The end as text, in the portal and in Discord. */
export const notedEndInWords = ({ entries, seal }: NotedEnd): string =>
  `The history of warrants has ${entries.toLocaleString('en')} ${entries === 1 ? 'entry' : 'entries'}, the last sealed ${seal}`

/** Reads an end from text that someone copied: the text above, or any other with the number of entries and a seal. */
export function readNotedEnd(text: string): NotedEnd | undefined {
  const [, entries, seal] = /(\d[\d,]*) entr(?:y|ies)\b.*?\b([0-9a-f]{64})\b/s.exec(text) ?? []
  return NotedEnd.safeParse({ entries: entries?.replaceAll(',', ''), seal }).data
}

export const getHistoryEnd = defineEndpoint({
  method: 'GET',
  path: '/api/warrants/history/end',
  summary: 'The end of the history of all warrants as it is kept outside the database, and whether the database fits it',
  access: admin,
  response: HistoryEnd,
})

export const compareHistoryEnd = defineEndpoint({
  method: 'GET',
  path: '/api/warrants/history/compare',
  summary: 'Whether the history of all warrants fits an end of it that was noted elsewhere',
  access: admin,
  query: NotedEnd,
  response: z.object({
    /** Why the database does not fit the end; null if it fits. */
    problem: z.string().nullable(),
  }),
})

/** The warrant or the draft that a lookup is for. */
const purpose = { warrantId: Id.optional(), draftId: Id.optional() }
const hasOnePurpose = ({ warrantId, draftId }: { warrantId?: number | undefined; draftId?: number | undefined }) =>
  (warrantId === undefined) !== (draftId === undefined)
const ONE_PURPOSE = { error: 'Name the warrant or the draft', path: ['warrantId'] }

export const searchForWarrant = defineEndpoint({
  method: 'GET',
  path: '/api/warrants/lookups/search',
  summary: `Find persons, vehicles and weapons for a warrant, on duty or not; it is logged with it. ${SEARCHES_A_SECOND} a second`,
  access: legalStaff,
  featureSwitch: warrantsSwitch,
  query: z
    .object({
      kind: LookupKind,
      q: trimmed(80, 'At most 80 characters').min(SEARCH_FROM, `Type at least ${SEARCH_FROM} characters`),
      warrantId: IdParam.optional(),
      draftId: IdParam.optional(),
    })
    .refine(hasOnePurpose, ONE_PURPOSE),
  response: z.object({ rows: z.array(SearchRow) }),
})

export const lookUpForWarrant = defineEndpoint({
  method: 'POST',
  path: '/api/warrants/lookups',
  summary: `Look a person, vehicle or weapon up for a warrant, on duty or not; it is logged with it. ${LOOKUPS_AN_HOUR} an hour`,
  access: legalStaff,
  featureSwitch: warrantsSwitch,
  body: z
    .object({
      target: z.discriminatedUnion('by', [
        z.object({ by: z.literal('character'), characterId: Id }),
        z.object({ by: z.literal('vehicle'), vehicleId: Id }),
        z.object({ by: z.literal('weapon'), weaponId: Id }),
      ]),
      ...purpose,
    })
    .refine(hasOnePurpose, ONE_PURPOSE),
  response: LookupResult,
})

export const WarrantLookup = z.object({
  lookupId: z.int(),
  kind: z.enum(['search', 'lookup', 'report']),
  by: RecordActor,
  at: Instant,
  /** The warrant; null while the draft is not submitted. */
  warrant: z.object({ warrantId: z.int(), number: z.string() }).nullable(),
  query: z.string(),
  found: z.array(z.string()),
})
export type WarrantLookup = z.infer<typeof WarrantLookup>

export const listWarrantLookups = defineEndpoint({
  method: 'GET',
  path: '/api/warrants/lookups',
  summary: 'Lookups by legal staff for warrants, newest first: of one warrant, or of all',
  access: signsWarrants,
  featureSwitch: warrantsSwitch,
  query: PageQuery.extend({ warrantId: IdParam.optional(), q: trimmed(80).optional() }),
  response: pageOf(WarrantLookup),
})
