import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { setRetired } from './departments.manage.repo.ts'

/** Brings exactly these departments into use; all others are retired. */
export async function playDepartments(tx: Tx, actor: Actor, departmentIds: readonly number[]): Promise<void> {
  const departments = await tx.selectFrom('departments').select(['id', 'name', 'retired_at']).orderBy('id').forUpdate().execute()
  if (departmentIds.some((id) => !departments.some((department) => department.id === id)))
    throw new AppError('invalid_input', 'There is no such department', 'departmentIds')
  const changed = departments.filter(({ id, retired_at }) => departmentIds.includes(id) === (retired_at !== null))
  // Departments that go make room for the names of those that come back.
  for (const { id, name, retired_at } of changed.toSorted((a, b) => Number(a.retired_at !== null) - Number(b.retired_at !== null))) {
    const isRetired = retired_at === null
    await setRetired(tx, 'departments', id, isRetired).catch((error: unknown) => {
      throw violates(error, 'departments_name_key')
        ? new AppError('conflict', `Two departments in use can't both be called ${name}`, 'departmentIds')
        : error
    })
    await recordAudit(tx, actor, isRetired ? 'department.retired' : 'department.restored', {
      subjectType: 'department',
      subjectId: id,
      before: { name, isRetired: !isRetired },
      after: { name, isRetired },
    })
  }
}
