import { AUDIT_ACTIONS, DEPARTMENT, DISCORD_LOG_GROUPS, DiscordLogGroup, notedEndInWords, type DiscordLogChoice } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { startPostsPortal, type PostsPortal } from '../../../testing/test-posts.ts'
import { until, type Person } from '../../../testing/test-portal.ts'
import { warrantRows } from '../../../testing/test-warrant-rows.ts'
import { sentenceOf } from './posts.audit-labels.ts'
import { refreshActions } from './posts.log-events.ts'
import { askAgain, postHistoryEnd, prunePosts } from './posts.jobs.ts'

let p: PostsPortal
let members: string
let general: string
let warrants: ReturnType<typeof warrantRows>
beforeAll(async () => {
  p = await startPostsPortal()
  members = await p.channel('member-logs', 'MemberLogs')
  general = await p.channel('general-logs', 'GeneralLogs')
  warrants = warrantRows(p.t)
})
afterAll(() => p.close())

/** All lines so far, however many messages they came in. */
const lines = async (channelId: string): Promise<string[]> => {
  await p.hurry()
  return p.said(channelId).flatMap((text) => text.split('\n'))
}
const tells = (channelId: string, line: string) => until(`there is: ${line}`, async () => (await lines(channelId)).includes(line))
const choose = async (...groups: DiscordLogGroup[]) => {
  const http = await p.t.as('admin')
  const { version } = (await http.get('/api/discord/log-events')).json<DiscordLogChoice>()
  expect((await http.put('/api/discord/log-events', { groups, version })).statusCode).toBe(200)
}
const setRank = async (person: Person, rank: string | null) => {
  const http = await p.t.as('admin')
  const { version } = (await http.get(`/api/members/${person.userId}`)).json<{ version: number }>()
  const found =
    rank === null
      ? null
      : await p.t.db
          .selectFrom('ranks')
          .select('id')
          .where('name', '=', rank)
          .where('department_id', '=', DEPARTMENT.LSPD)
          .executeTakeFirstOrThrow()
  const body = { departmentId: DEPARTMENT.LSPD, rankId: found?.id ?? null, reason: 'A secret reason', version }
  expect((await http.post(`/api/members/${person.userId}/rank`, body)).statusCode).toBe(200)
}

test('people who join and leave the Discord server are logged, and bots are not', async () => {
  const { id } = p.discord.addUser({ username: 'newcomer', globalName: '**New** @everyone' })
  p.discord.addMember(p.guildId, id, {})
  await tells(members, '\\*\\*New\\*\\* \\@\u200beveryone joined this server')
  const bot = p.discord.addUser({ username: 'robot', bot: true })
  p.discord.addMember(p.guildId, bot.id, {})
  p.discord.removeMember(p.guildId, bot.id)
  p.discord.removeMember(p.guildId, id)
  await tells(members, '\\*\\*New\\*\\* \\@\u200beveryone left this server')
  expect((await lines(members)).join()).not.toContain('robot')
  for (const message of p.discord.messages(members))
    expect(message).toMatchObject({ mentionEveryone: false, mentionRoles: [], mentions: [] })
})

test('a raid is logged in a few messages that say how many more joined', async () => {
  const before = p.discord.messages(members).length
  await p.t.db
    .insertInto('discord_pace')
    .values({ target: `MemberLogs:${members}` })
    .onConflict((oc) => oc.column('target').doUpdateSet({ sent_at: new Date() }))
    .execute()
  for (let each = 0; each < 55; each += 1) {
    const { id } = p.discord.addUser({ username: `raider${each}` })
    p.discord.addMember(p.guildId, id, {})
  }
  const waiting = () => p.t.db.selectFrom('discord_lines').select('id').where('target', '=', `MemberLogs:${members}`).execute()
  await until('all are noted', async () => (await waiting()).length === 55)
  expect(p.discord.messages(members)).toHaveLength(before)
  await p.hurry()
  await until('one message', () => p.discord.messages(members).length === before + 1)
  expect(p.said(members).at(-1)?.split('\n')).toHaveLength(16)
  expect(p.said(members).at(-1)).toMatch(/^raider0 joined this server\n[\s\S]*\nand 40 more$/)
})

