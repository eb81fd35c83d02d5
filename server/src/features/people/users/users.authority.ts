import { whyNotChange, type AccountChange, type ChangePart, type CurrentUser } from '@tenfour/contract'
import type { AuditActor } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'

declare const AUTHORIZED: unique symbol
/** A transaction for functions that write ranks, memberships, roles, permissions and sign-ins of accounts. For members, only `Authorize` makes one. */
export type AuthorizedTx = Tx & { readonly [AUTHORIZED]: true }

/**
 * Skips the check, for the operator at the command line, set-up, a member's own profile, new accounts that are given nothing, and previews, which
 * list refusals and are undone.
 */
export const authorizedWithoutAsking = (tx: Tx): AuthorizedTx => tx as AuthorizedTx

type Giver = {
  readonly actor: AuditActor
  /** The actor's current rights. */
  readonly own: CurrentUser
  /** The field that an error names. */
  readonly field?: string | undefined
}

/**
 * Called before these accounts change, in the same transaction. The function that it returns is called after the change, and refuses it if it leads
 * to something that the giver may not give. Areas above this one know what a change leads to.
 */
export type WatchGifts = (tx: Tx, userIds: readonly number[]) => Promise<(giver: Giver, userIds: readonly number[]) => Promise<void>>

type Change<T> = {
  readonly changes: readonly AccountChange[]
  /** The fields that errors name. */
  readonly fields?: Partial<Record<ChangePart, string | undefined>>
  readonly write: (tx: AuthorizedTx) => Promise<T>
  /** The id of a new account, or of several, once they are written. */
  readonly newId?: (written: T) => number | readonly number[]
}
export type Authorize = <T>(tx: Tx, giver: Omit<Giver, 'field'>, change: Change<T>) => Promise<T>

/**
 * The only way to change ranks, memberships, roles, permissions and sign-ins. Checks that the giver may make a change: the change itself before
 * it is made, and its effects after. The accounts are locked by then, and known not to be above the giver.
 */
export const createAuthorize =
  (watchGifts: WatchGifts): Authorize =>
  async (tx, { actor, own }, { changes, fields = {}, write, newId }) => {
    const [refusal] = changes.flatMap((change) => whyNotChange(own, change))
    if (refusal) throw new AppError('forbidden', refusal.message, fields[refusal.part])
    // A giver who can sign in as someone else gains all that this account has, as if it were given anew.
    const isTakenOver = ({ userId, signIn }: AccountChange) => signIn !== undefined && userId !== own.userId
    const held = changes.flatMap((change) => (change.userId === null || isTakenOver(change) ? [] : [change.userId]))
    const assertMayGive = await watchGifts(tx, held)
    const written = await write(tx as AuthorizedTx).catch((error: unknown) => explainLedByDiscord(error, fields.ranks))
    const userIds = [...changes.flatMap(({ userId }) => userId ?? []), ...(newId ? [newId(written)].flat() : [])]
    await assertMayGive({ actor, own, field: changes.some(isTakenOver) ? fields.signIn : fields.ranks }, userIds)
    return written
  }

/** Says why a change by hand was refused by the database. */
export function explainLedByDiscord(error: unknown, field?: string): never {
  if (!violates(error, 'user_departments_led_by_discord')) throw error
  throw new AppError(
    'forbidden',
    'Discord leads this department: its members and their ranks follow roles in Discord. Change the roles there',
    field,
  )
}
