import type { getDiscordPreferences, ResponseOf } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { startPostsPortal, type PostsPortal } from '../../../testing/test-posts.ts'
import { until, type Person } from '../../../testing/test-portal.ts'
import { warrantRows } from '../../../testing/test-warrant-rows.ts'
import { tell, tellAll } from '../../people/notices/notices.port.ts'
import { askAgain } from './posts.jobs.ts'
import { wordNotices } from './posts.notices.ts'

let p: PostsPortal
beforeAll(async () => {
  p = await startPostsPortal()
})
afterAll(() => p.close())

const say = ({ userId }: Person, title: string, text = '', path: string | null = null) =>
  inTransaction(p.t.db, p.t.app.realtime.publish, (tx, emit) => tell(tx, emit, userId, { title, text, path }))
const choose = async (person: Person, sendsNotices: boolean) => {
  const response = await p.t.http(person.token).put('/api/discord/preferences', { sendsNotices, patrolNotify: false })
  expect(response.statusCode, response.body).toBe(200)
}
type Linked = { readonly person: Person; readonly discordId: string }
const linked = async (): Promise<Linked> => {
  const person = await p.t.addPerson()
  return { person, discordId: await p.link(person) }
}
/** A linked member who gets notices as direct messages. */
const subscribed = async (): Promise<Linked> => {
  const made = await linked()
  await choose(made.person, true)
  return made
}
const unlink = ({ userId }: Person) => p.t.db.deleteFrom('discord_links').where('user_id', '=', userId).execute()
/** Makes it look as if the member has got all the messages of an hour. */
const useUpHour = ({ userId }: Person) =>
  p.t.db
    .insertInto('discord_pace')
    .values({ target: `member:${userId}`, messages: 10 })
    .execute()
const refusal = async ({ token }: Person) =>
  (await p.t.http(token).get('/api/discord/preferences')).json<ResponseOf<typeof getDiscordPreferences>>().refusal
const errandOf = ({ userId }: Person) =>
  p.t.db
    .selectFrom('discord_errands')
    .select(['id', 'run_at'])
    .where('queue', '=', `notices:member:${userId}`)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
/** How often the bot opened a channel to the member. */
const opened = (discordId: string) =>
  p.discord.requests.filter(({ path, body }) => path.endsWith('/users/@me/channels') && JSON.stringify(body).includes(`"${discordId}"`))
    .length
const waiting = ({ userId }: Person) => p.t.db.selectFrom('discord_lines').select('id').where('target', '=', `member:${userId}`).execute()
/** Waits until the message has arrived and nothing else is under way. */
const send = async ({ person, discordId }: Linked, title: string) => {
  const before = p.saidTo(discordId).length
  await say(person, title)
  await until(`${title} arrived`, () => p.saidTo(discordId).length === before + 1)
  await p.isQuiet()
}
const isRefused = async (person: Person, why: string) => {
  await until('it is refused', async () => (await refusal(person)) === why)
  await until('it is over', async () => (await waiting(person)).length === 0)
}
const actOn = async (what: 'retry' | 'drop', errandId: number | undefined) =>
  expect((await p.admin.post(`/api/discord/errands/${errandId}/${what}`, {})).statusCode).toBe(200)
/** Where the bot posts its direct messages to someone who has got one. */
const postsTo = (discordId: string) => new RegExp(`/channels/${p.discord.dms(discordId)[0]?.channelId}/messages`)

test('only members who chose so get their notices as direct messages', async () => {
  const { person, discordId } = await linked()
  await say(person, 'Before')
  await choose(person, true)
  await say(person, 'You were *promoted*', 'Well\ndone @everyone', '/user/home')
  await until('it arrived', () => p.saidTo(discordId).length === 1)
  expect(p.saidTo(discordId)).toEqual(['**You were \\*promoted\\***\nWell done \\@\u200beveryone'])
  await p.isQuiet()
  await choose(person, false)
  await say(person, 'After')
  expect(await waiting(person)).toEqual([])

  const { person: unlinked } = await subscribed()
  await unlink(unlinked)
  await say(unlinked, 'To nobody')
  expect(await waiting(unlinked)).toEqual([])
})

