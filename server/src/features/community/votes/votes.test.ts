import type { ResponseOf, Vote, exportSelf, listBallots, listOpenVotes } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import { createTestDiscord } from '../../../testing/test-discord.ts'
import { addDiscordMember, linkAccount, startGuildPortal, type GuildPortal } from '../../../testing/test-guild.ts'
import { until, type Person } from '../../../testing/test-portal.ts'
import { watchRoom } from '../../../testing/test-room.ts'
import { endDue } from './votes.service.ts'

let p: GuildPortal
let channelId: string
let voters: { person: Person; discordId: string }[]
beforeAll(async () => {
  const discord = await createTestDiscord()
  const guildId = discord.addGuild({ name: 'San Andreas' }).id
  channelId = discord.addChannel(guildId, { name: 'voting' }).id
  p = await startGuildPortal(discord, guildId)
  voters = []
  for (const name of ['One', 'Two', 'Three']) {
    const person = await p.t.addPerson()
    voters.push({ person, discordId: await p.link(person, name) })
  }
  await p.setType(channelId, 'Voting')
})
afterAll(() => p.close())

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const input = (more: object = {}) => ({
  channelId,
  question: 'New *cars* @everyone?',
  options: ['Yes', 'No', 'Maybe'],
  endsAt: inHours(1),
  ...more,
})
const messageOf = (voteId: number) =>
  p.discord.messages(channelId).find(({ components }) => JSON.stringify(components).includes(`vote:${voteId}:`))
const create = async (more: object = {}): Promise<{ vote: Vote; messageId: string }> => {
  const answer = await p.admin.post('/api/discord/votes', input(more))
  expect(answer.statusCode, answer.body).toBe(200)
  const vote = answer.json<Vote>()
  await until('it is posted', () => messageOf(vote.voteId) !== undefined)
  return { vote, messageId: messageOf(vote.voteId)?.id ?? '' }
}
const at = (voteId: number, rest = '') => `/api/discord/votes/${voteId}${rest}`
const read = async (voteId: number) => (await p.admin.get(at(voteId))).json<Vote>()
const press = async (voteId: number, messageId: string, voter: number, option: number) =>
  (await p.discord.click(messageId, voters[voter]!.discordId, `vote:${voteId}:${option}`)).reply?.content
const shown = (messageId: string) => {
  const message = p.discord.messages(channelId).find(({ id }) => id === messageId)
  return `${message?.embeds[0]?.title} ${message?.embeds[0]?.description} ${JSON.stringify(message?.components)}`
}
const counts = ({ options }: Vote) => options.map(({ count }) => count)

test('a vote is posted with a button for each option, and pings nobody', async () => {
  const { vote, messageId } = await create()
  expect(vote).toMatchObject({ state: 'open', ballotCount: 0, channel: { name: 'voting', server: 'San Andreas' }, ended: null })
  const message = p.discord.messages(channelId).find(({ id }) => id === messageId)
  expect(message).toMatchObject({ mentionEveryone: false, mentions: [], mentionRoles: [] })
  expect(message?.embeds[0]?.title).toContain('New \\*cars\\*')
  expect(shown(messageId)).toContain('Staff see who voted for what')
})

test('each member has one vote, which can be changed until the end; double clicks count once; message and page show the totals', async () => {
  const room = await watchRoom(p.t, (await p.t.person('staff')).token, 'discord', {})
  const { vote, messageId } = await create()
  const { voteId } = vote
  const answers = await Promise.all([press(voteId, messageId, 0, 0), press(voteId, messageId, 0, 0), press(voteId, messageId, 0, 0)])
  for (const answer of answers) expect(answer).toMatch(/^You voted for \*\*Yes\*\*/)
  await press(voteId, messageId, 1, 0)
  expect(await press(voteId, messageId, 1, 1)).toMatch(/No/)
  expect(counts(await read(voteId))).toEqual([1, 1, 0])
  const staff = await p.t.as('staff')
  const ballots = (await staff.get(at(voteId, '/ballots'))).json<ResponseOf<typeof listBallots>>()
  expect(ballots.items.map(({ member, option }) => [member.userId, option])).toEqual([
    [voters[0]!.person.userId, 0],
    [voters[1]!.person.userId, 1],
  ])
  // The job shows totals that are not shown yet.
  await enqueue(p.t.db, endDue, {})
  await until('the message shows it', () => shown(messageId).includes('2 votes.'))
  const told = (await room.received()).filter(({ event }) => event === 'votes.changed')
  expect(told.length).toBeLessThanOrEqual(4)
})

