import type { BodyOf, decideRecordApproval, PageOf, PageQuery, RecordApproval } from '@tenfour/contract'
import { assertAct } from '../../../platform/acts/acts.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { tell } from '../../people/notices/notices.port.ts'
import { actingSupervisor, characterPath, emitOwn, findOwner, lockOwners, writeEvent, type Owner } from '../history/history.port.ts'
import { decidesIn, withRecords, type KnownWarrants } from '../licences/licences.port.ts'
import { decideVehicle, lockVehicle, tellVehicleOwner, vehicleLabel } from '../vehicles/vehicles.port.ts'
import { decideWeapon, findWeapons, lockWeapon, weaponLabel } from '../weapons/weapons.port.ts'
import { countWaiting, listWaiting } from './approvals.repo.ts'

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly warrants: KnownWarrants
  /** The department whose ranks decide; 0 for any. */
  readonly departmentId: () => number
}
type Decision = BodyOf<typeof decideRecordApproval>
/** A vehicle or weapon, locked with its owner. */
type Locked = {
  readonly owner: Owner
  readonly version: number
  readonly isWaiting: boolean
  readonly label: string
  readonly vehicleId: number | null
  /** Writes the decision and sends the owner what was decided on; `refusedFor` is null if it is approved. */
  readonly decide: (refusedFor: string | null) => Promise<void>
}

export function createApprovalService({ db, publish, warrants, departmentId }: Deps) {
  return {
    list: async (actor: Actor, query: PageQuery): Promise<PageOf<RecordApproval>> => {
      if (!decidesIn(departmentId(), actor.subject)) return toPage([], 0, query)
      return toPage(await withRecords(db, warrants, actor, await listWaiting(db, query)), await countWaiting(db), query)
    },

    decide: (actor: Actor, { of, id, version, isGranted, reason }: Decision): Promise<Record<string, never>> =>
      inTransaction(db, publish, async (tx, emit) => {
        const by = await actingSupervisor(tx, actor, 'actOnLicences', departmentId() || null)
        const found = of === 'vehicle' ? await lockedVehicle(tx, emit, id) : await lockedWeapon(tx, emit, id)
        if (!found) throw new AppError('not_found', `There is no such ${of}`)
        const { owner, vehicleId, label } = found
        await assertAct(tx, 'approval.decide', actor, { characterIds: [owner.characterId] })
        if (!found.isWaiting) throw new AppError('conflict', `This ${of} has been decided on`)
        if (found.version !== version) throw new AppError('conflict', `This ${of} has changed since you opened it`)
        await found.decide(isGranted ? null : reason)
        const title = `${of === 'vehicle' ? 'Vehicle' : 'Weapon'} ${isGranted ? 'approved' : 'refused'}`
        await writeEvent(tx, by, { characterId: owner.characterId, vehicleId, title, text: label, reason })
        if (owner.userId !== null) {
          const text = [`${owner.name}: ${label}`, reason].filter(Boolean).join('. ')
          await tell(tx, emit, owner.userId, { title, text, path: characterPath(owner.characterId) })
        }
        return {}
      }),
  }
}

async function lockedVehicle(tx: Tx, emit: Emit, id: number): Promise<Locked | undefined> {
  const vehicle = await lockVehicle(tx, id)
  const { owner, version, unapproved } = vehicle
  if (!owner) return undefined
  const decide = async (refusedFor: string | null) => {
    await decideVehicle(tx, id, refusedFor)
    if (owner.userId !== null) await tellVehicleOwner(tx, emit, { userId: owner.userId }, id)
  }
  return { owner, version, isWaiting: unapproved?.state === 'waiting', label: vehicleLabel(vehicle), vehicleId: id, decide }
}

async function lockedWeapon(tx: Tx, emit: Emit, id: number): Promise<Locked | undefined> {
  const [before] = await findWeapons(tx, [id])
  const owner = before && (await findOwner(tx, before.characterId))
  if (!owner) return undefined
  await lockOwners(tx, [owner.userId])
  const weapon = await lockWeapon(tx, id)
  if (weapon?.characterId !== owner.characterId) return undefined
  const decide = async (refusedFor: string | null) => {
    const decided = await decideWeapon(tx, id, refusedFor)
    if (owner.userId !== null) await emitOwn(emit, owner.userId, 'weapon.saved', decided)
  }
  return {
    owner,
    version: weapon.version,
    isWaiting: weapon.unapproved?.state === 'waiting',
    label: weaponLabel(weapon),
    vehicleId: null,
    decide,
  }
}
