import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { compareSchemas, snapshotSchema } from '../../../testing/schema-snapshot.ts'
import { createTestDatabase, untilUnused, withClient, type TestDatabase } from '../../../testing/test-database.ts'
import { restoreBackup } from './backup.restore.ts'
import { createStandingKeeper, readKeptStanding, readStanding, type Standing } from './backup.standing.ts'
import { writeBackup } from './backup.write.ts'

const PASS = 'correct horse battery'
const KEYS = { 'history-key': 'h'.repeat(40), 'secrets-key': 's'.repeat(40) }
let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenfour-over-'))
  file = join(folder, 'one.backup')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const maintenance = () => new URL('/postgres', inject('templateUrl')).href
/** All rows of the tables that have something about people, as texts. */
const allRows = (url: string) =>
  withClient(url, async (client) => {
    const found: string[] = []
    for (const name of [
      'users',
      'user_roles',
      'user_departments',
      'user_permissions',
      'api_keys',
      'mails',
      'audit',
      'schema_state',
      'schema_objects',
    ])
      for (const { row } of (await client.query<{ row: string }>(`select '${name}' || to_jsonb(t)::text as row from ${name} t order by 1`))
        .rows)
        found.push(row)
    return found
  })

let used: TestDatabase
const rows = <T extends object>(text: string) => withClient(used.url, async (client) => (await client.query<T>(text)).rows)
const over = (options: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
  restoreBackup({ url: used.url, file, passPhrase: PASS, keepKeys: () => undefined, over: true, ...options })
const backUp = async () => {
  rmSync(file, { force: true })
  await writeBackup({ url: used.url, file, passPhrase: PASS, keys: KEYS })
}
beforeEach(async () => {
  used = await createTestDatabase()
  await used.close()
  await untilUnused(used.url)
  await rows(`insert into users (name, email, password_hash, is_whitelisted) values ('Ro', 'ro@example.com', 'x', false),
    ('Ann', 'ann@example.com', 'x', true), ('Bob', 'bob@example.com', 'x', false), ('Cy', 'cy@example.com', 'x', false)`)
  await rows(`insert into user_roles (user_id, role_id) select u.id, r.id from users u, roles r join role_groups g on g.id = r.role_group_id
    where u.name = 'Ro' and g.name = 'Root' or u.name = 'Ann' and g.name = 'Admin'`)
  await rows(`insert into user_permissions (user_id, permission) select id, 'MANAGE_USERS' from users where name = 'Cy'`)
  await rows(`insert into user_departments (user_id, department_id, rank_id)
    select u.id, 2, (select id from ranks where department_id = 2 order by sort_order desc limit 1) from users u where u.name = 'Cy'`)
  await rows(
    `insert into api_keys (kind, name, key_hash, scopes) values ('integration', 'Old', 'x', '{}'), ('integration', 'Kept', 'y', '{}')`,
  )
  await rows(`insert into mails (kind, address_hash, content, send_until) values ('x', '', 'sealed', now() + interval '1 day')`)
  await backUp()
  await rows(`update users set disabled_at = now() where name = 'Bob';
    insert into bars (user_id, barred_by, reason) select b.id, r.id, 'Cheats' from users b, users r where b.name = 'Bob' and r.name = 'Ro';
    insert into bar_identifiers (bar_id, kind, value) select id, 'steam', '110000112345678' from bars;
    delete from user_roles where user_id = (select id from users where name = 'Ann');
    update users set is_whitelisted = false where name = 'Ann';
    delete from user_permissions;
    update user_departments set rank_id = (select id from ranks where department_id = 2 order by sort_order limit 1);
    update api_keys set revoked_at = now() where name = 'Old';
    insert into users (name, email, password_hash) values ('Dee', 'dee@example.com', 'x')`)
})
afterEach(() => withClient(maintenance(), (client) => client.query(`drop database ${new URL(used.url).pathname.slice(1)} with (force)`)))

test('it is set aside, and who lost something since the backup has lost it again, and is listed', async () => {
  const { setAside, hadList, withdrawn } = await over()
  expect(hadList).toBe(true)
  expect(withdrawn.map(({ kind, name }) => `${name} ${kind}`).toSorted()).toEqual([
    'Ann roles',
    'Ann whitelist',
    'Bob barred',
    'Bob disabled',
    'Cy permissions',
    'Cy rank',
    'Old key',
  ])
  expect(await rows('select name, disabled_at is not null as off, is_whitelisted as listed from users order by id')).toEqual([
    { name: 'Ro', off: false, listed: false },
    { name: 'Ann', off: false, listed: false },
    { name: 'Bob', off: true, listed: false },
    { name: 'Cy', off: false, listed: false },
  ])
  expect(await rows('select u.name from user_roles join users u on u.id = user_id')).toEqual([{ name: 'Ro' }])
  expect(await rows(`select kind, value from bar_identifiers`)).toEqual([{ kind: 'steam', value: '110000112345678' }])
  expect(await rows(`select name, revoked_at is null as valid from api_keys order by id`)).toEqual([
    { name: 'Old', valid: false },
    { name: 'Kept', valid: true },
  ])
  expect(await rows(`select set_aside, jsonb_array_length(withdrawn) as lost from restores`)).toEqual([{ set_aside: setAside, lost: 7 }])
  expect(await rows(`select name from ${setAside}.users order by id`)).toHaveLength(5)
  expect(await rows('select held_at is not null as held from mails')).toEqual([{ held: true }])
  const fresh = await withClient(inject('templateUrl'), snapshotSchema)
  expect(compareSchemas(await withClient(used.url, snapshotSchema), fresh)).toEqual([])
})

test('a restore that fails at its end leaves all as it was', async () => {
  const [before, schema] = [await allRows(used.url), await withClient(used.url, snapshotSchema)]
  const refuse = () => {
    throw new Error('The disk of the keys is full')
  }
  await expect(over({ keepKeys: refuse })).rejects.toThrow('The disk of the keys is full')
  expect(await allRows(used.url)).toEqual(before)
  expect(compareSchemas(await withClient(used.url, snapshotSchema), schema)).toEqual([])
})

test('where no Root would be left, one is named, and is one whatever happened since', async () => {
  await rows(`insert into user_roles (user_id, role_id) select u.id, r.id from users u, roles r join role_groups g on g.id = r.role_group_id
    where u.name = 'Dee' and g.name = 'Root'`)
  await rows(`update users set disabled_at = now() where name = 'Ro'`)
  await expect(over()).rejects.toThrow('No Root of the backup is one today')
  await expect(over({ root: 'nobody@example.com' })).rejects.toThrow('No account of the backup has the address nobody@example.com')
  expect(await rows('select id from users')).toHaveLength(5)
  await over({ root: 'BOB@example.com' })
  expect(await rows('select u.name from user_roles join users u on u.id = user_id where u.disabled_at is null')).toEqual([{ name: 'Bob' }])
})

test('with another database, the list that was kept outside counts, but not one of another community or from before the backup', async () => {
  const standing = await withClient(used.url, (client) => readStanding(client))
  createStandingKeeper(folder, KEYS['secrets-key'])(standing)
  expect(readKeptStanding(folder, ['another key '.repeat(4), KEYS['secrets-key']])).toEqual({
    ...standing,
    at: expect.any(String) as string,
  })
  expect(readKeptStanding(folder, ['another key '.repeat(4)])).toBeUndefined()
  const said: boolean[] = []
  const elsewhere = (list: Standing) =>
    over({
      standing: list,
      onBegin: ({ hasList }) => void said.push(hasList),
    })
  await rows('drop table api_keys cascade')
  expect(await elsewhere({ ...standing, at: '2020-01-01T00:00:00.000Z' })).toMatchObject({ hadList: false, withdrawn: [] })
  await rows('drop table api_keys cascade')
  const others = standing.users.map((each) => ({ ...each, made: '1' }))
  expect(await elsewhere({ ...standing, users: others })).toMatchObject({ hadList: false, withdrawn: [] })
  await rows('drop table api_keys cascade')
  expect((await elsewhere(standing)).withdrawn).toHaveLength(7)
  // The restore says first that a list from before the backup is of no use.
  expect(said).toEqual([false, true, true])
})
