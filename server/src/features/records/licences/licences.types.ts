import { LICENCE_TYPE_IDS, type CadValueOf, type LicenceType } from '@tenfour/contract'
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { findLicenceType } from '../../dispatch/cad-values/cad-values.port.ts'
import type { Granted } from './licences.repo.ts'

type Wanted = { readonly type?: LicenceType | undefined; readonly typeId?: number | undefined }

/** The type that is applied for. A retired type is no longer granted to anyone new. */
export async function wantedType(tx: Tx, { type, typeId }: Wanted): Promise<CadValueOf<'licence-type'>> {
  const field = typeId === undefined ? 'type' : 'typeId'
  const wanted = typeId ?? (type && LICENCE_TYPE_IDS[type])
  const value = wanted === undefined ? undefined : await findLicenceType(tx, wanted)
  if (!value) throw new AppError('invalid_input', 'Choose a licence', field)
  if (value.isRetired) throw new AppError('conflict', 'This licence is no longer offered', field)
  return value
}

/** The days and the number of a licence of the type; `days` is the community's rule for types without days of their own. */
export async function grantedAs(tx: Tx, typeId: number, days: number): Promise<Granted> {
  const type = await findLicenceType(tx, typeId)
  if (!type) throw new Error(`licence type ${typeId} is gone`)
  return { days: type.content.days || days, number: await newNumber(tx, type.content.format) }
}

/** Letters of generated numbers, without those that look like digits. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const TRIES = 20

/** Proposes a number in the format that no licence has. Returns null if nearly all numbers are taken: the licence is granted without one. */
async function newNumber(tx: Tx, format: string): Promise<string | null> {
  // One at a time, so that no two licences that are granted at once get the same number.
  await sql`select pg_advisory_xact_lock(hashtext('licence-numbers'))`.execute(tx)
  for (let left = TRIES; left > 0; left -= 1) {
    const number = format.replaceAll(/[#@]/gu, (sign) =>
      sign === '#' ? String(randomInt(10)) : (LETTERS[randomInt(LETTERS.length)] ?? ''),
    )
    const taken = await tx.selectFrom('licences').select('id').where('number', '=', number).executeTakeFirst()
    if (!taken) return number
  }
  return null
}
