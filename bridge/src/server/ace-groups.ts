import { AceGroup, type BridgePayload } from '@tenfour/contract'
import { z } from 'zod'
import { readCopy, saveCopy } from './copies.ts'
import { steamOf } from './players.ts'

const Copy = z.object({ version: z.string(), members: z.array(z.object({ steam: z.string(), groups: z.array(z.string()) })) })
type Copy = z.infer<typeof Copy>

type Options = {
  readonly path: string
  /** Groups that the config lets the portal give. */
  readonly offered: readonly string[]
  readonly resource: string
  readonly print: (line: string) => void
}

/**
 * Gives players the groups of the game server's access list that their rank leads to, and takes them away again. The list is kept on disk, so that it
 * counts while the portal is away. Whatever the portal says, only groups of this server's own config are given.
 */
export function openAceGroups({ path, offered, resource, print }: Options) {
  const mayRun = ['add_principal', 'remove_principal'].every((name) => IsPrincipalAceAllowed(`resource.${resource}`, `command.${name}`))
  if (offered.length > 0 && !mayRun)
    print(
      `config.json lists aceGroups, but this resource may not give them. Put  exec @${resource}/ace-groups.cfg  into server.cfg, above  ensure ${resource}.`,
    )
  const own = mayRun ? offered.filter((group) => AceGroup.safeParse(group).success) : []
  /** The groups that this resource gave, by player: only those are taken away again. */
  const given = new Map<string, Set<string>>()
  let copy = own.length === 0 ? null : readCopy(path, Copy)
  let groupsOf = bySteam(copy)

  const run = (command: 'add_principal' | 'remove_principal', source: string, group: string) =>
    ExecuteCommand(`${command} player.${source} ${group}`)

  const give = (source: string) => {
    if (own.length === 0) return
    const steam = steamOf(source)
    const wanted = new Set((steam === undefined ? [] : (groupsOf.get(steam) ?? [])).filter((group) => own.includes(group)))
    const has = given.get(source) ?? new Set()
    for (const group of has) if (!wanted.has(group)) run('remove_principal', source, group)
    for (const group of wanted) if (!has.has(group)) run('add_principal', source, group)
    if (wanted.size > 0) given.set(source, wanted)
    else given.delete(source)
  }
  const take = (source: string) => {
    for (const group of given.get(source) ?? []) run('remove_principal', source, group)
    given.delete(source)
  }
  const giveAll = () => {
    if (own.length > 0) getPlayers().forEach(give)
  }

  return {
    /** The groups to report in `hello`. */
    offered: (): string[] => own,
    version: (): string | null => copy?.version ?? null,
    replace: (next: BridgePayload<'ace-groups'>): { version: string } => {
      copy = next
      groupsOf = bySteam(next)
      giveAll()
      try {
        saveCopy(path, next)
      } catch (error) {
        print(`The groups of members could not be saved; they apply until the server stops: ${String(error)}`)
      }
      return { version: next.version }
    },
    /** Called when the resource starts with players connected: groups left over from an earlier run are taken away first. */
    start: () => {
      // Reading the players costs natives for each of them.
      if (own.length === 0) return
      for (const source of getPlayers()) for (const group of own) run('remove_principal', source, group)
      giveAll()
    },
    joined: (source: number) => give(String(source)),
    /** FiveM may give the player number to another player next. */
    left: (source: number) => take(String(source)),
    close: () => [...given.keys()].forEach(take),
  }
}
export type AceGroups = ReturnType<typeof openAceGroups>

const bySteam = (copy: Copy | null): ReadonlyMap<string, readonly string[]> =>
  new Map(copy?.members.map(({ steam, groups }) => [steam, groups]))
