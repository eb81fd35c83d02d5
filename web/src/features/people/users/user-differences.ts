import type { DepartmentMembership, UserRecord } from '@tenfour/contract'
import { entitledWords } from '../../../platform/format/members.ts'
import { changedFields, draftOf, type DraftField, type UserDraft } from './user-draft.ts'

export type Difference = {
  readonly field: string
  readonly yours: string
  readonly now: string
  /** Who changed it from the common base. */
  readonly changedBy: 'you' | 'them' | 'both'
}

/** Formats a membership: 'LSPD, Officer II (primary)'. */
export type NameMembership = (membership: DepartmentMembership) => string

export const FIELD_NAMES: Record<DraftField, string> = {
  name: 'Name',
  emailAddress: 'Email address',
  steamId: 'Steam hex',
  avatarColor: 'Avatar colour',
  userDepartments: 'Departments',
  userPermissions: 'Permissions',
}

/** The fields where the form or the current account differs from the version the form was opened with. */
export function differences(base: UserRecord, mine: UserDraft, now: UserRecord, nameMembership: NameMembership): Difference[] {
  const [opened, current] = [draftOf(base), draftOf(now)]
  const own = changedFields(opened, mine)
  const theirs = changedFields(opened, current)
  const still = changedFields(mine, current)
  const edited = still
    .filter((field) => own.includes(field) || theirs.includes(field))
    .map((field) => ({
      field: FIELD_NAMES[field],
      yours: fieldText(mine, field, nameMembership),
      now: fieldText(current, field, nameMembership),
      changedBy: !theirs.includes(field) ? ('you' as const) : own.includes(field) ? ('both' as const) : ('them' as const),
    }))
  return [...edited, ...immediateChanges(base, now)]
}

/** Changes that take effect at once; never the user's own to save, but they explain what has happened since. */
function immediateChanges(base: UserRecord, now: UserRecord): Difference[] {
  const facts: Record<string, (user: UserRecord) => string> = {
    Roles: ({ roles }) => listed(roles.map(({ name }) => name)),
    Whitelist: whitelistText,
    State: stateText,
  }
  return Object.entries(facts).flatMap(([field, text]) =>
    text(base) === text(now) ? [] : [{ field, yours: text(base), now: text(now), changedBy: 'them' as const }],
  )
}

function fieldText(draft: UserDraft, field: DraftField, nameMembership: NameMembership): string {
  if (field === 'userDepartments') return listed(draft.userDepartments.map(nameMembership))
  return field === 'userPermissions' ? listed(draft.userPermissions) : draft[field] || 'none'
}

const listed = (names: readonly string[]): string => names.toSorted((a, b) => a.localeCompare(b)).join(', ') || 'none'

type Whitelisted = Pick<UserRecord, 'isWhitelisted' | 'isWhitelistedDev' | 'entitledBy' | 'entitledByDev'>
export const whitelistText = ({ isWhitelisted, isWhitelistedDev, entitledBy, entitledByDev }: Whitelisted): string =>
  listed([
    ...(isWhitelisted ? ['Game'] : entitledBy ? [`Game ${entitledWords(entitledBy)}`] : []),
    ...(isWhitelistedDev ? ['Dev'] : entitledByDev ? [`Dev ${entitledWords(entitledByDev)}`] : []),
  ])

export const stateText = ({ isDisabled, isDeleted }: Pick<UserRecord, 'isDisabled' | 'isDeleted'>): string =>
  isDeleted ? 'Deleted' : isDisabled ? 'Disabled' : 'Active'
