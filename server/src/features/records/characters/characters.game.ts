import { MAX_GAME_CHARACTERS, type GameCharacter, type PlayedCharacter, type WhichCharacter } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import type { HourlyLimit } from '../../../platform/limits/hourly.ts'
import {
  isOfSource,
  lockOwners,
  sourceOf,
  writeEvent,
  type GameServer,
  type GameSource,
  type RecordPlayer,
} from '../history/history.port.ts'
import { licencesOf, licenceSummary } from '../licences/licences.port.ts'
import { recordAttached, rememberPlayer } from './characters.attach.ts'
import type { createPlay } from './characters.play.ts'
import * as repo from './characters.repo.ts'
import type { AnyCharacter } from './characters.rows.ts'
import { emitCharacter, noSuchCharacter } from './characters.service.ts'

/** A character above this limit is refused as a conflict: after an error that says 'try later', the game server would send it again and again. */
const MAX_NEW_A_DAY = 2 * MAX_GAME_CHARACTERS
const MAX_NAMES_A_DAY = 10
/** Characters without an owner in one database of a game. */
const MAX_UNOWNED = 20_000

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly play: Pick<ReturnType<typeof createPlay>, 'playInGame' | 'stopInGame'>
  readonly countChange: HourlyLimit
  /** For each game server: changes, and new records, of characters without an owner. */
  readonly countUnowned: HourlyLimit
  readonly countNewUnowned: HourlyLimit
}
export type GameCharacters = ReturnType<typeof createGameCharacters>

/** Characters as game servers create, change and play them for their players. */
export function createGameCharacters({ db, publish, play, countChange, countUnowned, countNewUnowned }: Deps) {
  const count = (userId: number | null, { serverId }: GameServer) => (userId === null ? countUnowned(serverId) : countChange(userId))

  const save = (player: RecordPlayer, server: GameServer, { externalId, ...input }: GameCharacter): Promise<number> =>
    inTransaction(db, publish, async (tx, emit) => {
      const source = await sourceOf(tx, server)
      await lockOwners(tx, [player.userId])
      const known = await lockExternal(tx, source, externalId)
      const userId = ownerAfter(player, known, externalId)
      if (userId !== null && known?.userId !== userId) await assertRoom(tx, userId)
      if (userId === null && !known) {
        await assertRoomUnowned(tx, source)
        await countNewUnowned(server.serverId)
      }
      const before = known ?? (await insert(tx, { userId, source, externalId, name: input.name }))
      const changes = changesOf(before, source.isLedByGame || !known ? input : emptyOnly(before, input))
      if (userId === null) await rememberPlayer(tx, before.characterId, source, player)
      const gameFields = [...new Set([...before.gameFields, ...given(input)])]
      const isSame = known?.userId === userId && Object.keys(changes).length === 0
      if (isSame && gameFields.length === before.gameFields.length) return before.characterId
      if (!isSame) await count(userId, server)
      if (changes.name !== undefined) await changeName(tx, before, changes.name)
      await tx
        .updateTable('characters')
        .set((eb) => ({ ...changes, user_id: userId, game_fields: gameFields, ...(known && { version: eb('version', '+', 1) }) }))
        .where('id', '=', before.characterId)
        .execute()
      if (!known) await writeEvent(tx, null, { characterId: before.characterId, title: 'Registered', text: `${input.name}, in the game` })
      if (known?.origin === 'game' && known.userId === null && userId !== null) await recordAttached(tx, emit, { ...before, userId })
      await emitCharacter(emit, await repo.readCharacter(tx, before.characterId))
      return before.characterId
    })

  return {
    /**
     * Creates the player's character with this external id, or changes it. The character of someone without an account has no owner, until a game
     * server saves it for a member who has proved who they are.
     */
    save: async (player: RecordPlayer, server: GameServer, character: GameCharacter): Promise<number> => {
      try {
        // Two servers that share a database may both be first: the second then finds what the first has made.
        return await save(player, server, character).catch((error: unknown) => {
          if (violates(error, 'characters_external_key')) return save(player, server, character)
          throw error
        })
      } catch (error) {
        if (violates(error, 'characters_external_key')) throw belongsToAnother(character.externalId)
        throw error
      }
    },

    play: async ({ userId }: RecordPlayer, server: GameServer, which: WhichCharacter): Promise<PlayedCharacter> => {
      const source = await sourceOf(db, server)
      const characterId = await idOf(db, { userId, source, which })
      // A player without an account plays the record; nothing else of theirs is shown in the portal.
      if (characterId === undefined || userId === null) {
        const unowned = characterId ?? (await idOf(db, { userId: null, source, which }))
        if (unowned === undefined) throw noSuchCharacter()
        await db.updateTable('characters').set({ last_used_at: new Date() }).where('id', '=', unowned).execute()
        return readPlayed(db, unowned)
      }
      await play.playInGame(userId, characterId, server.serverId)
      return readPlayed(db, characterId)
    },

    stop: async ({ userId }: RecordPlayer, { serverId }: GameServer): Promise<void> => {
      if (userId !== null) await play.stopInGame(userId, serverId)
    },

    /** The character that a member plays on a server. Where the portal knows of none, `inGame` counts. */
    played: async (userId: number, server: GameServer, inGame: WhichCharacter | undefined): Promise<PlayedCharacter | null> => {
      const found = await playedOn(db, userId, server.serverId)
      const characterId = found ?? (inGame && (await idOf(db, { userId, source: await sourceOf(db, server), which: inGame })))
      return characterId === undefined ? null : readPlayed(db, characterId)
    },
  }
}

