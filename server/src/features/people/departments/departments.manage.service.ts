import type { DepartmentInput, ManagedDepartment } from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type AfterCommit, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { assertPatternFits } from '../call-signs/call-signs.port.ts'
import { resendAnnouncements } from '../announcements/announcements.port.ts'
import * as repo from './departments.manage.repo.ts'

export type DepartmentDeps = {
  readonly db: Db
  readonly publish: Publish
  /** Makes the change together with the units of the department; call the returned function after commit. */
  readonly withUnits: (
    tx: Tx,
    actor: Actor,
    department: DepartmentInput & { departmentId: number },
    change: () => Promise<void>,
  ) => Promise<() => void>
}

/** Administration of departments. Members' open pages update by themselves, via database notifications. */
export function createDepartmentService({ db, publish, withUnits }: DepartmentDeps) {
  const transact = <T>(work: (tx: Tx, emit: Emit, after: AfterCommit) => Promise<T>): Promise<T> =>
    inTransaction(db, publish, work).catch((error: unknown) => {
      throw violates(error, 'departments_name_key') ? new AppError('conflict', 'Another department already has this name', 'name') : error
    })

  return {
    list: () => repo.managedDepartments(db),

    create: (actor: Actor, input: DepartmentInput): Promise<ManagedDepartment> =>
      transact(async (tx) => {
        assertPatternFits(input.callSignTemplate, input.name, 'callSignTemplate')
        const departmentId = await repo.insertDepartment(tx, input)
        await recordAudit(tx, actor, 'department.created', { subjectType: 'department', subjectId: departmentId, after: input })
        return readManaged(tx, departmentId)
      }),

    update: (
      actor: Actor,
      departmentId: number,
      { version, ...input }: DepartmentInput & { version: number },
    ): Promise<ManagedDepartment> =>
      transact(async (tx, emit, after) => {
        const publishUnits = await withUnits(tx, actor, { departmentId, ...input }, async () => {
          const before = await claim(tx, departmentId, version, 'change')
          assertPatternFits(input.callSignTemplate, input.name, 'callSignTemplate')
          await repo.updateDepartment(tx, departmentId, input)
          if (input.name !== before.name) await resendAnnouncements(tx, emit, departmentId)
          await recordAudit(tx, actor, 'department.changed', {
            subjectType: 'department',
            subjectId: departmentId,
            before: {
              name: before.name,
              fullName: before.full_name,
              type: before.type,
              isCadEnabled: before.is_cad_enabled,
              callSignTemplate: before.call_sign_template,
            },
            after: input,
          })
        })
        after(publishUnits)
        return readManaged(tx, departmentId)
      }),

    retire: (
      actor: Actor,
      departmentId: number,
      { version, isRetired }: { version: number; isRetired: boolean },
    ): Promise<ManagedDepartment> =>
      transact(async (tx) => {
        const before = await claim(tx, departmentId, version, 'retire')
        await repo.setRetired(tx, 'departments', departmentId, isRetired)
        await recordAudit(tx, actor, isRetired ? 'department.retired' : 'department.restored', {
          subjectType: 'department',
          subjectId: departmentId,
          before: { name: before.name, isRetired: before.retired_at !== null },
          after: { name: before.name, isRetired },
        })
        return readManaged(tx, departmentId)
      }),

    order: (actor: Actor, departmentIds: readonly number[]): Promise<ManagedDepartment[]> =>
      transact(async (tx) => {
        await repo.lockDepartments(tx)
        const before = await repo.departmentOrder(tx)
        const left = leftOut(before, departmentIds)
        if (!left) throw new AppError('invalid_input', 'Name every department exactly once: the list may have changed', 'departmentIds')
        await repo.setOrder(tx, 'departments', departmentIds, left)
        const after = await repo.departmentOrder(tx)
        await recordAudit(tx, actor, 'department.ordered', {
          subjectType: 'department',
          subjectId: 'all',
          before: { order: before.map(({ name }) => name) },
          after: { order: after.map(({ name }) => name) },
        })
        return repo.managedDepartments(tx)
      }),
  }
}

/** Locks the department and checks that it is at the caller's version. */
async function claim(tx: Tx, departmentId: number, version: number, purpose: 'change' | 'retire') {
  const department = await repo.lockDepartment(tx, departmentId, purpose)
  if (!department) throw noSuchDepartment()
  if (department.version !== version) throw new AppError('conflict', 'This department has changed since you opened it')
  return department
}

export async function readManaged(tx: Tx, departmentId: number): Promise<ManagedDepartment> {
  const [department] = await repo.managedDepartments(tx, departmentId)
  if (!department) throw noSuchDepartment()
  return department
}

const noSuchDepartment = () => new AppError('not_found', 'There is no such department')

export const memberCountText = (members: number): string => `${members.toLocaleString('en')} ${members === 1 ? 'member' : 'members'}`

/** The entries that a new order leaves out, which may only be retired ones. Undefined if the order is invalid, also for duplicate or unknown ids. */
export function leftOut(all: readonly { id: number; retired_at: Date | null }[], ids: readonly number[]): number[] | undefined {
  const named = new Set(ids)
  const known = new Set(all.map(({ id }) => id))
  const left = all.filter(({ id }) => !named.has(id))
  const isComplete = named.size === ids.length && ids.every((id) => known.has(id)) && left.every(({ retired_at }) => retired_at !== null)
  return isComplete ? left.map(({ id }) => id) : undefined
}
