import { hourIn, type BackupAlarm } from '@tenfour/contract'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** After a scheduled backup failed, and how often on one day. */
const AGAIN_MS = HOUR_MS
const MAX_TRIES = 4
/** A backup takes its time, and the portal may have been started late. */
const MISSING_MS = DAY_MS + HOUR_MS
const PROOF_MS = 7 * DAY_MS

type Plan = { readonly isOn: boolean; readonly onSince: Date | null; readonly hour: number; readonly kept: number }
/** A backup as far as schedule and retention care. */
export type KnownBackup = {
  readonly id: number
  readonly reason: string
  readonly state: string
  /** Also of one that was made and could not be sent away. */
  readonly problem: string
  readonly startedAt: Date
  readonly provedAt: Date | null
  readonly proofProblem: string
}

/** The last moment at which it was this hour of the community's day. */
export function lastDue(hour: number, zone: string, now: Date): Date {
  const start = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  for (let back = 0; back <= 48; back += 1) {
    const at = new Date(start - back * HOUR_MS)
    if (hourIn(zone, at) === hour) return at
  }
  return new Date(start - DAY_MS)
}

/** Whether a scheduled backup should be made now: once after its hour, and again an hour after each of a few failures. */
export function isDue(plan: Plan, backups: readonly KnownBackup[], zone: string, now: Date): boolean {
  if (!plan.isOn || plan.onSince === null) return false
  const due = lastDue(plan.hour, zone, now)
  const tries = backups.filter(({ reason, startedAt }) => reason === 'schedule' && startedAt >= due)
  if (tries.some(({ state }) => state !== 'failed')) return false
  const last = tries.map(({ startedAt }) => startedAt.getTime()).toSorted((a, b) => b - a)[0]
  if (last === undefined) return due >= plan.onSince || !backups.some(isGood)
  return tries.length < MAX_TRIES && now.getTime() - last >= AGAIN_MS
}

/** A backup that can be counted on, as far as we know. */
export const isGood = ({ state, proofProblem }: KnownBackup): boolean => state === 'made' && proofProblem === ''

const newestFirst = (backups: readonly KnownBackup[]) => backups.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())

/** The problem of the backups; null if all is well, and while no backup is expected. */
export function alarmOf(plan: Plan, backups: readonly KnownBackup[], now: Date): BackupAlarm | null {
  if (!plan.isOn || plan.onSince === null) return null
  const ended = newestFirst(backups).filter(({ state }) => state !== 'running')
  if (ended[0] && ended[0].problem !== '') return 'failed'
  const made = ended.filter(({ state }) => state === 'made')
  const expected = Math.max(made[0]?.startedAt.getTime() ?? 0, plan.onSince.getTime())
  if (now.getTime() - expected > MISSING_MS) return 'missing'
  return lastTried(made)?.proofProblem ? 'unproved' : null
}

/** The newest backup of which a proof was tried. */
const lastTried = (made: readonly KnownBackup[]) => made.find(({ provedAt, proofProblem }) => provedAt !== null || proofProblem !== '')

/** The backup to restore for a proof: the newest one, if the last proof is a week ago or failed. */
export function dueForProof(plan: Plan, backups: readonly KnownBackup[], now: Date): KnownBackup | undefined {
  if (!plan.isOn) return undefined
  const made = newestFirst(backups).filter(({ state }) => state === 'made')
  const [newest] = made
  if (!newest || newest.provedAt !== null || newest.proofProblem !== '') return undefined
  const lastProof = Math.max(0, ...made.map(({ provedAt }) => provedAt?.getTime() ?? 0))
  return lastTried(made)?.proofProblem || now.getTime() - lastProof >= PROOF_MS ? newest : undefined
}

/**
 * The backups to remove: all beyond the newest ones that are kept. Backups whose proof failed do not count among these, and the last good and
 * the last proved one stay, however old they are.
 */
export function beyondKept(kept: number, backups: readonly KnownBackup[]): readonly KnownBackup[] {
  const made = newestFirst(backups).filter(({ state }) => state === 'made')
  const good = made.filter(isGood)
  const proved = good.find(({ provedAt }) => provedAt !== null)
  const stay = new Set([...good.slice(0, Math.max(1, kept)), ...(proved ? [proved] : [])])
  const oldest = good[Math.max(1, kept) - 1]
  // While there are fewer good ones than are kept, nothing is removed.
  if (!oldest) return []
  return made.filter((each) => !stay.has(each) && each.startedAt < oldest.startedAt)
}
