import type {
  BodyOf,
  findRecords,
  PageOf,
  PageQuery,
  RepairCharacter,
  repairCharacter,
  RepairVehicle,
  repairVehicle,
} from '@tenfour/contract'
import { changesBetween, recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { advanceStream, inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { tell } from '../../people/notices/notices.port.ts'
import { lockOwners, writeEvent } from '../history/history.port.ts'
import * as repo from './repairs.repo.ts'

export function createRepairService({ db, publish }: { db: Db; publish: Publish }) {
  return {
    find: async (
      actor: Actor,
      { kind, q }: BodyOf<typeof findRecords>,
      page: PageQuery,
    ): Promise<PageOf<RepairCharacter | RepairVehicle>> => {
      await db
        .transaction()
        .execute((tx) => recordAudit(tx, actor, `${kind}.searched`, { subjectType: kind, subjectId: 'all', after: { q } }))
      const [items, counted] = kind === 'character' ? await repo.findCharacters(db, q, page) : await repo.findVehicles(db, q, page)
      return toPage<RepairCharacter | RepairVehicle>(items, counted, page)
    },

    character: (actor: Actor, characterId: number, input: BodyOf<typeof repairCharacter>): Promise<RepairCharacter> =>
      inTransaction(db, publish, async (tx, emit) => {
        const userId = input.memberEmail === null ? null : await memberOf(tx, input.memberEmail)
        await lockOwners(tx, [await repo.memberOfCharacter(tx, characterId), userId])
        const before = existing(await repo.lockCharacter(tx, characterId), input.version, 'character')
        if (before.isDeleted && !input.isDeleted && (await repo.isTakenOver(tx, characterId))) {
          throw new AppError('conflict', 'A member has claimed this person', 'isDeleted')
        }
        await repo.changeCharacter(tx, before, { ...input, userId })
        const after = existing(await repo.lockCharacter(tx, characterId), undefined, 'character')
        const changes = changesBetween(characterContent(before), characterContent(after))
        if (!changes) return after
        await recordAudit(tx, actor, 'character.repaired', {
          subjectType: 'character',
          subjectId: characterId,
          ...withReason(changes, input),
        })
        const text = before.name === after.name ? after.name : `${before.name}, now ${after.name}`
        await writeEvent(tx, { userId: actor.userId }, { characterId, title: 'Corrected by an admin', text, reason: input.reason })
        const path = after.isDeleted ? '/user/characters' : `/user/characters/${characterId}`
        await tellMembers(tx, emit, [before.member?.userId, after.member?.userId], {
          title: `${after.name} was corrected by an admin`,
          text: input.reason,
          path,
        })
        return after
      }).catch((error: unknown) => {
        throw violates(error, 'characters_external_key') ? wasAddedAgain('character') : error
      }),

    vehicle: (actor: Actor, vehicleId: number, input: BodyOf<typeof repairVehicle>): Promise<RepairVehicle> =>
      inTransaction(db, publish, async (tx, emit) => {
        const owner = input.characterId === null ? undefined : await repo.ownerOf(tx, input.characterId)
        await lockOwners(tx, [await repo.memberOfVehicle(tx, vehicleId), owner?.user_id ?? null])
        const before = existing(await repo.lockVehicle(tx, vehicleId), input.version, 'vehicle')
        if (input.characterId !== null && !owner) throw new AppError('invalid_input', 'There is no such character', 'characterId')
        const previous = before.owner ? await repo.ownerOf(tx, before.owner.characterId) : undefined
        await repo.changeVehicle(tx, before, { ...input, vin: input.vin || before.vin })
        const after = existing(await repo.lockVehicle(tx, vehicleId), undefined, 'vehicle')
        const changes = changesBetween(vehicleContent(before), vehicleContent(after))
        if (!changes) return after
        await recordAudit(tx, actor, 'vehicle.repaired', { subjectType: 'vehicle', subjectId: vehicleId, ...withReason(changes, input) })
        const event = { title: 'Corrected by an admin', text: `${after.plate}, ${after.model}`, reason: input.reason }
        await writeEvent(tx, { userId: actor.userId }, { vehicleId, characterId: after.owner?.characterId ?? null, ...event })
        await tellMembers(tx, emit, [previous?.user_id, owner?.user_id], {
          title: `${after.plate} was corrected by an admin`,
          text: input.reason,
          path: '/user/characters',
        })
        return after
      }).catch((error: unknown) => {
        if (violates(error, 'vehicles_plate_key')) throw new AppError('conflict', 'Another vehicle has this plate', 'plate')
        if (violates(error, 'vehicles_external_key')) throw wasAddedAgain('vehicle')
        if (violates(error, 'vehicles_vin_key')) throw new AppError('conflict', 'Another vehicle has this VIN', 'vin')
        throw error
      }),
  }
}

const wasAddedAgain = (what: string) =>
  new AppError('conflict', `The game or an import has added this ${what} again: correct that one instead`, 'isDeleted')

function existing<T extends { readonly version: number }>(found: T | undefined, version: number | undefined, what: string): T {
  if (!found) throw new AppError('not_found', `There is no such ${what}`)
  if (version !== undefined && found.version !== version)
    throw new AppError('conflict', `This ${what} has changed since you opened it: open it again`)
  return found
}

async function memberOf(tx: Tx, email: string): Promise<number> {
  const userId = await repo.memberByEmail(tx, email)
  if (userId === undefined) throw new AppError('invalid_input', 'No account has this address', 'memberEmail')
  return userId
}

/** Tells each member once, in the order of their ids, so that two repairs never wait for each other. Their open pages read everything again. */
async function tellMembers(
  tx: Tx,
  emit: Emit,
  userIds: readonly (number | null | undefined)[],
  notice: { title: string; text: string; path: string },
): Promise<void> {
  const concerned = [...new Set(userIds.filter((userId) => typeof userId === 'number'))].sort((one, other) => one - other)
  for (const userId of concerned) {
    await tell(tx, emit, userId, notice)
    await advanceStream(tx, 'own-records', { userId })
  }
}

const characterContent = ({ name, bornOn, member, isDeleted }: RepairCharacter) => ({
  name,
  bornOn,
  member: member?.emailAddress ?? null,
  isDeleted,
})
const vehicleContent = ({ plate, vin, model, colour, owner, isDeleted }: RepairVehicle) => ({
  plate,
  vin,
  model,
  colour,
  owner: owner?.name ?? null,
  isDeleted,
})
const withReason = <C extends { readonly after?: Readonly<Record<string, unknown>> }>(changes: C, { reason }: { reason: string }): C => ({
  ...changes,
  after: { ...changes.after, reason },
})
