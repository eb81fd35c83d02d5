import type { Capability, Entitlement, EntitlementGift, EntitlementSource, listEntitlements, ResponseOf } from '@tenfour/contract'

export type Entitlements = ResponseOf<typeof listEntitlements>
type Departments = Entitlements['departments']

export const ENVIRONMENTS = { prod: 'Game servers', dev: 'Development servers' } as const

/** Short names of a rank's capabilities in the portal, for a column. */
export const SHORT_CAPABILITIES: Readonly<Record<Capability, string>> = {
  approveReports: 'Reports',
  seeLookups: 'Lookups',
  actOnLicences: 'Licences',
  seePatrols: 'Patrols',
  grantLeave: 'Leave',
  headDepartment: 'Members',
}

/** 'LSPD, every rank', 'LSPD Sergeant', 'On leave'. Null for a department or rank that is retired. */
export function sourceWords(source: EntitlementSource, departments: Departments): string | null {
  switch (source.kind) {
    case 'department': {
      const department = departments.find(({ departmentId }) => departmentId === source.departmentId)
      return department ? `${department.name}, every rank` : null
    }
    case 'rank': {
      const department = departments.find(({ departmentId }) => departmentId === source.departmentId)
      const rank = department?.ranks.find(({ rankId }) => rankId === source.rankId)
      return department && rank ? `${department.name} ${rank.name}` : null
    }
    case 'roleGroup':
      return source.roleGroup
    case 'whitelist':
      return source.environment === 'prod' ? 'Whitelisted' : 'Whitelisted for development'
    case 'leave':
      return 'On leave'
    case 'linked':
      return 'Every linked member'
    case 'ridealong':
      return 'On a ride-along'
    case 'pass':
      return 'With a temporary pass'
  }
}

/** The name of what is given; a role that is not known any more by its id. */
export function giftWords(gift: EntitlementGift, { roles }: Pick<Entitlements, 'roles'>): string {
  if (gift.kind === 'whitelist') return ENVIRONMENTS[gift.environment]
  return gift.kind === 'aceGroup' ? gift.aceGroup : (roles.find(({ roleId }) => roleId === gift.roleId)?.name ?? gift.roleId)
}

const isSameSource = (one: EntitlementSource, other: EntitlementSource): boolean => keyOfSource(one) === keyOfSource(other)
export const keyOfSource = (source: EntitlementSource): string => {
  const { kind, ...rest } = source
  const ids: unknown[] = Object.values(rest)
  return [kind, ...ids].join(' ')
}

/** The sources of each Discord role: 'LSPD, every rank; On leave'. */
export function followsOf({ entitlements, departments }: Pick<Entitlements, 'entitlements' | 'departments'>): ReadonlyMap<string, string> {
  const sources = new Map<string, string[]>()
  for (const { source, gift } of entitlements) {
    const words = gift.kind === 'discordRole' ? sourceWords(source, departments) : null
    if (gift.kind === 'discordRole' && words !== null) sources.set(gift.roleId, [...(sources.get(gift.roleId) ?? []), words])
  }
  return new Map([...sources].map(([roleId, words]) => [roleId, words.join('; ')]))
}

export const giftsOf = (entitlements: readonly Entitlement[], source: EntitlementSource, kind: EntitlementGift['kind']): Entitlement[] =>
  entitlements.filter((each) => each.gift.kind === kind && isSameSource(each.source, source))

/** '84 members get it, 61 of them linked to Discord'. */
export function concernedWords(
  { members, linked }: { readonly members: number; readonly linked: number },
  verb: 'get' | 'lose',
  kind: EntitlementGift['kind'],
): string {
  if (members === 0) return verb === 'get' ? 'At the moment nobody new gets it.' : 'At the moment nobody loses it.'
  const who = `${members.toLocaleString('en')} ${members === 1 ? 'member' : 'members'} ${members === 1 ? `${verb}s` : verb} it`
  if (kind !== 'discordRole') return `${who}.`
  return linked === members ? `${who}.` : `${who}; ${linked.toLocaleString('en')} of them linked to Discord.`
}

/** A row of the tables: one source and all that it gives. */
export type SourceRow = {
  readonly source: EntitlementSource
  readonly label: string
  /** In full, for dialogs: 'LSPD Sergeant'. */
  readonly name: string
  /** Of a rank: set with the departments, and shown beside. */
  readonly capabilities?: readonly Capability[]
}
