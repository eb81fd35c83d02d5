import { OFFENCE_FIELDS, type Offence } from '@tenfour/contract'
import { toCsv } from '../../../platform/download/csv.ts'

/** With the fields' own names as its header, so that the file can be edited and imported again. */
export const offenceCsv = (offences: readonly Offence[]): string =>
  toCsv(
    OFFENCE_FIELDS,
    offences.map((offence) => OFFENCE_FIELDS.map((field) => offence[field])),
  )
