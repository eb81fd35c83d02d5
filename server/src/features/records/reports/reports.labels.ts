import type { Charge, Totals } from '@tenfour/contract'
import type { Money } from '../../../platform/format.ts'

/** Offences as text, each with its code and counts. */
export const offenceWords = (charges: readonly Pick<Charge, 'code' | 'title' | 'counts'>[]): string =>
  charges.map(({ code, title, counts }) => `${code} ${title}${counts > 1 ? ` x${counts}` : ''}`.trim()).join(', ')

const count = (value: number, one: string, many: string): string => `${value.toLocaleString('en')} ${value === 1 ? one : many}`

/** Such as "$500 fine, 30 minutes in jail". Points are told with the licence that gets them. */
export const penaltyWords = ({ fine, jailMinutes }: Pick<Totals, 'fine' | 'jailMinutes'>, money: Money): string =>
  [...(fine > 0 ? [`${money(fine)} fine`] : []), ...(jailMinutes > 0 ? [`${count(jailMinutes, 'minute', 'minutes')} in jail`] : [])].join(
    ', ',
  )

/** The path of a report's page. */
export const reportPath = (reportId: number): string => `/user/reports/${reportId}`
