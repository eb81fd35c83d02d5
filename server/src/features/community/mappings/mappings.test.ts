import { DEPARTMENT, type Move } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertGuild, insertRole } from '../../../testing/test-discord-rows.ts'
import { placeMappings, type MappingScene } from '../../../testing/test-mappings.ts'
import { startTestPortal, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { countHeld } from './mappings.repo.ts'

const { LSPD, BCSO } = DEPARTMENT
let t: TestPortal
let admin: Http
let m: MappingScene
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.as('admin')
})
afterAll(() => t.close())
beforeEach(async () => {
  m = await placeMappings(t)
})

describe('where Discord leads', () => {
  test('membership and rank follow roles up and down, and the highest mapped rank wins', async () => {
    await m.ledByThree()
    const one = await m.member([m.roles.cadet])
    await m.follow()
    expect(await m.rankOf(one)).toBe('Cadet')
    await m.setRoles(one, [m.roles.cadet, m.roles.sergeant])
    await m.follow()
    expect(await m.rankOf(one)).toBe('Sergeant')
    await m.setRoles(one, [m.roles.officer, m.roles.cadet])
    await m.follow()
    expect(await m.rankOf(one)).toBe('Officer II')
    await m.setRoles(one, [])
    await m.follow()
    expect(await m.rankOf(one)).toBeUndefined()

    const notices = await t.db.selectFrom('notices').select('title').where('user_id', '=', one.userId).orderBy('id').execute()
    expect(notices.map(({ title }) => title)).toEqual([
      'You joined LSPD as Cadet',
      'You were promoted to Sergeant in LSPD',
      'You were demoted to Officer II in LSPD',
      'You left LSPD',
    ])
    const audit = await t.db
      .selectFrom('audit')
      .select('action')
      .where('subject_type', '=', 'user')
      .where('subject_id', '=', String(one.userId))
      .where('actor_id', 'is', null)
      .orderBy('id')
      .execute()
    expect(audit.map(({ action }) => action).filter((action) => action.startsWith('member.'))).toEqual([
      'member.departments-changed',
      'member.rank-changed',
      'member.rank-changed',
      'member.departments-changed',
    ])
  })

  test('a member who loses their primary department gets the next one, and a member who joins keeps theirs', async () => {
    await m.ledByThree()
    const one = await m.member([m.roles.cadet])
    await t.db.insertInto('user_departments').values({ user_id: one.userId, department_id: BCSO, is_primary: true }).execute()
    const primary = async () =>
      (
        await t.db
          .selectFrom('user_departments')
          .select('department_id')
          .where('user_id', '=', one.userId)
          .where('is_primary', '=', true)
          .execute()
      ).map(({ department_id }) => department_id)
    await m.follow()
    expect([await m.rankOf(one), await primary()]).toEqual(['Cadet', [BCSO]])
    await sql`update user_departments set is_primary = false where user_id = ${one.userId}`.execute(t.db)
    await sql`update user_departments set is_primary = true where user_id = ${one.userId} and department_id = ${LSPD}`.execute(t.db)
    await m.setRoles(one, [])
    await m.follow()
    expect([await m.rankOf(one), await primary()]).toEqual([undefined, [BCSO]])
  })

  test('unlinking counts as having no role; disabled accounts stay as they are', async () => {
    await m.ledByThree()
    const [unlinked, disabled] = [await m.member([m.roles.officer]), await m.member([m.roles.officer])]
    await m.follow()
    await t.db.deleteFrom('discord_links').where('user_id', '=', unlinked.userId).execute()
    await t.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', disabled.userId).execute()
    await m.setRoles(disabled, [])
    await m.follow()
    expect([await m.rankOf(unlinked), await m.rankOf(disabled)]).toEqual([undefined, 'Officer II'])
  })

  test('members are not changed by hand, and a member who leaves the community leaves the department too', async () => {
    await m.ledByThree()
    const one = await m.member([m.roles.officer])
    const other = await t.addPerson()
    await m.follow()
    const version = async ({ userId }: Pick<Person, 'userId'>) =>
      (await admin.get(`/api/members/${userId}`)).json<{ version: number }>().version
    const led = expect.stringContaining('Discord leads this department')
    const rank = await admin.post(`/api/members/${one.userId}/rank`, {
      departmentId: LSPD,
      rankId: await m.rankId('Sergeant'),
      reason: 'Good work',
      version: await version(one),
    })
    expect([rank.statusCode, rank.json()]).toEqual([403, expect.objectContaining({ message: led, field: 'rankId' })])
    const move = async (person: Person, from: number | null, to: Move['to']) =>
      admin.post(`/api/members/${person.userId}/departments`, { move: { from, to }, reason: 'x', version: await version(person) })
    expect((await move(other, null, { departmentId: LSPD, rankId: null })).statusCode).toBe(403)
    expect((await move(one, LSPD, null)).statusCode).toBe(403)
    expect((await move(one, null, { departmentId: BCSO, rankId: null })).statusCode).toBe(200)
    expect(await m.rankOf(one)).toBe('Officer II')
    await expect(t.db.deleteFrom('user_departments').where('user_id', '=', one.userId).execute()).rejects.toThrow('Discord leads')

    const gone = await admin.post(`/api/former-members/${one.userId}/let-go`, { reason: 'Moved away' })
    expect([gone.statusCode, gone.body]).toEqual([200, expect.anything()])
    expect(await m.rankOf(one)).toBeUndefined()
  })
})

