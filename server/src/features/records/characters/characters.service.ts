import {
  anyOf,
  CHARACTER_FIELDS,
  civilian,
  fireUnit,
  isAllowed,
  lookupUnit,
  policeUnit,
  type BodyOf,
  type CharacterInput,
  type noteCharacter,
  type OwnCharacter,
  type OwnRecords,
  type PageOf,
  type PageQuery,
  type RecordEvent,
} from '@tenfour/contract'
import { assertOwnership } from '../../../platform/acts/acts.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { readAtOnce } from '../../../platform/database/streams.ts'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { tell } from '../../people/notices/notices.port.ts'
import { withdrawClaimsFor } from '../claims/claims.port.ts'
import { checkFields, isSameFields, storedFields } from '../fields/fields.port.ts'
import { actingUnit, characterPath, countEvents, emitOwn, eventsOf, lockOwners, writeEvent } from '../history/history.port.ts'
import { readOwnRecords } from './characters.own-records.ts'
import * as repo from './characters.repo.ts'
import { findCharacters, type AnyCharacter } from './characters.rows.ts'

const DETAILS = CHARACTER_FIELDS.filter((field) => field !== 'fields')
/** Deleted characters stay in the table, so creating and deleting in turn needs a limit too. */
const MAX_NEW_A_DAY = 50
/** Every former name stays on record. */
const MAX_NAMES_A_DAY = 10

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly limit: () => number
  readonly mayCreateForOthers: () => boolean
}

export function createCharacterService({ db, publish, limit, mayCreateForOthers }: Deps) {
  const createOwn = (actor: Actor, input: CharacterInput) =>
    inTransaction(db, publish, async (tx, emit) => {
      await lockOwners(tx, [actor.userId])
      return create(tx, emit, { userId: actor.userId, by: actor, input, max: limit() })
    })

  /** A police or fire unit creates a character for a civilian who is on duty on the same server. */
  const createForOther = (actor: Actor, userId: number, input: CharacterInput) =>
    inTransaction(db, publish, async (tx, emit) => {
      const unit = await actingUnit(tx, actor, anyOf(policeUnit(), fireUnit()))
      if (!mayCreateForOthers()) {
        throw new AppError('forbidden', 'In this community members create their characters themselves')
      }
      await lockOwners(tx, [userId])
      if (!(await repo.isCivilianOn(tx, userId, unit.serverId))) {
        throw new AppError('invalid_input', 'This member is not on duty as a civilian on your server', 'forUserId')
      }
      const character = await create(tx, emit, { userId, by: unit, input, max: limit() })
      const text = `${character.name}, by ${unit.identifier}`
      await tell(tx, emit, userId, { title: 'A character was created for you', text, path: characterPath(character.characterId) })
      return character
    })

  return {
    list: ({ userId }: Actor): Promise<OwnRecords> => readAtOnce(db, (tx) => readOwnRecords(tx, userId)),

    create: (actor: Actor, { forUserId, ...input }: CharacterInput & { forUserId?: number | undefined }): Promise<OwnCharacter> => {
      if (forUserId !== undefined && forUserId !== actor.userId) return createForOther(actor, forUserId, input)
      if (isAllowed(civilian, actor.subject)) return createOwn(actor, input)
      throw new AppError('invalid_input', 'Choose the member who gets the character: you are not a civilian yourself', 'forUserId')
    },

    update: (actor: Actor, characterId: number, { version, ...input }: CharacterInput & { version: number }): Promise<OwnCharacter> =>
      inTransaction(db, publish, async (tx, emit) => {
        const before = await lockOwn(tx, 'character.update', actor, characterId, version)
        const stored = await storedFields(tx, 'character', characterId)
        const fields = await checkFields(tx, 'character', input.fields, { before: stored, filler: 'owner', isComplete: true })
        const isSame = DETAILS.every((detail) => before[detail] === input[detail]) && isSameFields(stored, fields)
        if (isSame) return before
        for (const field of before.ledByGame)
          if (before[field] !== input[field]) throw new AppError('conflict', 'This comes from the game, and is changed there', field)
        if (before.name !== input.name) await changeName(tx, actor, before, input.name)
        const after = await repo.updateCharacter(tx, characterId, input, fields)
        await emitCharacter(emit, after)
        return after
      }),

    record: (actor: Actor, characterId: number, query: PageQuery): Promise<PageOf<RecordEvent>> =>
      readAtOnce(db, async (tx) => {
        const [character] = await findCharacters(tx, [characterId])
        if (character?.userId !== actor.userId) throw noSuchCharacter()
        return toPage(await eventsOf(tx, { characterId }, query), await countEvents(tx, { characterId }), query)
      }),

    /** Notes a person who is not registered. */
    note: (actor: Actor, person: BodyOf<typeof noteCharacter>): Promise<{ characterId: number }> =>
      db.transaction().execute(async (tx) => {
        const unit = await actingUnit(tx, actor, lookupUnit())
        const characterId = await repo.insertNoted(tx, unit.userId, person)
        await writeEvent(tx, unit, { characterId, title: 'Noted', text: person.name })
        return { characterId }
      }),
  }
}

