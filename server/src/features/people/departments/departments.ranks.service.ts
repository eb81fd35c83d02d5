import type { ManagedDepartment, RankInput } from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import * as repo from './departments.manage.repo.ts'
import { memberCountText, leftOut, readManaged } from './departments.manage.service.ts'

export function createRankService({ db }: { db: Db }) {
  const transact = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    db
      .transaction()
      .execute(work)
      .catch((error: unknown) => {
        throw violates(error, 'ranks_name_key')
          ? new AppError('conflict', 'Another rank of this department already has this name', 'rankName')
          : error
      })

  return {
    create: (actor: Actor, departmentId: number, input: RankInput): Promise<ManagedDepartment> =>
      transact(async (tx) => {
        await claimDepartment(tx, departmentId)
        const rankId = await repo.insertRank(tx, departmentId, input)
        await recordAudit(tx, actor, 'rank.created', { subjectType: 'rank', subjectId: rankId, after: { departmentId, ...input } })
        return readManaged(tx, departmentId)
      }),

    update: (actor: Actor, rankId: number, { version, ...input }: RankInput & { version: number }): Promise<ManagedDepartment> =>
      transact(async (tx) => {
        const before = await claimRank(tx, rankId, version, 'change')
        await repo.updateRank(tx, rankId, input)
        await recordAudit(tx, actor, 'rank.changed', {
          subjectType: 'rank',
          subjectId: rankId,
          before: { rankName: before.name, isReserve: before.is_reserve, capabilities: before.capabilities },
          after: { capabilities: before.capabilities, ...input },
        })
        return readManaged(tx, before.department_id)
      }),

    retire: (actor: Actor, rankId: number, { version, isRetired }: { version: number; isRetired: boolean }): Promise<ManagedDepartment> =>
      transact(async (tx) => {
        const before = await claimRank(tx, rankId, version, 'retire')
        if (isRetired) await refuseWhileHeld(tx, rankId)
        await repo.setRetired(tx, 'ranks', rankId, isRetired)
        await recordAudit(tx, actor, isRetired ? 'rank.retired' : 'rank.restored', {
          subjectType: 'rank',
          subjectId: rankId,
          before: { rankName: before.name, isRetired: before.retired_at !== null },
          after: { rankName: before.name, isRetired },
        })
        return readManaged(tx, before.department_id)
      }),

    order: (actor: Actor, departmentId: number, rankIds: readonly number[]): Promise<ManagedDepartment> =>
      transact(async (tx) => {
        await claimDepartment(tx, departmentId)
        const before = await repo.rankOrder(tx, departmentId)
        const left = leftOut(before, rankIds)
        if (!left)
          throw new AppError('invalid_input', 'Name every rank of the department exactly once: the list may have changed', 'rankIds')
        await repo.setOrder(tx, 'ranks', rankIds, left)
        const after = await repo.rankOrder(tx, departmentId)
        await recordAudit(tx, actor, 'rank.ordered', {
          subjectType: 'department',
          subjectId: departmentId,
          before: { order: before.map(({ name }) => name) },
          after: { order: after.map(({ name }) => name) },
        })
        return readManaged(tx, departmentId)
      }),
  }
}

/** Serializes concurrent changes to a department's ranks. */
async function claimDepartment(tx: Tx, departmentId: number): Promise<void> {
  if (!(await repo.lockDepartment(tx, departmentId, 'change'))) throw new AppError('not_found', 'There is no such department')
}

async function claimRank(tx: Tx, rankId: number, version: number, purpose: 'change' | 'retire') {
  const rank = await repo.lockRank(tx, rankId, purpose)
  if (!rank) throw new AppError('not_found', 'There is no such rank')
  if (rank.version !== version) throw new AppError('conflict', 'This rank has changed since you opened it')
  return rank
}

async function refuseWhileHeld(tx: Tx, rankId: number): Promise<void> {
  const members = await repo.countMembers(tx, 'rank_id', rankId)
  if (members > 0)
    throw new AppError('conflict', `This rank can't be retired: ${memberCountText(members)} ${members === 1 ? 'holds' : 'hold'} it`)
  await repo.leaveRetiredRank(tx, rankId)
}