test('a Discord account without a link has no vote, and is told how to link', async () => {
  const { vote, messageId } = await create()
  const stranger = addDiscordMember(p.discord, p.guildId, 'Stranger')
  expect((await p.discord.click(messageId, stranger, `vote:${vote.voteId}:0`)).reply?.content).toMatch(
    /Only members with a linked account vote/,
  )
  await sql`update users set disabled_at = now() where id = ${voters[2]!.person.userId}`.execute(p.t.db)
  expect(await press(vote.voteId, messageId, 2, 0)).toMatch(/Only members/)
  await sql`update users set disabled_at = null where id = ${voters[2]!.person.userId}`.execute(p.t.db)
  expect((await read(vote.voteId)).ballotCount).toBe(0)
})

test('a vote belongs to the member, not to the Discord account: another account changes it, and the freed one votes for its new owner', async () => {
  const { vote, messageId } = await create()
  const click = async (discordId: string, option: number) =>
    (await p.discord.click(messageId, discordId, `vote:${vote.voteId}:${option}`)).reply?.content
  const [first, second] = [await p.t.addPerson(), await p.t.addPerson()]
  const [oldAccount, newAccount] = ['Old', 'New'].map((name) => addDiscordMember(p.discord, p.guildId, name)) as [string, string]
  await linkAccount(p.t, first.userId, oldAccount)
  await click(oldAccount, 0)
  expect((await p.t.http(first.token).delete('/api/discord/link')).statusCode).toBe(200)
  expect(await click(oldAccount, 1)).toMatch(/Only members/)
  expect(counts(await read(vote.voteId))).toEqual([1, 0, 0])

  await linkAccount(p.t, first.userId, newAccount)
  expect(await click(newAccount, 1)).toMatch(/^You voted for \*\*No\*\*/)
  expect(counts(await read(vote.voteId))).toEqual([0, 1, 0])

  await linkAccount(p.t, second.userId, oldAccount)
  expect(await click(oldAccount, 2)).toMatch(/^You voted for \*\*Maybe\*\*/)
  const ballots = (await p.admin.get(at(vote.voteId, '/ballots'))).json<ResponseOf<typeof listBallots>>()
  expect(ballots.items.map(({ member, option }) => [member.userId, option])).toEqual([
    [first.userId, 1],
    [second.userId, 2],
  ])
})

test('a vote ends when its time is over: its result is stored and posted, and later clicks are refused', async () => {
  const { vote, messageId } = await create()
  const { voteId } = vote
  await press(voteId, messageId, 0, 1)
  await sql`update discord_votes set ends_at = now() - interval '1 second' where id = ${voteId}`.execute(p.t.db)
  // Clicks are refused even before the job has run.
  expect(await press(voteId, messageId, 1, 0)).toBe('This vote is over')
  await enqueue(p.t.db, endDue, {})
  await until('it has ended', async () => (await read(voteId)).state === 'ended')
  expect(await read(voteId)).toMatchObject({ ballotCount: 1, ended: { by: null } })
  await until('the result is posted', () =>
    p.discord.messages(channelId).some(({ embeds }) => embeds[0]?.description === '**No** has 1 vote. 1 vote in all.'),
  )
  await until('the buttons are gone', () => !shown(messageId).includes('vote:'))
  // Ballots that are deleted with an account later do not change the result.
  await sql`delete from discord_ballots where vote_id = ${voteId}`.execute(p.t.db)
  expect(counts(await read(voteId))).toEqual([0, 1, 0])
})

