import { COUNT_LIMIT, SignInKind, type PageOf, type PageQuery, type Session, type SignIn, type UserAddress } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'

export async function openSessions(db: Db, userId: number, ownSessionId: number): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'kind', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    sessionId: row.id,
    kind: SignInKind.parse(row.kind),
    device: deviceOf(row.user_agent),
    address: row.address,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    isThis: row.id === ownSessionId,
  }))
}

/** Ends an open session of this user; undefined if there is none. */
export const endSession = (tx: Tx, userId: number, sessionId: number) =>
  tx
    .updateTable('sessions')
    .set({ revoked_at: new Date() })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('user_agent')
    .executeTakeFirst()

export async function signInsOf(db: Db, userId: number, query: PageQuery): Promise<PageOf<SignIn>> {
  const [rows, counted] = await Promise.all([
    db
      .selectFrom('sign_ins')
      .select(['id', 'at', 'kind', 'address', 'user_agent', 'succeeded'])
      .where('user_id', '=', userId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(query.pageSize)
      .offset((query.page - 1) * query.pageSize)
      .execute(),
    sql<{
      count: number
    }>`select count(*) from (select from sign_ins where user_id = ${userId} limit ${COUNT_LIMIT + 1}) as counted`.execute(db),
  ])
  const items = rows.map(({ id, at, kind, address, user_agent, succeeded }) => ({
    signInId: id,
    at: at.toISOString(),
    kind: SignInKind.parse(kind),
    address,
    device: deviceOf(user_agent),
    succeeded,
  }))
  return toPage(items, counted.rows[0]?.count ?? 0, query)
}

export async function signedInAddresses(db: Db, userId: number): Promise<UserAddress[]> {
  const { rows } = await sql<{ address: string; first_at: Date; last_at: Date; count: number }>`
    select address, min(at) as first_at, max(at) as last_at, count(*) from sign_ins
    where user_id = ${userId} and succeeded group by address order by last_at desc, address`.execute(db)
  return rows.map(({ address, first_at, last_at, count }) => ({
    address,
    firstAt: first_at.toISOString(),
    lastAt: last_at.toISOString(),
    count,
  }))
}

/** More specific ones first: every browser claims to be Safari, and most claim to be Chrome. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/CitizenFX|FiveM/i, 'FiveM'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Vivaldi\//, 'Vivaldi'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/HeadlessChrome\//, 'Headless Chrome'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^(node|undici)/i, 'Node.js'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

const nameIn = (names: readonly (readonly [RegExp, string])[], userAgent: string) => names.find(([sign]) => sign.test(userAgent))?.[1]

/** Human-readable form of a user agent: 'Chrome on Windows'. */
export function deviceOf(userAgent: string): string {
  const program = nameIn(PROGRAMS, userAgent)
  const system = nameIn(SYSTEMS, userAgent)
  if (program && system) return `${program} on ${system}`
  return program ?? (system ? `A browser on ${system}` : 'Unknown device')
}
