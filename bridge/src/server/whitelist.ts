import type { WhitelistChange, WhitelistStand, Whitelist as WholeList } from '@tenfour/contract'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { BridgeConfig } from '../config.ts'

/** Copies of earlier bridges name no environment: they still say who comes in, but not which list they are. */
const Copy = z.object({ environment: z.enum(['prod', 'dev']).nullable().default(null), version: z.int(), members: z.array(z.string()) })
type Copy = z.infer<typeof Copy>
type Stand = Pick<Copy, 'environment' | 'version'>

/** The portal's whitelist, kept beside the resource: who was let in yesterday is let in while the portal is away. */
export function openWhitelist(path: string) {
  const read = (): Copy | null => {
    if (!existsSync(path)) return null
    try {
      return Copy.parse(JSON.parse(readFileSync(path, 'utf8')))
    } catch {
      // Cut short by a power failure, or edited by hand: the portal brings another.
      return null
    }
  }
  const known = read()
  let stand: Stand | null = known
  let members: Set<string> | null = known && new Set(known.members)

  const save = (next: WhitelistStand, listed: Set<string>) => {
    stand = { environment: next.environment, version: next.version }
    members = listed
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.new`, JSON.stringify({ ...stand, members: [...listed] }))
    renameSync(`${path}.new`, path)
  }
  return {
    /** Which list this is; null where there is none, or nobody knows which. */
    stand: (): WhitelistStand | null =>
      stand === null || stand.environment === null ? null : { environment: stand.environment, version: stand.version },
    /** Unknown until the portal has been reached once. */
    includes: (steam: string): boolean | 'unknown' => (members ? members.has(steam) : 'unknown'),
    isKnown: (): boolean => members !== null,
    replace: (next: WholeList) => save(next, new Set(next.members)),
    /** False where the change does not follow on what is here: the whole list is needed. */
    change: (change: WhitelistChange): boolean => {
      if (!members || stand?.environment !== change.environment || stand.version !== change.from) return false
      const listed = new Set(members)
      for (const steam of change.removed) listed.delete(steam)
      for (const steam of change.added) listed.add(steam)
      save(change, listed)
      return true
    },
  }
}
export type Whitelist = ReturnType<typeof openWhitelist>

/** Why a player who connects is turned away; null lets them in. */
export function refusal(
  whitelist: Whitelist,
  steam: string | undefined,
  { enforce, refused, noSteam }: BridgeConfig['whitelist'],
): string | null {
  if (!enforce) return null
  const isMember = steam === undefined ? undefined : whitelist.includes(steam)
  // A list that was never received says nothing about anybody.
  if (isMember === 'unknown' || (isMember === undefined && !whitelist.isKnown())) return null
  if (isMember === undefined) return noSteam
  return isMember ? null : refused
}
