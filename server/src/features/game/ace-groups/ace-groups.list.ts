import { createHash } from 'node:crypto'
import { AceGroup, type BridgePayload } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'

/** The bridge feature handles this job. */
export const aceGroupsPush = { name: 'ace-groups-push', payload: z.object({ serverId: z.int() }) } as const

/** Sends the groups to every game server that offers some, after commit. */
export async function requestAceGroupsPush(tx: Tx): Promise<void> {
  const servers = await tx
    .selectFrom('server_links as l')
    .innerJoin('servers as s', 's.id', 'l.server_id')
    .select('s.id')
    .where('s.retired_at', 'is', null)
    .where('l.ace_groups', '<>', sql<string[]>`'{}'`)
    .orderBy('s.id')
    .execute()
  for (const { id: serverId } of servers) await enqueue(tx, aceGroupsPush, { serverId }, { key: `ace-groups-push:${serverId}` })
}

/** The groups that the server's config offers, without those that no portal may give. */
const offered = (names: readonly string[] = []): string[] =>
  [...new Set(names.flatMap((name) => AceGroup.safeParse(name).data ?? []))].toSorted()

/** Stores the groups that a server offers in its `hello`. */
export async function saveOffered(tx: Tx, serverId: number, names: readonly string[] | undefined): Promise<void> {
  const groups = offered(names)
  const link = await tx.selectFrom('server_links').select('ace_groups').where('server_id', '=', serverId).executeTakeFirstOrThrow()
  if (JSON.stringify(link.ace_groups) === JSON.stringify(groups)) return
  await tx.updateTable('server_links').set({ ace_groups: groups, ace_groups_version: null }).where('server_id', '=', serverId).execute()
  await recordAudit(tx, {}, 'entitlement.ace-groups-changed', {
    subjectType: 'server',
    subjectId: serverId,
    before: { aceGroups: link.ace_groups },
    after: { aceGroups: groups },
  })
}

type Groups = BridgePayload<'ace-groups'>

/** Members with groups that this server offers, and the version it has; undefined if it offers none. */
export async function readAceGroups(db: Db, serverId: number): Promise<(Groups & { readonly held: string | null }) | undefined> {
  const { rows } = await sql<{ held: string | null; members: Groups['members'] | null }>`
    select l.ace_groups_version as held, (
      select json_agg(json_build_object('steam', m.steam, 'groups', m.groups) order by m.steam)
      from (
        select e.steam, json_agg(e.ace_group order by e.ace_group) as groups from entitled_ace_groups e
        where e.ace_group = any (l.ace_groups) group by e.steam
      ) m) as members
    from server_links l join servers s on s.id = l.server_id and s.retired_at is null
    where l.server_id = ${serverId} and l.ace_groups <> '{}'`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const members = row.members ?? []
  return { held: row.held, members, version: createHash('sha256').update(JSON.stringify(members)).digest('hex').slice(0, 32) }
}

/** Records the version that a server reports to have. */
export const recordAceGroups = (db: Db | Tx, serverId: number, version: string | null) =>
  db.updateTable('server_links').set({ ace_groups_version: version }).where('server_id', '=', serverId).execute()
