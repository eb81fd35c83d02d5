import type { SupportMessage } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PERMISSIONS } from '../../../testing/discord/permissions.ts'
import { addDiscordMember } from '../../../testing/test-guild.ts'
import { until } from '../../../testing/test-portal.ts'
import { openTicket, startTicketPortal, type TicketPortal } from '../../../testing/test-support.ts'
import { MAX_MESSAGES_WAITING } from '../bot/bot.messages.ts'

let p: TicketPortal
let opener: string
beforeAll(async () => {
  p = await startTicketPortal()
})
afterAll(() => p.close())
/** A new person, because tickets are limited by the hour. */
beforeEach(() => void (opener = addDiscordMember(p.discord, p.guildId, 'Rosa')))

const open = () => openTicket(p.discord, p.helpId, opener)
/** The texts in the transcript; null for a deleted message. */
const texts = async (ticketId: number) => (await p.transcript(ticketId)).map(({ text, deletedAt }) => (deletedAt === null ? text : null))
const close = (ticketId: number, version = 1) => p.staff.post(`/api/support/tickets/${ticketId}/close`, { reason: '', version })
const reads = async (ticketId: number) =>
  (
    await sql<{ state: string; problem: string }>`
      select state, problem from discord_errands where kind = 'support.read' and payload ->> 'key' = ${String(ticketId)} order by id`.execute(
      p.t.db,
    )
  ).rows
const isLocked = (threadId: string) => p.discord.channel(threadId).thread?.locked === true

/** Breaks the connection so that Discord does not report later what happens meanwhile. */
async function whileAway(happens: () => void): Promise<void> {
  p.discord.gateway.refuse(true)
  p.discord.gateway.close(4009)
  await until('the bot is away', () => !p.discord.gateway.isOpen())
  happens()
  p.discord.gateway.refuse(false)
  await until('the bot is back', () => p.discord.gateway.isOpen(), 20_000)
}
const allowHistory = (isAllowed: boolean) => {
  const [role = ''] = p.discord.member(p.guildId, p.discord.botUserId).roles
  const { readMessageHistory } = PERMISSIONS
  for (const id of [role, p.guildId]) {
    const { permissions } = p.discord.guild(p.guildId).roles.get(id)!
    p.discord.changeRole(p.guildId, id, { permissions: isAllowed ? permissions | readMessageHistory : permissions & ~readMessageHistory })
  }
}

test(
  'messages that were written, edited and deleted while the bot was away are in the transcript once it is back',
  { timeout: 90_000 },
  async () => {
    const { ticketId, thread } = await open()
    const [kept, edited, deleted] = ['Kept', 'To be edited', 'To be deleted'].map((text) => p.discord.say(thread.id, opener, text))
    await until('they are kept', async () => (await p.transcript(ticketId)).length === 4)
    const answer = await p.staff.post(`/api/support/tickets/${ticketId}/messages`, { text: 'From staff' })
    expect(answer.statusCode).toBe(200)
    await until('it is in Discord', () => p.discord.messages(thread.id).length === 5)
    await whileAway(() => {
      p.discord.editMessage(edited!.id, 'Edited')
      p.discord.deleteMessage(deleted!.id)
      for (let i = 1; i <= 120; i += 1) p.discord.say(thread.id, opener, `Number ${i}`)
      // Comes back with the message, as in life.
      p.discord.changeThread(thread.id, { archived: true })
      p.discord.say(thread.id, opener, 'Anyone?')
    })
    await until('the thread was read', async () => (await p.read(ticketId)).messageCount === 126, 20_000)
    const last = await p.transcript(ticketId)
    expect(last.map(({ text }) => text)).toEqual([...Array.from({ length: 99 }, (_, i) => `Number ${i + 22}`), 'Anyone?'])
    expect(last.at(-1)).toMatchObject({ from: 'opener', name: 'Rosa', problem: '' })
    const said = p.discord.messages(thread.id).at(-1)!
    expect(Date.parse(last.at(-1)!.at)).toBe(Number(BigInt(said.id) >> 22n) + Date.UTC(2015, 0, 1))
    const { items } = (await p.staff.get(`/api/support/tickets/${ticketId}/messages?before=${last[0]?.messageId}`)).json<{
      items: SupportMessage[]
    }>()
    expect(items.slice(0, 5).map(({ text, deletedAt }) => (deletedAt === null ? text : null))).toEqual([
      'It was at Legion Square',
      kept!.content,
      'Edited',
      null,
      'From staff',
    ])
    expect(items[2]?.editedAt).toBe(new Date(p.discord.messages(thread.id)[2]!.editedAt!).toISOString())
    // A message that is written now is seen at once.
    p.discord.say(thread.id, opener, 'Still here')
    await until('it is kept', async () => (await p.read(ticketId)).messageCount === 127)
  },
)

