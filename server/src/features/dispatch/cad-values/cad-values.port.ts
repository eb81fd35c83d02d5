import { radioCodeOf, type CadValueOf, type RadioCode } from '@tenfour/contract'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { findCadValue, listCadValues } from './cad-values.repo.ts'

/** The community's 10-codes in use. */
export async function radioCodes(db: Db): Promise<RadioCode[]> {
  const values = await listCadValues(db, 'radio-code')
  return values.flatMap((value) => (value.kind === 'radio-code' && !value.isRetired ? [radioCodeOf(value)] : []))
}

/** A flag of the community, retired or not. */
export async function findFlag(tx: Tx, valueId: number): Promise<CadValueOf<'flag'> | undefined> {
  const value = await findCadValue(tx, 'flag', valueId)
  return value?.kind === 'flag' ? value : undefined
}

/** A licence type of the community, retired or not. */
export async function findLicenceType(tx: Tx, valueId: number): Promise<CadValueOf<'licence-type'> | undefined> {
  const value = await findCadValue(tx, 'licence-type', valueId)
  return value?.kind === 'licence-type' ? value : undefined
}

/** An impound lot of the community, retired or not. */
export async function findImpoundLot(tx: Tx, valueId: number): Promise<CadValueOf<'impound-lot'> | undefined> {
  const value = await findCadValue(tx, 'impound-lot', valueId)
  return value?.kind === 'impound-lot' ? value : undefined
}
