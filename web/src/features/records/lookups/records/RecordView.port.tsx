import type { LookupResult } from '@tenfour/contract'
import { useMemo } from 'react'
import { PersonView } from './PersonView.tsx'
import { RecordHostContext } from '../record-host.ts'
import type { LookupRequest, Wanted } from '../record-desk.ts'
import { VehicleView, WeaponView } from './VehicleView.tsx'

export type { LookupRequest } from '../record-desk.ts'
export { idOf, KIND_WORDS, labelOf, rowDetail } from '../search/search-rows.ts'

type RecordViewProps = {
  record: NonNullable<LookupResult['record']>
  lookupId: number
  /** Another record that this one names. */
  onOpen: (request: LookupRequest, label: string) => void
}

/** A record to read, on a page: without what units do with it on the desktop. */
export function RecordView({ record, lookupId, onOpen }: RecordViewProps) {
  const host = useMemo(
    () => ({ hasActs: false, open: (wanted: Wanted) => (wanted.kind === 'lookup' ? onOpen(wanted.request, wanted.label) : undefined) }),
    [onOpen],
  )
  return (
    <RecordHostContext value={host}>
      {record.kind === 'person' ? (
        <PersonView person={record} lookupId={lookupId} />
      ) : record.kind === 'vehicle' ? (
        <VehicleView vehicle={record} lookupId={lookupId} />
      ) : (
        <WeaponView weapon={record} lookupId={lookupId} />
      )}
    </RecordHostContext>
  )
}