export const noSuchCharacter = () => new AppError('not_found', 'There is no such character')

/** Locks a character of the member's own. If a version is given, refuses any other version. */
export async function lockOwn(
  tx: Tx,
  act: `character.${'update' | 'delete' | 'play' | 'stop' | 'picture'}`,
  by: Pick<Actor, 'userId'>,
  characterId: number,
  version?: number,
): Promise<AnyCharacter> {
  const character = await repo.lockCharacter(tx, characterId)
  if (!character) throw noSuchCharacter()
  assertOwnership(act, by, { ownerIds: [character.userId] })
  if (version !== undefined && character.version !== version) {
    throw new AppError('conflict', 'This character has changed since you opened it')
  }
  return character
}

export const emitCharacter = (emit: Emit, { userId, origin: _origin, gameFields: _fields, ...character }: AnyCharacter): Promise<void> =>
  emitOwn(emit, userId, 'character.saved', character)

type NewCharacter = {
  readonly userId: number
  readonly by: { readonly userId: number; readonly identifier?: string }
  readonly input: CharacterInput
  readonly max: number
}

/** The caller has locked the member. */
async function create(tx: Tx, emit: Emit, { userId, by, input, max }: NewCharacter): Promise<AnyCharacter> {
  const { inUse, today } = await repo.countCharacters(tx, userId)
  const [have, first] = by.userId === userId ? ['You have', 'delete one first'] : ['They have', 'they have to delete one first']
  if (inUse >= max)
    throw new AppError('conflict', `${have} ${inUse} ${inUse === 1 ? 'character' : 'characters'}, which is the most: ${first}`)
  if (today >= MAX_NEW_A_DAY) throw new AppError('too_many_attempts', `${have} ${today} new characters within a day: try again tomorrow`)
  // An officer can't fill in required fields for someone else: the member is asked for them when they next edit the character.
  const isComplete = by.userId === userId
  const fields = await checkFields(tx, 'character', input.fields, { before: {}, filler: 'owner', isComplete })
  const character = await repo.insertCharacter(tx, userId, input, fields)
  await writeEvent(tx, by, { characterId: character.characterId, title: 'Registered', text: character.name })
  await emitCharacter(emit, character)
  return character
}

async function changeName(tx: Tx, actor: Actor, { characterId, name }: AnyCharacter, next: string): Promise<void> {
  if ((await repo.countNameChanges(tx, characterId)) >= MAX_NAMES_A_DAY) {
    throw new AppError('too_many_attempts', `A name can be changed ${MAX_NAMES_A_DAY} times a day: try again tomorrow`, 'name')
  }
  await repo.keepFormerName(tx, characterId, name)
  await writeEvent(tx, actor, { characterId, title: 'Name changed', text: `From ${name} to ${next}` })
}

/** Deletes a character with everything that belongs to it; what was written about it stays on record. */
export const createCharacterRemoval =
  ({ db, publish }: { db: Db; publish: Publish }) =>
  (actor: Actor, characterId: number, version: number): Promise<Record<string, never>> =>
    inTransaction(db, publish, async (tx, emit) => {
      const { userId } = actor
      await lockOwners(tx, [userId])
      const character = await lockOwn(tx, 'character.delete', actor, characterId, version)
      if (character.ledByGame.length > 0) throw new AppError('conflict', `${character.name} comes from the game, and is deleted there`)
      const transfers = await repo.dropTransfers(tx, characterId)
      const { impounded } = await repo.lockVehicles(tx, characterId)
      if (impounded !== undefined) {
        throw new AppError('conflict', `${impounded} is impounded: it has to be released before ${character.name} can be deleted`)
      }
      const claims = await withdrawClaimsFor(tx, characterId)
      await repo.removeCharacter(tx, characterId)
      await writeEvent(tx, actor, { characterId, title: 'Deleted', text: character.name })
      // In the order of the members' ids, so that two who delete at once never wait for each other.
      const told = [userId, ...transfers.flatMap(({ userIds }) => userIds)].toSorted((a, b) => a - b)
      for (const each of new Set(told)) {
        for (const { transferId, userIds } of transfers) {
          if (userIds.includes(each)) await emitOwn(emit, each, 'transfer.left', { transferId })
        }
        if (each !== userId) continue
        for (const claim of claims) await emitOwn(emit, userId, 'claim.saved', claim)
        await emitOwn(emit, userId, 'character.left', { characterId })
      }
      return {}
    })
