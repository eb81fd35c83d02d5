import { addDays, type applyForLicence, type BodyOf, type Licence } from '@tenfour/contract'
import { whyNot } from '../../../platform/acts/acts.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { readToday } from '../../../platform/calendar/calendar.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { tell } from '../../people/notices/notices.port.ts'
import { assertAlive, characterPath, emitOwn, lockOwners, ownCharacter, writeEvent, type Owner } from '../history/history.port.ts'
import * as repo from './licences.repo.ts'
import { grantedAs, wantedType } from './licences.types.ts'

export type LicenceRules = {
  readonly needsApproval: boolean
  readonly days: number
  /** The department whose ranks decide on applications; 0 for any. */
  readonly departmentId: number
  readonly pointsLapseDays: number
  /** The points at which a licence is suspended; 0 for never. */
  readonly pointsToSuspend: number
  readonly pointsSuspensionDays: number
}
export type LicenceDeps = { readonly db: Db; readonly publish: Publish; readonly rules: () => LicenceRules }

const RENEWABLE_DAYS = 30

/** Acts of members on licences of their own characters. */
export function createLicenceService({ db, publish, rules }: LicenceDeps) {
  return {
    apply: (actor: Actor, { characterId, ...wanted }: BodyOf<typeof applyForLicence>): Promise<Licence> =>
      inTransaction(db, publish, async (tx, emit) => {
        await lockOwners(tx, [actor.userId])
        assertAlive(await ownCharacter(tx, 'licence.apply', actor, characterId))
        const { needsApproval, days } = rules()
        const { valueId: typeId } = await wantedType(tx, wanted)
        const granted = needsApproval ? null : await grantedAs(tx, typeId, days)
        const licence = await repo.saveApplication(tx, characterId, typeId, granted)
        if (!licence) throw alreadyHeld(await repo.findLicence(tx, characterId, typeId))
        await writeEvent(tx, actor, {
          characterId,
          title: needsApproval ? 'Licence applied for' : 'Licence granted',
          text: needsApproval ? licence.typeName : withLastDay(licence),
        })
        await emitOwn(emit, actor.userId, 'licence.saved', licence)
        return licence
      }),

    renew: (actor: Actor, licenceId: number, version: number): Promise<Licence> =>
      inTransaction(db, publish, async (tx, emit) => {
        const before = await repo.lockLicence(tx, { licenceId, version }, isOwnedBy('licence.renew', actor))
        assertAlive(before.owner)
        assertRenewable(before, await readToday(tx))
        const licence = await repo.renew(tx, licenceId, await grantedAs(tx, before.typeId, rules().days))
        await writeEvent(tx, actor, { characterId: licence.characterId, title: 'Licence renewed', text: withLastDay(licence) })
        await emitOwn(emit, actor.userId, 'licence.saved', licence)
        return licence
      }),

    giveUp: (actor: Actor, licenceId: number, version: number): Promise<Record<string, never>> =>
      inTransaction(db, publish, async (tx, emit) => {
        const { characterId, typeName, status, points } = await repo.lockLicence(
          tx,
          { licenceId, version },
          isOwnedBy('licence.giveUp', actor),
        )
        if (status === 'suspended' || status === 'revoked') throw new AppError('conflict', `This licence is ${status}`)
        // Otherwise a member could lose points by giving the licence up and applying for it again.
        if (points > 0) throw new AppError('conflict', `This licence has ${points} points: give it up when they have lapsed`)
        await repo.deleteLicence(tx, licenceId)
        const title = status === 'applied' ? 'Application withdrawn' : 'Licence given up'
        await writeEvent(tx, actor, { characterId, title, text: typeName })
        await emitOwn(emit, actor.userId, 'licence.left', { licenceId })
        return {}
      }),
  }
}

/** Such as "Driver's licence until 2 Jan 2027". */
export const withLastDay = ({ typeName, expiresOn }: Pick<Licence, 'typeName' | 'expiresOn'>): string =>
  expiresOn === null ? typeName : `${typeName} until ${dayFormat.format(new Date(expiresOn))}`

export const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

const isOwnedBy =
  (act: 'licence.renew' | 'licence.giveUp', actor: Actor) =>
  ({ userId }: Owner): boolean =>
    !whyNot(act, actor, { ownerIds: [userId] })

function assertRenewable({ status, expiresOn }: Licence, today: string): void {
  if (status === 'suspended' || status === 'revoked') throw new AppError('conflict', `This licence is ${status}`)
  if ((status !== 'valid' && status !== 'expired') || expiresOn === null) throw new AppError('conflict', 'This licence is not granted')
  if (expiresOn <= addDays(today, RENEWABLE_DAYS)) return
  throw new AppError('conflict', `This licence can be renewed in its last ${RENEWABLE_DAYS} days`)
}

const REFUSED_AS = { applied: 'has been applied for already', revoked: 'is revoked', suspended: 'is suspended' } as const
function alreadyHeld(licence: Licence | undefined): AppError {
  const status = licence?.status
  const why = status === 'applied' || status === 'revoked' || status === 'suspended' ? REFUSED_AS[status] : 'is held already'
  return new AppError('conflict', `This licence ${why}${status === 'expired' ? ': renew it' : ''}`, 'type')
}

export type LicenceEvent = { readonly title: string; readonly text: string; readonly reason: string }

/** A time as text: the day alone if it is midnight UTC, otherwise with the time, because the day may differ in the reader's zone. */
export function timeText(at: Date): string {
  const time = at.toISOString().slice(11, 16)
  return time === '00:00' ? dayFormat.format(at) : `${dayFormat.format(at)}, ${time} UTC`
}

/** Writes an event about a licence to the record and tells the member. `by` is null if the event follows from a rule of the community. */
export async function recordAndTell(
  tx: Tx,
  emit: Emit,
  by: { readonly userId: number; readonly identifier?: string } | null,
  { characterId, userId, name }: Owner,
  { licence, event }: { readonly licence: Licence; readonly event: LicenceEvent },
): Promise<void> {
  await writeEvent(tx, by, { characterId, ...event })
  if (userId === null) return
  await emitOwn(emit, userId, 'licence.saved', licence)
  const text = event.reason === '' ? event.text : `${event.text}. ${event.reason}`
  await tell(tx, emit, userId, { title: event.title, text: `${name}: ${text}`, path: characterPath(characterId) })
}
