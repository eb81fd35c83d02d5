import { supportDays, type ResponseOf, type SupportMessage, type SupportTicket, type exportSelf } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertChannel, insertGuild, insertLinked } from '../../../testing/test-discord-rows.ts'
import { startTestPortal, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import type { DiscordActions, WrittenMessage } from '../errands/errands.port.ts'
import { pruneTickets } from './support.jobs.ts'
import { insertMessage, insertTicket, readTicket } from './support.repo.ts'
import { createTranscript } from './support.transcript.ts'

let t: TestPortal
let staff: Http
let guildId: string
let channelId: string
let opener: Person
let discordId: string
beforeAll(async () => {
  t = await startTestPortal()
  staff = await t.as('staff')
  guildId = await insertGuild(t.db)
  channelId = await insertChannel(t.db, guildId, 'help')
})
afterAll(() => t.close())
beforeEach(async () => {
  opener = await t.addPerson({ name: 'Rosa Delgado' })
  discordId = await insertLinked(t.db, guildId, opener.userId)
})

let threads = 9000
/** Opens a ticket, and waits for its thread. */
const add = ({ subject = 'Lost my car' } = {}): Promise<{ ticketId: number; threadId: string }> =>
  t.db.transaction().execute(async (tx) => {
    const ticketId = await insertTicket(tx, { guildId, channelId, subject, discordId, openerName: 'rosa', openerId: opener.userId })
    await insertMessage(tx, ticketId, { discordId, name: 'rosa', isOpener: true, text: 'It was at Legion Square' })
    const threadId = String((threads += 1))
    await sql`update support_tickets set thread_id = ${threadId} where id = ${ticketId}`.execute(tx)
    return { ticketId, threadId }
  })
const at = (ticketId: number, rest = '') => `/api/support/tickets/${ticketId}${rest}`
const ownAt = (ticketId: number, rest = '') => `/api/support/own/${ticketId}${rest}`
const list = async (query: string, who = staff) =>
  (await who.get(`/api/support/tickets?${query}`)).json<{ items: SupportTicket[]; total: number }>()
const idsOf = ({ items }: { items: SupportTicket[] }) => items.map(({ ticketId }) => ticketId)
const errands = async (ticketId: number) =>
  (
    await sql<{ kind: string }>`
      select kind from discord_errands where coalesce(payload ->> 'ticketId', payload ->> 'key') = ${String(ticketId)} and kind like 'support.%'
      order by id`.execute(t.db)
  ).rows.map(({ kind }) => kind)
const lastAudit = () => t.db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

describe('reading a ticket', () => {
  test('staff read any ticket, members their own, and nobody else learns that it exists', async () => {
    const { ticketId } = await add()
    const own = t.http(opener.token)
    expect((await staff.get(at(ticketId))).json()).toMatchObject({ opener: { name: 'rosa', member: { name: 'Rosa Delgado' } } })
    expect((await own.get(ownAt(ticketId))).statusCode).toBe(200)
    expect((await own.get(ownAt(ticketId, '/messages'))).json()).toMatchObject({
      items: [{ text: 'It was at Legion Square' }],
      hasEarlier: false,
    })
    expect((await own.get(at(ticketId))).statusCode).toBe(403)
    const other = t.http((await t.addPerson()).token)
    for (const response of [
      await other.get(ownAt(ticketId)),
      await other.get(ownAt(ticketId, '/messages')),
      await other.post(ownAt(ticketId, '/messages'), { text: 'Mine' }),
      await other.post(ownAt(ticketId, '/close'), { reason: '', version: 1 }),
      await other.get(ownAt(999_999)),
      // Staff are members too.
      await staff.get(ownAt(ticketId)),
    ])
      expect([response.statusCode, response.json().message]).toEqual([404, 'There is no such ticket'])
    expect((await other.get('/api/support/own')).json()).toMatchObject({ items: [], total: 0 })
    expect((await t.http().get(at(ticketId))).statusCode).toBe(401)
  })

  test('a ticket is not handed over when its Discord account is linked to another member', async () => {
    const { ticketId } = await add()
    const other = await t.addPerson()
    await sql`delete from discord_links where user_id = ${opener.userId}`.execute(t.db)
    await sql`insert into discord_links (user_id, discord_id, username, display_name, how)
      values (${other.userId}, ${discordId}, 'x', 'x', 'page')`.execute(t.db)
    expect((await t.http(other.token).get(ownAt(ticketId))).statusCode).toBe(404)
    expect((await t.http(opener.token).get(ownAt(ticketId))).statusCode).toBe(200)
  })
})

test('tickets are listed as open, mine or closed, and found by subject, opener and number', async () => {
  const [first, second, closed] = [await add({ subject: 'Stolen 100% boat' }), await add(), await add()]
  await staff.post(at(second.ticketId, '/claim'), { version: 1 })
  await staff.post(at(closed.ticketId, '/close'), { reason: 'Done', version: 1 })
  const open = idsOf(await list('pageSize=100'))
  expect(open).toEqual(expect.arrayContaining([first.ticketId, second.ticketId]))
  expect(open).not.toContain(closed.ticketId)
  expect(idsOf(await list('show=mine'))).toEqual([second.ticketId])
  expect(idsOf(await list('show=mine', await t.as('admin')))).toEqual([])
  expect(idsOf(await list('show=closed'))).toContain(closed.ticketId)
  expect(idsOf(await list(`q=${encodeURIComponent('100% boat')}`))).toEqual([first.ticketId])
  expect(idsOf(await list(`q=ticket-${String(first.ticketId).padStart(4, '0')}`))).toContain(first.ticketId)
  expect(idsOf(await list('q=delgado&pageSize=100'))).toEqual(open)
  expect(await list('pageSize=1&page=2')).toMatchObject({ items: [expect.anything()] })
})

describe('claiming and closing', () => {
  test('of two members who claim a ticket at once, one gets it and the other is told who; it is audited and shown in the thread', async () => {
    const { ticketId } = await add()
    const admin = await t.as('admin')
    const claim = (who: Http) => who.post(at(ticketId, '/claim'), { version: 1 })
    const answers = await Promise.all([claim(staff), claim(admin)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().message).toMatch(/^The (staff|admin) has claimed this ticket$/)
    expect(await lastAudit()).toMatchObject({ action: 'discord.ticket-claimed', subject_type: 'discord', subject_id: `ticket:${ticketId}` })
    expect((await admin.post(at(ticketId, '/release'), { version: 1 })).statusCode).toBe(409)
    const released = await admin.post(at(ticketId, '/release'), { version: 2 })
    expect(released.json()).toMatchObject({ claimedBy: null, version: 3 })
    expect((await admin.post(at(ticketId, '/release'), { version: 3 })).json().message).toBe('Nobody has claimed this ticket')
  })

  test('an old version is a conflict, and a closed ticket stays closed and takes no messages', async () => {
    const { ticketId } = await add()
    expect((await staff.post(at(ticketId, '/close'), { reason: '', version: 7 })).statusCode).toBe(409)
    const closed = (await staff.post(at(ticketId, '/close'), { reason: ' Solved ', version: 1 })).json<SupportTicket>()
    expect(closed).toMatchObject({ state: 'closed', closed: { by: 'The staff', reason: 'Solved' } })
    expect((await lastAudit()).action).toBe('discord.ticket-closed')
    expect(await errands(ticketId)).toEqual(['support.read', 'support.close'])
    for (const [rest, body] of [
      ['/close', { reason: '', version: 2 }],
      ['/claim', { version: 2 }],
      ['/messages', { text: 'More' }],
    ] as const) {
      const refused = await staff.post(at(ticketId, rest), body)
      expect([refused.statusCode, refused.json().message]).toEqual([409, 'The staff has closed this ticket'])
    }
  })

  test('members close their own tickets on the portal, and get no notice about it', async () => {
    const { ticketId } = await add()
    const own = t.http(opener.token)
    expect((await own.post(ownAt(ticketId, '/close'), { reason: 'Found it', version: 1 })).json()).toMatchObject({ state: 'closed' })
    expect((await own.get(`/api/user/notices/${opener.userId}`)).json()).toEqual([])
  })

  test.each([
    ['reason', '/close', { reason: 'x'.repeat(501), version: 1 }],
    ['version', '/claim', {}],
    ['text', '/messages', { text: '  ' }],
    ['text', '/messages', { text: 'x'.repeat(1501) }],
  ])('a bad %s is refused, naming the field', async (field, rest, body) => {
    const { ticketId } = await add()
    const refused = await staff.post(at(ticketId, rest), body)
    expect([refused.statusCode, refused.json().field]).toEqual([400, field])
  })
})

test('invalid messages count against the 120 of the hour', async () => {
  const { ticketId } = await add()
  const write = async (text: string) => (await t.http(opener.token).post(ownAt(ticketId, '/messages'), { text })).statusCode
  for (let count = 0; count < 120; count += 1) expect(await write(' ')).toBe(400)
  expect(await write('Hello?')).toBe(429)
})

test('nothing can be written before the thread exists', async () => {
  const { ticketId } = await add()
  await sql`update support_tickets set thread_id = null where id = ${ticketId}`.execute(t.db)
  expect((await staff.post(at(ticketId, '/messages'), { text: 'Hello' })).json().message).toMatch(/not open in Discord yet/)
})

describe('the transcript', () => {
  const written = (messageId: string, text: string, more = {}): WrittenMessage => ({
    messageId,
    discordId,
    displayName: 'rosa',
    isByPerson: true,
    text,
    attachments: 0,
    at: new Date(),
    editedAt: null,
    ...more,
  })
  const messages = async (ticketId: number, query = '') =>
    (await staff.get(at(ticketId, `/messages${query}`))).json<{ items: SupportMessage[]; hasEarlier: boolean }>()

  test('an edit right after a message keeps the later text; attachments are counted, bots left out', async () => {
    const { ticketId, threadId } = await add()
    const { seen, deleted } = createTranscript({ db: t.db, changed: () => undefined })
    await Promise.all([
      seen(threadId, written('501', 'Hello', { attachments: 2 })),
      seen(threadId, written('501', 'Hello you', { attachments: 1, editedAt: new Date() })),
      seen(threadId, written('502', 'From a bot', { isByPerson: false })),
      seen('1', written('503', 'In another thread')),
    ])
    const { items } = await messages(ticketId)
    expect(items).toHaveLength(2)
    expect(items[1]).toMatchObject({ text: 'Hello you', attachments: 1, editedAt: expect.any(String) })
    await deleted(threadId, ['501', '999'])
    await seen(threadId, written('501', 'Back again', { editedAt: new Date() }))
    expect((await messages(ticketId)).items[1]).toMatchObject({ text: '', deletedAt: expect.any(String) })
  })

  test('2,000 messages of 4,000 characters are kept, and read 100 at a time', async () => {
    const { ticketId, threadId } = await add()
    await sql`insert into support_messages (ticket_id, author_name, is_opener, text)
      select ${ticketId}, 'rosa', true, 'Number ' || n from generate_series(1, 1998) n`.execute(t.db)
    await sql`update support_tickets set message_count = 1999 where id = ${ticketId}`.execute(t.db)
    const { seen } = createTranscript({ db: t.db, changed: () => undefined })
    await seen(threadId, written('601', `${'x'.repeat(3999)}😀`))
    await seen(threadId, written('602', 'One too many'))
    const last = await messages(ticketId)
    expect([last.items.length, last.hasEarlier]).toEqual([100, true])
    expect(last.items.at(-1)?.text).toHaveLength(4000)
    const earlier = await messages(ticketId, `?before=${last.items[0]?.messageId}`)
    expect(earlier.items.at(-1)?.text).toBe('Number 1899')
    expect((await staff.get(at(ticketId))).json()).toMatchObject({ messageCount: 2000 })
    expect((await staff.post(at(ticketId, '/messages'), { text: 'Full' })).json().message).toMatch(/full/)
  })

  describe('read again from the thread', () => {
    /** Reads once, from the beginning. */
    const readAgain = async (ticketId: number, shown: readonly WrittenMessage[], { changed = () => {}, hasMore = false } = {}) => {
      const ticket = await readTicket(t.db, ticketId)
      const actions = { readMessages: async () => ({ messages: shown, hasMore }) } as Partial<DiscordActions> as DiscordActions
      return createTranscript({ db: t.db, changed }).readOn(actions, { ...ticket!, threadId: ticket!.threadId! }, '0')
    }
    const texts = async (ticketId: number) =>
      (await messages(ticketId)).items.map(({ text, deletedAt }) => (deletedAt === null ? text : null))

    test('missing messages are added in their place, edited ones corrected and deleted ones emptied; bots and system messages are left out', async () => {
      const { ticketId, threadId } = await add()
      const [early, late] = [new Date(Date.now() + 1000), new Date(Date.now() + 2000)]
      const { seen } = createTranscript({ db: t.db, changed: () => undefined })
      await seen(threadId, written('1001', 'Gone', { at: early }))
      await seen(threadId, written('1003', 'Late', { at: late }))
      await sql`update discord_members set nickname = 'Rosa D.' where discord_id = ${discordId}`.execute(t.db)
      const shown = [
        written('1000', 'From a bot', { isByPerson: false }),
        written('1002', 'Between', { at: early, attachments: 2, editedAt: late }),
        written('1003', 'Late, I know', { at: late, editedAt: late }),
      ]
      await readAgain(ticketId, shown)
      expect(await texts(ticketId)).toEqual(['It was at Legion Square', null, 'Between', 'Late, I know'])
      const { items } = await messages(ticketId)
      expect(items[2]).toMatchObject({
        name: 'Rosa D.',
        from: 'opener',
        attachments: 2,
        at: early.toISOString(),
        editedAt: late.toISOString(),
      })
      expect(items[3]).toMatchObject({ editedAt: late.toISOString() })
      expect((await staff.get(at(ticketId))).json()).toMatchObject({ messageCount: 4, lastMessageAt: late.toISOString() })
      expect((await messages(ticketId, `?before=${items[3]?.messageId}`)).items).toEqual(items.slice(0, 3))
      // Reading a second time changes nothing.
      let changes = 0
      await readAgain(ticketId, shown, { changed: () => void (changes += 1) })
      expect(changes).toBe(0)
    })

    test('while there are more pages, only messages missing in between are emptied; an empty thread proves nothing', async () => {
      const { ticketId, threadId } = await add()
      const { seen } = createTranscript({ db: t.db, changed: () => undefined })
      for (const id of ['2001', '2002', '2003']) await seen(threadId, written(id, id))
      expect(await readAgain(ticketId, [])).toEqual({ isEmpty: true, next: undefined })
      expect(await texts(ticketId)).toEqual(['It was at Legion Square', '2001', '2002', '2003'])
      expect(await readAgain(ticketId, [written('2002', '2002')], { hasMore: true })).toEqual({ isEmpty: false, next: '2002' })
      expect(await texts(ticketId)).toEqual(['It was at Legion Square', null, '2002', '2003'])
      await readAgain(ticketId, [written('2002', '2002')])
      expect(await texts(ticketId)).toEqual(['It was at Legion Square', null, '2002', null])
    })

    test('changes while the thread is read are stored afterwards', async () => {
      const { ticketId, threadId } = await add()
      const ticket = (await readTicket(t.db, ticketId))!
      const transcript = createTranscript({ db: t.db, changed: () => undefined })
      const answer = Promise.withResolvers<Awaited<ReturnType<DiscordActions['readMessages']>>>()
      const actions = { readMessages: () => answer.promise } as Partial<DiscordActions> as DiscordActions
      const work = [
        transcript.readOn(actions, { ...ticket, threadId }, '0'),
        transcript.seen(threadId, written('3001', 'Edited', { editedAt: new Date() })),
        transcript.deleted(threadId, ['3002']),
      ]
      answer.resolve({ messages: [written('3001', 'As it was'), written('3002', 'Not for long')], hasMore: false })
      await Promise.all(work)
      expect(await texts(ticketId)).toEqual(['It was at Legion Square', 'Edited', null])
    })
  })

  test('closed tickets are deleted after their time, by default 180 days', async () => {
    const [kept, old, open] = [await add(), await add(), await add()]
    for (const { ticketId } of [kept, old]) await staff.post(at(ticketId, '/close'), { reason: '', version: 1 })
    const age = (ticketId: number, days: number) =>
      sql`update support_tickets set opened_at = now() - interval '999 days', last_message_at = now() - interval '999 days',
        closed_at = case when state = 'closed' then now() - make_interval(days => ${days}) end where id = ${ticketId}`.execute(t.db)
    await sql`update support_tickets set thread_id = '777001' where id = ${old.ticketId}`.execute(t.db)
    await t.db.insertInto('discord_posts').values({ channel_id: '777001', subject: 'ticket', wanted: '{"text":"Words"}' }).execute()
    await age(kept.ticketId, 179)
    await age(old.ticketId, 181)
    await age(open.ticketId, 0)
    expect(supportDays.fallback).toBe(180)
    await pruneTickets(t.db, supportDays.fallback)
    const status = async ({ ticketId }: { ticketId: number }) => (await staff.get(at(ticketId))).statusCode
    expect([await status(kept), await status(old), await status(open)]).toEqual([200, 404, 200])
    const { rows } = await sql`select from support_messages where ticket_id = ${old.ticketId}`.execute(t.db)
    expect(rows).toEqual([])
    expect(await t.db.selectFrom('discord_posts').selectAll().where('channel_id', '=', '777001').execute()).toEqual([])
  })
})

test('the export has the member’s own tickets with their own messages', async () => {
  const { ticketId } = await add()
  await staff.post(at(ticketId, '/messages'), { text: 'Not yours' })
  const exported = (await t.http(opener.token).get(`/api/user/export/${opener.userId}`)).json<ResponseOf<typeof exportSelf>>()
  expect(exported.supportTickets).toMatchObject([{ ticketId, subject: 'Lost my car', messages: [{ text: 'It was at Legion Square' }] }])
  expect(exported.ballots).toEqual([])
})
