import { Server, WHITELIST_TRIAL_DAYS, WhitelistTrial, type GamePlayer, type ServerWhitelist } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { hashSecret } from '../../../platform/auth/secrets.ts'
import type { Db } from '../../../platform/database/database.ts'
import { iso } from '../../../platform/database/iso.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { matchPlayers } from '../../people/players/players.port.ts'
import { isStillRefused, serverWhitelist, tellWhitelist } from './whitelist.list.ts'

const MAX_TRIALS = 500
const KINDS = ['steam', 'discord', 'license', 'license2'] as const

const entriesOf = ({ identifiers }: GamePlayer): string[] =>
  KINDS.flatMap((kind) => {
    const value = identifiers[kind]?.toLowerCase()
    return value === undefined ? [] : [kind === 'steam' ? value : `${kind}:${value}`]
  })

const noSuchServer = () => new AppError('not_found', 'There is no such server', 'serverId')

/** A whitelist is tried before it refuses anyone: the portal notes whom it would have refused. */
export function createWhitelistTrials({ db, publish }: { db: Db; publish: Publish }) {
  return {
    /**
     * Notes the players whom the whitelist of the server would have refused as they joined (`isArrival`), or updates whose account they have. Players
     * who are on the list by now are noted no longer.
     */
    note: async (serverId: number, players: readonly GamePlayer[], isArrival = true): Promise<void> => {
      const server = await db
        .selectFrom('servers')
        .select('environment')
        .where('id', '=', serverId)
        .where('enforces_whitelist', '=', false)
        .where('is_simulated', '=', false)
        .executeTakeFirst()
      if (!server || players.length === 0) return
      const given = players.map((player) => {
        const entries = entriesOf(player)
        // The licence is the identifier that a player always has.
        return { player, entries, hash: hashSecret(entries.at(-1) ?? `name:${player.name}`) }
      })
      const { rows } = await sql<{ identifier: string }>`
        select distinct identifier from whitelist_entries
        where environment = ${server.environment} and identifier = any (${given.flatMap(({ entries }) => entries)})`.execute(db)
      const listed = new Set(rows.map(({ identifier }) => identifier))
      const [admitted, refused] = [true, false].map((isListed) =>
        given.filter(({ entries }) => entries.some((entry) => listed.has(entry)) === isListed),
      ) as [typeof given, typeof given]
      const matches = await matchPlayers(
        db,
        refused.map(({ player }) => player.identifiers),
      )
      await inTransaction(db, publish, async (tx, emit) => {
        const { rows: gone } = await sql`
          delete from whitelist_trials where server_id = ${serverId} and player_hash = any (${admitted.map(({ hash }) => hash)})
          returning 1`.execute(tx)
        for (const [index, { hash, player }] of refused.entries()) {
          await sql`
            insert into whitelist_trials as t (server_id, player_hash, name, user_id)
            select ${serverId}, ${hash}, ${player.name}, ${matches[index]?.userId ?? null} from servers
            where id = ${serverId} and not enforces_whitelist
            on conflict (server_id, player_hash) do update set name = excluded.name, user_id = excluded.user_id,
              last_at = case when ${isArrival} then now() else t.last_at end, times = t.times + ${isArrival ? 1 : 0}`.execute(tx)
        }
        if (refused.length === 0 && gone.length === 0) return
        await sql`
          delete from whitelist_trials where server_id = ${serverId} and player_hash in (
            select player_hash from whitelist_trials where server_id = ${serverId} order by last_at desc offset ${MAX_TRIALS})`.execute(tx)
        await tellWhitelist(tx, emit, serverId)
      })
    },

    list: async (serverId: number): Promise<WhitelistTrial[]> => {
      if (!(await serverWhitelist(db, serverId))) throw noSuchServer()
      const { rows } = await sql`
        select t.name, case when u.id is not null then json_build_object('userId', u.id, 'name', u.name) end as account,
          ${iso('t.first_at')} as "firstAt", ${iso('t.last_at')} as "lastAt", t.times
        from whitelist_trials t left join users u on u.id = t.user_id and u.deleted_at is null
        where t.server_id = ${serverId} and ${isStillRefused} order by t.last_at desc, t.name limit 200`.execute(db)
      return z.array(WhitelistTrial).parse(rows)
    },

    /** Switching the whitelist on deletes the list of those it would have refused. */
    enforce: (actor: Actor, serverId: number, isEnforced: boolean): Promise<ServerWhitelist> =>
      inTransaction(db, publish, async (tx, emit) => {
        const row = await tx
          .selectFrom('servers')
          .select(['id as serverId', 'name', 'environment', 'version', 'enforces_whitelist'])
          .where('id', '=', serverId)
          .where('is_simulated', '=', false)
          .where('retired_at', 'is', null)
          .forUpdate()
          .executeTakeFirst()
        if (!row) throw noSuchServer()
        if (row.enforces_whitelist !== isEnforced) {
          await tx.updateTable('servers').set({ enforces_whitelist: isEnforced }).where('id', '=', serverId).execute()
          if (isEnforced) await tx.deleteFrom('whitelist_trials').where('server_id', '=', serverId).execute()
          await recordAudit(tx, actor, 'server.changed', {
            subjectType: 'server',
            subjectId: serverId,
            before: { enforcesWhitelist: !isEnforced },
            after: { enforcesWhitelist: isEnforced },
          })
          // The bridge of the server is told its settings.
          await emit('servers', {}, 'server.saved', Server.parse(row))
          await tellWhitelist(tx, emit, serverId)
        }
        const whitelist = await serverWhitelist(tx, serverId)
        if (!whitelist) throw noSuchServer()
        return whitelist
      }),
  }
}
export type WhitelistTrials = ReturnType<typeof createWhitelistTrials>

export async function pruneTrials(db: Db): Promise<void> {
  await sql`delete from whitelist_trials where last_at < now() - make_interval(days => ${WHITELIST_TRIAL_DAYS})`.execute(db)
}
