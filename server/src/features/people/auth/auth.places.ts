import { sql, type RawBuilder } from 'kysely'
import { hashSecret } from '../../../platform/auth/secrets.ts'
import type { Db } from '../../../platform/database/database.ts'
import { prepare } from '../../../platform/database/prepared.ts'

/** More devices than anyone uses; beyond this only the most recent ones are kept. */
const MAX_DEVICES = 20

type From = { readonly address: string; readonly device: string | undefined }
type SignInAccount = {
  readonly id: number
  /** Null for an account that signs in with Discord alone. */
  readonly password_hash: string | null
  readonly disabled_at: Date | null
  readonly deleted_at: Date | null
}

type Row = { [K in keyof SignInAccount]: SignInAccount[K] | null } & { knows_device: boolean | null; knows_address: boolean | null }

const readSignIn = prepare<{ email: string; address: string; deviceHash: Buffer | null }, Row>(
  ($) => sql`
    select u.id, u.password_hash, u.disabled_at, u.deleted_at,
      exists (select from known_devices d where d.user_id = u.id and d.device_hash = ${$('deviceHash')}) as knows_device,
      exists (select from sign_ins s where s.user_id = u.id and s.address = ${$('address')} and s.succeeded and s.kind = 'password') as knows_address
    from (select ${$('email')}::text as email) asked left join users u on lower(u.email) = asked.email`,
)

/** Finds the account with this email address, and the known place of this sign-in, if any. Runs the same query for unknown addresses. */
export async function findSignIn(
  db: Db,
  emailAddress: string,
  { address, device }: From,
): Promise<{ account: SignInAccount | undefined; place: string | undefined }> {
  const deviceHash = device === undefined ? null : hashSecret(device)
  const [row] = await readSignIn.run(db, { email: emailAddress.trim().toLowerCase(), address, deviceHash })
  if (!row || row.id === null) return { account: undefined, place: undefined }
  const { id, password_hash, disabled_at, deleted_at } = row
  const byDevice = row.knows_device ? `device ${deviceHash?.toString('base64')}` : undefined
  const place = byDevice ?? (row.knows_address ? `address ${address}` : undefined)
  return { account: { id, password_hash, disabled_at, deleted_at }, place }
}

/** The steps that remember a device of `account`, the first step of the statement; none where the hash is null. */
export const remembersDevice = (deviceHash: RawBuilder<unknown>) => sql`remembered as (
      insert into known_devices (user_id, device_hash) select id, ${deviceHash} from account where ${deviceHash} is not null
      on conflict (user_id, device_hash) do update set last_at = now()
    ), forgotten as (
      delete from known_devices d using account a where d.user_id = a.id and d.device_hash in (
        select k.device_hash from known_devices k where k.user_id = a.id and k.device_hash <> ${deviceHash}
        order by k.last_at desc, k.device_hash offset ${sql.lit(MAX_DEVICES - 1)})
    )`

type SignInFrom = { readonly userId: RawBuilder<unknown>; readonly deviceHash: RawBuilder<unknown>; readonly address: RawBuilder<unknown> }
/**
 * Whether the account was signed in to before, but not on this device; where the browser names none, not from this address. The device that
 * the same statement remembers does not count.
 */
export const isNewDevice = ({ userId, deviceHash, address }: SignInFrom) => {
  const signIns = sql`select from sign_ins s where s.user_id = ${userId} and s.succeeded and s.kind = 'password'`
  const devices = sql`select from known_devices d where d.user_id = ${userId}`
  return sql`((exists (${devices}) or exists (${signIns})) and case when ${deviceHash} is null
        then not exists (${signIns} and s.address = ${address}) else not exists (${devices} and d.device_hash = ${deviceHash}) end)`
}