test('each vote has a job for its end', async () => {
  const { vote } = await create({ endsAt: inHours(2) })
  const { rows } = await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs where key = ${`vote-${vote.voteId}`}`.execute(p.t.db)
  expect(rows[0]?.run_at.toISOString()).toBe(vote.endsAt)
})

test('members who manage Discord end or cancel a vote once, with the version they saw', async () => {
  const [{ vote: first }, { vote: second, messageId }] = [await create(), await create()]
  expect((await (await p.t.as('staff')).post(at(first.voteId, '/end'), { version: 1 })).statusCode).toBe(403)
  expect((await p.admin.post(at(first.voteId, '/end'), { version: 5 })).statusCode).toBe(409)
  expect((await p.admin.post(at(first.voteId, '/end'), { version: 1 })).json()).toMatchObject({
    state: 'ended',
    ended: { by: { name: 'The admin' } },
  })
  const again = await p.admin.post(at(first.voteId, '/cancel'), { version: 2 })
  expect([again.statusCode, again.json().message]).toEqual([409, 'This vote was already ended'])
  await p.admin.post(at(second.voteId, '/cancel'), { version: 1 })
  await until('the message says so', () => shown(messageId).includes('called off'))
  expect(await p.t.db.selectFrom('audit').select('action').orderBy('id', 'desc').executeTakeFirst()).toEqual({
    action: 'discord.vote-cancelled',
  })
  const past = (await p.admin.get('/api/discord/votes?show=past')).json<{ items: Vote[] }>().items.map(({ voteId }) => voteId)
  expect(past).toEqual(expect.arrayContaining([first.voteId, second.voteId]))
})

test('totals that a killed node had not shown are shown by the job', async () => {
  const { vote, messageId } = await create()
  await sql`insert into discord_ballots (vote_id, user_id, option) values (${vote.voteId}, ${voters[0]!.person.userId}, 2)`.execute(p.t.db)
  await enqueue(p.t.db, endDue, {})
  await until('the message shows it', () => shown(messageId).includes('1 vote.'))
})

test.each([
  ['channelId', { channelId: '1' }],
  ['question', { question: ' ' }],
  ['question', { question: 'x'.repeat(201) }],
  ['options', { options: ['Only one'] }],
  ['options', { options: ['Yes', 'yes'] }],
  ['options', { options: Array.from({ length: 11 }, (_, place) => `Option ${place}`) }],
  ['options.1', { options: ['Yes', 'x'.repeat(81)] }],
  ['endsAt', { endsAt: inHours(0.1) }],
  ['endsAt', { endsAt: inHours(31 * 24) }],
  ['endsAt', { endsAt: 'tomorrow' }],
])('a bad %s is named, and nothing is posted', async (field, bad) => {
  const before = p.discord.messages(channelId).length
  const refused = await p.admin.post('/api/discord/votes', input(bad))
  expect([refused.statusCode, refused.json().field]).toEqual([400, field])
  expect(p.discord.messages(channelId)).toHaveLength(before)
})

test('members see the open votes, and have their ballots in the export', async () => {
  const { vote, messageId } = await create({ question: 'Which day?' })
  const { person } = voters[0]!
  await press(vote.voteId, messageId, 0, 2)
  const own = p.t.http(person.token)
  const open = (await own.get('/api/votes/open')).json<ResponseOf<typeof listOpenVotes>>()
  expect(open.find(({ voteId }) => voteId === vote.voteId)).toMatchObject({
    question: 'Which day?',
    ownOption: 'Maybe',
    url: `https://discord.com/channels/${p.guildId}/${channelId}`,
  })
  const exported = (await own.get(`/api/user/export/${person.userId}`)).json<ResponseOf<typeof exportSelf>>()
  expect(exported.ballots).toContainEqual(expect.objectContaining({ question: 'Which day?', option: 'Maybe' }))
  expect((await p.admin.get('/api/discord/votes/channels')).json()).toEqual([{ channelId, name: 'voting', server: 'San Andreas' }])
})