test('a member gets at most ten messages an hour; further notices wait and come together', async () => {
  const { person, discordId } = await subscribed()
  await useUpHour(person)
  for (let each = 1; each <= 8; each += 1) await say(person, `Notice ${each}`)
  const errands = await p.t.db
    .selectFrom('discord_errands')
    .select('run_at')
    .where('kind', '=', 'notices.send')
    .where('state', '=', 'waiting')
    .execute()
  expect(errands).toHaveLength(1)
  expect(errands[0]!.run_at.getTime()).toBeGreaterThan(Date.now() + 50 * 60_000)
  expect(p.saidTo(discordId)).toEqual([])
  const read = await p.t.db.selectFrom('notices').select('id').where('title', '=', 'Notice 1').executeTakeFirstOrThrow()
  await p.t.http(person.token).put(`/api/user/notices/${person.userId}/read`, { noticeIds: [read.id] })
  await p.hurry()
  await until('they arrived', () => p.saidTo(discordId).length === 1)
  expect(p.saidTo(discordId)[0]).toBe(
    ['**Notice 2**', '**Notice 3**', '**Notice 4**', '**Notice 5**', '**Notice 6**', 'and 2 more in the portal'].join('\n\n'),
  )
})

test('a member who takes no direct messages is told why on the portal, and gets no message for an hour', async () => {
  const { person, discordId } = await subscribed()
  p.discord.setAcceptsDms(discordId, false)
  await say(person, 'Unheard')
  await isRefused(person, 'closed')
  expect(p.saidTo(discordId)).toEqual([])

  const tries = opened(discordId)
  await say(person, 'Later')
  await askAgain(p.t.db)
  const { run_at } = await errandOf(person)
  expect(run_at.getTime()).toBeGreaterThan(Date.now() + 50 * 60_000)
  p.discord.setAcceptsDms(discordId, true)
  expect([p.saidTo(discordId), opened(discordId)]).toEqual([[], tries])

  await choose(person, false)
  await choose(person, true)
  expect(await refusal(person)).toBeUndefined()
  await until('what waited is tried at once', () => p.saidTo(discordId).join() === '**Later**')
})

test('a member who shares no server with the bot is told so, until a message arrives', async () => {
  const { person, discordId } = await subscribed()
  p.discord.removeMember(p.guildId, discordId)
  await say(person, 'Unheard')
  await isRefused(person, 'noSharedServer')
  p.discord.addMember(p.guildId, discordId, {})
  await say(person, 'Heard')
  await p.hurry()
  await until('it arrived', () => p.saidTo(discordId).join() === '**Heard**')
  await until('it is no problem any more', async () => (await refusal(person)) === undefined)
})

test('a message that the bot may not send fails once, and is sent when staff retry it', async () => {
  const { person, discordId } = await subscribed()
  const denied = p.discord.fail({ method: 'POST', path: /\/users\/@me\/channels$/, status: 403, code: 20_026 })
  const failed = () =>
    p.t.db.selectFrom('discord_errands').select('id').where('kind', '=', 'notices.send').where('state', '=', 'failed').execute()
  await say(person, 'Unsendable')
  await until('it failed', async () => (await failed()).length === 1)
  await askAgain(p.t.db)
  await p.isQuiet()
  expect(await failed(), 'not tried again').toHaveLength(1)
  expect(await refusal(person)).toBe('other')
  denied.stop()
  const [errand] = await failed()
  await actOn('retry', errand?.id)
  await until('it arrived', () => p.saidTo(discordId).join() === '**Unsendable**')
})

