import { MAX_GAME_CHARACTERS, type GameCharacter, type PlayedCharacter, type WhichCharacter } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import type { HourlyLimit } from '../../../platform/limits/hourly.ts'
import { lockOwners, writeEvent } from '../history/history.port.ts'
import { licencesOf } from '../licences/licences.port.ts'
import type { createPlay } from './characters.play.ts'
import * as repo from './characters.repo.ts'
import type { AnyCharacter } from './characters.rows.ts'
import { emitCharacter, noSuchCharacter } from './characters.service.ts'

/** A character above this limit is refused as a conflict: after an error that says 'try later', the game server would send it again and again. */
const MAX_NEW_A_DAY = 2 * MAX_GAME_CHARACTERS
const MAX_NAMES_A_DAY = 10

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly play: Pick<ReturnType<typeof createPlay>, 'playInGame' | 'stopInGame'>
  readonly countChange: HourlyLimit
}
export type GameCharacters = ReturnType<typeof createGameCharacters>

/** Characters as game servers create, change and play them for their players. */
export function createGameCharacters({ db, publish, play, countChange }: Deps) {
  return {
    /** Creates the member's character with this external id, or changes it. */
    save: async (userId: number, { externalId, ...input }: GameCharacter): Promise<number> => {
      try {
        return await inTransaction(db, publish, async (tx, emit) => {
          await lockOwners(tx, [userId])
          const known = await lockExternal(tx, externalId)
          if (known && known.userId !== null && known.userId !== userId) throw belongsToAnother(externalId)
          if (known?.userId !== userId) await assertRoom(tx, userId)
          const before = known ?? (await insert(tx, userId, externalId, input.name))
          const changes = changesOf(before, input)
          if (known?.userId === userId && Object.keys(changes).length === 0) return before.characterId
          await countChange(userId)
          if (before.name !== input.name) await changeName(tx, before, input.name)
          await tx
            .updateTable('characters')
            .set((eb) => ({ ...changes, user_id: userId, ...(known && { version: eb('version', '+', 1) }) }))
            .where('id', '=', before.characterId)
            .execute()
          if (!known)
            await writeEvent(tx, null, { characterId: before.characterId, title: 'Registered', text: `${input.name}, in the game` })
          await emitCharacter(emit, await repo.readCharacter(tx, before.characterId))
          return before.characterId
        })
      } catch (error) {
        if (violates(error, 'characters_external_key')) throw belongsToAnother(externalId)
        throw error
      }
    },

    play: async (userId: number, serverId: number, which: WhichCharacter): Promise<PlayedCharacter> => {
      const characterId = await idOf(db, userId, which)
      if (characterId === undefined) throw noSuchCharacter()
      await play.playInGame(userId, characterId, serverId)
      return readPlayed(db, characterId)
    },

    stop: play.stopInGame,

    /** The character that a member plays on a server. Where the portal knows of none, `inGame` counts. */
    played: async (userId: number, serverId: number, inGame: WhichCharacter | undefined): Promise<PlayedCharacter | null> => {
      const characterId = (await playedOn(db, userId, serverId)) ?? (inGame && (await idOf(db, userId, inGame)))
      return characterId === undefined ? null : readPlayed(db, characterId)
    },
  }
}

async function readPlayed(db: Db, characterId: number): Promise<PlayedCharacter> {
  const row = await db
    .selectFrom('characters')
    .select(['external_id as externalId', 'name', sql<string | null>`born_on::text`.as('bornOn')])
    .where('id', '=', characterId)
    .executeTakeFirstOrThrow()
  const licences = await licencesOf(db, [characterId])
  return { characterId, ...row, licences: licences.map(({ type, status, expiresOn }) => ({ type, status, expiresOn })) }
}

const belongsToAnother = (externalId: string) => new AppError('conflict', `${externalId} is a character of another member`, 'externalId')

/** Locks the character with an external id; undefined if there is none. An imported character may have no owner yet. */
async function lockExternal(tx: Tx, externalId: string): Promise<AnyCharacter | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from characters where external_id = ${externalId} and removed_at is null for update`.execute(tx)
  return rows[0] && repo.readCharacter(tx, rows[0].id)
}

async function insert(tx: Tx, userId: number, externalId: string, name: string): Promise<AnyCharacter> {
  const { id } = await tx
    .insertInto('characters')
    .values({ user_id: userId, name, origin: 'game', external_id: externalId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return repo.readCharacter(tx, id)
}

/** The columns that differ. Fields that the game leaves out stay as they are. */
function changesOf(before: AnyCharacter, input: Omit<GameCharacter, 'externalId'>) {
  const { bornOn, ...texts } = input
  const changed = Object.entries(texts).filter(([field, value]) => value !== undefined && before[field as keyof typeof texts] !== value)
  return {
    ...(Object.fromEntries(changed) as Partial<Record<keyof typeof texts, string>>),
    ...(bornOn !== undefined && bornOn !== before.bornOn && { born_on: sql<Date>`${bornOn}::date` }),
  }
}

async function assertRoom(tx: Tx, userId: number): Promise<void> {
  const { inUse, today } = await repo.countCharacters(tx, userId)
  if (inUse >= MAX_GAME_CHARACTERS) throw new AppError('conflict', `The player has ${inUse} characters, which is the most`)
  if (today >= MAX_NEW_A_DAY) throw new AppError('conflict', `The player has ${today} new characters within a day, which is the most`)
}

async function changeName(tx: Tx, { characterId, name }: AnyCharacter, next: string): Promise<void> {
  if ((await repo.countNameChanges(tx, characterId)) >= MAX_NAMES_A_DAY) {
    throw new AppError('conflict', `A name can be changed ${MAX_NAMES_A_DAY} times a day`, 'name')
  }
  await repo.keepFormerName(tx, characterId, name)
  await writeEvent(tx, null, { characterId, title: 'Name changed', text: `From ${name} to ${next}` })
}

/** The id of a member's character; undefined if they have no such character. */
async function idOf(db: Db, userId: number, which: WhichCharacter): Promise<number | undefined> {
  const row = await db
    .selectFrom('characters')
    .select('id')
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .where((eb) => ('externalId' in which ? eb('external_id', '=', which.externalId) : eb('id', '=', which.characterId)))
    .executeTakeFirst()
  return row?.id
}

async function playedOn(db: Db, userId: number, serverId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('played_characters')
    .select('character_id')
    .where('user_id', '=', userId)
    .where('server_id', '=', serverId)
    .executeTakeFirst()
  return row?.character_id
}
