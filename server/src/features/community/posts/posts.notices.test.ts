import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { startPostsPortal, type PostsPortal } from '../../../testing/test-posts.ts'
import { until, type Person } from '../../../testing/test-portal.ts'
import { warrantRows } from '../../../testing/test-warrant-rows.ts'
import { tell, tellAll } from '../../people/notices/notices.port.ts'
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
const linked = async () => {
  const person = await p.t.addPerson()
  return { person, discordId: await p.link(person) }
}
const waiting = ({ userId }: Person) => p.t.db.selectFrom('discord_lines').select('id').where('target', '=', `member:${userId}`).execute()

test('only those who chose so get their notices as direct messages', async () => {
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

  const { person: unlinked } = await linked()
  await choose(unlinked, true)
  await p.t.db.deleteFrom('discord_links').where('user_id', '=', unlinked.userId).execute()
  await say(unlinked, 'To nobody')
  expect(await waiting(unlinked)).toEqual([])
})

test('at most ten messages an hour; what comes then waits and comes together', async () => {
  const { person, discordId } = await linked()
  await choose(person, true)
  await p.t.db
    .insertInto('discord_pace')
    .values({ target: `member:${person.userId}`, messages: 10 })
    .execute()
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

test('someone who takes no direct messages holds nothing up', async () => {
  const { person, discordId } = await linked()
  await choose(person, true)
  p.discord.setAcceptsDms(discordId, false)
  await say(person, 'Unheard')
  await p.isQuiet()
  expect([p.saidTo(discordId), await waiting(person)]).toEqual([[], []])
})

test('of a confidential warrant only that there is a notice leaves the portal', async () => {
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

test('many are told at once, each what is theirs, with the address of the page', async () => {
  const [one, other] = [await linked(), await linked()]
  for (const { person } of [one, other]) await choose(person, true)
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
