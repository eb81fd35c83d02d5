import { communityNameSetting } from '@tenfour/contract'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { findBar, identifiersIn, identifiersOf, type Identifier, type Identifiers, type Matched } from './barred.repo.ts'

/** The refusal does not say who was recognised, nor by which identifier: the person may only be told to ask the staff. */
export class MayNotReturn extends AppError {
  readonly matched: Matched

  constructor(matched: Matched, refused: string, community: string) {
    super('forbidden', `${refused}: ask the staff of ${community}`)
    this.matched = matched
  }
}

/** Every way to join asks this before it writes: new accounts, changes of email address and Steam hex, and links to Discord. */
export const assertMayJoin = (tx: Db | Tx, given: Identifiers, refused = "This account can't be made here"): Promise<void> =>
  refuseBarred(tx, identifiersIn(given), refused)

/** The same check for an account that comes back, by all its known identifiers. */
export const assertAccountMayJoin = async (tx: Tx, userId: number): Promise<void> =>
  refuseBarred(tx, await identifiersOf(tx, userId), "This account can't come back")

async function refuseBarred(db: Db | Tx, identifiers: readonly Identifier[], refused: string): Promise<void> {
  const matched = await findBar(db, identifiers)
  if (matched) throw new MayNotReturn(matched, refused, await communityName(db))
}

/** For those who see the list of former members: who may not return, and who decided that. */
export function tellStaffWhy(error: unknown): never {
  if (!(error instanceof MayNotReturn)) throw error
  const { name, by, reason, kind } = error.matched
  throw new AppError('forbidden', `${name} may not return (${by}: ${reason}). Lift that in Former members`, FIELDS[kind])
}
const FIELDS = { email: 'emailAddress', steam: 'steamId', discord: undefined, license: undefined } as const

async function communityName(db: Db | Tx): Promise<string> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', communityNameSetting.key).executeTakeFirst()
  return communityNameSetting.schema.catch(communityNameSetting.fallback).parse(row?.value)
}
