import { shippedCapabilities, type CapabilityOffer, type ManagedDepartment } from '@tenfour/contract'
import { recordAudit, recordAudits } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import * as repo from './departments.manage.repo.ts'

/** The key of the answer to the offer: 'given' or 'declined'. */
const ANSWER = 'ranks.capability-offer'

/** Offers capabilities for the ranks that a portal ships with, once, to a community whose ranks have none. */
export function createCapabilityOffer({ db }: { db: Db }) {
  return {
    read: async (): Promise<CapabilityOffer | null> => {
      const answered = await db.selectFrom('portal_settings').select('key').where('key', '=', ANSWER).executeTakeFirst()
      return answered ? null : offerFor(await repo.managedDepartments(db))
    },

    answer: (actor: Actor, isAccepted: boolean): Promise<ManagedDepartment[]> =>
      db.transaction().execute(async (tx) => {
        await repo.lockDepartments(tx)
        const offer = offerFor(await repo.managedDepartments(tx))
        if (!offer || !(await keepAnswer(tx, isAccepted ? 'given' : 'declined'))) {
          throw new AppError('conflict', 'This offer has been answered, or a rank has been given something since')
        }
        if (isAccepted) {
          await giveTo(tx, offer)
          const entries = offer.ranks.map(({ rankId, rankName, capabilities }) => ({
            subjectType: 'rank' as const,
            subjectId: rankId,
            before: { rankName, capabilities: [] },
            after: { rankName, capabilities },
          }))
          await recordAudits(tx, actor, 'rank.changed', entries)
        } else await recordAudit(tx, actor, 'rank.offer-declined', { subjectType: 'department', subjectId: 'all' })
        return repo.managedDepartments(tx)
      }),
  }
}

/** Gives the capabilities at set-up, so that a new community can complete reports from the first day. */
export async function giveShippedCapabilities(tx: Tx): Promise<void> {
  const offer = offerFor(await repo.managedDepartments(tx))
  if (offer && (await keepAnswer(tx, 'given'))) await giveTo(tx, offer)
}

function offerFor(departments: readonly ManagedDepartment[]): CapabilityOffer | null {
  if (departments.some(({ ranks }) => ranks.some(({ capabilities }) => capabilities.length > 0))) return null
  const ranks = departments
    .filter(({ isRetired }) => !isRetired)
    .flatMap(({ departmentId, name, ranks: all }) =>
      all
        .filter(({ isRetired }) => !isRetired)
        .map(({ rankId, rankName }) => ({
          rankId,
          rankName,
          department: name,
          capabilities: [...shippedCapabilities(departmentId, rankName)],
        })),
    )
    .filter(({ capabilities }) => capabilities.length > 0)
  return ranks.length > 0 ? { ranks } : null
}

/** False if the offer was answered before, also if that was at the same moment. */
async function keepAnswer(tx: Tx, answer: 'given' | 'declined'): Promise<boolean> {
  const kept = await tx
    .insertInto('portal_settings')
    .values({ key: ANSWER, value: JSON.stringify(answer) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Boolean(kept.numInsertedOrUpdatedRows)
}

async function giveTo(tx: Tx, { ranks }: CapabilityOffer): Promise<void> {
  for (const { rankId, capabilities } of ranks) await repo.setCapabilities(tx, rankId, capabilities)
}
