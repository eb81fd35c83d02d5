import { z } from 'zod'
import { admin, Capability, RoleGroupName, staff } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { AceGroup } from '../game/ace-groups.ts'
import { pageOf, PageQuery } from '../page.ts'
import { DepartmentId, RankId } from '../people/departments.ts'
import { Id, IdParam, Instant, trimmed, Version } from '../values.ts'
import { manageDiscord, Snowflake } from './discord.ts'

const Environment = z.enum(['prod', 'dev'])

/** Who gets something: members of a department or rank, holders of a role group, and so on. */
export const EntitlementSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('department'), departmentId: DepartmentId }),
  z.object({ kind: z.literal('rank'), departmentId: DepartmentId, rankId: RankId }),
  z.object({ kind: z.literal('roleGroup'), roleGroup: RoleGroupName }),
  z.object({ kind: z.literal('whitelist'), environment: Environment }),
  z.object({ kind: z.literal('leave') }),
  z.object({ kind: z.literal('linked') }),
  z.object({ kind: z.literal('ridealong') }),
  z.object({ kind: z.literal('pass') }),
])
export type EntitlementSource = z.infer<typeof EntitlementSource>

/** The gift that a source gives. There is no gift for role groups, permissions or the right to sign warrants. */
export const EntitlementGift = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('discordRole'), roleId: Snowflake }),
  z.object({ kind: z.literal('whitelist'), environment: Environment }),
  z.object({ kind: z.literal('aceGroup'), aceGroup: AceGroup }),
])
export type EntitlementGift = z.infer<typeof EntitlementGift>

/** Sources that may give everything. Others may give Discord roles only, and grants a whitelist too. */
const GIVES_ALL: readonly EntitlementSource['kind'][] = ['department', 'rank']
const GIVES_WHITELISTS: readonly EntitlementSource['kind'][] = ['ridealong', 'pass']
export const mayEntitle = (source: EntitlementSource['kind'], gift: EntitlementGift['kind']): boolean =>
  gift === 'discordRole' || GIVES_ALL.includes(source) || (gift === 'whitelist' && GIVES_WHITELISTS.includes(source))

/** Sources that may give a powerful role: a person with the right to do so gives the rank or role behind them. */
const GIVES_POWER: readonly EntitlementSource['kind'][] = ['department', 'rank', 'roleGroup']
export const mayGivePower = (source: EntitlementSource['kind']): boolean => GIVES_POWER.includes(source)

export const Entitlement = z.object({
  entitlementId: z.int(),
  source: EntitlementSource,
  gift: EntitlementGift,
  createdBy: z.object({ userId: z.int(), name: z.string() }).nullable(),
  createdAt: Instant,
})
export type Entitlement = z.infer<typeof Entitlement>

export const NICKNAME_MAX = 32
export const NICKNAME_PLACEHOLDERS = ['{name}', '{short}', '{rank}', '{department}'] as const

export const NicknameTemplate = trimmed(NICKNAME_MAX, `A template has at most ${NICKNAME_MAX} characters`).refine(
  (template) => (template.match(/\{[^}]*\}/g) ?? []).every((each) => NICKNAME_PLACEHOLDERS.some((known) => known === each)),
  `Use ${NICKNAME_PLACEHOLDERS.join(', ')}`,
)

/** 'Rosa Delgado' becomes 'R. Delgado'. This function and the next one exist in SQL too. */
const shortName = (name: string): string => {
  const words = name.trim().split(/\s+/)
  return words.length < 2 ? name.trim() : `${Array.from(words[0] ?? '')[0] ?? ''}. ${words.at(-1)}`
}

/** The nickname that a template gives, cut to the length that Discord takes. */
export function nicknameFrom(template: string, member: { name: string; rank: string | null; department: string }): string {
  const filled = template
    .replaceAll('{department}', () => member.department)
    .replaceAll('{rank}', () => member.rank ?? '')
    .replaceAll('{short}', () => shortName(member.name))
    .replaceAll('{name}', () => member.name)
  return Array.from(filled.replace(/\s+/g, ' ').trim()).slice(0, NICKNAME_MAX).join('').trim()
}

