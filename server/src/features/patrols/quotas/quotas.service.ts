import { isAllowed, staff, type PatrolRules, type PatrolRulesInput } from '@tenfour/contract'
import { changesBetween, recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import * as repo from './quotas.repo.ts'

/** Quotas of members, by department and rank. */
export function createQuotaService({ db }: { readonly db: Db }) {
  return {
    /** Staff see the rules of all departments, holders of the capability those of their departments. */
    list: ({ subject }: Actor): Promise<PatrolRules[]> =>
      repo.patrolRules(
        db,
        isAllowed(staff, subject)
          ? null
          : subject.capabilities.flatMap(({ capability, departmentId }) => (capability === 'seePatrols' ? [departmentId] : [])),
      ),

    save: (actor: Actor, departmentId: number, { version, ...input }: PatrolRulesInput): Promise<PatrolRules> =>
      db.transaction().execute(async (tx) => {
        const department = await repo.lockDepartment(tx, departmentId)
        const [before] = await repo.patrolRules(tx, [departmentId])
        if (!department || !before) throw new AppError('not_found', 'There is no such department')
        if (department.version !== version) throw new AppError('conflict', 'This department has changed since you opened it')
        assertRanks(before, input)
        await repo.setNeedsPresence(tx, departmentId, input.needsPresence)
        const quotas = [{ rankId: null, minutes: input.minutes }, ...input.ranks]
        await repo.replaceQuotas(
          tx,
          departmentId,
          quotas.flatMap(({ rankId, minutes }) => (minutes === null ? [] : [{ rankId, minutes }])),
        )
        const [after = before] = await repo.patrolRules(tx, [departmentId])
        const changes = changesBetween(content(before), content(after))
        if (changes)
          await recordAudit(tx, actor, 'department.quotas-changed', { subjectType: 'department', subjectId: departmentId, ...changes })
        return after
      }),
  }
}

function assertRanks({ ranks }: PatrolRules, input: Pick<PatrolRulesInput, 'ranks'>): void {
  const known = new Set(ranks.map(({ rankId }) => rankId))
  for (const [index, { rankId }] of input.ranks.entries()) {
    const field = `ranks.${index}.rankId`
    if (!known.delete(rankId)) {
      const isTwice = ranks.some((rank) => rank.rankId === rankId)
      throw new AppError('invalid_input', isTwice ? 'This rank is named twice' : 'There is no such rank in this department', field)
    }
  }
}

/** The rules as the audit records them. */
const content = ({ needsPresence, minutes, ranks }: PatrolRules) => ({
  needsPresence,
  quotaMinutes: minutes,
  rankQuotas: Object.fromEntries(ranks.flatMap(({ rankName, minutes: own }) => (own === null ? [] : [[rankName, own]]))),
})
