import { createContext, useContext } from 'react'
import { openRecord } from './desk.ts'
import type { Wanted } from './record-desk.ts'

export type RecordHost = {
  readonly open: (wanted: Wanted) => void
  /** What units do with a record, and what they fetch of it, is offered. */
  readonly hasActs: boolean
}

/** Where a record is shown: in the panel of the desktop, unless a page says otherwise. */
export const RecordHostContext = createContext<RecordHost>({ open: openRecord, hasActs: true })
export const useRecordHost = (): RecordHost => useContext(RecordHostContext)
