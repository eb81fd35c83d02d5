import { hashPassword } from '../../server/src/platform/auth/secrets.ts'
import type { Database, Tx } from '../../server/src/platform/database/database.ts'
import { StartupError } from '../../server/src/platform/errors.ts'
import { DEMO_COMMUNITY, DEMO_PASSWORD } from './accounts.ts'
import { insertCivilians } from './civilians.ts'
import { createNames } from './names.ts'
import { insertPatrols } from './patrols.ts'
import { createPeople, DAY_MS, type DemoPerson, type Ladder } from './people.ts'
import { insertPostals } from './postals.ts'
import { createRandom } from './random.ts'
import * as records from './records.ts'
import { insertReports } from './reports.ts'
import { ANNOUNCEMENTS } from './texts.ts'
import { insertWarrants } from './warrants.ts'

const SEED = 1004
/** Authors of notes, warnings and promotions. */
const WRITERS = new Set(['Admin', 'Senior Staff', 'Staff'])

/** Fills an empty database with the demo community: identical every time, except for dates, which are relative to today. */
export async function fillCommunity({ db }: Pick<Database, 'db'>, historyKey: Buffer, now = new Date()): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await db.transaction().execute(async (tx) => {
    if (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) {
      throw new StartupError('The demo needs a database of its own: this one already has accounts')
    }
    const random = createRandom(SEED)
    const people = createPeople(random, await readLadders(tx), now)
    const residents = await insertPeople(tx, people, passwordHash, now)
    const members = residents.filter(({ state }) => state === 'active')
    const staff = members.filter(({ role }) => role !== undefined && WRITERS.has(role))
    const nextName = createNames(
      random,
      people.map(({ name }) => name),
    )

    await tx
      .insertInto('settings')
      .values({ key: 'community.name', value: JSON.stringify(DEMO_COMMUNITY) })
      .execute()
    // The checklist is for new portals.
    await tx
      .insertInto('portal_settings')
      .values({ key: 'first-evening', value: JSON.stringify({ shown: 'putAway', hasChosenDepartments: true }) })
      .execute()
    const serverIds = await insertServers(tx)
    await insertPostals(tx, serverIds)
    await tx.insertInto('sign_ins').values(records.signIns(random, residents)).execute()
    await insertCivilians(tx, { random, now }, members, nextName, serverIds[0])
    await insertReports(tx, random, now, members, serverIds[0])
    await insertWarrants(tx, historyKey, { random: createRandom(SEED + 1), now }, members, serverIds[0])
    const marks = records.marks(random, members, staff, now)
    const rankChanges = records.rankChanges(random, members, staff, now)
    await tx
      .insertInto('staff_notes')
      .values(records.notes(random, members, staff, now))
      .execute()
    await tx.insertInto('marks').values(marks).execute()
    await tx
      .insertInto('leaves')
      .values(records.leaves(random, members, staff, now))
      .execute()
    await insertPatrols(tx, { random: createRandom(SEED + 2), now, serverIds, members, staff })
    await tx.insertInto('rank_changes').values(rankChanges).execute()
    await insertAnnouncements(tx, staff, now)

    const root = residents[0]?.userId ?? null
    const audited = records.auditRows([
      ...residents.map(({ userId, createdAt, name, emailAddress }) => ({
        at: createdAt,
        actor_id: root,
        action: 'user.created' as const,
        userId,
        after: { name, emailAddress },
      })),
      ...rankChanges.map((row) => ({
        at: row.at,
        actor_id: row.author_id,
        action: 'member.rank-changed' as const,
        userId: row.user_id,
        after: { kind: row.kind, reason: row.reason },
      })),
      ...marks.map((row) => ({
        at: row.created_at,
        actor_id: row.author_id,
        action: 'member.mark-added' as const,
        userId: row.user_id,
        after: { kind: row.kind, text: row.text, points: row.points },
      })),
    ])
    await tx.insertInto('audit').values(audited).execute()
    await tx
      .insertInto('server_player_counts')
      .values(records.playerCounts(random, serverIds[0], now))
      .execute()
  })
}

async function readLadders(tx: Tx): Promise<Ladder[]> {
  const departments = await tx.selectFrom('departments').select(['id', 'name']).orderBy('sort_order').execute()
  const ranks = await tx.selectFrom('ranks').select(['id', 'department_id', 'name', 'is_reserve']).orderBy('sort_order').execute()
  return departments.map(({ id, name }) => ({
    departmentId: id,
    name,
    ranks: ranks
      .filter((rank) => rank.department_id === id)
      .map((rank) => ({ rankId: rank.id, name: rank.name, isReserve: rank.is_reserve })),
  }))
}

async function insertPeople(tx: Tx, people: readonly DemoPerson[], passwordHash: string, now: Date): Promise<records.Resident[]> {
  const inserted = await tx
    .insertInto('users')
    .values(
      people.map((person) => ({
        name: person.name,
        email: person.emailAddress,
        password_hash: passwordHash,
        avatar_color: person.avatarColor,
        steam_id: person.steamId,
        is_whitelisted: person.isWhitelisted,
        is_whitelisted_dev: person.isWhitelistedDev,
        created_at: person.createdAt,
        last_seen_at: person.lastSeenAt,
        disabled_at: person.state === 'disabled' ? now : null,
        deleted_at: person.state === 'deleted' ? now : null,
      })),
    )
    .returning(['id', 'email'])
    .execute()
  const ids = new Map(inserted.map(({ id, email }) => [email, id]))
  const residents = people.map((person) => ({ ...person, userId: ids.get(person.emailAddress) ?? 0 }))
  const roles = new Map((await tx.selectFrom('roles').select(['id', 'name']).execute()).map(({ id, name }) => [name, id]))
  const granted = residents.flatMap(({ userId, role }) => (role === undefined ? [] : { user_id: userId, role_id: roles.get(role) ?? 0 }))
  await tx.insertInto('user_roles').values(granted).execute()
  await tx
    .insertInto('user_permissions')
    .values(residents.flatMap(({ userId, permissions }) => permissions.map((permission) => ({ user_id: userId, permission }))))
    .execute()
  await tx
    .insertInto('user_departments')
    .values(
      residents.flatMap(({ userId, memberships }) =>
        memberships.map(({ department, rank, isPrimary }) => ({
          user_id: userId,
          department_id: department.departmentId,
          rank_id: rank.rankId,
          is_primary: isPrimary,
        })),
      ),
    )
    .execute()
  return residents
}

/** The two servers with patrols. */
async function insertServers(tx: Tx): Promise<readonly [number, number]> {
  const { id: first } = await tx.updateTable('servers').set({ name: 'San Andreas I' }).returning('id').executeTakeFirstOrThrow()
  const { id: second } = await tx
    .insertInto('servers')
    .values({ name: 'San Andreas II', environment: 'prod' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('servers').values({ name: 'Development', environment: 'dev' }).execute()
  return [first, second]
}

async function insertAnnouncements(tx: Tx, staff: readonly records.Resident[], now: Date): Promise<void> {
  const departments = new Map((await tx.selectFrom('departments').select(['id', 'name']).execute()).map(({ id, name }) => [name, id]))
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS)
  await tx
    .insertInto('announcements')
    .values(
      ANNOUNCEMENTS.map(({ title, body, department, wroteDay, expiresDay }, index) => ({
        title,
        body,
        department_id: department === undefined ? null : (departments.get(department) ?? null),
        author_id: staff[index % staff.length]?.userId ?? 0,
        created_at: at(wroteDay),
        expires_at: expiresDay === undefined ? null : at(expiresDay),
      })),
    )
    .execute()
}