describe('nobody loses anything', () => {
  test.each([
    ['while the bot is not connected', () => sql`update discord_bot set state = 'waiting'`.execute(t.db)],
    ['while no portal reports on the bot', () => sql`update discord_bot set seen_at = now() - interval '2 minutes'`.execute(t.db)],
    ['while the members of the server are being read', () => m.read(false)],
    ['after the bot has left the server', () => t.db.updateTable('discord_guilds').set({ left_at: new Date() }).execute()],
    ['once a role is deleted', () => sql`update discord_roles set gone_at = now() where id = ${m.roles.officer}`.execute(t.db)],
  ])('%s', async (_when, happens) => {
    await m.ledByThree()
    const one = await m.member([m.roles.officer])
    await m.follow()
    await happens()
    await m.setRoles(one, [])
    await m.follow()
    expect(await m.rankOf(one)).toBe('Officer II')
    expect((await m.lspd()).waitsBecause).toEqual(expect.any(String))
  })

  test('of two servers, while one of them is away; gains by the other one follow', async () => {
    const other = await insertGuild(t.db, { name: 'Their Town' })
    await m.read(true)
    const theirs = await insertRole(t.db, other, 'Theirs')
    await m.map(theirs, 'Officer II')
    await m.ledByThree()
    const [loses, gains] = [await m.member([m.roles.sergeant]), await m.member([])]
    await m.follow()
    await t.db.updateTable('discord_guilds').set({ members_read_at: null }).where('id', '=', other).execute()
    await m.setRoles(loses, [m.roles.cadet])
    await m.setRoles(gains, [m.roles.sergeant])
    await m.follow()
    expect([await m.rankOf(loses), await m.rankOf(gains)]).toEqual(['Sergeant', 'Sergeant'])
    await m.read(true)
    await m.follow()
    expect(await m.rankOf(loses)).toBe('Cadet')
  })

  test('when many would: they wait until a person confirms it, or lets them keep it', async () => {
    await m.ledByThree()
    const people = await Promise.all([1, 2, 3, 4, 5].map(() => m.member([m.roles.officer])))
    await m.follow()
    await m.setRolesOfAll(people, [])
    await m.follow()
    expect(await Promise.all(people.map(m.rankOf))).toEqual(Array(5).fill('Officer II'))
    const { held } = await m.lspd()
    expect(held?.losses).toBe(5)
    expect((await countHeld.execute(t.db)).rows).toEqual([{ count: 1 }])

    const decide = (decision: string, digest: string) => admin.post(`/api/discord/departments/${LSPD}/losses`, { decision, digest })
    expect((await decide('take', 'another')).statusCode).toBe(409)
    expect((await decide('keep', held!.digest)).statusCode).toBe(200)
    await m.follow()
    expect([await m.rankOf(people[0]!), (await m.lspd()).held]).toEqual(['Officer II', null])

    // A decision is about one loss: what differs is followed again.
    await m.setRolesOfAll(people, [m.roles.cadet])
    await m.follow()
    const again = (await m.lspd()).held
    expect(again?.losses).toBe(5)
    expect((await decide('take', again!.digest)).statusCode).toBe(200)
    expect(await Promise.all(people.map(m.rankOf))).toEqual(Array(5).fill('Cadet'))
    expect((await decide('take', again!.digest)).statusCode).toBe(409)
  })

  test('one after the other, either: losses of the last minutes count together', async () => {
    await m.ledByThree()
    const people = await Promise.all([1, 2, 3, 4, 5].map(() => m.member([m.roles.officer])))
    await m.follow()
    for (const each of people) {
      await m.setRoles(each, [])
      await m.follow()
    }
    expect((await Promise.all(people.map(m.rankOf))).filter((rank) => rank === 'Officer II')).toHaveLength(2)
    expect((await m.lspd()).held?.losses).toBe(2)
  })
})
