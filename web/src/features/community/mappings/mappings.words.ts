import type { FollowChange, MappedDepartment, MappingPreview, RoleMapping } from '@tenfour/contract'

/** A mapping, or a role that the portal gives, as a row of the table. */
export type MappingRow = {
  readonly key: string
  readonly department: MappedDepartment
  readonly role: RoleMapping['role']
  readonly rank: RoleMapping['rank']
  readonly members: number
  /** Null for a role that the portal gives. */
  readonly mapping: RoleMapping | null
}

export const rowsOf = (departments: readonly MappedDepartment[]): MappingRow[] =>
  departments.flatMap((department) => [
    ...department.mappings.map((mapping) => ({
      key: `mapping ${mapping.mappingId}`,
      department,
      role: mapping.role,
      rank: mapping.rank,
      members: mapping.members,
      mapping,
    })),
    ...department.gives.map(({ entitlementId, role, rank, members }) => ({
      key: `gives ${entitlementId}`,
      department,
      role,
      rank,
      members,
      mapping: null,
    })),
  ])

export const leaderOf = ({ mapping, department }: MappingRow): string =>
  mapping !== null && department.leader === 'discord' ? 'Discord' : 'Portal'

export function stateOf({ mapping, department }: MappingRow): string {
  if (mapping === null) return 'The portal gives the role'
  if (mapping.pausedBecause !== null) return `Paused: ${mapping.pausedBecause}`
  return department.leader === 'discord' ? 'Followed' : 'Prepared: nothing follows it yet'
}

export const membersWords = (count: number): string => (count === 1 ? '1 member' : `${count.toLocaleString('en')} members`)

/** '3 members join, 1 member is promoted, nobody loses anything.' */
export function countsWords({ counts: { joins, raised, lowered, removed, leftAlone } }: MappingPreview): string {
  const parts = [
    joins > 0 && `${membersWords(joins)} ${joins === 1 ? 'joins' : 'join'}`,
    raised > 0 && `${membersWords(raised)} ${raised === 1 ? 'is' : 'are'} promoted`,
    lowered > 0 && `${membersWords(lowered)} ${lowered === 1 ? 'is' : 'are'} demoted`,
    removed > 0 && `${membersWords(removed)} ${removed === 1 ? 'is' : 'are'} removed`,
    leftAlone > 0 && `${membersWords(leftAlone)} ${leftAlone === 1 ? 'is' : 'are'} left alone`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'No member changes.' : `${parts.join(', ')}.`
}

export function changeWords({ kind, fromRank, toRank, why }: FollowChange): string {
  switch (kind) {
    case 'joins':
      return toRank === null ? 'joins' : `joins as ${toRank}`
    case 'removed':
      return fromRank === null ? 'is removed' : `is removed, now ${fromRank}`
    case 'raised':
    case 'lowered':
      return `${fromRank ?? 'no rank'} → ${toRank ?? 'no rank'}`
    case 'left alone':
      return `is left alone: ${why}`
  }
}