test('a ticket that is closed is read once more before its thread is locked', async () => {
  const { ticketId, thread } = await open()
  p.discord.say(thread.id, opener, 'Written')
  await until('it is kept', async () => (await p.transcript(ticketId)).length === 2)
  // As if Discord had never reported the message.
  await sql`delete from support_messages where ticket_id = ${ticketId} and text = 'Written'`.execute(p.t.db)
  await sql`update support_tickets set message_count = 1 where id = ${ticketId}`.execute(p.t.db)
  await close(ticketId)
  await until('the thread is locked', () => isLocked(thread.id))
  expect(await texts(ticketId)).toEqual(['It was at Legion Square', 'Written'])
  expect(await p.read(ticketId)).toMatchObject({ state: 'closed', messageCount: 2 })
})

test('messages deleted together are deleted in the transcript, also after the ticket was closed', async () => {
  const { ticketId, thread } = await open()
  const ids = ['One', 'Two', 'Three'].map((text) => p.discord.say(thread.id, opener, text).id)
  await until('they are kept', async () => (await p.transcript(ticketId)).length === 4)
  p.discord.deleteMessages(thread.id, ids.slice(0, 2))
  await until('two are deleted', async () => (await texts(ticketId)).filter((text) => text === null).length === 2)
  expect(await texts(ticketId)).toEqual(['It was at Legion Square', null, null, 'Three'])
  await close(ticketId)
  await until('the thread is locked', () => isLocked(thread.id))
  p.discord.deleteMessages(thread.id, ids)
  await until('the third is deleted', async () => (await texts(ticketId))[3] === null)
})

test('Discord’s own messages are not in the transcript', async () => {
  const { ticketId, thread } = await open()
  const said = p.discord.say(thread.id, opener, 'Pinned')
  const { id, author, ...rest } = { id: `${said.id}1`, author: { id: opener, username: 'rosa' }, attachments: [] }
  const system = {
    ...rest,
    id,
    author,
    channel_id: thread.id,
    guild_id: p.guildId,
    type: 6,
    content: '',
    timestamp: new Date().toISOString(),
  }
  p.discord.gateway.dispatch({ name: 'MESSAGE_CREATE', intents: 0, data: system })
  p.discord.say(thread.id, opener, 'After it')
  await until('it is kept', async () => (await texts(ticketId)).includes('After it'))
  expect(await texts(ticketId)).toEqual(['It was at Legion Square', 'Pinned', 'After it'])
})

test('a thread that was deleted while the bot was away closes its ticket', { timeout: 90_000 }, async () => {
  const { ticketId, thread } = await open()
  await whileAway(() => p.discord.deleteChannel(thread.id))
  await until('it is closed', async () => (await p.read(ticketId)).state === 'closed', 20_000)
  expect((await p.read(ticketId)).closed?.reason).toBe('The thread was deleted in Discord.')
})

