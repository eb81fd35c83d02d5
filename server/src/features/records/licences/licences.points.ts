import { LICENCE_TYPE_IDS, type Licence } from '@tenfour/contract'
import type { Tx } from '../../../platform/database/database.ts'
import type { Emit } from '../../../platform/database/transaction.ts'
import { emitOwn, findOwner, writeEvent, type Owner } from '../history/history.port.ts'
import * as repo from './licences.repo.ts'
import { timeText, recordAndTell, type LicenceRules } from './licences.service.ts'

type Given = {
  readonly characterId: number
  readonly points: number
  readonly reason: string
  readonly by: { readonly userId: number; readonly identifier: string }
  readonly reportId: number
}
export type LicencePoints = ReturnType<typeof createLicencePoints>

/** Points that reports give and withdraw. The caller has locked the member and the report. */
export function createLicencePoints(rules: () => LicenceRules) {
  return {
    /** Gives points to the driver's licence. Returns how many were given: 0 if there is no granted licence. The caller tells the member. */
    give: async (tx: Tx, emit: Emit, { characterId, points, reason, by, reportId }: Given): Promise<number> => {
      const before = await repo.findLicence(tx, characterId, LICENCE_TYPE_IDS.DRIVERS)
      const owner = await findOwner(tx, characterId)
      if (!before || !owner || before.status === 'applied' || before.status === 'refused') return 0
      const days = rules().pointsLapseDays
      const licence = await repo.addPoints(tx, before.licenceId, { points, reason, userId: by.userId, days, reportId })
      await writeEvent(tx, by, { characterId, title: 'Points given', text: pointsText(points, licence), reason })
      await emitOwn(emit, owner.userId, 'licence.saved', licence)
      await suspendForPoints(tx, emit, rules(), owner, licence)
      return points
    },

    /**
     * Withdraws the points of a voided report. A suspension that followed from points alone ends if the remaining points would not have suspended the
     * licence. A suspension by an officer stays until an officer reinstates the licence, even if points had made it longer.
     */
    withdraw: async (tx: Tx, emit: Emit, reportId: number, reason: string): Promise<void> => {
      const withdrawn = await repo.withdrawPoints(tx, reportId)
      const owner = withdrawn && (await findOwner(tx, withdrawn.licence.characterId))
      if (!withdrawn || !owner) return
      const { licence, points } = withdrawn
      await writeEvent(tx, null, { characterId: owner.characterId, title: 'Points withdrawn', text: pointsText(points, licence), reason })
      await emitOwn(emit, owner.userId, 'licence.saved', licence)
      if (reaches(licence, rules())) return
      const reinstated = await repo.endPointsSuspension(tx, licence.licenceId)
      if (!reinstated) return
      const event = { title: 'Licence reinstated', text: licence.typeName, reason: 'Points were withdrawn' }
      await recordAndTell(tx, emit, null, owner, { licence: reinstated, event })
    },
  }
}

const reaches = ({ points }: Licence, { pointsToSuspend }: LicenceRules): boolean => pointsToSuspend > 0 && points >= pointsToSuspend

/** Suspends a driver's licence whose points reach the community's limit, unless it is revoked or already suspended for longer. */
export async function suspendForPoints(tx: Tx, emit: Emit, rules: LicenceRules, owner: Owner, licence: Licence): Promise<Licence> {
  if (licence.type !== 'DRIVERS' || !reaches(licence, rules)) return licence
  const reason = `${licence.points} points, and ${rules.pointsToSuspend} suspend a licence`
  const suspended = await repo.suspendForPoints(tx, licence.licenceId, rules.pointsSuspensionDays, reason)
  if (!suspended?.suspendedUntil) return licence
  const text = `${licence.typeName} until ${timeText(new Date(suspended.suspendedUntil))}`
  await recordAndTell(tx, emit, null, owner, { licence: suspended, event: { title: 'Licence suspended', text, reason } })
  return suspended
}

/** Such as "3 points on Driver's licence, 9 in all". */
export const pointsText = (points: number, licence: Licence): string =>
  `${points} ${points === 1 ? 'point' : 'points'} on ${licence.typeName}, ${licence.points} in all`
