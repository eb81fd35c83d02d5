import { MAX_GAME_CHARACTERS } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { advanceStream, inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { tell } from '../../people/notices/notices.port.ts'
import { characterPath, lockOwners, writeEvent, type GameSource, type RecordPlayer } from '../history/history.port.ts'
import * as repo from './characters.repo.ts'
import type { AnyCharacter } from './characters.rows.ts'

/** The kinds of identifiers by which a member is recognised; where these lead to different members, the earlier one counts. */
const KINDS = ['steam', 'discord', 'license', 'license2'] as const

/** Notes by what the player of a character without an owner is known. A limited key can't say that. */
export async function rememberPlayer(tx: Tx, characterId: number, { isLimited }: GameSource, player: RecordPlayer): Promise<void> {
  if (isLimited) return
  const known = KINDS.flatMap((kind) => {
    const value = player.identifiers[kind]?.toLowerCase()
    return value === undefined ? [] : [{ kind, value }]
  })
  const given = sql`unnest(${known.map(({ kind }) => kind)}::text[], ${known.map(({ value }) => value)}::text[]) as g (kind, value)`
  // Another license is another player, of whom nothing else is known yet.
  await sql`
    delete from character_players where character_id = ${characterId} and exists (
      select from character_players o join ${given} on g.kind = o.kind and g.value <> o.value
      where o.character_id = ${characterId} and o.kind in ('license', 'license2'))`.execute(tx)
  await sql`
    insert into character_players (character_id, kind, value) select ${characterId}, kind, value from ${given}
    on conflict (character_id, kind) do update set value = excluded.value where character_players.value <> excluded.value`.execute(tx)
}

/** A character without an owner has got one: the history, vehicles and all else came with it. */
export async function recordAttached(tx: Tx, emit: Emit, { characterId, name, userId }: AnyCharacter): Promise<void> {
  await tx.deleteFrom('character_players').where('character_id', '=', characterId).execute()
  await writeEvent(tx, null, { characterId, title: 'Member known', text: `${name} is played by a member of the community` })
  if (userId === null) return
  // Vehicles, licences and fines came along: open pages read everything again.
  await advanceStream(tx, 'own-records', { userId })
  await tell(tx, emit, userId, {
    title: `${name} is among your characters now`,
    text: 'The character comes from the game, and was recorded before your account was known',
    path: characterPath(characterId),
  })
}

/** Gives characters without an owner to the members who have proved that they play them. */
export function createAttachment({ db, publish }: { readonly db: Db; readonly publish: Publish }) {
  /** Attaches the characters of one member, or of all. */
  const attach = async (userId?: number): Promise<void> => {
    for (const found of await toAttach(db, userId))
      await inTransaction(db, publish, async (tx, emit) => {
        await lockOwners(tx, [found.userId])
        const character = await repo.lockCharacter(tx, found.characterId)
        // Somebody else may have been faster, or the identifier may be the member's no longer.
        const isStill = (await toAttach(tx, found.userId, found.characterId)).some((each) => each.userId === found.userId)
        if (!character || character.userId !== null || !isStill) return
        if ((await repo.countCharacters(tx, found.userId)).inUse >= MAX_GAME_CHARACTERS) return
        await tx
          .updateTable('characters')
          .set((eb) => ({ user_id: found.userId, version: eb('version', '+', 1) }))
          .where('id', '=', found.characterId)
          .execute()
        await recordAttached(tx, emit, { ...character, userId: found.userId })
      })
  }
  return attach
}

const Found = z.object({ characterId: z.int(), userId: z.int() })

async function toAttach(db: Db | Tx, userId?: number, characterId?: number): Promise<z.infer<typeof Found>[]> {
  const ofMember =
    userId === undefined
      ? sql`true`
      : sql`c.id in (select o.character_id from player_identities m join character_players o on o.kind = m.kind and o.value = m.value
          where m.user_id = ${userId} and m.is_proved)`
  const { rows } = await sql`
    select found."characterId", found."userId" from (
      select distinct on (c.id) c.id as "characterId", i.user_id as "userId"
      from characters c join character_players p on p.character_id = c.id
      join player_identities i on i.kind = p.kind and i.value = p.value and i.is_proved
      join users u on u.id = i.user_id and u.disabled_at is null and u.deleted_at is null
      where c.user_id is null and c.removed_at is null and ${ofMember} and ${characterId === undefined ? sql`true` : sql`c.id = ${characterId}`}
      order by c.id, array_position(${[...KINDS]}::text[], p.kind)) found
    where ${userId === undefined ? sql`true` : sql`found."userId" = ${userId}`}
    order by found."characterId" limit 500`.execute(db)
  return z.array(Found).parse(rows)
}
