import { z } from 'zod'
import { Capability, Permission, RoleGroupName, type AccessSubject } from '../access.ts'
import { DEPARTMENT, Department, DepartmentId, RankId } from './departments.ts'
import { Duty } from '../duty.ts'
import { Id, text, trimmed } from '../values.ts'

export const UserId = Id
export type UserId = z.infer<typeof UserId>

export const STEAM_HEX_LENGTH = 15
export const PASSWORD_MIN_LENGTH = 10
const STEAM_HEX = new RegExp(`^[0-9a-f]{${STEAM_HEX_LENGTH}}$`, 'i')

export const EmailAddress = trimmed(254).min(1, 'Enter an email address').pipe(z.email('This is not an email address'))
export const UserName = trimmed(80, 'A name has at most 80 characters').min(1, 'Enter a name')
export const Password = text(200, 'A password has at most 200 characters').min(
  PASSWORD_MIN_LENGTH,
  `A password has at least ${PASSWORD_MIN_LENGTH} characters`,
)
/** The current password, which confirms a change. The rules for new passwords don't apply: they may have been others when it was set. */
export const CurrentPassword = text(200, 'A password has at most 200 characters').min(1, 'Enter your current password')
/** A new password. If it is empty, null or omitted, the password stays as it is. */
export const NewPassword = z
  .union([Password, z.literal(''), z.null()], { error: (issue) => passwordProblem(issue.input) })
  .optional()
  .transform((value) => value || undefined)
const passwordProblem = (value: unknown): string | undefined =>
  typeof value === 'string' ? Password.safeParse(value).error?.issues[0]?.message : 'A password is a text'

export const UserDepartment = z.object({
  departmentId: DepartmentId,
  isPrimary: z.boolean(),
  rankId: RankId.nullable(),
  rankName: z.string().nullable(),
  /** The capabilities of the member's rank. */
  capabilities: z.array(Capability),
  department: Department.extend({
    /** The department is retired: nobody joins it, or goes on duty for it. */
    isRetired: z.boolean().optional(),
  }),
})
export type UserDepartment = z.infer<typeof UserDepartment>

export const Role = z.object({
  roleId: z.int(),
  name: z.string(),
  level: z.int(),
  roleGroup: z.object({ roleGroupId: z.int(), name: RoleGroupName }),
  /** Whether holders of the role may sign and deny warrants, whatever its group. */
  signsWarrants: z.boolean(),
})
export type Role = z.infer<typeof Role>

/** The colours a member may choose for their initials; the web app maps them to actual colours. */
export const AvatarColor = z.enum(['blue', 'teal', 'green', 'amber', 'red', 'pink', 'violet', 'slate'])
export type AvatarColor = z.infer<typeof AvatarColor>

/** How the portal looks; `system` follows the device. The CAD and the live map have a theme of their own. */
export const ThemeChoice = z.enum(['system', 'light', 'dark'])
export type ThemeChoice = z.infer<typeof ThemeChoice>

/** The reason that puts a member on a whitelist by itself: their rank or department or, for a limited time, a ride-along or pass. */
export const EntitledBy = z.enum(['rank', 'ridealong', 'pass'])
export type EntitledBy = z.infer<typeof EntitledBy>

/** A user as they see themselves. */
export const CurrentUser = z.object({
  userId: UserId,
  /** Incremented with every change to the account; an update sends the version it is based on, so that concurrent edits conflict. */
  version: z.int(),
  name: z.string(),
  emailAddress: z.string(),
  avatarColor: AvatarColor,
  /** The digest of the user's picture; null if they have none. */
  picture: z.string().nullable(),
  theme: ThemeChoice,
  steamId: z.string().nullable(),
  /** False for an account that was made with Discord until its member sets a password; it signs in with Discord alone. */
  hasPassword: z.boolean().optional(),
  isWhitelisted: z.boolean(),
  isWhitelistedDev: z.boolean(),
  /** Whether the user is on a whitelist by rank, ride-along or pass, whether or not someone put them there too. */
  isEntitled: z.boolean().optional(),
  isEntitledDev: z.boolean().optional(),
  /** The reason that entitles the user: their rank, if it does so alone; null if they are not entitled. */
  entitledBy: EntitledBy.nullish(),
  entitledByDev: EntitledBy.nullish(),
  userDepartments: z.array(UserDepartment),
  roles: z.array(Role),
  userPermissions: z.array(Permission),
  /** Where the user is on duty; null or absent if they are not. */
  duty: Duty.nullish(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

export const accessSubject = (user: CurrentUser): AccessSubject => ({
  userId: user.userId,
  roleGroups: user.roles.map((role) => role.roleGroup.name),
  permissions: user.userPermissions,
  signsWarrants: user.roles.some((role) => role.signsWarrants),
  hasCadDepartment: user.userDepartments.some(({ department }) => department.isCadEnabled),
  isCivilian: user.userDepartments.some(({ department }) => department.type === 'Civilian'),
  departmentIds: user.userDepartments.map(({ departmentId }) => departmentId),
  capabilities: user.userDepartments.flatMap(({ departmentId, capabilities }) =>
    capabilities.map((capability) => ({ departmentId, capability })),
  ),
  duty: user.duty ?? null,
})

export const isSteamHex = (value: string): boolean => STEAM_HEX.test(value)

/** The seed's flag: a whitelisted user needs a Steam hex, and any Steam hex must be well formed. */
export const hasInvalidSteamHex = (user: Whitelisted & Pick<CurrentUser, 'steamId'>): boolean =>
  user.steamId ? !isSteamHex(user.steamId) : isWhitelistedFor(user, 'prod') || isWhitelistedFor(user, 'dev')

type Whitelisted = Pick<CurrentUser, 'isWhitelisted' | 'isWhitelistedDev' | 'isEntitled' | 'isEntitledDev'>
/** Whether a user is on a whitelist: because someone put them there, or by rank, ride-along or pass. */
export const isWhitelistedFor = (user: Whitelisted, environment: 'prod' | 'dev'): boolean =>
  environment === 'prod' ? user.isWhitelisted || user.isEntitled === true : user.isWhitelistedDev || user.isEntitledDev === true

export const isCivilianPrimary = (user: Pick<CurrentUser, 'userDepartments'>): boolean =>
  user.userDepartments.some(({ departmentId, isPrimary }) => isPrimary && departmentId === DEPARTMENT.CIV)