test('links, promotions, demotions and departments are logged in every channel of member logs', async () => {
  const other = p.discord.addGuild({ name: 'Another' })
  const { id: elsewhere } = p.discord.addChannel(other.id, { name: 'logs' })
  await p.setType(elsewhere, 'MemberLogs')
  const officer = await p.t.addPerson({ name: 'Rosa [Delgado]', departments: [{ name: 'LSPD', rank: 'Cadet', isPrimary: true }] })
  const discordId = await p.link(officer, 'rosa')
  await setRank(officer, 'Sergeant')
  await setRank(officer, 'Officer I')
  await setRank(officer, null)
  const expected = [
    'Rosa \\[Delgado\\] linked the Discord account rosa',
    'Rosa \\[Delgado\\] was promoted to Sergeant, LSPD',
    'Rosa \\[Delgado\\] was demoted to Officer I, LSPD',
    'Rosa \\[Delgado\\] is no longer Officer I, LSPD',
  ]
  for (const line of expected) for (const channelId of [members, elsewhere]) await tells(channelId, line)
  await p.t.db.deleteFrom('user_departments').where('user_id', '=', officer.userId).execute()
  await p.t.db.deleteFrom('discord_links').where('user_id', '=', officer.userId).execute()
  await tells(elsewhere, 'Rosa \\[Delgado\\] left LSPD')
  await tells(elsewhere, 'Rosa \\[Delgado\\] is no longer linked to the Discord account rosa')
  p.discord.removeMember(p.guildId, discordId)
  await tells(members, 'rosa left this server')
  expect((await lines(elsewhere)).join(), 'who comes and goes in another server').not.toContain('rosa left this server')
  expect((await lines(members)).join(), 'reasons').not.toContain('secret')
})

test('only chosen events of the portal are logged, in plain words and without values', async () => {
  const person = await p.t.addPerson({ name: 'Jay Ito', departments: [{ name: 'LSPD', rank: 'Cadet', isPrimary: true }] })
  const admin = await p.t.as('admin')
  await admin.post('/api/announcements', { title: 'Unlogged', body: 'Body' })
  await choose('departments', 'accounts', 'announcements', 'settings')
  await setRank(person, 'Sergeant')
  await tells(general, 'The admin changed the rank of Jay Ito to Sergeant, LSPD')
  await admin.post('/api/announcements', { title: 'For all', body: 'Body of it' })
  await tells(general, 'The admin wrote the announcement “For all”')
  await admin.post('/api/announcements', { title: 'For some', body: 'Body', departmentId: DEPARTMENT.LSPD })
  await tells(general, 'The admin wrote an announcement for a department')
  await admin.post(`/api/members/${person.userId}/notes`, { text: 'A secret note' })
  await p.t.db
    .transaction()
    .execute((tx) =>
      recordAudit(tx, {}, 'user.changed', { subjectType: 'user', subjectId: person.userId, after: { emailAddress: 'secret@example.com' } }),
    )
  await tells(general, 'The portal changed the account of Jay Ito')
  const all = (await lines(general)).join('\n')
  for (const hidden of ['secret', 'Unlogged', 'For some', 'Body', '@example']) expect(all).not.toContain(hidden)
})

test('a warrant is logged by its number once it is signed, and a confidential one never', async () => {
  await choose('warrants')
  const writer = await p.t.addPerson({ departments: [{ name: 'LSPD', rank: 'Officer II', isPrimary: true }] })
  const judge = await p.t.person('legalSupervisor')
  const [open, hidden] = [await warrants.put(writer, { signer: judge }), await warrants.put(writer, { signer: judge })]
  const http = p.t.http(judge.token)
  const sign = (warrantId: number, over: object) => http.post(`/api/warrants/${warrantId}/sign`, { version: 1, bail: null, ...over })
  const secret = await sign(hidden.warrantId, { isConfidential: true, servedBy: { userIds: [writer.userId] } })
  expect(secret.statusCode, secret.body).toBe(200)
  expect((await sign(open.warrantId, { isConfidential: false })).statusCode).toBe(200)
  await tells(general, `Arrest warrant ${open.number} was signed`)
  const recalled = await http.post(`/api/warrants/${hidden.warrantId}/recall`, { version: 2, reason: 'A secret reason' })
  expect(recalled.statusCode, recalled.body).toBe(200)
  await p.isQuiet()
  const all = (await lines(general)).join('\n')
  for (const text of [hidden.number, 'Nwosu', 'secret']) expect(all).not.toContain(text)
})

test('a warrant that became confidential before its line was sent is not logged', async () => {
  const [writer, signer] = [await p.t.person('officer'), await p.t.person('admin')]
  const { warrantId, number } = await warrants.put(writer, { state: 'active', signer, isConfidential: true })
  const target = `GeneralLogs:${general}`
  await p.t.db
    .insertInto('discord_lines')
    .values({ target, about: JSON.stringify({ kind: 'warrant', warrantId, state: 'active' }) })
    .execute()
  await p.t.db
    .insertInto('discord_lines')
    .values({ target, about: JSON.stringify({ kind: 'unheard-of' }) })
    .execute()
  await askAgain(p.t.db)
  await p.isQuiet()
  expect(await p.t.db.selectFrom('discord_lines').select('id').where('target', '=', target).execute(), 'done with').toEqual([])
  expect((await lines(general)).join()).not.toContain(number)
})

