import type { DiscordBot, DiscordChannel, DiscordErrand, DiscordJobs, DiscordRole } from '@tenfour/contract'
import { elapsed } from '../../../platform/format/durations.ts'
import type { StatusTone } from '../../../ui/StatusBadge.tsx'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const count = (value: number): string => value.toLocaleString('en')
const counted = (value: number, one: string, many: string): string => `${count(value)} ${value === 1 ? one : many}`

export const BOT_TONES: Readonly<Record<DiscordBot['state'], StatusTone>> = {
  off: 'off',
  connecting: 'info',
  connected: 'available',
  waiting: 'warning',
  refused: 'danger',
}

/** 'bot connected 3 d, 41 ms'. The problem is shown elsewhere, where there is room for it. */
export function botWords({ state, since, pingMs }: DiscordBot, now: Date): string {
  switch (state) {
    case 'off':
      return 'bot off'
    case 'connecting':
      return 'bot connecting…'
    case 'connected':
      return ['bot connected', [howLong(since, now), pingMs === null ? '' : `${count(pingMs)} ms`].filter(Boolean).join(', ')].join(' ')
    case 'waiting':
      return `bot not connected ${howLong(since, now)}, trying again`
    case 'refused':
      return 'bot refused by Discord'
  }
}

/** '3 d', '5 h', '12 min'. */
function howLong(since: string, now: Date): string {
  const time = Math.max(0, now.getTime() - Date.parse(since))
  if (time < HOUR) return `${Math.floor(time / MINUTE)} min`
  return time < DAY ? `${Math.floor(time / HOUR)} h` : `${Math.floor(time / DAY)} d`
}

/** '1,204 members, 611 linked'. */
export const memberWords = ({ memberCount, linkedCount }: { memberCount: number; linkedCount: number }): string =>
  `${counted(memberCount, 'member', 'members')}, ${count(linkedCount)} linked`

/** "3 waiting for Discord's rate limit (0:41)". */
export function waitingWords({ waiting, limitedUntil }: DiscordJobs, now: number): string {
  const left = limitedUntil === null ? 0 : Date.parse(limitedUntil) - now
  return left > 0 ? `${count(waiting)} waiting for Discord’s rate limit (${elapsed(left)})` : `${count(waiting)} waiting`
}

const WHY_NOT: Readonly<Record<NonNullable<DiscordRole['whyNot']>, string>> = {
  above: 'above the bot: can’t be given',
  managed: 'managed by an integration',
  everyone: 'everyone has it',
  permission: 'bot lacks Manage Roles',
}

/** Why the bot can't give a role; undefined if it can. `isProblem`: someone could change it in Discord. */
export function whyNotWords({ whyNot, isGone }: DiscordRole): { readonly words: string; readonly isProblem: boolean } | undefined {
  if (isGone) return { words: 'deleted in Discord', isProblem: true }
  return whyNot === null ? undefined : { words: WHY_NOT[whyNot], isProblem: whyNot === 'above' || whyNot === 'permission' }
}

/** Whether the bot can do what the type of a channel needs; undefined without a type. */
export function standingOf({
  type,
  isGone,
  kind,
  missing,
}: DiscordChannel): { readonly words: string; readonly isGood: boolean } | undefined {
  if (isGone) return { words: 'deleted in Discord', isGood: false }
  if (type === null) return undefined
  if (missing.length === 0) return { words: kind === 'category' ? 'ready' : 'writes', isGood: true }
  if (missing.some((each) => /^view ?channels?$/i.test(each))) return { words: 'no access', isGood: false }
  return { words: `needs ${missing.join(', ')}`, isGood: false }
}

/** '3 jobs dropped. 1 needs an admin.' */
export function droppedWords(dropped: number, kept: number): string {
  const words = `${counted(dropped, 'job', 'jobs')} dropped`
  return kept === 0 ? words : `${words}. ${counted(kept, 'needs', 'need')} an admin.`
}

export const ERRAND_STATES: Readonly<Record<DiscordErrand['state'], { readonly word: string; readonly tone: StatusTone }>> = {
  waiting: { word: 'Waiting', tone: 'info' },
  held: { word: 'Held', tone: 'warning' },
  failed: { word: 'Failed', tone: 'danger' },
  done: { word: 'Done', tone: 'success' },
  dropped: { word: 'Dropped', tone: 'off' },
}
