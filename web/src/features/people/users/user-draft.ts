import { AvatarColor, DepartmentMemberships, EmailAddress, Permission, SteamHex, UserName, type UserRecord } from '@tenfour/contract'
import { z } from 'zod'

/** What an administrator edits of an account and saves as one. Roles, whitelists and the account's state take effect one by one. */
export const UserDraft = z.object({
  name: UserName,
  emailAddress: EmailAddress,
  steamId: SteamHex,
  avatarColor: AvatarColor,
  userDepartments: DepartmentMemberships,
  userPermissions: z.array(Permission),
})
export type UserDraft = z.infer<typeof UserDraft>
export type DraftField = keyof UserDraft
export const DRAFT_FIELDS = Object.keys(UserDraft.shape) as readonly DraftField[]

export const draftOf = (user: UserRecord): UserDraft => ({
  name: user.name,
  emailAddress: user.emailAddress,
  steamId: user.steamId ?? '',
  avatarColor: user.avatarColor,
  userDepartments: user.userDepartments.map(({ departmentId, rankId, isPrimary }) => ({ departmentId, rankId, isPrimary })),
  userPermissions: [...user.userPermissions],
})

export const changedFields = (before: UserDraft, after: UserDraft): DraftField[] =>
  DRAFT_FIELDS.filter((field) => comparable(before, field) !== comparable(after, field))

/** Only what was changed here goes onto the newer account; what somebody else changed meanwhile stays. */
export function reapply(base: UserDraft, mine: UserDraft, now: UserDraft): UserDraft {
  const own = changedFields(base, mine)
  return { ...now, ...Object.fromEntries(own.map((field) => [field, mine[field]])) }
}

/** The order in which departments and permissions come means nothing. */
function comparable(draft: UserDraft, field: DraftField): string {
  if (field === 'userDepartments') {
    return JSON.stringify(
      draft.userDepartments
        .map(({ departmentId, rankId, isPrimary }) => [departmentId, rankId, isPrimary] as const)
        .toSorted(([a], [b]) => a - b),
    )
  }
  return JSON.stringify(field === 'userPermissions' ? draft.userPermissions.toSorted() : draft[field])
}