/** Whose the character is once it is saved. Who has only typed their Steam hex does not get a character that has no owner yet. */
function ownerAfter(player: RecordPlayer, known: AnyCharacter | undefined, externalId: string): number | null {
  if (!known) return player.userId
  if (known.userId !== null && known.userId !== player.userId) throw belongsToAnother(externalId)
  const isTyped = player.userId !== null && !player.isProved
  return known.userId === null && known.origin === 'game' && isTyped ? null : player.userId
}

async function readPlayed(db: Db, characterId: number): Promise<PlayedCharacter> {
  const row = await db
    .selectFrom('characters')
    .select(['external_id as externalId', 'name', sql<string | null>`born_on::text`.as('bornOn')])
    .where('id', '=', characterId)
    .executeTakeFirstOrThrow()
  const licences = await licencesOf(db, [characterId])
  return { characterId, ...row, licences: licences.map(licenceSummary) }
}

const belongsToAnother = (externalId: string) => new AppError('conflict', `${externalId} is a character of another member`, 'externalId')

/** Locks the character with an external id; undefined if there is none. An imported character may have no owner yet. */
async function lockExternal(tx: Tx, source: GameSource, externalId: string): Promise<AnyCharacter | undefined> {
  // A limited key finds no record of an import that nobody owns.
  const { rows } = await sql<{ id: number }>`
    select id from characters c where external_id = ${externalId} and removed_at is null and ${isOfSource(sql`c`, source)}
      and (c.game_database is not null or c.user_id is not null or not ${source.isLimited})
    order by c.game_database is null limit 1 for update`.execute(tx)
  return rows[0] && repo.readCharacter(tx, rows[0].id)
}

type New = { readonly userId: number | null; readonly source: GameSource; readonly externalId: string; readonly name: string }

async function insert(tx: Tx, { userId, source, externalId, name }: New): Promise<AnyCharacter> {
  const { id } = await tx
    .insertInto('characters')
    .values({ user_id: userId, name, origin: 'game', external_id: externalId, game_database: source.database })
    .returning('id')
    .executeTakeFirstOrThrow()
  return repo.readCharacter(tx, id)
}

type Given = Omit<GameCharacter, 'externalId'>
const given = (input: Partial<Given>) => Object.entries(input).flatMap(([field, value]) => (value === undefined ? [] : [field]))

/** Where the portal leads, the game fills in what is not known yet. */
const emptyOnly = (before: AnyCharacter, input: Given): Partial<Given> =>
  Object.fromEntries(Object.entries(input).filter(([field]) => !before[field as keyof Given]))

/** The columns that differ. Fields that the game leaves out stay as they are. */
function changesOf(before: AnyCharacter, input: Partial<Given>) {
  const { bornOn, ...texts } = input
  const changed = Object.entries(texts).filter(([field, value]) => value !== undefined && before[field as keyof typeof texts] !== value)
  return {
    ...(Object.fromEntries(changed) as Partial<Record<keyof typeof texts, string>>),
    ...(bornOn !== undefined && bornOn !== before.bornOn && { born_on: sql<Date>`${bornOn}::date` }),
  }
}

async function assertRoomUnowned(tx: Tx, { database }: GameSource): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from characters where game_database = ${database} and user_id is null and removed_at is null`.execute(tx)
  if ((rows[0]?.count ?? 0) >= MAX_UNOWNED)
    throw new AppError('conflict', `This game has ${MAX_UNOWNED} characters of players without an account, which is the most`)
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

/** The id of a member's character, or of one without an owner; undefined if there is no such character. */
async function idOf(
  db: Db,
  { userId, source, which }: { readonly userId: number | null; readonly source: GameSource; readonly which: WhichCharacter },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select c.id from characters c where c.removed_at is null and c.user_id is not distinct from ${userId}::integer
      and ${'externalId' in which ? sql`c.external_id = ${which.externalId} and ${isOfSource(sql`c`, source)}` : sql`c.id = ${which.characterId}`}
      and (c.user_id is not null or c.game_database = ${source.database})
    order by c.game_database is null limit 1`.execute(db)
  return rows[0]?.id
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
