import {
  accessSubject,
  decidesOnPasses,
  departmentsToRideWith,
  endsGrants,
  isAllowed,
  type CurrentUser,
  type Grant,
} from '@tenfour/contract'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import type { StatusTone } from '../../../ui/StatusBadge.tsx'

export const KIND_WORDS: Readonly<Record<Grant['kind'], string>> = { ridealong: 'Ride-along', pass: 'Pass' }

/** 'Pass for the game servers', 'Ride-along with LSPD'. */
export function grantTitle({ kind, whitelist, department }: Pick<Grant, 'kind' | 'whitelist' | 'department'>): string {
  if (whitelist) return `${KIND_WORDS[kind]} for the ${whitelist === 'prod' ? 'game' : 'development'} servers`
  return department ? `${KIND_WORDS[kind]} with ${department.name}` : KIND_WORDS[kind]
}

/** '6 hours', '3 days'. */
export function hoursWords(hours: number): string {
  if (hours >= 24 && hours % 24 === 0) return hours === 24 ? '1 day' : `${hours / 24} days`
  return hours === 1 ? '1 hour' : `${hours} hours`
}

/** For how long a pass can be asked for or given. */
export const PASS_HOURS = [1, 2, 4, 8, 12, 24, 48, 72, 120, 168, 336] as const

/** A grant whose time was over a moment ago is shown so before the portal says it. */
export const isOver = ({ state, endsAt }: Pick<Grant, 'state' | 'endsAt'>, now: Date): boolean =>
  state === 'active' && endsAt !== null && Date.parse(endsAt) <= now.getTime()

const STATES: Readonly<Record<Grant['state'], { words: string; tone: StatusTone }>> = {
  asked: { words: 'Waiting', tone: 'info' },
  active: { words: 'Active', tone: 'success' },
  declined: { words: 'Declined', tone: 'danger' },
  ended: { words: 'Ended early', tone: 'warning' },
  expired: { words: 'Over', tone: 'off' },
  withdrawn: { words: 'Withdrawn', tone: 'off' },
}
export function grantState(grant: Grant, now: Date): { words: string; tone: StatusTone } {
  if (isOver(grant, now)) return STATES.expired
  return grant.state === 'expired' && !grant.sponsor ? { words: 'Not answered', tone: 'off' } : STATES[grant.state]
}

/** One line about how it stands: until when, who sponsors it, how it ended. */
export function grantDetail(grant: Grant, now: Date): string {
  const { state, sponsor, endsAt, ended, hours, kind, askedAt } = grant
  const by = sponsor ? [`sponsored by ${sponsor.name}`] : []
  if (state === 'asked')
    return [`asked ${relativeTime(askedAt, now)}`, kind === 'pass' ? `for ${hoursWords(hours)}` : `lasts ${hoursWords(hours)}`].join(' · ')
  if (state === 'active' && !isOver(grant, now)) return [`ends ${relativeTime(endsAt, now)}, ${dateTime(endsAt)}`, ...by].join(' · ')
  const at = dateTime(ended?.at ?? endsAt)
  const how = state === 'declined' ? 'declined' : state === 'withdrawn' ? 'withdrawn' : 'ended'
  const who = ended?.by && state !== 'withdrawn' ? ` by ${ended.by.name}` : ''
  return [`${how}${who}, ${at}${ended?.reason ? `: ${ended.reason}` : ''}`, ...by].join(' · ')
}

export type GrantActs = Readonly<Record<'accept' | 'decline' | 'withdraw' | 'end', boolean>>

/** The steps a user may take on a grant; the portal decides in the end. */
export function actsOn(user: CurrentUser, grant: Grant, now: Date): GrantActs {
  const { kind, state, member, sponsor } = grant
  const isOwn = member.userId === user.userId
  const subject = accessSubject(user)
  const decides = isAllowed(decidesOnPasses, subject)
  const isAsked = state === 'asked'
  const isActive = state === 'active' && !isOver(grant, now)
  return {
    accept: isAsked && !isOwn && (kind === 'pass' ? decides : departmentsToRideWith(user).length > 0),
    decline: isAsked && !isOwn && decides,
    withdraw: isAsked && isOwn,
    end: isActive && (isOwn || sponsor?.userId === user.userId || isAllowed(endsGrants, subject)),
  }
}
