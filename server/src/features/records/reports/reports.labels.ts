import type { Charge, Totals } from '@tenfour/contract'
import { money } from '../../../platform/format.ts'

/** The offences, each with its code and how often. */
export const offenceWords = (charges: readonly Pick<Charge, 'code' | 'title' | 'counts'>[]): string =>
  charges.map(({ code, title, counts }) => `${code} ${title}${counts > 1 ? ` x${counts}` : ''}`.trim()).join(', ')

const count = (value: number, one: string, many: string): string => `${value.toLocaleString('en')} ${value === 1 ? one : many}`

/** "$500 fine, 30 minutes in jail". Points are told with the licence that gets them. */
export const penaltyWords = ({ fine, jailMinutes }: Pick<Totals, 'fine' | 'jailMinutes'>): string =>
  [...(fine > 0 ? [`${money(fine)} fine`] : []), ...(jailMinutes > 0 ? [`${count(jailMinutes, 'minute', 'minutes')} in jail`] : [])].join(
    ', ',
  )

/** The page of a report, for those who may read it. */
export const reportPath = (reportId: number): string => `/user/reports/${reportId}`
