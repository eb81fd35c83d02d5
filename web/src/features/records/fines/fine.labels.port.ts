import { finesSwitch, REPORT_KINDS, type Fine, type JailTerm, type OwnReport } from '@tenfour/contract'
import { isOn } from '../../../platform/features/features.ts'
import { dateOnly, timeSince } from '../../../platform/format/dates.ts'
import type { StatusTone } from '../../../ui/StatusBadge.tsx'
import { money } from '../../../platform/format/text.ts'

/** '$1,250'. */
type Said = { readonly word: string; readonly tone: StatusTone; readonly detail: string }

const joined = (...parts: readonly (string | false)[]): string => parts.filter(Boolean).join(': ')

/** How it was decided, for a fine that was contested. */
function decisionWords({ decision, decisionReason, originalAmount, amount }: Fine): string {
  if (decision === 'reduced') return joined(`Contested, reduced from ${money(originalAmount)} to ${money(amount)}`, decisionReason)
  if (decision === 'upheld') return joined('Contested, upheld', decisionReason)
  return decision === 'dropped' ? joined('Contested, dropped', decisionReason) : ''
}

/** The state of a fine in a word and a colour, with what else its owner wants to know. */
export function fineWords(fine: Fine): Said {
  switch (fine.state) {
    case 'unpaid':
      return fine.reportedAt === null
        ? { word: 'Unpaid', tone: 'warning', detail: decisionWords(fine) }
        : { word: 'Reported as paid', tone: 'info', detail: 'Waiting for confirmation' }
    case 'contested':
      return { word: 'Contested', tone: 'info', detail: joined('Waiting for a decision', fine.contestReason) }
    case 'paid':
      return {
        word: 'Paid',
        tone: 'success',
        detail: [fine.paidAt && `Paid on ${dateOnly(fine.paidAt)}`, decisionWords(fine)].filter(Boolean).join(' · '),
      }
    case 'dropped':
      return { word: 'Dropped', tone: 'off', detail: decisionWords(fine) || fine.decisionReason }
  }
}

export const isOpen = ({ state }: Pick<Fine, 'state'>): boolean => state === 'unpaid' || state === 'contested'

export const mayContest = ({ state, contestedAt }: Pick<Fine, 'state' | 'contestedAt'>): boolean =>
  state === 'unpaid' && contestedAt === null

const ORDER: readonly Fine['state'][] = ['unpaid', 'contested', 'paid', 'dropped']

/** Unpaid fines first, then contested ones; the newest first among each. */
export const inFineOrder = <T extends Fine>(fines: readonly T[]): readonly T[] =>
  fines.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || b.fineId - a.fineId)

/** The sum and the number of unpaid fines. */
export function unpaidOf(fines: readonly Fine[]): { readonly count: number; readonly amount: number } {
  const unpaid = fines.filter(({ state }) => state === 'unpaid')
  return { count: unpaid.length, amount: unpaid.reduce((sum, { amount }) => sum + amount, 0) }
}

/** '2 unpaid fines, $450'; empty where there are none. */
export function unpaidWords(fines: readonly Fine[]): string {
  const { count, amount } = unpaidOf(fines)
  if (count === 0) return ''
  return `${count === 1 ? '1 unpaid fine' : `${count} unpaid fines`}, ${money(amount)}`
}

/** 'In jail until 22:10', 'Released early 1 May 2026', 'In jail for 20 min, until …' once it is over. */
export function jailWords(jail: JailTerm, now: Date): string {
  if (jail.released) return `Jail, ${jail.minutes} min, released early ${timeSince(jail.released.at, now)}`
  if (Date.parse(jail.until) > now.getTime()) return `In jail until ${timeSince(jail.until, now)}`
  return `Jail, ${jail.minutes} min, served`
}

export const isJailed = (jail: JailTerm | null, now: Date): boolean =>
  jail !== null && jail.released === null && Date.parse(jail.until) > now.getTime()

/** '1-201 Speeding, 2 × 1-204 Reckless driving'. */
export const chargeWords = (charges: OwnReport['charges']): string =>
  charges.map(({ code, title, counts }) => `${counts > 1 ? `${counts} × ` : ''}${code} ${title}`).join(', ')

/** The outcome of a report: 'Fine of $150, unpaid · 2 points · In jail until 22:10'. */
export function reportOutcome({ kind, state, fine, fineState, points, jail, voided }: OwnReport, now: Date): string {
  if (state === 'voided') return joined('Voided', voided?.reason ?? '')
  const parts = [
    fine > 0 && isOn(finesSwitch) && fineOutcome(fine, fineState),
    points > 0 && (points === 1 ? '1 point' : `${points} points`),
    jail !== null && jailWords(jail, now),
  ].filter((part) => part !== false)
  return parts.join(' · ') || (kind === 'warning' ? 'No penalty' : '')
}

function fineOutcome(imposed: number, fine: OwnReport['fineState']): string {
  if (fine?.state === 'dropped') return 'Fine dropped'
  return [`Fine of ${money(fine?.amount ?? imposed)}`, fine && fineWords(fine).word.toLowerCase()].filter(Boolean).join(', ')
}

export const reportTitle = ({ kind }: Pick<OwnReport, 'kind'>): string => REPORT_KINDS[kind].title
