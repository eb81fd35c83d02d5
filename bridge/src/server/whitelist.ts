import type { WhitelistChange, WhitelistStand, Whitelist as FullList } from '@tenfour/contract'
import { z } from 'zod'
import type { BridgeConfig } from '../config.ts'
import { readCopy, saveCopy } from './copies.ts'

/** Files of earlier bridges have no environment: their members still count, but their version is unknown. */
const Copy = z.object({ environment: z.enum(['prod', 'dev']).nullable().default(null), version: z.int(), members: z.array(z.string()) })
type Copy = z.infer<typeof Copy>
type CopyVersion = Pick<Copy, 'environment' | 'version'>

/** Local copy of the portal's whitelist, so that members can join while the portal is away. */
export function openWhitelist(path: string) {
  const known = readCopy(path, Copy)
  let current: CopyVersion | null = known
  let members: Set<string> | null = known && new Set(known.members)

  const save = (next: WhitelistStand, newMembers: Set<string>) => {
    current = { environment: next.environment, version: next.version }
    members = newMembers
    saveCopy(path, { ...current, members: [...newMembers] })
  }
  return {
    /** Version of the copy; null if there is none or it has no environment. */
    current: (): WhitelistStand | null =>
      current === null || current.environment === null ? null : { environment: current.environment, version: current.version },
    /** Unknown until a list has been received once. */
    includes: (steam: string): boolean | 'unknown' => (members ? members.has(steam) : 'unknown'),
    isKnown: (): boolean => members !== null,
    replace: (next: FullList) => save(next, new Set(next.members)),
    /** False if the change does not apply to this version and the full list is needed. */
    change: (change: WhitelistChange): boolean => {
      if (!members || current?.environment !== change.environment || current.version !== change.from) return false
      const newMembers = new Set(members)
      for (const steam of change.removed) newMembers.delete(steam)
      for (const steam of change.added) newMembers.add(steam)
      save(change, newMembers)
      return true
    },
  }
}
export type Whitelist = ReturnType<typeof openWhitelist>

/** Why a connecting player is refused; null lets them in. */
export function refusal(
  whitelist: Whitelist,
  steam: string | undefined,
  { enforce, refused, noSteam }: BridgeConfig['whitelist'],
): string | null {
  if (!enforce) return null
  const isMember = steam === undefined ? undefined : whitelist.includes(steam)
  // Without a list, everyone is let in.
  if (isMember === 'unknown' || (isMember === undefined && !whitelist.isKnown())) return null
  if (isMember === undefined) return noSteam
  return isMember ? null : refused
}
