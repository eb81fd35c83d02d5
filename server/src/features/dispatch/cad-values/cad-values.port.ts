import { radioCodeOf, type RadioCode } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import { listCadValues } from './cad-values.repo.ts'

/** The community's 10-codes in use. */
export async function radioCodes(db: Db): Promise<RadioCode[]> {
  const values = await listCadValues(db, 'radio-code')
  return values.flatMap((value) => (value.kind === 'radio-code' && !value.isRetired ? [radioCodeOf(value)] : []))
}
