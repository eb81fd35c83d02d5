import { allOf, capability, lookupUnit, type Licence, type LicenceApplication, type PageOf, type PageQuery } from '@tenfour/contract'
import { assertAct } from '../../../platform/acts/acts.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { inTransaction, type Emit } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { actingSupervisor, actingUnit, assertAlive, type ActingUnit, type Owner } from '../history/history.port.ts'
import { decidesIn, withRecords, type KnownWarrants } from './licences.applicants.ts'
import { pointsText, suspendForPoints } from './licences.points.ts'
import * as repo from './licences.repo.ts'
import { grantedAs } from './licences.types.ts'
import { timeText, recordAndTell, withLastDay, type LicenceDeps, type LicenceEvent } from './licences.service.ts'

type Act = { readonly reason: string; readonly version: number }

const MAX_SUSPENSION_YEARS = 10
const RULE = allOf(lookupUnit(), capability('actOnLicences'))

/** Acts of officers, whose rank may act on licences, on licences of others. */
export function createLicenceOfficers({ db, publish, rules, warrants }: LicenceDeps & { readonly warrants: KnownWarrants }) {
  /** One act of a unit on duty; `work` returns the event for the record. */
  const carryOut = (
    act: 'licence.suspend' | 'licence.revoke' | 'licence.reinstate' | 'licence.addPoints',
    actor: Actor,
    licenceId: number,
    version: number,
    work: (tx: Tx, before: repo.HeldLicence, unit: ActingUnit) => Promise<{ licence: Licence; event: LicenceEvent }>,
    follow?: (tx: Tx, emit: Emit, owner: Owner, licence: Licence) => Promise<Licence>,
  ): Promise<Licence> =>
    inTransaction(db, publish, async (tx, emit) => {
      const unit = await actingUnit(tx, actor, RULE, 'actOnLicences')
      const before = await repo.lockLicence(tx, { licenceId, version }, () => true)
      await assertAct(tx, act, actor, { characterIds: [before.characterId] })
      const { licence, event } = await work(tx, before, unit)
      await recordAndTell(tx, emit, unit, before.owner, { licence, event })
      return follow ? follow(tx, emit, before.owner, licence) : licence
    })

  return {
    listApplications: async (actor: Actor, query: PageQuery): Promise<PageOf<LicenceApplication>> => {
      if (!decidesIn(rules().departmentId, actor.subject)) return toPage([], 0, query)
      const items = await withRecords(db, warrants, actor, await repo.listApplications(db, query))
      return toPage(items, await repo.countApplications(db), query)
    },

    decide: (actor: Actor, licenceId: number, { isGranted, reason, version }: Act & { isGranted: boolean }): Promise<Licence> =>
      inTransaction(db, publish, async (tx, emit) => {
        const before = await repo.lockLicence(tx, { licenceId, version }, () => true)
        await assertAct(tx, 'licence.decide', actor, { characterIds: [before.characterId] })
        if (before.status !== 'applied') throw new AppError('conflict', 'This application has been decided')
        if (isGranted) assertAlive(before.owner)
        const licence = isGranted
          ? await repo.grant(tx, licenceId, await grantedAs(tx, before.typeId, rules().days))
          : await repo.refuse(tx, licenceId, reason)
        const event = isGranted
          ? { title: 'Licence granted', text: withLastDay(licence), reason }
          : { title: 'Licence refused', text: licence.typeName, reason }
        await recordAndTell(tx, emit, await actingSupervisor(tx, actor, 'actOnLicences', rules().departmentId || null), before.owner, {
          licence,
          event,
        })
        return licence
      }),

    suspend: (actor: Actor, licenceId: number, { until: given, reason, version }: Act & { until: string }): Promise<Licence> => {
      const until = new Date(given)
      assertWithinReach(until)
      return carryOut('licence.suspend', actor, licenceId, version, async (tx, before) => {
        assertGranted(before)
        const licence = await repo.suspend(tx, licenceId, until, reason)
        const text = `${licence.typeName} until ${timeText(until)}`
        return { licence, event: { title: 'Licence suspended', text, reason } }
      })
    },

    revoke: (actor: Actor, licenceId: number, { reason, version }: Act): Promise<Licence> =>
      carryOut('licence.revoke', actor, licenceId, version, async (tx, before) => {
        assertGranted(before)
        const licence = await repo.revoke(tx, licenceId, reason)
        return { licence, event: { title: 'Licence revoked', text: licence.typeName, reason } }
      }),

    reinstate: (actor: Actor, licenceId: number, { reason, version }: Act): Promise<Licence> =>
      carryOut('licence.reinstate', actor, licenceId, version, async (tx, before) => {
        if (before.status !== 'suspended' && before.status !== 'revoked') {
          throw new AppError('conflict', 'This licence is neither suspended nor revoked')
        }
        const licence = await repo.reinstate(tx, licenceId)
        return { licence, event: { title: 'Licence reinstated', text: licence.typeName, reason } }
      }),

    addPoints: (actor: Actor, licenceId: number, { points, reason, version }: Act & { points: number }): Promise<Licence> =>
      carryOut(
        'licence.addPoints',
        actor,
        licenceId,
        version,
        async (tx, before, { userId }) => {
          if (before.status !== 'revoked') assertGranted(before)
          const licence = await repo.addPoints(tx, licenceId, { points, reason, userId, days: rules().pointsLapseDays })
          return { licence, event: { title: 'Points given', text: pointsText(points, licence), reason } }
        },
        (tx, emit, owner, licence) => suspendForPoints(tx, emit, rules(), owner, licence),
      ),
  }
}

function assertGranted({ status }: Licence): void {
  if (status === 'revoked') throw new AppError('conflict', 'This licence is revoked')
  if (status === 'applied' || status === 'refused') throw new AppError('conflict', 'This licence has not been granted')
}

function assertWithinReach(until: Date): void {
  if (until.getTime() <= Date.now()) throw new AppError('invalid_input', 'Enter a date in the future', 'until')
  const latest = new Date()
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_SUSPENSION_YEARS)
  if (until > latest) throw new AppError('invalid_input', `At most ${MAX_SUSPENSION_YEARS} years: revoke it instead`, 'until')
}
