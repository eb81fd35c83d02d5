import type { Import } from '@tenfour/contract'
import type { Tx } from '../../../platform/database/database.ts'
import type { Emit } from '../../../platform/database/transaction.ts'
import { advanceVersion, findImport } from './imports.repo.ts'

/** Tells admins how an import stands, in the transaction that changes it. */
export async function tellImport(tx: Tx, emit: Emit, importId: number): Promise<Import> {
  await advanceVersion(tx, importId)
  const found = await findImport(tx, importId)
  if (!found) throw new Error(`import ${importId} was just changed and is gone`)
  await emit('imports', {}, 'import.saved', found)
  return found
}

export const subject = (importId: number) => ({ subjectType: 'import', subjectId: importId }) as const

export const auditCounts = ({ kind, fileName, rows, added, changed, problemRows }: Import) => ({
  kind,
  fileName,
  rows,
  added,
  changed,
  problemRows,
})
