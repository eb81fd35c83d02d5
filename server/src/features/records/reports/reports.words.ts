import type { Totals } from '@tenfour/contract'

export const money = (amount: number): string => `$${amount.toLocaleString('en')}`

const count = (value: number, one: string, many: string): string => `${value.toLocaleString('en')} ${value === 1 ? one : many}`

/** "$500 fine, 30 minutes in jail". Points are told with the licence that gets them. */
export const penaltyWords = ({ fine, jailMinutes }: Pick<Totals, 'fine' | 'jailMinutes'>): string =>
  [...(fine > 0 ? [`${money(fine)} fine`] : []), ...(jailMinutes > 0 ? [`${count(jailMinutes, 'minute', 'minutes')} in jail`] : [])].join(
    ', ',
  )
