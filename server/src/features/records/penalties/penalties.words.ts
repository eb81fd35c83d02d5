export const money = (amount: number): string => `$${amount.toLocaleString('en')}`

/** The page of a report, for those who may read it. */
export const reportPath = (reportId: number): string => `/user/reports/${reportId}`

const count = (value: number, one: string, many: string): string => `${value.toLocaleString('en')} ${value === 1 ? one : many}`

/** "$500 fine, 30 minutes in jail, 3 points". */
export const penaltyWords = ({ fine, jailMinutes, points }: { fine: number; jailMinutes: number; points: number }): string =>
  [
    ...(fine > 0 ? [`${money(fine)} fine`] : []),
    ...(jailMinutes > 0 ? [`${count(jailMinutes, 'minute', 'minutes')} in jail`] : []),
    ...(points > 0 ? [count(points, 'point', 'points')] : []),
  ].join(', ')
