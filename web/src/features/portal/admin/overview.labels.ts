import type { OverviewConcern } from '@tenfour/contract'

type Concern = Pick<OverviewConcern, 'kind' | 'name' | 'count'>

const counted = (count: number, one: string, many = `${one}s`): string => `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** The area of the portal that a concern is about. */
export const AREAS: Readonly<Record<OverviewConcern['kind'], string>> = {
  redisAway: 'Redis',
  jobsFailing: 'Jobs',
  jobsFailed: 'Jobs',
  serverSilent: 'Game link',
  keyRefused: 'Key',
  callsRefused: 'API',
  botProblem: 'Discord',
  removalsHeld: 'Discord',
  errandsFailed: 'Discord',
  backups: 'Backups',
  diskLow: 'Disk',
}

/** In front of the time of a concern: 'last heard 2 h ago'. */
export const LAST_WORDS: Readonly<Partial<Record<OverviewConcern['kind'], string>>> = {
  serverSilent: 'last heard',
  keyRefused: 'last refused',
  botProblem: 'began',
}

/** Advice for an admin about a concern. */
export const ADVICE: Readonly<Record<OverviewConcern['kind'], string>> = {
  redisAway: 'Check that Redis runs and that REDIS_URL is right; the portal then reconnects',
  jobsFailing: 'The portal keeps trying. The reason is under Last errors on the page Health',
  jobsFailed: 'The reason is under Last errors on the page Health; what they should have done has to be done by hand',
  serverSilent: 'Check that the game server runs and that its resource has started; the server then reconnects',
  keyRefused: 'Give the server a key without limits, or leave what it tried to members',
  callsRefused: 'The log names each call and why it was refused',
  botProblem: 'Look at the token and the permissions of the bot',
  removalsHeld: 'Confirm or drop them: they wait for a person because they are many',
  errandsFailed: 'Try them again once their reason is gone',
  backups: 'The list on the page Health has the reason',
  diskLow: 'Make room, keep fewer backups, or move them to another disk; while the disk is full no backup is made',
}

const BACKUP_ALARMS: Readonly<Record<string, string>> = {
  failed: 'The last backup failed',
  missing: 'There was no backup for more than a day',
  unproved: 'The newest backup could not be restored',
}

/** 'Server 1 is not connected' as the page shows it, without when. */
export function concernWords({ kind, name, count }: Concern): string {
  switch (kind) {
    case 'redisAway':
      return 'Redis can’t be reached: portals of this community share nothing until it is back'
    case 'jobsFailing':
      return `${counted(count, 'job')} failed and ${count === 1 ? 'is' : 'are'} tried again: ${name}`
    case 'jobsFailed':
      return `${counted(count, 'job')} failed and ${count === 1 ? 'is' : 'are'} not tried again: ${name}`
    case 'serverSilent':
      return `${name} is not connected`
    case 'keyRefused':
      return `The key ${name} was refused: it may not act for members with roles, permissions or capabilities`
    case 'callsRefused':
      return `${counted(count, 'call')} of servers and integrations ${count === 1 ? 'was' : 'were'} refused or failed in the last hour`
    case 'botProblem':
      return name
    case 'removalsHeld':
      return `${counted(count, 'removal')} of roles ${count === 1 ? 'waits' : 'wait'} for someone to confirm ${count === 1 ? 'it' : 'them'}`
    case 'backups':
      return BACKUP_ALARMS[name] ?? 'Something is wrong with the backups'
    case 'diskLow':
      return count === 0
        ? 'The disk with the data folder is almost full'
        : `The disk with the data folder is full in ${counted(count, 'day')}`
    case 'errandsFailed':
      return `${counted(count, 'Discord job')} failed`
  }
}

const MINUTE = 60_000

/** 'up 12 days', 'up 5 hours'. */
export function upWords(upSince: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(upSince)) / MINUTE))
  if (minutes < 60) return `up ${counted(minutes, 'minute')}`
  return minutes < 48 * 60 ? `up ${counted(Math.floor(minutes / 60), 'hour')}` : `up ${counted(Math.floor(minutes / 1440), 'day')}`
}
