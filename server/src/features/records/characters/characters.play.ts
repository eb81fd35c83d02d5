import type { OwnCharacter } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { lockOwners } from '../history/history.port.ts'
import { isCivilianOn, readCharacter } from './characters.repo.ts'
import { findCharacters, isPlaying } from './characters.rows.ts'
import { emitCharacter, lockOwn } from './characters.service.ts'

/** Playing characters. A member is on duty on one server at a time, so they play one character at a time. */
export function createPlay({ db, publish }: { db: Db; publish: Publish }) {
  const announce = async (tx: Tx, emit: Emit, characterIds: readonly number[]) => {
    for (const character of await findCharacters(tx, characterIds)) await emitCharacter(emit, character)
  }

  /** `isInGame`: the game reports who is played, so that the member need not be on duty in the portal. */
  const start = (who: Pick<Actor, 'userId'>, characterId: number, serverId: number, isInGame: boolean): Promise<OwnCharacter> =>
    inTransaction(db, publish, async (tx, emit) => {
      await lockOwners(tx, [who.userId])
      const character = await lockOwn(tx, 'character.play', who, characterId)
      if (character.deceased) throw new AppError('conflict', `${character.name} is dead`)
      if (!isInGame && !(await isCivilianOn(tx, who.userId, serverId))) {
        throw new AppError('conflict', 'Go on duty as a civilian on this server first', 'serverId')
      }
      const before = await stopPlaying(tx, sql`y.user_id = ${who.userId} and y.character_id <> ${characterId}`)
      await sql`
        insert into played_characters (user_id, server_id, character_id) values (${who.userId}, ${serverId}, ${characterId})
        on conflict (character_id) do update set server_id = excluded.server_id, since = now()
          where played_characters.server_id <> excluded.server_id`.execute(tx)
      await markUsed(tx, [characterId])
      await announce(tx, emit, [...before, characterId])
      return readCharacter(tx, characterId)
    })

  return {
    play: (actor: Actor, characterId: number, serverId: number): Promise<OwnCharacter> => start(actor, characterId, serverId, false),

    /** Called by a game server for a player with this account. */
    playInGame: (userId: number, characterId: number, serverId: number): Promise<OwnCharacter> =>
      start({ userId }, characterId, serverId, true),

    stopInGame: (userId: number, serverId: number): Promise<void> =>
      inTransaction(db, publish, async (tx, emit) => {
        await lockOwners(tx, [userId])
        await announce(tx, emit, await stopPlaying(tx, sql`y.user_id = ${userId} and y.server_id = ${serverId}`))
      }),

    stop: (actor: Actor, characterId: number): Promise<OwnCharacter> =>
      inTransaction(db, publish, async (tx, emit) => {
        await lockOwners(tx, [actor.userId])
        await lockOwn(tx, 'character.stop', actor, characterId)
        await announce(tx, emit, await stopPlaying(tx, sql`y.character_id = ${characterId}`))
        return readCharacter(tx, characterId)
      }),

    /** Stops playing characters whose member is no longer on duty on that server: those of one member, or of all. */
    leave: async (userId?: number): Promise<void> => {
      const who = userId === undefined ? sql`true` : sql`y.user_id = ${userId}`
      // Nearly all members who go on or off duty play no character.
      const { rows } = await sql<{
        user_id: number
      }>`select distinct y.user_id from played_characters y where ${who} and not ${isPlaying}`.execute(db)
      for (const { user_id } of rows) {
        await inTransaction(db, publish, async (tx, emit) => {
          await lockOwners(tx, [user_id])
          await announce(tx, emit, await stopPlaying(tx, sql`y.user_id = ${user_id} and not ${isPlaying}`))
        })
      }
    },
  }
}

async function stopPlaying(tx: Tx, which: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await sql<{ character_id: number }>`
    delete from played_characters y where ${which} returning y.character_id`.execute(tx)
  const ids = rows.map(({ character_id }) => character_id)
  await markUsed(tx, ids)
  return ids
}

const markUsed = async (tx: Tx, characterIds: readonly number[]) => {
  if (characterIds.length > 0) await sql`update characters set last_used_at = now() where id = any(${characterIds})`.execute(tx)
}
