import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { startLinkPortal, type LinkPortal } from '../../../testing/test-links.ts'
import { PASSWORD, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { watchRoom } from '../../../testing/test-room.ts'
import type { DiscordCall } from '../bot/bot.port.ts'
import { linkCommand } from './links.bot.ts'
import { createLinkCodes } from './links.codes.ts'
import { actorOf, linkOf } from './links.port.ts'

let p: LinkPortal
let t: TestPortal
beforeAll(async () => {
  p = await startLinkPortal()
  t = p.t
  await t.db.insertInto('discord_guilds').values({ id: '1', name: 'Ours', owner_id: '9' }).execute()
  await t.db.insertInto('discord_channels').values({ id: '77', guild_id: '1', name: 'link', kind: 'text', type: 'Link' }).execute()
})
afterAll(() => p.close())

/** Codes without the service that links, because the command only issues them. */
const issuer = () =>
  createLinkCodes({
    db: t.db,
    publish: () => undefined,
    links: { linkIn: () => Promise.reject(new Error('A command links nobody')) },
    checkPassword: () => Promise.reject(new Error('A command asks for no password')),
  })
/** Calls the command as the bot does. */
const command = (portalUrl: string | undefined = 'https://portal.example.com') => {
  const [link] = linkCommand({ db: t.db, codes: issuer(), portalUrl, countCode: createHourlyLimit('test', 5, undefined) }).commands!
  return async (discordId: string, over: Partial<DiscordCall> = {}): Promise<string> => {
    const call = {
      discordId,
      username: `user${discordId}`,
      displayName: `User ${discordId}`,
      guildId: '1',
      channelId: '77',
      messageId: null,
    }
    const answer = await link!.run({ ...call, channelType: 'Link', ...over }, {})
    expect(answer).not.toHaveProperty('isPublic')
    return 'text' in answer ? answer.text : ''
  }
}
let lastId = 5000
const nextId = () => String((lastId += 1))
const codeIn = (text: string) => /#discord=([A-Z2-9]{10})>/.exec(text)?.[1] ?? ''
const codeFor = async (discordId: string) => codeIn(await command()(discordId))
const read = (person: Person, code: string) => t.http(person.token).post('/api/discord/link/code/read', { code })
const use = (person: Person, code: string, currentPassword = PASSWORD) =>
  t.http(person.token).post('/api/discord/link/code', { code, currentPassword })

describe('/link', () => {
  test('answers in private with an address whose code is stored as a hash only', async () => {
    const id = nextId()
    const text = await command()(id)
    expect(text).toContain('https://portal.example.com/user/settings#discord=')
    const rows = await t.db.selectFrom('discord_link_codes').selectAll().where('discord_id', '=', id).execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(codeIn(text))
  })

  test('in another channel names the right one, and the portal', async () => {
    expect(await command()(nextId(), { channelType: 'Text' })).toContain('Use /link in <#77>.')
    const elsewhere = await command()(nextId(), { channelType: null, guildId: null })
    expect(elsewhere).toContain('No channel here is for linking')
    expect(elsewhere).toContain('in your account settings')
  })

  test('says so if the account is already linked, or the portal’s address is unknown', async () => {
    const { id } = p.addDiscordUser()
    await p.link(await t.addPerson(), id)
    expect(await command()(id)).toContain('linked to the portal already')
    expect(await command('')('1')).not.toContain('undefined')
    const unknown = linkCommand({
      db: t.db,
      codes: {
        issue: () => Promise.reject(new Error('none is issued')),
        read: () => Promise.reject(new Error()),
        use: () => Promise.reject(new Error()),
      },
      portalUrl: undefined,
      countCode: async () => undefined,
    }).commands![0]!
    const call = {
      discordId: '2',
      username: 'x',
      displayName: 'X',
      guildId: '1',
      channelId: '77',
      channelType: 'Link',
      messageId: null,
    } as const
    expect(await unknown.run(call, {})).toMatchObject({ text: expect.stringContaining('PORTAL_URL') })
  })

  test('gives five codes an hour, and only the latest is valid', async () => {
    const run = command()
    const id = nextId()
    const codes = []
    for (let count = 0; count < 5; count += 1) codes.push(codeIn(await run(id)))
    await expect(run(id)).rejects.toThrow('At most 5 of these an hour')
    const person = await t.addPerson()
    expect((await read(person, codes[0]!)).statusCode).toBe(400)
    expect((await read(person, codes[4]!)).statusCode).toBe(200)
  })
})

describe('a code', () => {
  test('names the Discord account, and links it to the member who enters it, once', async () => {
    const person = await t.addPerson()
    const id = nextId()
    const code = await codeFor(id)
    expect((await read(person, code)).json()).toMatchObject({ username: `user${id}`, displayName: `User ${id}` })
    expect((await use(person, ` ${code.slice(0, 5).toLowerCase()}-${code.slice(5)}`)).json()).toMatchObject({ how: 'command' })
    expect(await linkOf(t.db, person.userId)).toMatchObject({ discordId: id, how: 'command' })
    expect((await use(person, code)).json()).toMatchObject({ code: 'invalid_input', field: 'code' })
    const [entry] = await t.db
      .selectFrom('audit')
      .select(['action', 'after'])
      .where('action', '=', 'discord.linked')
      .where('subject_id', '=', String(person.userId))
      .execute()
    expect(entry).toMatchObject({ after: { discordId: id, how: 'command' } })
    expect(JSON.stringify(entry)).not.toContain(code)
  })

  test('and unlinking update the count of linked members on Manage Discord', async () => {
    const id = nextId()
    await t.db.insertInto('discord_members').values({ guild_id: '1', discord_id: id, username: 'x', display_name: 'x' }).execute()
    const room = await watchRoom(t, (await t.person('staff')).token, 'discord', {})
    const person = await t.addPerson()
    expect((await use(person, await codeFor(id))).statusCode).toBe(200)
    expect((await t.http(person.token).delete('/api/discord/link')).statusCode).toBe(200)
    expect(await room.received()).toMatchObject([
      { event: 'guild.saved', payload: { guildId: '1', linkedCount: 1 } },
      { event: 'guild.saved', payload: { guildId: '1', linkedCount: 0 } },
    ])
  })

  test('is refused when made up, empty or expired, naming the field', async () => {
    const person = await t.addPerson()
    for (const code of ['AAAAAAAAAA', '', 'x'.repeat(41)]) {
      expect((await use(person, code)).json()).toMatchObject({ code: 'invalid_input', field: 'code' })
      expect((await read(person, code)).json()).toMatchObject({ code: 'invalid_input', field: 'code' })
    }
    const code = await codeFor(nextId())
    await sql`update discord_link_codes set expires_at = now()`.execute(t.db)
    expect((await use(person, code)).json()).toMatchObject({ code: 'invalid_input', field: 'code' })
  })

  test('is refused for the account of another member, and stays valid for a member who has to unlink first', async () => {
    const [first, second] = [await t.addPerson(), await t.addPerson()]
    const taken = nextId()
    const codeOfTaken = await codeFor(taken)
    await use(first, await codeFor(nextId()))
    expect((await use(first, codeOfTaken)).json().message).toContain('Unlink that one first')
    await t.http(first.token).delete('/api/discord/link')
    expect((await use(first, codeOfTaken)).statusCode).toBe(200)
    const again = await issuer().issue({ discordId: taken, username: 'x', displayName: 'X' })
    expect((await use(second, again)).json()).toMatchObject({ code: 'conflict' })
  })

  test.each([
    ['missing', undefined, 'currentPassword is missing'],
    ['empty', '', 'Enter your current password'],
    ['wrong', 'not the password', 'This is not your current password'],
  ])('does not link if the password is %s, and stays valid', async (_what, currentPassword, message) => {
    const person = await t.addPerson()
    const id = nextId()
    const code = await codeFor(id)
    const refused = await t.http(person.token).post('/api/discord/link/code', { code, currentPassword })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ code: 'invalid_input', field: 'currentPassword', message })
    expect(await linkOf(t.db, person.userId)).toBeNull()
    expect((await read(person, code)).statusCode).toBe(200)
    expect((await use(person, code)).statusCode).toBe(200)
  })

  test('can’t be used to guess the password: after five wrong passwords the member has to wait', async () => {
    const person = await t.addPerson()
    const code = await codeFor(nextId())
    const answers = []
    // On a slow machine, the first waits may be over already, because they are short.
    while (answers.length < 12 && answers.at(-1)?.statusCode !== 429) answers.push(await use(person, code, `guess ${answers.length}`))
    expect(answers.slice(0, 5).map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400])
    expect(answers.at(-1)!.json()).toMatchObject({ code: 'too_many_attempts', field: 'currentPassword' })
    expect(await linkOf(t.db, person.userId)).toBeNull()
    expect(p.lines.join('')).not.toContain('guess 0')
  })

  test('does not link if the password changes while it is checked', async () => {
    const { id } = p.addDiscordUser()
    await p.link(await t.addPerson(), id)
    const actor = (await actorOf(t.db, id))!
    const code = await codeFor(nextId())
    const codes = createLinkCodes({
      db: t.db,
      publish: () => undefined,
      links: { linkIn: async () => ({ username: 'x', displayName: 'X', linkedAt: new Date().toISOString(), how: 'command' }) },
      checkPassword: async () => 'the hash of the password before',
    })
    await expect(codes.use(actor, { code, currentPassword: PASSWORD })).rejects.toMatchObject({
      code: 'conflict',
      field: 'currentPassword',
    })
    expect((await read(await t.addPerson(), code)).statusCode).toBe(200)
  })

  test('links one of two members who enter it at the same moment', async () => {
    const people = [await t.addPerson(), await t.addPerson()]
    const code = await codeFor(nextId())
    const statuses = (await Promise.all(people.map((person) => use(person, code)))).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('can be tried sixty times an hour', async () => {
    const person = await t.addPerson()
    const statuses = new Set<number>()
    for (let count = 0; count <= 60; count += 1) statuses.add((await read(person, 'AAAAAAAAAA')).statusCode)
    expect([...statuses]).toEqual([400, 429])
  })
})

describe('a person who acts in Discord', () => {
  test('acts as the linked member, with that member’s rights', async () => {
    const person = await t.addPerson({ roles: ['Staff'], permissions: ['MANAGE_DISCORD'] })
    const { id } = p.addDiscordUser()
    await p.link(person, id)
    const actor = await actorOf(t.db, id)
    expect(actor).toMatchObject({ userId: person.userId, sessionId: 0, user: { userPermissions: ['MANAGE_DISCORD'] } })
  })

  test('has no account if not linked, disabled or deleted', async () => {
    expect(await actorOf(t.db, nextId())).toBeNull()
    const person = await t.addPerson()
    const { id } = p.addDiscordUser()
    await p.link(person, id)
    await sql`update users set disabled_at = now() where id = ${person.userId}`.execute(t.db)
    expect(await actorOf(t.db, id)).toBeNull()
    await sql`update users set disabled_at = null, deleted_at = now() where id = ${person.userId}`.execute(t.db)
    expect(await actorOf(t.db, id)).toBeNull()
  })
})
