import { DEPARTMENT, type MemberEffects } from '@tenfour/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addAceGroup, addDiscordRoles, discordRole, entitler, ofDepartment, ofRank, ranksOf } from '../../../testing/test-entitlements.ts'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let admin: Http
let manager: Http
let sergeant: number
let entitle: ReturnType<typeof entitler>
beforeAll(async () => {
  t = await startTestPortal()
  await t.person('root')
  admin = await t.as('admin')
  manager = t.http((await t.addPerson({ permissions: ['MANAGE_USERS'] })).token)
  await addDiscordRoles(t.db)
  await addAceGroup(t.db)
  sergeant = (await ranksOf(t.db)).get('Sergeant') ?? 0
  entitle = entitler(admin)
})
afterEach(() => t.db.deleteFrom('entitlements').execute())
afterAll(() => t.close())

const HEX = '11000010abcdef1'
const OLD_HEX = '11000010abcdefa'
const OTHER_HEX = '11000010abcdef2'
const WAITS = '(once they have a Steam hex)'
const nothing = { added: [], removed: [] }
const ask = (http: Http, body: object) => http.post('/api/entitlements/preview', body)
const effects = async (http: Http, body: object) => (await ask(http, body)).json<MemberEffects>()
const AS_SERGEANT = () => [{ departmentId: DEPARTMENT.LSPD, rankId: sergeant, isPrimary: true }]
const countUsers = async () => (await t.db.selectFrom('users').select('id').execute()).length

describe('a new account', () => {
  test('is previewed with everything it will have, and is not created', async () => {
    await entitle(ofDepartment(), { kind: 'whitelist', environment: 'prod' })
    await entitle(ofRank(sergeant), discordRole('sergeant'))
    await entitle({ kind: 'roleGroup', roleGroup: 'Staff' }, discordRole('staff'))
    await t.db.updateTable('departments').set({ nickname_template: '{rank} {short}' }).where('id', '=', DEPARTMENT.LSPD).execute()
    const { id: roleId } = await t.db.selectFrom('roles').select('id').where('name', '=', 'Staff').executeTakeFirstOrThrow()
    const before = await countUsers()
    const newMember = { name: 'Rosa Delgado', steamId: HEX, userDepartments: AS_SERGEANT(), roleIds: [roleId] }
    expect(await effects(admin, { newMember })).toMatchObject({
      isLinked: false,
      portal: { added: ['access to the portal', 'the role Staff'], removed: [] },
      discordRoles: { added: ['Discord sergeant', 'Discord staff'], removed: [] },
      nickname: { before: null, after: 'Sergeant R. Delgado' },
      whitelists: { added: ['game servers'], removed: [] },
      refusals: [],
    })
    expect(await effects(admin, { newMember: { userDepartments: AS_SERGEANT() } }), 'before a name is typed').toMatchObject({
      nickname: { after: 'Sergeant N. member' },
      whitelists: { added: [`game servers ${WAITS}`] },
    })
    expect(await countUsers()).toBe(before)
  })

  test('is previewed with what the caller may not give, and bad input is refused, naming the field', async () => {
    await entitle(ofRank(sergeant), { kind: 'aceGroup', aceGroup: 'group.lspd_supervisor' })
    const { id: roleId } = await t.db.selectFrom('roles').select('id').where('name', '=', 'Admin').executeTakeFirstOrThrow()
    expect((await effects(manager, { newMember: { userDepartments: AS_SERGEANT(), roleIds: [roleId] } })).refusals).toEqual([
      expect.stringContaining('The role Admin is not below your own'),
      expect.stringContaining('group.lspd_supervisor in the game'),
    ])
    const taken = await t.addPerson()
    await t.db.updateTable('users').set({ steam_id: HEX }).where('id', '=', taken.userId).execute()
    for (const [status, newMember] of [
      [400, { roleIds: [999_999] }],
      [400, { userDepartments: [{ departmentId: 999_999, rankId: null, isPrimary: true }] }],
      [400, { steamId: 'no hex' }],
      [409, { steamId: HEX }],
    ] as const) {
      expect((await ask(admin, { newMember })).statusCode, JSON.stringify(newMember)).toBe(status)
    }
  })

  test('is previewed only for those who manage users', async () => {
    for (const who of ['staff', 'officer'] as const) {
      expect((await ask(await t.as(who), { newMember: {} })).statusCode, who).toBe(403)
    }
  })
})

describe('another Steam hex', () => {
  const whitelisted = async (steam_id: string | null) => {
    const { userId } = await t.addPerson({ departments: [{ name: 'LSPD', rank: 'Sergeant', isPrimary: true }] })
    await t.db.updateTable('users').set({ steam_id, is_whitelisted: true }).where('id', '=', userId).execute()
    return userId
  }

  test('moves the whitelist and groups of the game to the other player', async () => {
    await entitle(ofRank(sergeant), { kind: 'aceGroup', aceGroup: 'group.lspd_supervisor' })
    const userId = await whitelisted(OLD_HEX)
    const { name: server } = await t.db.selectFrom('servers').select('name').where('id', '=', 1).executeTakeFirstOrThrow()
    const group = `group.lspd_supervisor on ${server}`
    expect(await effects(admin, { userId, steamId: OTHER_HEX })).toMatchObject({
      portal: nothing,
      whitelists: { added: [`game servers, as ${OTHER_HEX}`], removed: [`game servers, as ${OLD_HEX}`] },
      aceGroups: { added: [`${group}, as ${OTHER_HEX}`], removed: [`${group}, as ${OLD_HEX}`] },
      refusals: [],
    })
    expect(await effects(admin, { userId, steamId: '' }), 'none').toMatchObject({
      whitelists: { added: [], removed: [expect.any(String)] },
    })
    expect((await effects(manager, { userId, steamId: OTHER_HEX })).refusals).toEqual([expect.stringContaining('in the game')])
  })

  test('is refused for an account that the caller can’t take over, and to those who may not change it', async () => {
    const holder = await t.addPerson({ permissions: ['MANAGE_SERVERS'] })
    expect((await effects(manager, { userId: holder.userId, steamId: OTHER_HEX })).refusals).toEqual([
      'This account holds MANAGE_SERVERS and you do not',
    ])
    expect((await ask(await t.as('staff'), { userId: holder.userId, steamId: OTHER_HEX })).statusCode).toBe(403)
  })
})
