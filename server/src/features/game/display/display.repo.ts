import { DisplayCall, DisplayUnit } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { iso } from '../../../platform/database/iso.ts'

const Row = z.object({
  server: z.string(),
  boardSeq: z.int(),
  units: z.array(DisplayUnit.omit({ slot: true }).extend({ userId: z.int() })),
  calls: z.array(DisplayCall.extend({ x: z.number().nullable(), y: z.number().nullable() })),
})
export type Shown = z.infer<typeof Row>

/** The state of a server as displays show it, read in one statement for consistency. Reads nothing that may not be shown. */
export async function readShown(db: Db, serverId: number): Promise<Shown | undefined> {
  const { rows } = await sql<{ shown: unknown }>`
    select json_build_object(
      'server', s.name,
      'boardSeq', coalesce((select seq from streams where key = 'board:' || s.id), 0),
      'units', coalesce((
        select json_agg(json_build_object('userId', t.user_id, 'identifier', t.identifier, 'unitClass', t.unit_class, 'status', t.status,
          'statusSince', ${iso('t.status_since')}, 'callId', a.call_id) order by t.identifier, t.user_id)
        from units t left join call_units a on a.user_id = t.user_id and a.cleared_at is null
        where t.server_id = s.id and t.status <> 1 and t.unit_class <> 0), '[]'),
      'calls', coalesce((
        select json_agg(json_build_object('callId', c.id, 'priority', c.priority, 'title', c.title, 'location', c.location, 'postal', c.postal,
          'createdAt', ${iso('c.created_at')}, 'x', c.x, 'y', c.y, 'units', coalesce((
            select json_agg(t.identifier order by a.is_primary desc, a.id)
            from call_units a join units t on t.user_id = a.user_id where a.call_id = c.id and a.cleared_at is null), '[]'))
          order by c.priority, c.id)
        from calls c where c.server_id = s.id and c.status <> 'cleared'), '[]')) as shown
    from servers s where s.id = ${serverId} and s.retired_at is null`.execute(db)
  return rows[0] && Row.parse(rows[0].shown)
}

export async function isServer(db: Db, serverId: number): Promise<boolean> {
  const found = await db.selectFrom('servers').select('id').where('id', '=', serverId).where('retired_at', 'is', null).executeTakeFirst()
  return found !== undefined
}

export async function boardSeqOf(db: Db, serverId: number): Promise<number> {
  const row = await db.selectFrom('streams').select('seq').where('key', '=', `board:${serverId}`).executeTakeFirst()
  return Number(row?.seq ?? 0)
}
