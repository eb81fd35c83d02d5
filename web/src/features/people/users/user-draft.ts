import {
  AvatarColor,
  DepartmentMemberships,
  EmailAddress,
  Permission,
  SteamHex,
  UserName,
  type MemberChange,
  type UserRecord,
  type DepartmentMembership,
  type PreviewedChange,
} from '@tenfour/contract'
import { z } from 'zod'
import type { ReactNode } from 'react'

/** The fields of an account that are saved together. Roles, whitelists and the account's state take effect individually. */
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
const DRAFT_FIELDS = Object.keys(UserDraft.shape) as readonly DraftField[]

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

/**
 * The changes of the draft with effects beyond the account: memberships, the name, which nicknames carry, and the Steam hex. Null without any;
 * half-typed values are left out.
 */
export function previewedChange(
  userId: number,
  { changed, draft }: { changed: readonly DraftField[]; draft: UserDraft },
): MemberChange | null {
  const known = {
    ...(changed.includes('name') && { name: UserName.safeParse(draft.name).data }),
    ...(changed.includes('userDepartments') && { userDepartments: draft.userDepartments }),
    ...(changed.includes('steamId') && { steamId: SteamHex.safeParse(draft.steamId).data }),
  }
  return Object.values(known).every((each) => each === undefined) ? null : { userId, ...known }
}

/** Applies only the fields changed here to the newer account; concurrent changes to others are kept. */
export function reapply(base: UserDraft, mine: UserDraft, now: UserDraft): UserDraft {
  const own = changedFields(base, mine)
  return { ...now, ...Object.fromEntries(own.map((field) => [field, mine[field]])) }
}

/** Departments and permissions are unordered. */
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

type Memberships = readonly DepartmentMembership[]

/** The first department added becomes the primary one. */
export const addMembership = (all: Memberships, departmentId: number): DepartmentMembership[] => [
  ...all,
  { departmentId, rankId: null, isPrimary: !all.some(({ isPrimary }) => isPrimary) },
]

/** If the primary department is removed, the next one becomes primary. */
export function removeMembership(all: Memberships, departmentId: number): DepartmentMembership[] {
  const left = all.filter((each) => each.departmentId !== departmentId)
  const [first, ...others] = left
  return first && !left.some(({ isPrimary }) => isPrimary) ? [{ ...first, isPrimary: true }, ...others] : left
}

export const makePrimary = (all: Memberships, departmentId: number): DepartmentMembership[] =>
  all.map((each) => ({ ...each, isPrimary: each.departmentId === departmentId }))

export const setRank = (all: Memberships, departmentId: number, rankId: number | null): DepartmentMembership[] =>
  all.map((each) => (each.departmentId === departmentId ? { ...each, rankId } : each))

/** Draws what a change that is not saved would change everywhere. */
export type Changes = (change: PreviewedChange) => ReactNode
