import {
  finesSwitch,
  imposesOf,
  MAX_CHARGES,
  MAX_COUNTS,
  type Charge,
  type Offence,
  type ReportContent,
  type ReportContentInput,
  type ReportKind,
} from '@tenfour/contract'
import { isOn } from '../../../../platform/features/features.ts'
import { money } from '../../../../platform/format/text.ts'

/** A report before anything is known. */
export const EMPTY_CONTENT: ReportContent = {
  callId: null,
  callTitle: null,
  occurredAt: null,
  location: '',
  postal: '',
  subject: null,
  charges: [],
  narrative: '',
  people: [],
  vehicles: [],
  officers: [],
  evidence: [],
  medical: { complaint: '', findings: '', treatment: '', outcome: '', takenTo: '' },
  fields: {},
}

/** As it is saved: ids instead of names and wordings. */
export const inputOf = (content: ReportContent): ReportContentInput => ({
  callId: content.callId,
  occurredAt: content.occurredAt,
  location: content.location,
  postal: content.postal,
  subjectId: content.subject?.characterId ?? null,
  charges: content.charges.map(({ revisionId, counts, fine, jailMinutes }) => ({ revisionId, counts, fine, jailMinutes })),
  narrative: content.narrative,
  people: content.people.map(({ characterId, role }) => ({ characterId, role })),
  vehicles: content.vehicles.map(({ vehicleId }) => ({ vehicleId })),
  officers: content.officers.map(({ userId }) => ({ userId })),
  // An item without a text is still being written.
  evidence: content.evidence.filter(({ text }) => text.trim() !== ''),
  medical: content.medical,
  fields: content.fields,
})

type Ranges = Pick<Charge, 'fineMin' | 'fineMax' | 'jailMin' | 'jailMax'>
type Range = { readonly min: number; readonly max: number }

/** For all counts together. */
export const fineRange = ({ fineMin, fineMax }: Ranges, counts: number): Range => ({ min: fineMin * counts, max: fineMax * counts })
export const jailRange = ({ jailMin, jailMax }: Ranges, counts: number): Range => ({ min: jailMin * counts, max: jailMax * counts })

/** One count of an offence with the lowest fine and jail that the kind imposes. */
export function chargeOf(kind: ReportKind, offence: Offence): Charge {
  const imposes = imposesOf(kind, isOn(finesSwitch))
  const { revisionId, offenceId, code, title, type, fineMin, fineMax, jailMin, jailMax, points } = offence
  return {
    revisionId,
    offenceId,
    code,
    title,
    type,
    counts: 1,
    fine: imposes.fine ? fineMin : 0,
    jailMinutes: imposes.jail ? jailMin : 0,
    fineMin,
    fineMax,
    jailMin,
    jailMax,
    points,
  }
}

/** With one more count of it where it is there already. At the limit nothing is added. */
export function withOffence(kind: ReportKind, charges: readonly Charge[], offence: Offence): Charge[] {
  const known = charges.find(({ revisionId }) => revisionId === offence.revisionId)
  if (known) return charges.map((each) => (each === known ? withCounts(kind, each, Math.min(MAX_COUNTS, each.counts + 1)) : each))
  // An older wording of the same offence is replaced.
  const others = charges.filter(({ offenceId }) => offenceId !== offence.offenceId)
  return others.length >= MAX_CHARGES ? [...charges] : [...others, chargeOf(kind, offence)]
}

/** More counts raise fine and jail in proportion to the range; an amount chosen by hand stays where it is within the new range. */
export function withCounts(kind: ReportKind, charge: Charge, counts: number): Charge {
  const imposes = imposesOf(kind, isOn(finesSwitch))
  const moved = (amount: number, before: Range, after: Range) =>
    amount === before.min ? after.min : amount === before.max ? after.max : Math.min(after.max, Math.max(after.min, amount))
  return {
    ...charge,
    counts,
    fine: imposes.fine ? moved(charge.fine, fineRange(charge, charge.counts), fineRange(charge, counts)) : 0,
    jailMinutes: imposes.jail ? moved(charge.jailMinutes, jailRange(charge, charge.counts), jailRange(charge, counts)) : 0,
  }
}

export type ChargeProblems = { readonly counts?: string; readonly fine?: string; readonly jailMinutes?: string }

/** The problems for which the server would refuse a charge, by field. */
export function chargeProblems(kind: ReportKind, charge: Charge): ChargeProblems {
  const imposes = imposesOf(kind, isOn(finesSwitch))
  const { counts } = charge
  const isCounted = Number.isInteger(counts) && counts >= 1 && counts <= MAX_COUNTS
  if (!isCounted) return { counts: `1 to ${MAX_COUNTS}` }
  const fine = imposes.fine ? outside(charge.fine, fineRange(charge, counts), money) : undefined
  const jailMinutes = imposes.jail ? outside(charge.jailMinutes, jailRange(charge, counts), plain) : undefined
  return { ...(fine && { fine }), ...(jailMinutes && { jailMinutes }) }
}

const plain = (amount: number): string => amount.toLocaleString('en')

function outside(amount: number, { min, max }: Range, words: (amount: number) => string): string | undefined {
  if (Number.isInteger(amount) && amount >= min && amount <= max) return undefined
  return min === max ? `Must be ${words(min)}` : `${words(min)} to ${words(max)}`
}

/** '$400–1,000': what may be chosen; nothing where there is no choice. */
export function rangeWords({ min, max }: Range, unit: 'money' | 'min'): string {
  if (min === max) return ''
  return unit === 'money' ? money(min, max) : `${plain(min)}–${plain(max)} min`
}
