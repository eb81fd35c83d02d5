import { EmergencyLine, radioCodeOf, type CadValueOf, type RadioCode } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
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

/** An emergency number of the community, in use or else retired, with the type in use that calls to it open with. */
export async function findEmergencyNumber(tx: Tx, code: string): Promise<z.infer<typeof CalledNumber> | undefined> {
  const { rows } = await sql`
    select v.retired_at is not null as "isRetired", t.id as "callTypeId" from cad_values v
    left join call_types t on t.id = (v.content ->> 'callType')::integer and t.retired_at is null
    where v.kind = 'emergency-number' and v.content ->> 'code' = ${code} order by v.retired_at desc nulls first limit 1`.execute(tx)
  return CalledNumber.optional().parse(rows[0])
}
const CalledNumber = z.object({ isRetired: z.boolean(), callTypeId: z.int().nullable() })

/** The emergency numbers in use, in the order of lists. */
export async function emergencyLines(db: Db): Promise<EmergencyLine[]> {
  const { rows } = await sql`
    select content ->> 'code' as number, content ->> 'name' as name from cad_values
    where kind = 'emergency-number' and retired_at is null order by sort_order, id`.execute(db)
  return z.array(EmergencyLine).parse(rows)
}
