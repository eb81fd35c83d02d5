import { createHash } from 'node:crypto'
import { MAX_LISTED_MAILS, QueuedMail, type MailKind, type MailState } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'

/**
 * Mails of one kind to one address within an hour. Further ones are dropped. Each kind is counted by itself, so that mails that strangers ask for never
 * keep a member from hearing of a sign-in or a new email address.
 */
export const MAX_TO_ADDRESS = 10
/** Mails that a portal sends in an hour; further ones wait. Mails to many at once take half of it, so that a new password never waits for them. */
export const MAX_SENT = { all: 500, bulk: 250 }
export const MAX_WAITING = 5000
/** Minutes between tries. A mail that fails after the last is given up. */
const WAITS = [1, 5, 15, 60, 240]
const MAX_TRIES = WAITS.length + 1
/** A try that has not ended by then was lost with its portal. */
const LOST_AFTER_MINUTES = 3
const KEPT_DAYS = 30

/** The same for an address in other letters. */
const hashAddress = (address: string): Buffer => createHash('sha256').update(address.trim().toLowerCase()).digest()

type NewMail = {
  readonly kind: MailKind
  readonly userId: number | null
  readonly to: string
  readonly content: Buffer
  readonly isBulk: boolean
  readonly until: Date
}

/** A mail that is over a limit is dropped. Mails to one address are counted one after the other. */
export async function insertMail(tx: Tx, { kind, userId, to, content, isBulk, until }: NewMail): Promise<void> {
  const hash = hashAddress(to)
  await sql`select pg_advisory_xact_lock(hashtext('mails'), ${hash.readInt32BE()})`.execute(tx)
  await sql`
    with over as (
      select case
        when (select count(*) from mails where address_hash = ${hash} and kind = ${kind} and queued_at > now() - interval '1 hour') >= ${MAX_TO_ADDRESS}
          then 'More than ${sql.lit(MAX_TO_ADDRESS)} mails of this kind to this address within an hour'
        when (select count(*) from mails where state = 'waiting') >= ${MAX_WAITING} then 'Too many mails are waiting'
      end as why)
    insert into mails (kind, user_id, address_hash, content, is_bulk, send_until, state, ended_at, answer)
    select ${kind}, ${userId}::int, ${hash}, case when why is null then ${content}::bytea end, ${isBulk}, ${until}::timestamptz,
      case when why is null then 'waiting' else 'dropped' end, case when why is not null then now() end, why
    from over`.execute(tx)
}

const Claimed = z.object({ id: z.string(), kind: z.string(), tries: z.int(), content: z.instanceof(Buffer), queuedAt: z.date() })
export type ClaimedMail = z.infer<typeof Claimed>

/** Takes the next mail that is due, for one try. Portals take them one after the other, so that the limit holds for all together. */
export const claimMail = (db: Db): Promise<ClaimedMail | undefined> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('mails claim'))`.execute(tx)
    await sql`update mails set state = 'failed', content = null, ended_at = now(),
        answer = coalesce(answer, 'The mail could not be sent in time')
      where state = 'waiting' and held_at is null and next_at <= now() and (send_until <= now() or tries >= ${MAX_TRIES})`.execute(tx)
    const { rows } = await sql`
      with sent as (select count(*) as n from mails where ended_at > now() - interval '1 hour' and state = 'sent')
      update mails set tries = tries + 1, answer = null, next_at = now() + make_interval(mins => ${LOST_AFTER_MINUTES})
      where id = (
        select m.id from mails m, sent where m.state = 'waiting' and m.held_at is null and m.next_at <= now()
          and sent.n < case when m.is_bulk then ${MAX_SENT.bulk}::int else ${MAX_SENT.all}::int end
        order by m.is_bulk, m.next_at, m.id limit 1)
      returning id::text, kind, tries, content, queued_at as "queuedAt"`.execute(tx)
    return rows.length === 0 ? undefined : Claimed.parse(rows[0])
  })

/** A mail that was sent or given up keeps no address and no text. */
export const endMail = (db: Db, { id }: ClaimedMail, state: 'sent' | 'failed', answer: string) =>
  sql`update mails set state = ${state}, content = null, ended_at = now(), answer = ${answer} where id = ${id}::bigint and state = 'waiting'`.execute(
    db,
  )

export const postponeMail = (db: Db, mail: ClaimedMail, answer: string) => {
  const wait = WAITS[mail.tries - 1]
  if (wait === undefined) return endMail(db, mail, 'failed', answer)
  return sql`update mails set next_at = now() + make_interval(mins => ${wait}), answer = ${answer}
    where id = ${mail.id}::bigint and state = 'waiting'`.execute(db)
}

export const deleteOldMails = async (db: Db): Promise<void> =>
  void (await sql`delete from mails where ended_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db))

/** The newest mails: all that are kept, those after a mail, or one. */
export async function listMails(
  db: Db,
  { after = '0', only = null }: { after?: string; only?: string | null } = {},
): Promise<QueuedMail[]> {
  const { rows } = await sql<{ mail: unknown }>`
    select json_build_object('mailId', m.id::text, 'kind', m.kind, 'state', m.state, 'tries', m.tries, 'queuedAt', m.queued_at,
      'nextAt', case when m.state = 'waiting' and m.held_at is null then m.next_at end, 'endedAt', m.ended_at, 'answer', m.answer,
      'member', case when u.id is not null then json_build_object('userId', u.id, 'name', u.name) end) as mail
    from mails m left join users u on u.id = m.user_id
    where m.id > ${after}::bigint and (${only}::bigint is null or m.id = ${only}::bigint)
    order by m.queued_at desc, m.id desc limit ${MAX_LISTED_MAILS}`.execute(db)
  return z.array(QueuedMail).parse(rows.map(({ mail }) => mail))
}

export async function countMails(db: Db): Promise<Record<MailState, number>> {
  const { rows } = await sql<{ state: MailState; count: number }>`
    select state, count(*)::int as count from mails
    where state = 'waiting' or ended_at > now() - interval '24 hours' group by state`.execute(db)
  return { waiting: 0, sent: 0, failed: 0, dropped: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}