test('lines that wait for more than a day are deleted, and lines that an errand missed get another one', async () => {
  const target = `GeneralLogs:${general}`
  const about = (userId: number) => JSON.stringify({ kind: 'link', has: true, userId, discordName: 'late' })
  const { userId } = await p.t.person('member')
  await p.t.db
    .insertInto('discord_lines')
    .values([
      { target, about: about(userId), at: new Date(Date.now() - 25 * 3_600_000) },
      { target, about: about(userId) },
    ])
    .execute()
  await prunePosts(p.t.db)
  expect(await p.t.db.selectFrom('discord_lines').select('id').where('target', '=', target).execute()).toHaveLength(1)
  await askAgain(p.t.db)
  await tells(general, 'The member linked the Discord account late')
})

test('lines for a channel where the bot may not write wait, and are not tried one by one', async () => {
  const channelId = await p.channel('closed-logs', 'MemberLogs')
  const denied = p.discord.fail({ method: 'POST', path: new RegExp(`/channels/${channelId}/messages`), status: 403, code: 50_013 })
  const failed = () =>
    p.t.db.selectFrom('discord_errands').select('id').where('kind', '=', 'log.post').where('state', '=', 'failed').execute()
  const person = await p.t.addPerson({ name: 'Kim Lane' })
  await p.link(person, 'kim')
  await until('it failed', async () => (await failed()).length > 0)
  await p.isQuiet()
  denied.stop()
  await p.t.db.deleteFrom('discord_links').where('user_id', '=', person.userId).execute()
  expect(p.said(channelId)).toEqual([])
  const admin = await p.t.as('admin')
  for (const { id } of await failed()) expect((await admin.post(`/api/discord/errands/${id}/retry`, {})).statusCode).toBe(200)
  await tells(channelId, 'Kim Lane linked the Discord account kim')
  await tells(channelId, 'Kim Lane is no longer linked to the Discord account kim')
})

test('lines for a channel that is no longer a log are not posted there', async () => {
  const mistake = await p.channel('everyone-reads-this', 'GeneralLogs')
  await choose('accounts')
  // The first line of a channel is sent at once.
  await p.t.db.transaction().execute(async (tx) => {
    await recordAudit(tx, {}, 'user.disabled', { subjectType: 'user', subjectId: 1 })
    await tx.updateTable('discord_channels').set({ type: null }).where('id', '=', mistake).execute()
  })
  await p.hurry()
  await until('nothing waits', async () => {
    const waiting = p.t.db.selectFrom('discord_lines').select('id').where('target', '=', `GeneralLogs:${mistake}`)
    return (await waiting.executeTakeFirst()) === undefined
  })
  expect(p.said(mistake)).toEqual([])
})

test('lines for general logs are not posted once the channel is a member log', async () => {
  const retyped = await p.channel('retyped', 'GeneralLogs')
  await choose('accounts')
  const pace = { target: `GeneralLogs:${retyped}`, sent_at: new Date(Date.now() + 60_000) }
  await p.t.db.insertInto('discord_pace').values(pace).execute()
  await p.t.db.transaction().execute((tx) => recordAudit(tx, {}, 'user.disabled', { subjectType: 'user', subjectId: 1 }))
  const waiting = p.t.db.selectFrom('discord_lines').select('id').where('target', '=', pace.target)
  expect(await waiting.execute()).toHaveLength(1)
  await p.setType(retyped, 'MemberLogs')
  const person = await p.t.addPerson({ name: 'Lee Park' })
  await p.link(person, 'lee')
  await tells(retyped, 'Lee Park linked the Discord account lee')
  await until('nothing waits', async () => {
    await p.hurry()
    return (await waiting.execute()).length === 0
  })
  expect((await lines(retyped)).join()).not.toContain('disabled')
})

