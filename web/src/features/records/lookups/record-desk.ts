import type { LookupResult, lookUp, Offence, PatientRecord } from '@tenfour/contract'
import type { z } from 'zod'
import { createObservable } from '../../../platform/store/observable.ts'
import { errorInfo } from '../../../ui/error-info.ts'
import type { ReportAbout } from '../reports/reports.port.ts'

export type LookupRequest = z.input<NonNullable<typeof lookUp.body>>
/** A record to look up; `label` names it until it is loaded. */
export type Wanted = { readonly label: string } & (
  | { readonly kind: 'lookup'; readonly request: LookupRequest }
  | { readonly kind: 'patient'; readonly characterId: number }
)

export type Shown =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'loading'; readonly label: string }
  | { readonly kind: 'failed'; readonly label: string; readonly problem: string; readonly wanted: Wanted }
  | { readonly kind: 'lookup'; readonly label: string; readonly wanted: Wanted; readonly result: LookupResult; readonly at: number }
  | { readonly kind: 'patient'; readonly label: string; readonly wanted: Wanted; readonly patient: PatientRecord; readonly at: number }
  | { readonly kind: 'offences'; readonly label: string; readonly offences: readonly Offence[]; readonly total: number }

/** A record that a reload leaves open. */
export type LeftRecord = Extract<Shown, { kind: 'lookup' | 'patient' }>

type Deps = {
  readonly lookUp: (request: LookupRequest) => Promise<LookupResult>
  readonly lookUpPatient: (characterId: number) => Promise<PatientRecord>
  /** Once for every lookup that is shown. */
  readonly onResult: (result: LookupResult) => void
  readonly now?: () => number
}

const NOTHING: Shown = { kind: 'nothing' }

/** The record that is open. Every opening is one lookup; the latest wins. */
export function createRecordDesk({ lookUp: callLookUp, lookUpPatient, onResult, now = Date.now }: Deps) {
  const shown = createObservable<Shown>(NOTHING)
  let turn = 0
  let settled: Promise<Shown> = Promise.resolve(NOTHING)
  let before: Shown = NOTHING

  const fetchOf = async (wanted: Wanted): Promise<Shown> => {
    const { label } = wanted
    try {
      if (wanted.kind === 'patient') {
        const patient = await lookUpPatient(wanted.characterId)
        return { kind: 'patient', label: patient.name, wanted, patient, at: now() }
      }
      const result = await callLookUp(wanted.request)
      return { kind: 'lookup', label: nameOf(result) ?? label, wanted, result, at: now() }
    } catch (error) {
      return { kind: 'failed', label, problem: errorInfo(error).message, wanted }
    }
  }
  const show = (next: Shown) => {
    turn += 1
    settled = Promise.resolve(next)
    shown.set(next)
  }
  return {
    get: shown.get,
    subscribe: shown.subscribe,
    /** Names what is about to be looked up, so that the panel takes keys while it is being found. */
    begin: (label: string): void => {
      if (shown.get().kind !== 'loading') before = shown.get()
      show({ kind: 'loading', label })
    },
    /** The lookup was given up: the earlier record is shown again. */
    abandon: (): void => show(before),
    open: (wanted: Wanted): Promise<Shown> => {
      const mine = (turn += 1)
      shown.set({ kind: 'loading', label: wanted.label })
      const answer = async (): Promise<Shown> => {
        const found = await fetchOf(wanted)
        if (turn !== mine) return shown.get()
        shown.set(found)
        if (found.kind === 'lookup') onResult(found.result)
        return found
      }
      settled = answer()
      return settled
    },
    /** Shows a record again that was looked up before the page was reloaded: no lookup, and nothing to tell. Anything looked up since stays. */
    reopen: (left: LeftRecord): void => {
      if (shown.get().kind === 'nothing') show(left)
    },
    /** The record that is shown once the current lookup is answered. */
    settled: (): Promise<Shown> => settled,
    showOffences: (label: string, offences: readonly Offence[], total: number): void => show({ kind: 'offences', label, offences, total }),
    /** Changes the result that is shown, unless another has taken its place. */
    change: (lookupId: number, by: (result: LookupResult) => LookupResult): void => {
      const before = shown.get()
      if (before.kind !== 'lookup' || before.result.lookupId !== lookupId) return
      const result = by(before.result)
      shown.set({ ...before, result, label: nameOf(result) ?? before.label })
    },
    changePatient: (patient: PatientRecord): void => {
      const before = shown.get()
      if (before.kind === 'patient' && before.patient.characterId === patient.characterId) shown.set({ ...before, patient })
    },
    clear: (): void => show(NOTHING),
  }
}

function nameOf({ record }: LookupResult): string | undefined {
  switch (record?.kind) {
    case 'person':
      return record.name
    case 'vehicle':
      return record.plate
    case 'weapon':
      return record.serial
    case undefined:
      return undefined
  }
}

/** The subject of a report about the shown record; undefined where there is nobody and nothing to write about. */
export function aboutOf(shown: Shown): ReportAbout | undefined {
  if (shown.kind === 'patient') return { label: shown.patient.name, characterId: shown.patient.characterId }
  if (shown.kind !== 'lookup') return undefined
  const { record } = shown.result
  if (record?.kind === 'person') return { label: record.name, characterId: record.characterId }
  if (record?.kind === 'vehicle') return { label: record.plate, vehicleId: record.vehicleId }
  return undefined
}
