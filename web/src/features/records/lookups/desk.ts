import {
  lookUp,
  lookUpPatient,
  putOnCall,
  searchByField,
  searchPatients,
  searchRecords,
  type FieldMatch,
  type LookupKind,
  type SearchRow,
} from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { communityToday } from '../../../platform/calendar/calendar.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { playSound } from '../../../platform/sounds/sounds.ts'
import { createObservable, useObservable } from '../../../platform/store/observable.ts'
import { openPanel, focusPanel } from '../../../panels/selection.ts'
import { markShown } from '../bolos/bolo-draft.port.ts'
import { alertsOf, soundsOf, createSoundsInTurn } from './alerts/alerts.ts'
import { createRecordDesk, type LookupRequest, type Shown, type Wanted } from './record-desk.ts'
import { createGate, createSearcher } from './search/searcher.ts'
import { wantedOf, type DeskKind } from './search/search-rows.ts'

/** One searcher for the panel and the command line, because the portal counts the searches of both. */
const gate = createGate()

const searchOf = async (kind: LookupKind, q: string, signal: AbortSignal): Promise<readonly SearchRow[]> =>
  (await call(searchRecords, { query: { kind, q }, signal, quiet: true })).rows

const search = async (kind: DeskKind, q: string, signal: AbortSignal): Promise<readonly SearchRow[]> =>
  kind === 'patient' ? (await call(searchPatients, { query: { q }, signal, quiet: true })).rows : searchOf(kind, q, signal)

export const panelSearch = createSearcher<DeskKind, SearchRow>('person', { search, gate })
export const lineSearch = createSearcher<DeskKind, SearchRow>('person', { search, gate })

/** The kind and text in the field of the lookup panel. */
const field = createObservable<{ readonly kind: LookupKind; readonly text: string }>({ kind: 'person', text: '' })
export const useLookupField = () => useObservable(field)
export const setLookupField = field.set
/** For a reload. A command may have come first: it is not overwritten. */
export function restoreLookupField(left: ReturnType<typeof field.get>): void {
  const { kind, text } = field.get()
  if (kind === 'person' && text === '') field.set(left)
}

/** Searches by one of the community's own fields: the kind is the field's id. */
export const fieldSearch = createSearcher<string, FieldMatch>('', {
  search: async (fieldId, q, signal) =>
    (await call(searchByField, { params: { fieldId: Number(fieldId) }, query: { q }, signal, quiet: true })).rows,
  gate,
})
/** The field that is searched by; null while the search is for persons, vehicles, weapons or patients. */
const fieldLookup = createObservable<{ readonly fieldId: number | null; readonly text: string }>({ fieldId: null, text: '' })
export const useFieldLookup = () => useObservable(fieldLookup)
export const setFieldLookup = fieldLookup.set

const playInTurn = createSoundsInTurn(playSound)

export const recordDesk = createRecordDesk({
  lookUp: (request: LookupRequest) => call(lookUp, { body: request }),
  lookUpPatient: (characterId) => call(lookUpPatient, { params: { characterId } }),
  onResult: (result) => {
    markShown(result.bolos.map(({ boloId }) => boloId))
    playInTurn(soundsOf(alertsOf(result, communityToday())))
  },
})
export const useShownRecord = (): Shown => useObservable(recordDesk)

/** Looks it up and shows it, with the focus on it: the next key belongs to it. */
export function openRecord(wanted: Wanted): void {
  void recordDesk.open(wanted)
  focusPanel('record')
}
export const openRow = (kind: DeskKind, row: SearchRow): void => openRecord(wantedOf(kind, row))

/** Shows the rows of this text in the lookup panel. */
export function showInPanel(kind: DeskKind, text: string): void {
  if (kind !== 'patient') field.set({ kind, text })
  else field.set({ ...field.get(), text })
  fieldLookup.set({ fieldId: null, text: '' })
  panelSearch.want(kind, text)
  openPanel('lookup')
}

/** The lookup panel goes on with the kind that was looked up last, wherever that was. */
export function followKind(kind: DeskKind): void {
  if (kind !== 'patient' && kind !== field.get().kind) field.set({ kind, text: '' })
}

type OnCall = { readonly label: string } & (
  | { readonly kind: 'person'; readonly characterId: number }
  | { readonly kind: 'vehicle'; readonly vehicleId: number }
)

export async function putOnOwnCall({ label, ...what }: OnCall): Promise<void> {
  try {
    const { callId } = await call(putOnCall, { body: what })
    notify.success(`${label} is on call ${callId}`)
  } catch (error) {
    reportError(error, `${label} was not put on the call`)
  }
}

/** The shown record, or the one being looked up: a key pressed before the answer waits for it. */
export async function putShownOnCall(): Promise<void> {
  const shown = await recordDesk.settled()
  if (shown.kind !== 'lookup') return
  const { record } = shown.result
  if (record === null) return notify.info(`${shown.label} is not registered. Add a field record first, then put it on the call.`)
  if (record.kind === 'person') await putOnOwnCall({ kind: 'person', characterId: record.characterId, label: record.name })
  else if (record.kind === 'vehicle') await putOnOwnCall({ kind: 'vehicle', vehicleId: record.vehicleId, label: record.plate })
}

/** When the unit goes off duty nothing of what it looked up stays behind. */
export function clearLookups(): void {
  recordDesk.clear()
  panelSearch.clear()
  lineSearch.clear()
  fieldSearch.clear()
  fieldLookup.set({ fieldId: null, text: '' })
  field.set({ kind: 'person', text: '' })
}
