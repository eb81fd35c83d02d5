import {
  WARRANT_STATE_WORDS,
  WARRANT_TYPES,
  type RecordActor,
  type Warrant,
  type WarrantState,
  type WarrantSummary,
  type WarrantType,
  type WarrantDraftSummary,
} from '@tenfour/contract'
import { relativeTime } from '../../../platform/format/dates.ts'
import type { StatusTone } from '../../../ui/StatusBadge.tsx'

export const SHORT_TYPES: Readonly<Record<WarrantType, string>> = { arrest: 'Arrest', search: 'Search', bench: 'Bench' }
export const typeWords = (type: WarrantType): string => WARRANT_TYPES[type].title

/** 'R. Delgado, 4L12'. */
export const actorWords = ({ name, identifier }: Pick<RecordActor, 'name' | 'identifier'>): string =>
  [name, identifier].filter(Boolean).join(', ')

/** An active one whose time is over counts as expired before the portal says so. */
export const stateAt = ({ state, expiresAt }: Pick<WarrantSummary, 'state' | 'expiresAt'>, now: Date): WarrantState =>
  state === 'active' && expiresAt !== null && Date.parse(expiresAt) <= now.getTime() ? 'expired' : state

const TONES: Readonly<Record<WarrantState, StatusTone>> = {
  submitted: 'info',
  review: 'custody',
  returned: 'warning',
  denied: 'danger',
  active: 'success',
  served: 'neutral',
  recalled: 'danger',
  expired: 'off',
}

type Standing = { readonly words: string; readonly tone: StatusTone }

/** The state as one reader sees it: 'Under review by you', 'Ready to sign'. */
export function standing(warrant: WarrantSummary, userId: number, now: Date): Standing {
  const state = stateAt(warrant, now)
  const tone = TONES[state]
  if (state === 'submitted' && warrant.isChanged) return { words: 'Changed', tone: 'warning' }
  if (state !== 'review') return { words: WARRANT_STATE_WORDS[state], tone }
  if (warrant.isReady) return { words: 'Ready to sign', tone: 'busy' }
  return { words: warrant.reviewer?.userId === userId ? 'Under review by you' : 'Under review', tone }
}

/** 'waiting 18 min', 'expires in 5 d', 'served 3 d ago'. */
export function sinceWords(warrant: Pick<WarrantSummary, 'state' | 'since' | 'expiresAt'>, now: Date): string {
  const state = stateAt(warrant, now)
  switch (state) {
    case 'submitted':
    case 'review':
    case 'returned':
      return `waiting ${waited(warrant.since, now)}`
    case 'active':
      return `expires ${relativeTime(warrant.expiresAt, now)}`
    case 'denied':
    case 'served':
    case 'recalled':
      return relativeTime(warrant.since, now)
    case 'expired':
      return relativeTime(warrant.expiresAt, now)
  }
}

const MINUTE = 60_000
function waited(since: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / MINUTE))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`
}

/** Why the reader may or may not sign; empty where signing is not what comes next. */
export function signingWords({ state, writer, may }: Pick<Warrant, 'state' | 'writer' | 'may'>, userId: number, maySign: boolean): string {
  if (state !== 'submitted' && state !== 'review') return ''
  if (may.sign) return 'You may sign: you did not write it.'
  if (writer.userId === userId) return 'You may not sign: you wrote it.'
  return maySign ? '' : 'You may not sign: that needs Legal Services Supervisor or above, or a role that may sign warrants.'
}

const REASON_TITLES: Partial<Readonly<Record<WarrantState, string>>> = {
  returned: 'Returned for changes',
  denied: 'Denied',
  recalled: 'Recalled',
}

/** The reason that stands above a warrant, with its heading; null where there is none. */
export function reasonOf({ state, reason }: Pick<Warrant, 'state' | 'reason'>): { title: string; reason: string } | null {
  const title = REASON_TITLES[state]
  return title && reason !== '' ? { title, reason } : null
}

/** '3 waiting for you · 11 active · 2 expire this week'. */
export function countsLine({ mine, active, expiring }: { mine: number; active: number; expiring: number }): string {
  const expire = expiring === 1 ? '1 expires this week' : `${countWords(expiring)} expire this week`
  return [`${countWords(mine)} waiting for you`, `${countWords(active)} active`, expiring > 0 && expire].filter(Boolean).join(' · ')
}

const COUNT_LIMIT = 1000
/** Counts stop at a thousand. */
export const countWords = (count: number): string => (count >= COUNT_LIMIT ? '1,000+' : String(count))

export const TYPE_TONES: Readonly<Record<WarrantType, StatusTone>> = { arrest: 'danger', search: 'info', bench: 'warning' }

/** The name of the person a draft is about, or else its call. */
export const draftName = ({ subjectName, callId }: WarrantDraftSummary): string =>
  subjectName ?? (callId === null ? 'No subject yet' : `Call ${callId}`)