test(
  'a thread that was locked while the bot was away closes its ticket; one that was only archived does not, nor is an active one asked for',
  { timeout: 90_000 },
  async () => {
    const [locked, archived, active] = [await open(), await open(), await open()]
    const asked = ({ thread }: typeof locked) =>
      p.discord.requests.filter(({ method, path }) => method === 'GET' && path.endsWith(`/channels/${thread.id}`)).length
    await whileAway(() => {
      p.discord.changeThread(locked.thread.id, { archived: true, locked: true })
      p.discord.changeThread(archived.thread.id, { archived: true })
    })
    await until('the ticket is closed', async () => (await p.read(locked.ticketId)).state === 'closed', 20_000)
    expect((await p.read(locked.ticketId)).closed).toMatchObject({ by: '', reason: 'The thread was closed in Discord.' })
    await until(
      'its first message says so, and it is locked again',
      () =>
        p.discord.messages(locked.thread.id)[0]?.embeds[0]?.description?.includes('was closed in Discord') === true &&
        isLocked(locked.thread.id),
    )
    await until('the archived one was asked for', () => asked(archived) === 1)
    await until('the active one was read', async () => (await reads(active.ticketId)).map(({ state }) => state).join() === 'done')
    expect([(await p.read(archived.ticketId)).state, (await p.read(active.ticketId)).state]).toEqual(['open', 'open'])
    expect([asked(locked), asked(archived), asked(active)]).toEqual([1, 1, 0])
  },
)

test('more messages than can wait are read from the thread', { timeout: 90_000 }, async () => {
  const { ticketId, thread } = await open()
  const count = MAX_MESSAGES_WAITING + 150
  await p.t.db.transaction().execute(async (tx) => {
    await sql`lock table support_messages in access exclusive mode`.execute(tx)
    for (let i = 1; i <= count; i += 1) p.discord.say(thread.id, opener, `Number ${i}`)
    const { id: late } = p.discord.addUser({ username: 'late' })
    p.discord.addMember(p.guildId, late)
    // The member joins after all the messages, and is not held up by them.
    await until('the member is written', async () => {
      const { rows } = await sql`select from discord_members where discord_id = ${late}`.execute(p.t.db)
      return rows.length === 1
    })
    expect(await reads(ticketId)).toEqual([])
  })
  await until('all are kept', async () => (await p.read(ticketId)).messageCount === count + 1, 60_000)
  await until('it was read once', async () => (await reads(ticketId)).map(({ state }) => state).join() === 'done')
  expect((await texts(ticketId)).at(-1)).toBe(`Number ${count}`)
})

// This test is the last one, because without the permission the bot removes the button.
test(
  'without Read Message History nothing is taken for deleted; the ticket says why, and it is not tried for ever',
  { timeout: 90_000 },
  async () => {
    const { ticketId, thread } = await open()
    const { ticketId: otherId } = await open()
    p.discord.say(thread.id, opener, 'Kept')
    await until('it is kept', async () => (await p.transcript(ticketId)).length === 2)
    allowHistory(false)
    await whileAway(() => void p.discord.say(thread.id, opener, 'Missed'))
    await until('it is noted', async () => (await p.read(ticketId)).problem !== '', 20_000)
    expect((await p.read(ticketId)).problem).toBe(
      'The transcript may be incomplete: The bot lacks Read Message History in the channel of the ticket. Give it this permission in Discord.',
    )
    expect(await texts(ticketId)).toEqual(['It was at Legion Square', 'Kept'])
    await until('so is that of the other', async () => (await p.read(otherId)).problem !== '')
    // The thread is read again only if no problem is noted.
    await sql`update support_tickets set problem = '' where id = ${otherId}`.execute(p.t.db)
    await whileAway(() => undefined)
    await until('the other was tried again', async () => (await reads(otherId)).length === 2, 20_000)
    expect((await reads(ticketId)).map(({ state }) => state)).toEqual(['failed'])

    allowHistory(true)
    await close(ticketId)
    await until('the thread is locked', () => isLocked(thread.id))
    expect(await texts(ticketId)).toEqual(['It was at Legion Square', 'Kept', 'Missed'])
    expect((await p.read(ticketId)).problem).toBe('')
  },
)