test('notices that are given up before they were tried are not sent later', async () => {
  const { person, discordId } = await subscribed()
  await useUpHour(person)
  await say(person, 'Given up')
  const { id } = await errandOf(person)
  await actOn('drop', id)
  await askAgain(p.t.db)
  await p.isQuiet()
  expect([p.saidTo(discordId), await refusal(person)]).toEqual([[], undefined])
})

test('the channel is opened once, and again when Discord no longer knows it', async () => {
  const member = await subscribed()
  const { person, discordId } = member
  await send(member, 'First')
  await send(member, 'Second')
  expect(opened(discordId)).toBe(1)
  for (const code of [10_003, 50_001]) {
    p.discord.fail({ method: 'POST', path: postsTo(discordId), status: code === 10_003 ? 404 : 403, code, times: 1 })
    await send(member, `After ${code}`)
  }
  expect(opened(discordId)).toBe(3)
  expect(await refusal(person)).toBeUndefined()
})

test('another Discord account does not get the channel of the former one', async () => {
  const first = await subscribed()
  const { person, discordId } = first
  await send(first, 'For the first')
  await unlink(person)
  const other = await p.link(person, 'another')
  await say(person, 'For the second')
  await until('it arrived', () => p.saidTo(other).join() === '**For the second**')
  expect(p.saidTo(discordId)).toEqual(['**For the first**'])
})

test('a slow message does not hold up other members', async () => {
  const [slow, quick] = [await subscribed(), await subscribed()]
  await send(slow, 'Before')
  p.discord.fail({ method: 'POST', path: postsTo(slow.discordId), delayMs: 1500, times: 1 })
  await say(slow.person, 'Slow')
  await say(quick.person, 'Quick')
  await until('the other has arrived', () => p.saidTo(quick.discordId).length === 1)
  expect(p.saidTo(slow.discordId)).toHaveLength(1)
  await until('it arrives too', () => p.saidTo(slow.discordId).length === 2)
})

test('a notice about a confidential warrant leaves the portal without its text', async () => {
  const writer = await p.t.addPerson({ departments: [{ name: 'LSPD', rank: 'Officer II', isPrimary: true }] })
  const discordId = await p.link(writer)
  await choose(writer, true)
  const judge = await p.t.person('legalSupervisor')
  const { warrantId } = await warrantRows(p.t).put(writer, { signer: judge })
  const body = { version: 1, bail: null, isConfidential: true, servedBy: { userIds: [writer.userId] } }
  const signed = await p.t.http(judge.token).post(`/api/warrants/${warrantId}/sign`, body)
  expect(signed.statusCode, signed.body).toBe(200)
  await until('they are told', () => p.saidTo(discordId).length > 0)
  expect(p.saidTo(discordId)).toEqual(['**You have a notice in the portal**'])
})

test('many members are told at once, each their own notices, with the address of the page', async () => {
  const [one, other] = [await subscribed(), await subscribed()]
  await inTransaction(p.t.db, p.t.app.realtime.publish, (tx, _emit, _after, emitAll) =>
    tellAll(
      tx,
      emitAll,
      [one, other].map(({ person: { userId } }) => ({ userId, notice: { title: `For ${userId}`, text: '', path: '/user/home' } })),
    ),
  )
  for (const { person, discordId } of [one, other]) await until('told', () => p.saidTo(discordId).join() === `**For ${person.userId}**`)
  const notice = await p.t.db.selectFrom('notices').select('id').where('user_id', '=', one.person.userId).executeTakeFirstOrThrow()
  const about = [{ kind: 'notice', noticeId: notice.id }]
  expect(await wordNotices(p.t.db, one.person.userId, about, 'https://portal.example.com')).toEqual({
    discordId: one.discordId,
    text: `**For ${one.person.userId}**\n<https://portal.example.com/user/home>`,
  })
  expect(await wordNotices(p.t.db, other.person.userId, about, undefined), 'not another’s').toBeNull()
})
