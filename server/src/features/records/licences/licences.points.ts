import { LICENCE_WORDS, type Licence } from '@tenfour/contract'
import type { Tx } from '../../../platform/database/database.ts'
import type { Emit } from '../../../platform/database/transaction.ts'
import { emitOwn, findOwner, writeEvent, type Owner } from '../history/history.port.ts'
import * as repo from './licences.repo.ts'
import { instantText, putOnRecord, type LicenceRules } from './licences.service.ts'

type Given = {
  readonly characterId: number
  readonly points: number
  readonly reason: string
  readonly by: { readonly userId: number; readonly identifier: string }
  readonly reportId: number
}
export type LicencePoints = ReturnType<typeof createLicencePoints>

/** Points that reports give and take back. The member is locked by the caller, as is the report. */
export function createLicencePoints(rules: () => LicenceRules) {
  return {
    /** To the driver's licence; how many, which is none where there is no licence that was granted. The caller tells the member. */
    give: async (tx: Tx, emit: Emit, { characterId, points, reason, by, reportId }: Given): Promise<number> => {
      const before = await repo.findLicence(tx, characterId, 'DRIVERS')
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
     * Those of a voided report. A suspension that followed from points alone ends where the rest would not have suspended the licence; one
     * that an officer made, or made longer by points, stays until an officer reinstates it.
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
      const event = { title: 'Licence reinstated', text: LICENCE_WORDS[licence.type], reason: 'Points were withdrawn' }
      await putOnRecord(tx, emit, null, owner, { licence: reinstated, event })
    },
  }
}

const reaches = ({ points }: Licence, { pointsToSuspend }: LicenceRules): boolean => pointsToSuspend > 0 && points >= pointsToSuspend

/** Suspends a driver's licence whose points reach what the community set, unless it is revoked or suspended longer already. */
export async function suspendForPoints(tx: Tx, emit: Emit, rules: LicenceRules, owner: Owner, licence: Licence): Promise<Licence> {
  if (licence.type !== 'DRIVERS' || !reaches(licence, rules)) return licence
  const reason = `${licence.points} points, and ${rules.pointsToSuspend} suspend a licence`
  const suspended = await repo.suspendForPoints(tx, licence.licenceId, rules.pointsSuspensionDays, reason)
  if (!suspended?.suspendedUntil) return licence
  const text = `${LICENCE_WORDS[licence.type]} until ${instantText(new Date(suspended.suspendedUntil))}`
  await putOnRecord(tx, emit, null, owner, { licence: suspended, event: { title: 'Licence suspended', text, reason } })
  return suspended
}

/** "3 points on Driver's licence, 9 in all". */
export const pointsText = (points: number, licence: Licence): string =>
  `${points} ${points === 1 ? 'point' : 'points'} on ${LICENCE_WORDS[licence.type]}, ${licence.points} in all`
