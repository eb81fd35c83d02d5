import { z } from 'zod'

/** In a file of its own because pages carry this schema in their configuration, and every page loads it. */

export const Measures = z.object({
  /** An amount of money, with `#` in place of the number. */
  money: z.string(),
  distances: z.enum(['km', 'miles']),
})
/** How amounts of money and distances are written. */
export type Measures = z.infer<typeof Measures>

export const SHIPPED_MEASURES: Measures = { money: '$#', distances: 'km' }

/** '$12,500', '12,500 €', or '$400–1,000' of a range. */
export const moneyWords = ({ money }: Pick<Measures, 'money'>, ...amounts: readonly number[]): string =>
  money.replace('#', () => amounts.map((amount) => amount.toLocaleString('en')).join('–'))

/** '$' or '€', for a field of an amount. */
export const currencySign = ({ money }: Pick<Measures, 'money'>): string => money.replace('#', '').trim()
