import { createContext, useContext } from 'react'
import { openRecord } from './desk.ts'
import type { Wanted } from './record-desk.ts'

export type RecordHost = {
  readonly open: (wanted: Wanted) => void
  /** Whether the acts of units are offered, and the lists that only units may fetch. */
  readonly hasActs: boolean
}

/** Where a record is shown: in the panel of the desktop, unless a page says otherwise. */
export const RecordHostContext = createContext<RecordHost>({ open: openRecord, hasActs: true })
export const useRecordHost = (): RecordHost => useContext(RecordHostContext)
