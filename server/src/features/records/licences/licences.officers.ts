import {
  allOf,
  capability,
  LICENCE_WORDS,
  lookupUnit,
  type Licence,
  type LicenceApplication,
  type PageOf,
  type PageQuery,
} from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { inTransaction, type Emit } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { tell } from '../../people/notices/notices.port.ts'
import { actingSupervisor, actingUnit, assertAlive, characterPath, emitOwn, writeEvent, type ActingUnit } from '../history/history.port.ts'
import * as repo from './licences.repo.ts'
import { dayFormat, untilLastDay, type LicenceDeps } from './licences.service.ts'

type Act = { readonly reason: string; readonly version: number }
type Event = { readonly title: string; readonly text: string; readonly reason: string }

const MAX_SUSPENSION_YEARS = 10
const RULE = allOf(lookupUnit(), capability('actOnLicences'))

/** What ranks that may act on licences do with those of others. */
export function createLicenceOfficers({ db, publish, rules }: LicenceDeps) {
  /** One act of a unit on duty: `work` says what is written on record. */
  const act = (
    actor: Actor,
    licenceId: number,
    version: number,
    work: (tx: Tx, before: repo.HeldLicence, unit: ActingUnit) => Promise<{ licence: Licence; event: Event }>,
  ): Promise<Licence> =>
    inTransaction(db, publish, async (tx, emit) => {
      const unit = await actingUnit(tx, actor, RULE, 'actOnLicences')
      const before = await repo.lockLicence(tx, { licenceId, version }, () => true)
      assertNotOwn(actor, before)
      const { licence, event } = await work(tx, before, unit)
      await finish(tx, emit, unit, before, { licence, event })
      return licence
    })

  return {
    listApplications: async (query: PageQuery): Promise<PageOf<LicenceApplication>> =>
      toPage(await repo.listApplications(db, query), await repo.countApplications(db), query),

    decide: (actor: Actor, licenceId: number, { isGranted, reason, version }: Act & { isGranted: boolean }): Promise<Licence> =>
      inTransaction(db, publish, async (tx, emit) => {
        const before = await repo.lockLicence(tx, { licenceId, version }, () => true)
        assertNotOwn(actor, before)
        if (before.status !== 'applied') throw new AppError('conflict', 'This application has been decided')
        if (isGranted) assertAlive(before.owner)
        const licence = isGranted ? await repo.grant(tx, licenceId, rules().days) : await repo.refuse(tx, licenceId, reason)
        const event = isGranted
          ? { title: 'Licence granted', text: untilLastDay(licence), reason }
          : { title: 'Licence refused', text: LICENCE_WORDS[licence.type], reason }
        await finish(tx, emit, await actingSupervisor(tx, actor, 'actOnLicences'), before, { licence, event })
        return licence
      }),

    suspend: (actor: Actor, licenceId: number, { until: given, reason, version }: Act & { until: string }): Promise<Licence> => {
      const until = new Date(given)
      assertWithinReach(until)
      return act(actor, licenceId, version, async (tx, before) => {
        assertGranted(before)
        const licence = await repo.suspend(tx, licenceId, until, reason)
        const text = `${LICENCE_WORDS[licence.type]} until ${instantText(until)}`
        return { licence, event: { title: 'Licence suspended', text, reason } }
      })
    },

    revoke: (actor: Actor, licenceId: number, { reason, version }: Act): Promise<Licence> =>
      act(actor, licenceId, version, async (tx, before) => {
        assertGranted(before)
        const licence = await repo.revoke(tx, licenceId, reason)
        return { licence, event: { title: 'Licence revoked', text: LICENCE_WORDS[licence.type], reason } }
      }),

    reinstate: (actor: Actor, licenceId: number, { reason, version }: Act): Promise<Licence> =>
      act(actor, licenceId, version, async (tx, before) => {
        if (before.status !== 'suspended' && before.status !== 'revoked') {
          throw new AppError('conflict', 'This licence is neither suspended nor revoked')
        }
        const licence = await repo.reinstate(tx, licenceId)
        return { licence, event: { title: 'Licence reinstated', text: LICENCE_WORDS[licence.type], reason } }
      }),

    addPoints: (actor: Actor, licenceId: number, { points, reason, version }: Act & { points: number }): Promise<Licence> =>
      act(actor, licenceId, version, async (tx, before, { userId }) => {
        if (before.status !== 'revoked') assertGranted(before)
        const licence = await repo.addPoints(tx, licenceId, { points, reason, userId, days: rules().pointsLapseDays })
        const given = `${points} ${points === 1 ? 'point' : 'points'} on ${LICENCE_WORDS[licence.type]}, ${licence.points} in all`
        return { licence, event: { title: 'Points given', text: given, reason } }
      }),
  }
}

function assertNotOwn({ userId }: Actor, { owner }: repo.HeldLicence): void {
  if (owner.userId === userId) throw new AppError('forbidden', 'Nobody acts on a licence of their own characters')
}

function assertGranted({ status }: Licence): void {
  if (status === 'revoked') throw new AppError('conflict', 'This licence is revoked')
  if (status === 'applied' || status === 'refused') throw new AppError('conflict', 'This licence has not been granted')
}

function assertWithinReach(until: Date): void {
  if (until.getTime() <= Date.now()) throw new AppError('invalid_input', 'Give a date in the future', 'until')
  const latest = new Date()
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_SUSPENSION_YEARS)
  if (until > latest) throw new AppError('invalid_input', `At most ${MAX_SUSPENSION_YEARS} years: revoke it instead`, 'until')
}

/** The day alone where it begins then, so that nobody is told a day that is not theirs. */
function instantText(at: Date): string {
  const time = at.toISOString().slice(11, 16)
  return time === '00:00' ? dayFormat.format(at) : `${dayFormat.format(at)}, ${time} UTC`
}

/** On record, and told to the member. */
async function finish(
  tx: Tx,
  emit: Emit,
  by: { readonly userId: number; readonly identifier?: string },
  { owner }: repo.HeldLicence,
  { licence, event }: { readonly licence: Licence; readonly event: Event },
): Promise<void> {
  const { characterId, userId } = owner
  await writeEvent(tx, by, { characterId, ...event })
  if (userId === null) return
  await emitOwn(emit, userId, 'licence.saved', licence)
  const text = event.reason === '' ? event.text : `${event.text}. ${event.reason}`
  await tell(tx, emit, userId, { title: event.title, text: `${owner.name}: ${text}`, path: characterPath(characterId) })
}
