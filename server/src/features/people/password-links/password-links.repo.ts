import { PasswordLink, RESET_LINK_MINUTES, WELCOME_LINK_DAYS, type PasswordLinkPurpose } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { recordAudits, type AuditActor } from '../../../platform/audit/audit.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { AuthorizedTx } from '../users/users.port.ts'

const MAX_LISTED = 20
const KEPT_DAYS = 180

const LIFETIMES: Readonly<Record<PasswordLinkPurpose, RawBuilder<Date>>> = {
  reset: sql`make_interval(mins => ${sql.lit(RESET_LINK_MINUTES)})`,
  welcome: sql`make_interval(days => ${sql.lit(WELCOME_LINK_DAYS)})`,
}

const isOpen = sql<boolean>`l.used_at is null and l.ended_at is null and l.expires_at > now()`

const selectLinks = (rest: RawBuilder<unknown>) => sql<{ link: unknown }>`
  select json_build_object('passwordLinkId', l.id, 'purpose', l.purpose, 'madeAt', l.made_at, 'expiresAt', l.expires_at,
    'state', case when l.used_at is not null then 'used' when l.ended_at is not null then 'ended'
      when l.expires_at <= now() then 'expired' else 'open' end,
    'madeBy', case when m.id is not null then json_build_object('userId', m.id, 'name', m.name) end) as link
  from password_links l left join users m on m.id = l.made_by ${rest}`

export async function linksOf(db: Db | Tx, userId: number): Promise<PasswordLink[]> {
  const { rows } = await selectLinks(sql`where l.user_id = ${userId} order by l.id desc limit ${MAX_LISTED}`).execute(db)
  return z.array(PasswordLink).parse(rows.map(({ link }) => link))
}

export async function getLink(tx: Tx, passwordLinkId: number): Promise<PasswordLink> {
  const { rows } = await selectLinks(sql`where l.id = ${passwordLinkId}`).execute(tx)
  return PasswordLink.parse(rows[0]?.link)
}

type NewLink = {
  readonly userId: number
  readonly codeHash: Buffer
  readonly purpose: PasswordLinkPurpose
  readonly madeBy: number | null
  /** For how long the link works: as long as others for its purpose if omitted. */
  readonly lifetime?: PasswordLinkPurpose
}

/** Whether the account waits for its first password: its last link was one to welcome, which nobody used. */
export async function isNewcomer(tx: Tx, userId: number): Promise<boolean> {
  const last = await tx
    .selectFrom('password_links')
    .select(['purpose', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.purpose === 'welcome' && last.used_at === null
}

/** Ends an earlier link. The account is locked by then, so that no other link is made meanwhile. */
export async function insertLink(
  tx: AuthorizedTx,
  { userId, codeHash, purpose, madeBy, lifetime = purpose }: NewLink,
): Promise<PasswordLink> {
  await sql`update password_links set ended_at = now() where user_id = ${userId} and used_at is null and ended_at is null`.execute(tx)
  const { id } = await tx
    .insertInto('password_links')
    .values({ user_id: userId, code_hash: codeHash, purpose, made_by: madeBy, expires_at: sql<Date>`now() + ${LIFETIMES[lifetime]}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return getLink(tx, id)
}

/** For accounts that were made in this transaction. Returns until when the links work. */
export async function insertWelcomeLinks(
  tx: AuthorizedTx,
  actor: AuditActor,
  links: readonly { readonly userId: number; readonly codeHash: Buffer }[],
): Promise<string> {
  const rows = await tx
    .insertInto('password_links')
    .values(
      links.map(({ userId, codeHash }) => ({
        user_id: userId,
        code_hash: codeHash,
        purpose: 'welcome',
        made_by: actor.userId ?? null,
        expires_at: sql<Date>`now() + ${LIFETIMES.welcome}`,
      })),
    )
    .returning('expires_at')
    .execute()
  const expiresAt = (rows[0]?.expires_at ?? new Date()).toISOString()
  const after = { purpose: 'welcome', expiresAt }
  await recordAudits(
    tx,
    actor,
    'user.password-link-made',
    links.map(({ userId }) => ({ subjectType: 'user', subjectId: userId, after })),
  )
  return expiresAt
}

/** Returns whether the link was open until now. */
export async function endLink(tx: Tx, userId: number, passwordLinkId: number): Promise<boolean> {
  const ended = await tx
    .updateTable('password_links as l')
    .set({ ended_at: new Date() })
    .where('l.id', '=', passwordLinkId)
    .where('l.user_id', '=', userId)
    .where(isOpen)
    .executeTakeFirst()
  return Boolean(ended.numUpdatedRows)
}

export type OpenLink = {
  readonly id: number
  readonly userId: number
  readonly madeBy: number | null
  readonly purpose: PasswordLinkPurpose
  readonly expiresAt: Date
}

/** Nothing for a code that is unknown, used, ended or expired, each by the same query. */
export const findOpenLink = (db: Db, codeHash: Buffer): Promise<OpenLink | undefined> =>
  db
    .selectFrom('password_links as l')
    .select([
      'l.id',
      'l.user_id as userId',
      'l.made_by as madeBy',
      'l.expires_at as expiresAt',
      sql<PasswordLinkPurpose>`l.purpose`.as('purpose'),
    ])
    .where('l.code_hash', '=', codeHash)
    .where(isOpen)
    .executeTakeFirst()

/** Of two people who use a link at once, one gets it. */
export async function markUsed(tx: Tx, passwordLinkId: number): Promise<boolean> {
  const used = await tx
    .updateTable('password_links as l')
    .set({ used_at: new Date() })
    .where('l.id', '=', passwordLinkId)
    .where(isOpen)
    .executeTakeFirst()
  return Boolean(used.numUpdatedRows)
}

type Credentials = { readonly passwordHash: string; readonly steamId: string | undefined }
export const saveCredentials = (tx: AuthorizedTx, userId: number, { passwordHash, steamId }: Credentials) =>
  tx
    .updateTable('users')
    .set({ password_hash: passwordHash, ...(steamId === undefined ? {} : { steam_id: steamId || null }) })
    .where('id', '=', userId)
    .execute()

export const deleteOldLinks = async (db: Db): Promise<void> =>
  void (await sql`delete from password_links
    where coalesce(used_at, ended_at, expires_at) < now() - make_interval(days => ${KEPT_DAYS})`.execute(db))
