import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { BridgeConfig } from '../config.ts'

const Copy = z.object({ version: z.int(), members: z.array(z.string()) })
type Copy = z.infer<typeof Copy>

/** The portal's whitelist, kept beside the resource: who was let in yesterday is let in while the portal is away. */
export function openWhitelist(path: string) {
  const read = (): Copy | null => {
    if (!existsSync(path)) return null
    const parsed = Copy.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    return parsed.success ? parsed.data : null
  }
  let version = 0
  let members: Set<string> | null = null
  const known = read()
  if (known) ({ version, members } = { version: known.version, members: new Set(known.members) })

  const save = () => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.new`, JSON.stringify({ version, members: [...(members ?? [])] }))
    renameSync(`${path}.new`, path)
  }
  return {
    version: (): number | null => (members ? version : null),
    /** Unknown until the portal has been reached once. */
    includes: (steam: string): boolean | 'unknown' => (members ? members.has(steam) : 'unknown'),
    replace: (next: Copy) => {
      version = next.version
      members = new Set(next.members)
      save()
    },
    /** False where the change does not follow on what is here: the whole list is needed. */
    change: (change: { from: number; version: number; added: readonly string[]; removed: readonly string[] }): boolean => {
      if (!members || change.from !== version) return false
      for (const steam of change.removed) members.delete(steam)
      for (const steam of change.added) members.add(steam)
      version = change.version
      save()
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
  if (isMember === 'unknown' || (isMember === undefined && whitelist.version() === null)) return null
  if (isMember === undefined) return noSteam
  return isMember ? null : refused
}
