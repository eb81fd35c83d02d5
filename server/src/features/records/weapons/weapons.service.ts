import { MAX_WEAPONS, type Weapon, type WeaponInput } from '@tenfour/contract'
import { assertAct } from '../../../platform/acts/acts.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { assertAlive, emitOwn, lockOwners, ownCharacter, writeEvent } from '../history/history.port.ts'
import * as repo from './weapons.repo.ts'

/** Deleted weapons stay in the table, so registering and deleting in turn needs a limit too. */
const MAX_NEW_A_DAY = 2 * MAX_WEAPONS

const taken = () => new AppError('conflict', 'Another weapon already has this serial number', 'serial')
const noSuchWeapon = () => new AppError('not_found', 'There is no such weapon')
export const label = ({ model, serial }: WeaponInput): string => `${model}, ${serial}`

type Deps = { readonly db: Db; readonly publish: Publish; readonly needsApproval: () => boolean }

export function createWeaponService({ db, publish, needsApproval }: Deps) {
  /** Runs a change under the member's lock, so that limits hold. */
  const change = <T>({ userId }: Actor, work: (tx: Tx, emit: Emit) => Promise<T>): Promise<T> =>
    inTransaction(db, publish, async (tx, emit) => {
      await lockOwners(tx, [userId])
      return work(tx, emit)
    }).catch((error: unknown) => {
      throw violates(error, 'weapons_serial_key') ? taken() : error
    })

  return {
    create: (actor: Actor, { characterId, ...input }: WeaponInput & { characterId: number }): Promise<Weapon> =>
      change(actor, async (tx, emit) => {
        assertAlive(await ownCharacter(tx, 'weapon.create', actor, characterId))
        await assertRoom(tx, actor.userId)
        const made = await repo.insertWeapon(tx, characterId, input)
        if (!made) throw taken()
        const weapon = needsApproval() ? await repo.askApproval(tx, made.weaponId) : made
        await writeEvent(tx, actor, { characterId, title: 'Weapon registered', text: label(weapon) })
        await emitOwn(emit, actor.userId, 'weapon.saved', weapon)
        return weapon
      }),

    /** An empty serial number leaves the present one. */
    update: (actor: Actor, weaponId: number, { version, ...input }: WeaponInput & { version: number }): Promise<Weapon> =>
      change(actor, async (tx, emit) => {
        const before = await claim(tx, 'weapon.update', actor, weaponId, version)
        const next = { model: input.model, serial: input.serial || before.serial }
        if (next.model === before.model && next.serial === before.serial) return before
        const changed = await repo.updateWeapon(tx, weaponId, next)
        // A change of a refused weapon asks for approval again.
        const isAsked = needsApproval() || before.unapproved !== null
        const weapon = isAsked ? await repo.askApproval(tx, weaponId) : changed
        await writeEvent(tx, actor, {
          characterId: before.characterId,
          title: 'Weapon changed',
          text: `From ${label(before)} to ${label(weapon)}`,
        })
        await emitOwn(emit, actor.userId, 'weapon.saved', weapon)
        return weapon
      }),

    remove: (actor: Actor, weaponId: number, version: number): Promise<Record<string, never>> =>
      change(actor, async (tx, emit) => {
        const weapon = await claim(tx, 'weapon.delete', actor, weaponId, version)
        await repo.removeWeapon(tx, weaponId)
        await writeEvent(tx, actor, { characterId: weapon.characterId, title: 'Weapon deleted', text: label(weapon) })
        await emitOwn(emit, actor.userId, 'weapon.left', { weaponId })
        return {}
      }),
  }
}

async function claim(tx: Tx, act: 'weapon.update' | 'weapon.delete', actor: Actor, weaponId: number, version: number): Promise<Weapon> {
  const weapon = await repo.lockWeapon(tx, weaponId)
  if (!weapon) throw noSuchWeapon()
  await assertAct(tx, act, actor, { characterIds: [weapon.characterId] })
  if (weapon.version !== version) throw new AppError('conflict', 'This weapon has changed since you opened it')
  return weapon
}

async function assertRoom(tx: Tx, userId: number): Promise<void> {
  const { inUse, today } = await repo.countWeapons(tx, userId)
  if (inUse >= MAX_WEAPONS) throw new AppError('conflict', `Your characters have ${inUse} weapons, which is the most: delete one first`)
  if (today >= MAX_NEW_A_DAY) {
    throw new AppError('too_many_attempts', `You have registered ${today} weapons within a day: try again tomorrow`)
  }
}
