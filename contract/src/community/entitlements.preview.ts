import { z } from 'zod'
import { anyOf, self } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { ServerEnvironment } from '../game/servers.ts'
import { DepartmentId, RankId } from '../people/departments.ts'
import { Move } from '../people/members.departments.ts'
import { BulkRankChange } from '../people/members.ts'
import { grantsLeave, headsDepartment, manageMembers, manageUsers } from '../people/rights.ts'
import { DepartmentMemberships, NewUserInput, SteamHex, UserStateAction } from '../people/users.manage.ts'
import { UserName } from '../people/users.ts'
import { Day, DayInput, Id, IdParam, Instant } from '../values.ts'

const difference = z.object({ added: z.array(z.string()), removed: z.array(z.string()) })

/** The effects of a change everywhere, in words. */
export const MemberEffects = z.object({
  /** Whether the member is linked: Discord roles and nickname follow only then. */
  isLinked: z.boolean(),
  portal: difference,
  discordRoles: difference,
  nickname: z.object({ before: z.string().nullable(), after: z.string().nullable() }),
  whitelists: difference,
  aceGroups: difference,
  /** Why the caller may not make the change; empty if they may. */
  refusals: z.array(z.string()),
  /** For a former member who is reinstated: what they do not get back, and why. */
  skipped: z.array(z.string()).optional(),
  /** For leave that has not begun: its first day, on which all this happens. */
  startsOn: Day.optional(),
  /** For a ride-along or pass: when all this ends. */
  endsAt: Instant.optional(),
  /** For several members: how many there are, are linked, and get another nickname. The other fields say for how many: 'Police (12)'. */
  several: z.object({ members: z.int(), linked: z.int(), nicknames: z.int() }).optional(),
})
export type MemberEffects = z.infer<typeof MemberEffects>

/** A change to a member that has not been saved. */
export const MemberChange = z
  .object({
    userId: Id,
    rank: z.object({ departmentId: DepartmentId, rankId: RankId.nullable() }).optional(),
    userDepartments: DepartmentMemberships.optional(),
    move: Move.optional(),
    name: UserName.optional(),
    /** Null takes the rank away. */
    steamId: SteamHex.nullable().optional(),
    role: z.object({ roleId: Id, isHeld: z.boolean() }).optional(),
    state: UserStateAction.optional(),
    whitelist: z.object({ environment: ServerEnvironment, isOn: z.boolean() }).optional(),
    departure: z.enum(['let-go', 'take-back']).optional(),
  })
  .refine(({ userId: _, ...changes }) => Object.values(changes).some((each) => each !== undefined), 'Name a change')
export type MemberChange = z.infer<typeof MemberChange>

/** One rank for several members, which has not been saved. */
export const MembersChange = z.object({
  userIds: BulkRankChange.shape.userIds,
  rank: z.object({ departmentId: DepartmentId, rankId: RankId }),
})
export type MembersChange = z.infer<typeof MembersChange>

/** Leave to be recorded or granted, or one that ends now or is cancelled. */
export const LeaveChange = z.object({
  userId: Id,
  leave: z.union([
    z
      .object({ startsOn: DayInput, endsOn: DayInput })
      .refine(({ startsOn, endsOn }) => endsOn >= startsOn, { path: ['endsOn'], error: 'The leave ends before it starts' }),
    z.object({ endedId: Id }),
  ]),
})
export type LeaveChange = z.infer<typeof LeaveChange>

/** A new account that has not been saved. */
export const NewMember = z.object({
  newMember: z.object({
    /** The name, which nicknames use; empty until someone types it. */
    name: z.union([UserName, z.literal('')]).default(''),
    steamId: SteamHex.default(''),
    userDepartments: DepartmentMemberships.default([]),
    roleIds: NewUserInput.shape.roleIds,
  }),
})
export type NewMember = z.infer<typeof NewMember>

/** All changes that can be previewed before they are saved. */
export const PreviewedChange = z.union([MemberChange, MembersChange, LeaveChange, NewMember])
export type PreviewedChange = z.infer<typeof PreviewedChange>

export const previewMember = defineEndpoint({
  method: 'POST',
  path: '/api/entitlements/preview',
  summary: 'Preview all effects of a change to a member, the rank of several or a new account; nothing is saved',
  access: anyOf(manageUsers, manageMembers, grantsLeave, headsDepartment),
  body: PreviewedChange,
  response: MemberEffects,
})

export const previewLeaving = defineEndpoint({
  method: 'POST',
  path: '/api/user/leave/:userId/preview',
  summary: 'Preview what leaving the community oneself takes away; nothing is saved',
  access: self('userId'),
  params: z.object({ userId: IdParam }),
  body: z.object({}),
  response: MemberEffects,
})
