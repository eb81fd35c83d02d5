import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { startPostsPortal, type PostsPortal } from '../../../testing/test-posts.ts'
import { until, type Person } from '../../../testing/test-portal.ts'
import { tellAll } from '../../people/notices/notices.port.ts'

type Linked = { readonly person: Person; readonly discordId: string }
const MEMBERS = 30
let p: PostsPortal
let members: Linked[]
beforeAll(async () => {
  p = await startPostsPortal()
  members = []
  for (let each = 0; each < MEMBERS; each += 1) {
    const person = await p.t.addPerson()
    members.push({ person, discordId: await p.link(person) })
  }
  await p.t.db
    .insertInto('discord_preferences')
    .values(members.map(({ person }) => ({ user_id: person.userId, sends_notices: true })))
    .execute()
})
afterAll(() => p.close())

const say = (to: readonly Linked[], title: string) =>
  inTransaction(p.t.db, p.t.app.realtime.publish, (tx, _emit, _after, emitAll) =>
    tellAll(
      tx,
      emitAll,
      to.map(({ person }) => ({ userId: person.userId, notice: { title, text: '', path: null } })),
    ),
  )
const openings = () => p.discord.requests.filter(({ path }) => path.endsWith('/users/@me/channels'))
const refused = () => openings().filter(({ status }) => status === 403).length

test('a notice to many members at once reaches each of them, though Discord lets the bot open only a few channels at a time', async () => {
  // Waits until a channel was refused, however slow the bot is.
  p.discord.limits.set({ newDms: { limit: 12, perMs: 600_000 } })
  await say(members, 'Meeting tonight')
  await until('some were refused', () => refused() > 0)
  p.discord.limits.set({ newDms: { limit: 12, perMs: 1000 } })
  expect(await p.t.db.selectFrom('discord_direct').select('discord_id').where('refusal', 'is not', null).execute()).toEqual([])

  const [known] = members.filter(({ discordId }) => p.saidTo(discordId).length === 1)
  await say([known!], 'For one')
  await until('it arrived', () => p.saidTo(known!.discordId).length === 2)

  await until('all have it', () => members.every(({ discordId }) => p.saidTo(discordId)[0] === '**Meeting tonight**'))
  await p.isQuiet()
  expect(members.map(({ discordId }) => p.saidTo(discordId).length)).toEqual(members.map((member) => (member === known ? 2 : 1)))
  expect(refused(), 'it does not go on against a refusal').toBeLessThan(20)
  const toKnown = p.t.db.selectFrom('discord_errands').select('attempts').where('queue', '=', `notices:member:${known!.person.userId}`)
  expect((await toKnown.orderBy('id', 'desc').executeTakeFirst())?.attempts, 'who has a channel is not slowed').toBe(0)
  const failed = await p.t.db.selectFrom('discord_errands').select('problem').where('state', 'in', ['failed', 'dropped']).execute()
  expect(failed).toEqual([])
  expect(await p.t.db.selectFrom('discord_direct').select('discord_id').where('refusal', 'is not', null).execute()).toEqual([])
  expect(await p.t.db.selectFrom('discord_lines').select('id').execute()).toEqual([])
})
