import {
  MAX_DESKTOP_LAYOUTS,
  type DepartmentLayout,
  type DepartmentLayoutInput,
  type NamedLayout,
  type NamedLayoutEdit,
  type NamedLayoutInput,
} from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import * as repo from './layouts.repo.ts'

export function createLayoutService({ db }: { db: Db }) {
  const transact = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    db
      .transaction()
      .execute(work)
      .catch((error: unknown) => {
        throw violates(error, 'desktop_layouts_name') ? new AppError('conflict', 'You have a layout of this name already', 'name') : error
      })

  /** Whether nothing was written because the layout is gone, or because it is another by now. */
  const whyNotWritten = async (tx: Tx, { userId }: Actor, layoutId: number) =>
    (await repo.layoutsOf(tx, userId)).some((each) => each.layoutId === layoutId)
      ? new AppError('conflict', 'This layout has changed since you opened it')
      : new AppError('not_found', 'You have no such layout', 'layoutId')

  return {
    create: ({ userId }: Actor, input: NamedLayoutInput): Promise<NamedLayout> =>
      transact(async (tx) => {
        await repo.lockMember(tx, userId)
        const saved = await repo.insertLayout(tx, userId, input)
        if (!saved) throw new AppError('conflict', `You have ${MAX_DESKTOP_LAYOUTS} layouts already: delete one first`)
        return saved
      }),

    update: (actor: Actor, layoutId: number, input: NamedLayoutEdit): Promise<NamedLayout> =>
      transact(async (tx) => {
        const saved = await repo.updateLayout(tx, actor.userId, layoutId, input)
        if (!saved) throw await whyNotWritten(tx, actor, layoutId)
        return saved
      }),

    delete: (actor: Actor, layoutId: number, version: number) =>
      transact(async (tx) => {
        if (!(await repo.deleteLayout(tx, actor.userId, layoutId, version))) throw await whyNotWritten(tx, actor, layoutId)
        return {}
      }),

    ofDepartment: async (departmentId: number): Promise<DepartmentLayout[]> => {
      if (!(await repo.findDepartment(db, departmentId))) throw noSuchDepartment()
      return repo.layoutsOfDepartment(db, departmentId)
    },

    setForDepartment: (actor: Actor, departmentId: number, input: DepartmentLayoutInput): Promise<DepartmentLayout[]> =>
      transact(async (tx) => {
        if (!(await repo.findDepartment(tx, departmentId))) throw noSuchDepartment()
        if (!(await repo.putDepartmentLayout(tx, actor.userId, departmentId, input))) {
          throw new AppError('conflict', 'Someone else has changed this layout meanwhile')
        }
        const { unitClass, size, layout } = input
        await recordAudit(tx, actor, layout === null ? 'department.layout-removed' : 'department.layout-set', {
          subjectType: 'department',
          subjectId: departmentId,
          after: { unitClass, size, panels: layout?.areas.flatMap(({ tabs }) => tabs) ?? [] },
        })
        return repo.layoutsOfDepartment(tx, departmentId)
      }),
  }
}

const noSuchDepartment = () => new AppError('not_found', 'There is no such department', 'departmentId')
