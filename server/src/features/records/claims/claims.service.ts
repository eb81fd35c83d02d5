import {
  COUNT_LIMIT,
  MAX_WEAPONS,
  type BodyOf,
  type Claim,
  type ClaimToDecide,
  type claimRecord,
  type PageOf,
  type PageQuery,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { assertAct } from '../../../platform/acts/acts.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { advanceStream, inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { tell } from '../../people/notices/notices.port.ts'
import { actingSupervisor, characterPath, emitOwn, findOwner, lockOwners, ownCharacter, writeEvent } from '../history/history.port.ts'
import { licencesOf } from '../licences/licences.port.ts'
import { countVehicles, findVehicles, vehiclesOf } from '../vehicles/vehicles.port.ts'
import { countWeapons, weaponsOf } from '../weapons/weapons.port.ts'
import * as repo from './claims.repo.ts'
import { countOpenClaims, findClaims, openClaims, ownClaim, type AnyClaim } from './claims.rows.ts'

const MAX_OPEN_CLAIMS = 5
/** Withdrawn and decided claims stay in the table. */
const MAX_CLAIMS_A_DAY = 20
const TAKEN = 'This already belongs to another member'

type Deps = { readonly db: Db; readonly publish: Publish; readonly maxVehicles: () => number }

/** Members claim persons and vehicles that officers noted; supervisors decide. */
export function createClaimService({ db, publish, maxVehicles }: Deps) {
  return {
    create: (actor: Actor, { characterId, plate, text }: BodyOf<typeof claimRecord>): Promise<Claim> =>
      inTransaction(db, publish, async (tx, emit) => {
        const { userId } = actor
        await lockOwners(tx, [userId])
        const { name } = await ownCharacter(tx, 'claim.create', actor, characterId)
        await assertRoom(tx, userId)
        const noted = await findNoted(tx, userId, { characterId, name, plate })
        const isFree = await repo.lockNoted(tx, noted)
        const claimId = isFree ? await repo.insertClaim(tx, { userId, characterId, text, ...noted }) : undefined
        if (claimId === undefined) throw new AppError('conflict', isFree ? 'You have already claimed this' : TAKEN)
        const claim = ownClaim(await readClaim(tx, claimId))
        await emitOwn(emit, userId, 'claim.saved', claim)
        return claim
      }),

    withdraw: (actor: Actor, claimId: number): Promise<Claim> =>
      inTransaction(db, publish, async (tx, emit) => {
        const { userId } = actor
        const [found] = await findClaims(tx, [claimId])
        if (!found) throw noSuchClaim()
        await assertAct(tx, 'claim.withdraw', actor, { userIds: [found.member.userId] })
        const [ended] = await repo.endClaims(tx, sql`id = ${claimId}`, { state: 'withdrawn' })
        if (ended === undefined) throw decidedAlready()
        const claim = ownClaim(await readClaim(tx, claimId))
        await emitOwn(emit, userId, 'claim.saved', claim)
        return claim
      }),

    list: async (query: PageQuery): Promise<PageOf<ClaimToDecide>> => {
      const [items, counted] = await Promise.all([openClaims(db, query), countOpenClaims(db, COUNT_LIMIT + 1)])
      return toPage(items, counted, query)
    },

    decide: (actor: Actor, claimId: number, { isGranted, reason }: { isGranted: boolean; reason: string }): Promise<ClaimToDecide> =>
      inTransaction(db, publish, async (tx, emit) => {
        const [claim] = await findClaims(tx, [claimId])
        if (!claim) throw noSuchClaim()
        const { userId } = claim.member
        await assertAct(tx, 'claim.decide', actor, { userIds: [userId], characterIds: [claim.characterId] })
        const by = await actingSupervisor(tx, actor, 'actOnLicences')
        // The member is locked before the claim, as by everything that changes what the member owns.
        await lockOwners(tx, [userId])
        const isFree = await repo.lockNoted(tx, claim)
        const outcome = { state: isGranted ? 'granted' : 'refused', reason, by: by.userId } as const
        const [ended] = await repo.endClaims(tx, sql`id = ${claimId}`, outcome)
        if (ended === undefined) throw decidedAlready()
        if (isGranted && !isFree) throw new AppError('conflict', `${TAKEN}: refuse this claim`)
        const hasFines = isGranted && (await grant(tx, claim, maxVehicles()))
        const others = isGranted ? await repo.endClaims(tx, claimsToSame(claim), { state: 'refused', reason: TAKEN, by: by.userId }) : []
        const decided = await findClaims(tx, [claimId, ...others])
        await writeEvents(tx, by, decided)
        // Members are told in the order of their ids, so that two transactions never wait for each other.
        for (const each of decided.toSorted((one, other) => one.member.userId - other.member.userId)) {
          if (each.state === 'granted') await emitGranted(tx, emit, each)
          // Fines moved to the character, and claims can't read them: open pages read everything again.
          if (each.state === 'granted' && hasFines) await advanceStream(tx, 'own-records', { userId: each.member.userId })
          await announce(tx, emit, each)
        }
        return readClaim(tx, claimId)
      }),
  }
}

const noSuchClaim = () => new AppError('not_found', 'There is no such claim')
const decidedAlready = () => new AppError('conflict', 'This claim has been decided or withdrawn')

async function assertRoom(tx: Tx, userId: number): Promise<void> {
  const { open, today } = await repo.countClaims(tx, userId)
  if (open >= MAX_OPEN_CLAIMS) throw new AppError('conflict', `You have ${open} open claims, which is the most: withdraw one first`)
  if (today >= MAX_CLAIMS_A_DAY) throw new AppError('too_many_attempts', `You have made ${today} claims within a day: try again tomorrow`)
}

type Wanted = { readonly characterId: number; readonly name: string; readonly plate: string | undefined }

async function findNoted(tx: Tx, userId: number, { characterId, name, plate }: Wanted): Promise<repo.ClaimedRecord> {
  if (plate !== undefined) {
    const vehicleId = await repo.findNotedVehicle(tx, plate)
    if (vehicleId === undefined) throw new AppError('invalid_input', 'No vehicle with this plate was noted', 'plate')
    return { notedCharacterId: null, vehicleId }
  }
  const notedCharacterId = await repo.findNotedPerson(tx, userId, characterId)
  if (notedCharacterId === undefined) throw new AppError('invalid_input', `No person called ${name} was noted`, 'characterId')
  return { notedCharacterId, vehicleId: null }
}

/** All claims to the same person or vehicle. */
const claimsToSame = ({ notedCharacterId, vehicleId }: AnyClaim) =>
  vehicleId === null ? sql`noted_character_id = ${notedCharacterId}` : sql`vehicle_id = ${vehicleId}`

/** Carries out a granted claim, within the limits of the member, whom the caller has locked. Returns whether fines came with it. */
async function grant(tx: Tx, { member: { userId }, characterId, notedCharacterId, vehicleId }: AnyClaim, limit: number): Promise<boolean> {
  const owner = await findOwner(tx, characterId)
  if (owner?.userId !== userId) throw new AppError('conflict', 'The character who asks has been deleted: refuse this claim')
  const comes = notedCharacterId === null ? { vehicles: 1, weapons: 0 } : await repo.countOwned(tx, notedCharacterId)
  const refuse = (what: string, max: number) => new AppError('conflict', `This member would have more than the ${max} ${what} allowed`)
  if (comes.vehicles > 0 && (await countVehicles(tx, userId)).inUse + comes.vehicles > limit) throw refuse('vehicles', limit)
  if (comes.weapons > 0 && (await countWeapons(tx, userId)).inUse + comes.weapons > MAX_WEAPONS) throw refuse('weapons', MAX_WEAPONS)
  if (vehicleId !== null) await repo.giveVehicle(tx, vehicleId, characterId)
  return notedCharacterId !== null && repo.mergePerson(tx, notedCharacterId, characterId)
}

async function writeEvents(tx: Tx, by: { userId: number; identifier: string }, claims: readonly AnyClaim[]): Promise<void> {
  for (const { characterId, vehicleId, kind, label, state, reason } of claims) {
    const text = kind === 'vehicle' ? `Vehicle ${label}` : `Noted person ${label}`
    const title = state === 'granted' ? 'Claim granted' : 'Claim refused'
    await writeEvent(tx, by, { characterId, vehicleId: state === 'granted' ? vehicleId : null, title, text, reason })
  }
}

async function announce(tx: Tx, emit: Emit, claim: AnyClaim): Promise<void> {
  const { userId } = claim.member
  await emitOwn(emit, userId, 'claim.saved', ownClaim(claim))
  const title = `Your claim to ${claim.label} was ${claim.state}`
  await tell(tx, emit, userId, { title, text: claim.reason, path: characterPath(claim.characterId) })
}

/** Tells the member's open pages what the character has now. */
async function emitGranted(tx: Tx, emit: Emit, { member: { userId }, characterId, vehicleId }: AnyClaim): Promise<void> {
  const vehicles = vehicleId === null ? await vehiclesOf(tx, [characterId], 'owner') : await findVehicles(tx, [vehicleId], 'owner')
  for (const vehicle of vehicles) await emitOwn(emit, userId, 'vehicle.saved', { ...vehicle, characterId })
  if (vehicleId !== null) return
  for (const weapon of await weaponsOf(tx, [characterId])) await emitOwn(emit, userId, 'weapon.saved', weapon)
  for (const licence of await licencesOf(tx, [characterId])) await emitOwn(emit, userId, 'licence.saved', licence)
}

async function readClaim(tx: Tx, claimId: number): Promise<AnyClaim> {
  const [claim] = await findClaims(tx, [claimId])
  if (!claim) throw new Error(`claim ${claimId} was just written and is gone`)
  return claim
}
