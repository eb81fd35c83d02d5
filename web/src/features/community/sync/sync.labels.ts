import type { DriftItem, DriftKind, SyncCounts } from '@tenfour/contract'

const counted = (value: number, one: string, many: string): string => `${value.toLocaleString('en')} ${value === 1 ? one : many}`

export const removalWords = (removals: number): string => counted(removals, 'removal', 'removals')
export const driftCountWords = (total: number): string => `Discord differs from the portal in ${counted(total, 'place', 'places')}.`
export const notRenamedWords = (people: number): string =>
  `${counted(people, 'member keeps their nickname', 'members keep their nicknames')}: Discord lets no bot rename the owner of a server or anyone above the bot.`
export const peopleWords = (people: number): string => counted(people, 'member', 'members')

/** 'Gives 84 roles, takes 3, changes 12 nicknames: 61 members'. */
export function countWords({ gives, takes, nicknames, members }: SyncCounts): string {
  const parts = [
    ...(gives > 0 ? [`gives ${counted(gives, 'role', 'roles')}`] : []),
    ...(takes > 0 ? [`takes ${counted(takes, 'role', 'roles')}`] : []),
    ...(nicknames > 0 ? [`changes ${counted(nicknames, 'nickname', 'nicknames')}`] : []),
  ]
  if (parts.length === 0) return 'Changes nothing'
  const words = `${parts.join(', ')}: ${peopleWords(members)}`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const SECONDS_A_CHANGE = 1
const LONG_SECONDS = 60

/** Discord's rate limit lets about one change a second through. Nothing if it is over before anyone wonders. */
export function durationWords({ gives, takes, nicknames }: SyncCounts): string {
  const seconds = (gives + takes + nicknames) * SECONDS_A_CHANGE
  if (seconds < LONG_SECONDS) return ''
  const minutes = Math.round(seconds / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const time = [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 ? [`${rest} min`] : [])].join(' ')
  return `Discord lets about one change a second through, so this takes about ${time}. It goes on after a restart.`
}

export const DRIFT_KINDS: readonly (readonly [DriftKind | 'all', string])[] = [
  ['all', 'All'],
  ['lacks', 'Taken by hand'],
  ['extra', 'Given elsewhere'],
  ['renamed', 'Renamed'],
  ['stuck', 'Stuck'],
  ['absent', 'Not here'],
]

/** The words before and after the name of the role. */
export function driftWords({ kind, role, direction, detail }: DriftItem): { readonly before: string; readonly after: string } {
  switch (kind) {
    case 'lacks':
      return { before: 'lacks', after: ', taken by hand' }
    case 'extra':
      return { before: 'has', after: ', not given by the portal' }
    case 'renamed':
      return { before: `was renamed: ${detail}`, after: '' }
    case 'stuck':
      return role === null
        ? { before: `could not be renamed. ${detail}`, after: '' }
        : { before: direction === 'take' ? 'still has' : 'was not given', after: `: ${detail}` }
    case 'absent':
      return { before: 'is not in this Discord server; the portal account stays', after: '' }
  }
}

/** The labels of the two buttons; null where there is no button. */
export function driftActs({ kind }: DriftItem): { readonly fix: string | null; readonly keep: string | null } {
  switch (kind) {
    case 'lacks':
      return { fix: 'Give back', keep: 'Leave it' }
    case 'extra':
      return { fix: 'Take away', keep: 'Keep' }
    case 'renamed':
      return { fix: 'Rename', keep: 'Leave it' }
    case 'stuck':
      return { fix: 'Try again', keep: null }
    case 'absent':
      return { fix: null, keep: 'Noted' }
  }
}