/** A Discord role to choose. */
export const EntitlementRole = z.object({
  roleId: z.string(),
  name: z.string(),
  color: z.int(),
  guildName: z.string(),
  /** Whether only admins decide who gets the role. */
  isPowerful: z.boolean(),
  /** Whether the role was deleted in Discord, or the bot has left its server. */
  isGone: z.boolean(),
  /** Whether the role belongs to an integration, or to everyone, so that it can't be given. */
  isManaged: z.boolean(),
  /** Whether Discord leads the role: departments follow it, so that the portal does not give it. */
  isLedByDiscord: z.boolean(),
})
export type EntitlementRole = z.infer<typeof EntitlementRole>

export const EntitlementDepartment = z.object({
  departmentId: z.int(),
  name: z.string(),
  fullName: z.string(),
  nicknameTemplate: z.string(),
  version: z.int(),
  /** The ranks, lowest first. */
  ranks: z.array(z.object({ rankId: z.int(), name: z.string(), capabilities: z.array(Capability) })),
})
export type EntitlementDepartment = z.infer<typeof EntitlementDepartment>

export const listEntitlements = defineEndpoint({
  method: 'GET',
  path: '/api/entitlements',
  summary: 'Entitlements of departments, ranks, role groups, whitelists, leave and links, and the options for new ones',
  access: staff,
  response: z.object({
    entitlements: z.array(Entitlement),
    departments: z.array(EntitlementDepartment),
    roles: z.array(EntitlementRole),
    /** Groups that game servers let the portal give, by their config. */
    aceGroups: z.array(z.object({ name: z.string(), servers: z.array(z.string()) })),
  }),
})

const EntitlementInput = z.object({ source: EntitlementSource, gift: EntitlementGift })
export type EntitlementInput = z.infer<typeof EntitlementInput>

export const addEntitlement = defineEndpoint({
  method: 'POST',
  path: '/api/entitlements',
  summary: 'Give something to a department, rank or the like; anything but a Discord role without power needs an admin',
  access: manageDiscord,
  body: EntitlementInput,
  response: Entitlement,
})

export const removeEntitlement = defineEndpoint({
  method: 'DELETE',
  path: '/api/entitlements/:entitlementId',
  summary: 'Remove an entitlement; members who had its gift through it alone lose the gift',
  access: manageDiscord,
  params: z.object({ entitlementId: IdParam }),
  response: z.object({}),
})

export const saveNicknameTemplate = defineEndpoint({
  method: 'PUT',
  path: '/api/entitlements/departments/:departmentId/nickname',
  summary: "Set the template of nicknames in Discord for a department's members; empty leaves them alone",
  access: admin,
  params: z.object({ departmentId: IdParam }),
  body: z.object({ template: NicknameTemplate, version: Version }),
  response: EntitlementDepartment,
})

export const previewEntitlement = defineEndpoint({
  method: 'POST',
  path: '/api/entitlements/preview-rule',
  summary: 'How many members adding or removing an entitlement concerns',
  access: manageDiscord,
  body: z.union([z.object({ add: EntitlementInput }), z.object({ remove: Id })]),
  /** Members who gain or lose it, and how many of them are linked to Discord. */
  response: z.object({ members: z.int(), linked: z.int() }),
})

/** A member who has a role in Discord that a department or rank gives, but not that department or rank in the portal. */
export const EntitlementProposal = z.object({
  userId: z.int(),
  name: z.string(),
  discordName: z.string(),
  roleName: z.string(),
  /** The departments and ranks that give the role: 'LSPD', 'LSPD Sergeant'. */
  suggestions: z.array(z.string()),
})
export type EntitlementProposal = z.infer<typeof EntitlementProposal>

export const listEntitlementProposals = defineEndpoint({
  method: 'GET',
  path: '/api/entitlements/proposal',
  summary: 'Linked members whose roles in Discord suggest a department or rank that they do not have; nothing is applied',
  access: manageDiscord,
  query: PageQuery.extend({ guildId: Snowflake }),
  response: pageOf(EntitlementProposal),
})
