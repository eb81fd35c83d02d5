import type { Identifiers, WhitelistChange, WhitelistStand, Whitelist as FullList } from '@tenfour/contract'
import { z } from 'zod'
import type { BridgeConfig } from '../config.ts'
import { readCopy, saveCopy } from './copies.ts'

/** Files of earlier bridges have no environment: their members still count, but their version is unknown. */
const Copy = z.object({
  environment: z.enum(['prod', 'dev']).nullable().default(null),
  version: z.int(),
  members: z.array(z.string()),
  others: z.array(z.string()).default([]),
  /** Bridges that had a list before it could be tried have enforced it. */
  isEnforced: z.boolean().default(true),
})
type Copy = z.infer<typeof Copy>
type CopyVersion = Pick<Copy, 'environment' | 'version'>

/** Local copy of the portal's whitelist, so that members can join while the portal is away. */
export function openWhitelist(path: string) {
  const known = readCopy(path, Copy)
  let current: CopyVersion | null = known
  let listed: Set<string> | null = known && new Set([...known.members, ...known.others])
  let isEnforced = known?.isEnforced ?? false

  const write = () => {
    if (!current || !listed) return
    const [members, others] = [[...listed].filter((each) => !each.includes(':')), [...listed].filter((each) => each.includes(':'))]
    saveCopy(path, { ...current, members, others, isEnforced })
  }
  const save = (next: WhitelistStand, identifiers: Set<string>) => {
    current = { environment: next.environment, version: next.version }
    listed = identifiers
    write()
  }
  return {
    /** Version of the copy; null if there is none or it has no environment. */
    current: (): WhitelistStand | null =>
      current === null || current.environment === null ? null : { environment: current.environment, version: current.version },
    /** Unknown until a list has been received once. */
    includes: (identifiers: Identifiers): boolean | 'unknown' => {
      const known = listed
      return known ? entriesOf(identifiers).some((entry) => known.has(entry)) : 'unknown'
    },
    /** Whether players who are not listed are refused. It outlives the resource too. */
    isEnforced: (): boolean => isEnforced,
    enforce: (next: boolean) => {
      if (next === isEnforced) return
      isEnforced = next
      write()
    },
    replace: (next: FullList) => save(next, new Set([...next.members, ...(next.others ?? [])])),
    /** False if the change does not apply to this version and the full list is needed. */
    change: (change: WhitelistChange): boolean => {
      if (!listed || current?.environment !== change.environment || current.version !== change.from) return false
      const next = new Set(listed)
      for (const each of [...change.removed, ...(change.removedOthers ?? [])]) next.delete(each)
      for (const each of [...change.added, ...(change.addedOthers ?? [])]) next.add(each)
      save(change, next)
      return true
    },
  }
}
export type Whitelist = ReturnType<typeof openWhitelist>

const OTHER_KINDS = ['discord', 'license', 'license2'] as const
const entriesOf = (identifiers: Identifiers): string[] => [
  ...(identifiers.steam ? [identifiers.steam] : []),
  ...OTHER_KINDS.flatMap((kind) => (identifiers[kind] ? [`${kind}:${identifiers[kind].toLowerCase()}`] : [])),
]

/** Why a connecting player is refused, or would be if the list were enforced; null lets them in. */
export function refusal(
  whitelist: Whitelist,
  identifiers: Identifiers,
  { enforce, refused, noSteam }: BridgeConfig['whitelist'],
): string | null {
  // Without a list, everyone is let in.
  if (!enforce || whitelist.includes(identifiers) !== false) return null
  return identifiers.steam === undefined ? noSteam : refused
}