test('lines that no longer apply leave room for others', async () => {
  const channelId = await p.channel('wordless', 'MemberLogs')
  const target = `MemberLogs:${channelId}`
  const { userId } = await p.t.person('member')
  const about = (discordName: string) => JSON.stringify({ kind: 'link', has: true, userId, discordName })
  const nothing = Array.from({ length: 20 }, () => ({ target, about: JSON.stringify({ kind: 'rank', rankChangeId: 0 }) }))
  const said = Array.from({ length: 17 }, (_, index) => ({ target, about: about(`late${index}`) }))
  await p.t.db
    .insertInto('discord_lines')
    .values([...nothing, ...said])
    .execute()
  await askAgain(p.t.db)
  await until('it is there', () => p.said(channelId).length === 1)
  const shown = p.said(channelId)[0]?.split('\n')
  expect(shown?.[0]).toBe('The member linked the Discord account late0')
  expect(shown).toHaveLength(16)
  expect(shown?.at(-1)).toBe('and 2 more')
})

test('very many lines are spread over several messages', async () => {
  const channelId = await p.channel('flooded', 'MemberLogs')
  const target = `MemberLogs:${channelId}`
  const { userId } = await p.t.person('member')
  const about = JSON.stringify({ kind: 'link', has: true, userId, discordName: 'many' })
  await p.t.db
    .insertInto('discord_lines')
    .values(Array.from({ length: 502 }, () => ({ target, about })))
    .execute()
  await askAgain(p.t.db)
  await until('the first message', () => p.said(channelId).length === 1)
  expect(p.said(channelId)[0]?.split('\n').at(-1)).toBe('and 485 more')
  await until('the second message', async () => {
    await p.hurry()
    return p.said(channelId).length === 2
  })
  expect(p.said(channelId)[1]?.split('\n')).toHaveLength(2)
})

test('only members who manage Discord choose the events, with the current version', async () => {
  const path = '/api/discord/log-events'
  expect((await (await p.t.as('member')).get(path)).statusCode).toBe(403)
  expect((await (await p.t.as('staff')).put(path, { groups: [], version: 1 })).statusCode).toBe(403)
  const manager = await p.t.addPerson({ roles: ['Staff'], permissions: ['MANAGE_DISCORD'] })
  const http = p.t.http(manager.token)
  const { version } = (await http.get(path)).json<DiscordLogChoice>()
  expect((await http.put(path, { groups: ['imports', 'imports'], version })).json()).toEqual({ groups: ['imports'], version: version + 1 })
  expect((await http.put(path, { groups: [], version })).statusCode).toBe(409)
  expect((await http.put(path, { groups: ['secrets'], version })).json()).toMatchObject({ code: 'invalid_input', field: 'groups.0' })
  await p.t.db
    .updateTable('discord_log_groups')
    .set({ actions: ['import.started'] })
    .execute()
  await refreshActions(p.t.db)
  const [row] = await p.t.db.selectFrom('discord_log_groups').selectAll().execute()
  expect(row).toEqual({ name: 'imports', actions: DISCORD_LOG_GROUPS.imports.actions })
})

test('every event that can be chosen exists and has a sentence', () => {
  const known = new Set(Object.entries(AUDIT_ACTIONS).flatMap(([noun, verbs]) => verbs.map((verb) => `${noun}.${verb}`)))
  const nothing = { subjectId: '1', subject: 'X', what: 'Y', department: null, isForEveryone: false }
  for (const action of DiscordLogGroup.options.flatMap((group) => DISCORD_LOG_GROUPS[group].actions)) {
    expect(known).toContain(action)
    expect(sentenceOf({ ...nothing, action }), action).not.toContain('did this')
  }
})

test('the end of the warrants’ history is posted once a day where it is wanted, if it has changed', async () => {
  await choose()
  const post = async () => {
    await postHistoryEnd(p.t.db)
    return (await lines(general)).filter((line) => line.startsWith('The history of warrants has'))
  }
  const aDayLater = () =>
    p.t.db
      .updateTable('discord_log_choice')
      .set({ history_posted_at: new Date(Date.now() - 24 * 3600_000) })
      .execute()
  const seal = (byte: number) => Buffer.alloc(32, byte)
  const setEnd = (entries: number) =>
    p.t.db
      .insertInto('warrant_chain')
      .values({ id: 1, entries, last_seal: seal(entries), key_id: '', seal: seal(0) })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ entries, last_seal: seal(entries) }))
      .execute()
  const words = (entries: number) => notedEndInWords({ entries, seal: seal(entries).toString('hex') })
  await setEnd(9)
  expect(await post(), 'nobody wants it').toEqual([])
  await choose('history')
  await post()
  await tells(general, words(9))
  await setEnd(12)
  await post()
  await aDayLater()
  await post()
  await tells(general, words(12))
  await aDayLater()
  expect(await post(), 'it is the same').toEqual([words(9), words(12)])
  // An older database was put back, and its history is shorter.
  await setEnd(10)
  await post()
  await tells(general, words(10))
})
