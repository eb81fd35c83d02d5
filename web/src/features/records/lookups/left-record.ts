import { LookupKind, LookupResult, PatientRecord, lookUp } from '@tenfour/contract'
import { z } from 'zod'
import { bodyOf } from '../../../platform/api/body-of.ts'
import { leftOpen, useLeftOpen } from '../../../panels/reopen.ts'
import { useEffect } from 'react'
import { forgetLookedUp, noteLookedUp } from '../../../panels/likely.ts'
import { recordDesk, restoreLookupField, useLookupField, useShownRecord } from './desk.ts'
import type { LeftRecord, Shown } from './record-desk.ts'

const common = { label: z.string(), at: z.number() }
const Left: z.ZodType<LeftRecord> = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('lookup'),
    wanted: z.object({ label: z.string(), kind: z.literal('lookup'), request: bodyOf(lookUp) }),
    result: LookupResult,
  }),
  z.object({
    ...common,
    kind: z.literal('patient'),
    wanted: z.object({ label: z.string(), kind: z.literal('patient'), characterId: z.int() }),
    patient: PatientRecord,
  }),
])
const record = leftOpen('record', Left)
const field = leftOpen('lookup', z.object({ kind: LookupKind, text: z.string() }))

/** Forms offer whom and what was looked up last. */
function noteShown(shown: Shown): void {
  if (shown.kind === 'patient') noteLookedUp({ person: shown.patient })
  const found = shown.kind === 'lookup' ? shown.result.record : null
  if (found?.kind === 'person') noteLookedUp({ person: found })
  else if (found?.kind === 'vehicle') noteLookedUp({ vehicle: found, owner: found.owner && { ...found.owner, bornOn: null } })
}

/** A reload brings back the record as it was looked up, which is no second lookup, and the text of the search. */
export function LeftRecordHost({ userId }: { userId: number }) {
  const shown = useShownRecord()
  const typed = useLookupField()
  useLeftOpen(record, userId, shown.kind === 'lookup' || shown.kind === 'patient' ? shown : null, recordDesk.reopen)
  useLeftOpen(field, userId, typed, restoreLookupField)
  useEffect(() => noteShown(shown), [shown])
  useEffect(() => forgetLookedUp, [])
  return null
}
