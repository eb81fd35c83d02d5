import type { LicenceApplication } from '@tenfour/contract'

const counted = (count: number, one: string): string | false => count > 0 && `${count} ${count === 1 ? one : `${one}s`}`

/** '2 arrests, 1 active warrant'; empty for someone with nothing on record. */
export const recordWords = ({ arrests, citations, warnings, activeWarrants }: LicenceApplication['record']): string =>
  [counted(activeWarrants, 'active warrant'), counted(arrests, 'arrest'), counted(citations, 'citation'), counted(warnings, 'warning')]
    .filter(Boolean)
    .join(', ')
