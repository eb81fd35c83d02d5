import type { Notice, SupportRole } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CHANNEL_TYPE } from '../../../testing/discord/types.ts'
import { botRow } from '../../../testing/test-discord.ts'
import { addDiscordMember, linkAccount } from '../../../testing/test-guild.ts'
import { until, type Person } from '../../../testing/test-portal.ts'
import { watchRoom } from '../../../testing/test-room.ts'
import { fillIn, openTicket, startTicketPortal, type TicketPortal } from '../../../testing/test-support.ts'
import { closeLost } from './support.jobs.ts'
import { createSupportService } from './support.service.ts'

let p: TicketPortal
let staffDiscord: string
let opener: Person
let openerDiscord: string
beforeAll(async () => {
  p = await startTicketPortal()
  staffDiscord = await p.link(await p.t.person('staff'), 'A mod')
})
afterAll(() => p.close())
/** A new person, because tickets are limited by the hour. */
let count = 0
beforeEach(async () => {
  count += 1
  opener = await p.t.addPerson({ name: `Opener ${count}` })
  openerDiscord = await p.link(opener, `opener${count}`)
})

const open = (given?: { subject?: string; text?: string }) => openTicket(p.discord, p.helpId, openerDiscord, given)
const first = (threadId: string) => p.discord.messages(threadId)[0]!
const embed = (threadId: string) => first(threadId).embeds[0]
const buttons = (threadId: string) => JSON.stringify(first(threadId).components)
const isLocked = (threadId: string) =>
  p.discord.channel(threadId).thread?.locked === true && p.discord.channel(threadId).thread?.archived === true

test('the first channel of the category that the bot can use has the button, which is removed with the type', async () => {
  await until('the panel is there', () => p.discord.messages(p.helpId)[0]?.embeds[0]?.title === 'Need help?')
  const other = p.discord.addChannel(p.guildId, { name: 'questions' })
  await p.setType(other.id, 'TicketsCategory')
  await until('the button is there', () => p.discord.messages(other.id).length === 1)
  await p.setType(other.id, null)
  await until('the button is gone', () => p.discord.messages(other.id).length === 0)
})

test('the button opens a private thread with the opener and their text, listed live for staff', async () => {
  const room = await watchRoom(p.t, (await p.t.person('staff')).token, 'discord', {})
  const { ticketId, thread } = await open({ subject: 'A *bold* move', text: 'Hey @everyone,\nsee https://example.com/a_b_c' })
  expect(thread.type).toBe(CHANNEL_TYPE.privateThread)
  expect(embed(thread.id)).toMatchObject({ title: expect.stringContaining('A \\*bold\\* move') })
  expect(embed(thread.id)?.description).toContain('https://example.com/a_b_c')
  expect(first(thread.id)).toMatchObject({ mentionEveryone: false, mentions: [], mentionRoles: [] })
  await until('the room was told', async () =>
    (await room.received()).some(({ event, payload }) => event === 'tickets.changed' && JSON.stringify(payload).includes(String(ticketId))),
  )
  expect(await p.read(ticketId)).toMatchObject({
    subject: 'A *bold* move',
    state: 'open',
    opener: { member: { userId: opener.userId }, discordId: null },
    claimedBy: null,
    messageCount: 1,
    threadUrl: `https://discord.com/channels/${p.guildId}/${thread.id}`,
  })
})

test('/ticket opens a ticket too, for someone without an account, who can read it on the portal once they have linked one', async () => {
  const stranger = addDiscordMember(p.discord, p.guildId, 'Stranger')
  const general = p.discord.addChannel(p.guildId, { name: 'general' })
  expect((await p.discord.command(p.guildId, general.id, stranger, 'ticket')).modal).not.toBeNull()
  const { reply } = await p.discord.submitModal(stranger, 'ticket-open:form', { subject: 'May I join?', text: 'How do I apply?' })
  const ticketId = Number(/Ticket (\d+)/.exec(reply?.content ?? '')?.[1])
  await until('the thread is there', async () => (await p.read(ticketId)).threadUrl !== null)
  expect(await p.read(ticketId)).toMatchObject({ opener: { name: 'Stranger', member: null, discordId: stranger } })
  const person = await p.t.addPerson()
  const http = p.t.http(person.token)
  expect((await http.get(`/api/support/own/${ticketId}`)).statusCode).toBe(404)
  await linkAccount(p.t, person.userId, stranger)
  expect((await http.get(`/api/support/own/${ticketId}`)).json()).toMatchObject({ subject: 'May I join?' })
})

test('a thread that someone locks and archives in Discord closes the ticket; one that is only archived does not', async () => {
  const kept = await open()
  p.discord.changeThread(kept.thread.id, { archived: true })
  const { ticketId, thread } = await open()
  p.discord.say(thread.id, openerDiscord, 'Found it')
  p.discord.changeThread(thread.id, { archived: true, locked: true })
  await until('it is closed', async () => (await p.read(ticketId)).state === 'closed')
  expect((await p.read(ticketId)).closed).toMatchObject({ by: '', reason: 'The thread was closed in Discord.' })
  await until(
    'its thread says so and stays locked',
    () => embed(thread.id)?.description?.includes('was closed in Discord') === true && isLocked(thread.id),
  )
  expect((await p.transcript(ticketId)).map(({ text }) => text)).toContain('Found it')
  expect((await p.read(kept.ticketId)).state).toBe('open')
})

test('members of the support role are added to a new ticket and see its buttons; other staff do not', async () => {
  const manager = p.t.http((await p.t.addPerson({ roles: ['Staff'], permissions: ['MANAGE_DISCORD'] })).token)
  const support = p.discord.addRole(p.guildId, { name: 'Support', mentionable: false })
  await until(
    'the role is known',
    async () =>
      (await manager.get('/api/support/roles')).json<SupportRole[]>()[0]?.roles.some(({ roleId }) => roleId === support.id) === true,
  )
  const before = await open()
  expect(() => p.discord.say(before.thread.id, staffDiscord, 'Hello')).toThrow('does not see')
  expect((await p.staff.put(`/api/support/roles/${p.guildId}`, { roleId: support.id })).statusCode).toBe(403)
  expect((await manager.put(`/api/support/roles/${p.guildId}`, { roleId: '1' })).json()).toMatchObject({ field: 'roleId' })
  expect((await manager.put('/api/support/roles/1', { roleId: support.id })).statusCode).toBe(404)
  const chosen = await manager.put(`/api/support/roles/${p.guildId}`, { roleId: support.id })
  expect(chosen.json()).toMatchObject({ roleId: support.id, problem: '' })
  p.discord.changeMember(p.guildId, staffDiscord, { roles: [support.id] })

  const { ticketId, thread } = await open()
  expect(first(thread.id)).toMatchObject({ mentionRoles: [support.id], mentionEveryone: false, mentions: [] })
  expect(thread.thread?.members.has(staffDiscord)).toBe(true)
  expect((await p.discord.click(first(thread.id).id, staffDiscord, `ticket-claim:${ticketId}`)).reply?.content).toContain('is yours')
  expect((await manager.put(`/api/support/roles/${p.guildId}`, { roleId: null })).json()).toMatchObject({ roleId: null })
  const audit = await p.t.db
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('action', '=', 'discord.support-role-set')
    .orderBy('id')
    .execute()
  expect(audit).toEqual([
    { before: { role: null }, after: { role: 'Support' } },
    { before: { role: 'Support' }, after: { role: null } },
  ])
  p.discord.changeMember(p.guildId, staffDiscord, { roles: [] })
})

test('texts that Discord withheld are filled in once the intent is granted', async () => {
  const { ticketId, thread } = await open()
  p.discord.intents({ messageContent: false })
  const isConnected = async (withIt: boolean) => {
    const { state, problem } = await botRow(p.t)
    return state === 'connected' && problem.includes('Message Content Intent') !== withIt
  }
  p.discord.gateway.close(4009)
  await until('the bot goes on without it', () => isConnected(false))
  p.discord.say(thread.id, openerDiscord, 'Is anyone there?')
  await until('someone wrote', async () => (await p.transcript(ticketId)).length === 2)
  expect((await p.transcript(ticketId))[1]).toMatchObject({ from: 'opener', text: '' })
  p.discord.intents({ messageContent: true })
  await until('the text is there', async () => (await p.transcript(ticketId))[1]?.text === 'Is anyone there?')
  // The text may be there before: a button pressed while the bot reconnects would not reach it.
  await until('the bot is back', () => isConnected(true))
})

test('messages written and deleted in the thread are in the transcript, with mentions as Discord shows them', async () => {
  const { ticketId, thread } = await open()
  const said = p.discord.say(thread.id, openerDiscord, 'Anyone there?')
  p.discord.setThreadMember(thread.id, staffDiscord, true)
  p.discord.say(thread.id, staffDiscord, `Yes, <@${openerDiscord}>`)
  await until('both are kept', async () => (await p.transcript(ticketId)).length === 3)
  const [opening, question, answer] = await p.transcript(ticketId)
  expect(opening).toMatchObject({ from: 'opener', text: 'It was at Legion Square' })
  expect(question).toMatchObject({ from: 'opener', text: 'Anyone there?', editedAt: null })
  expect(answer).toMatchObject({ from: 'other', name: 'A mod', text: `Yes, @opener${count}` })
  p.discord.deleteMessage(said.id)
  await until('it is emptied', async () => (await p.transcript(ticketId))[1]?.deletedAt !== null)
  expect((await p.transcript(ticketId))[1]?.text).toBe('')
  // Messages in other channels are not kept.
  p.discord.say(p.helpId, openerDiscord, 'In public')
  expect((await p.read(ticketId)).messageCount).toBe(3)
})

test('only staff can claim a ticket with the button in the thread, once', async () => {
  const { ticketId, thread } = await open()
  const press = (who: string) => p.discord.click(first(thread.id).id, who, `ticket-claim:${ticketId}`)
  expect((await press(openerDiscord)).reply?.content).toMatch(/^Only staff/)
  const at = staffDiscord
  p.discord.setThreadMember(thread.id, at, true)
  expect((await press(at)).reply?.content).toBe(`Ticket ${ticketId} is yours.`)
  expect((await p.read(ticketId)).claimedBy).toMatchObject({ name: 'The staff' })
  await until('the message says so', () => embed(thread.id)?.description?.includes('Claimed by The staff') === true)
  expect(buttons(thread.id)).not.toContain('ticket-claim')
  const again = await p.staff.post(`/api/support/tickets/${ticketId}/claim`, { version: 1 })
  expect([again.statusCode, again.json().message]).toEqual([409, 'You have claimed this ticket'])
})

test('the opener closes a ticket with the button: the thread is locked, the message says why, and staff can still read it', async () => {
  const { ticketId, thread } = await open()
  const { modal } = await p.discord.click(first(thread.id).id, openerDiscord, `ticket-close:${ticketId}`)
  expect(modal).not.toBeNull()
  const { reply } = await p.discord.submitModal(openerDiscord, `ticket-close:${ticketId}`, { reason: 'Found it @here' })
  expect(reply?.content).toMatch(/is closed/)
  await until('the thread is locked', () => isLocked(thread.id))
  expect(embed(thread.id)?.description).toMatch(/Closed by opener\d+: Found it/)
  expect(buttons(thread.id)).not.toContain('ticket-')
  expect(await p.read(ticketId)).toMatchObject({ state: 'closed', closed: { by: `opener${count}`, reason: 'Found it @here' } })
})

test('/close closes the ticket of the thread it is used in, for its opener and staff alone', async () => {
  const { ticketId, thread } = await open()
  const other = addDiscordMember(p.discord, p.guildId, 'Someone')
  p.discord.setThreadMember(thread.id, other, true)
  expect((await p.discord.command(p.guildId, thread.id, other, 'close')).reply?.content).toMatch(/^Only staff/)
  expect((await p.discord.command(p.guildId, p.helpId, staffDiscord, 'close')).reply?.content).toMatch(/not the thread of a ticket/)
  p.discord.setThreadMember(thread.id, staffDiscord, true)
  expect((await p.discord.command(p.guildId, thread.id, staffDiscord, 'close', { reason: 'Solved' })).reply?.content).toMatch(/closed/)
  await until('the thread is locked', () => isLocked(thread.id))
  expect((await p.read(ticketId)).closed).toMatchObject({ by: 'The staff', reason: 'Solved' })
  const notices = (await p.t.http(opener.token).get(`/api/user/notices/${opener.userId}`)).json<Notice[]>()
  expect(notices[0]).toMatchObject({ title: `Your ticket ${ticketId} was closed by The staff`, path: `/user/tickets/${ticketId}` })
})

test('staff answer from the portal, under their name, and nobody is pinged', async () => {
  const { ticketId, thread } = await open()
  const answer = await p.staff.post(`/api/support/tickets/${ticketId}/messages`, { text: 'Hello @everyone, see\nhttps://example.com' })
  expect(answer.json()).toMatchObject({ from: 'other', name: 'The staff' })
  await until('it is in Discord', () => p.discord.messages(thread.id).some(({ content }) => content.startsWith('**The staff:** Hello')))
  const posted = p.discord.messages(thread.id).find(({ content }) => content.startsWith('**The staff'))
  expect(posted).toMatchObject({ mentionEveryone: false, mentions: [], mentionRoles: [] })
  expect(posted?.content).toContain('\nhttps://example.com')
  const own = await p.t.http(opener.token).post(`/api/support/own/${ticketId}/messages`, { text: 'Thank you' })
  expect(own.json()).toMatchObject({ from: 'opener' })
  await until('both are in Discord', () => p.discord.messages(thread.id).length === 3)
  // The bot's own words are not kept a second time.
  expect((await p.transcript(ticketId)).map(({ text }) => text)).toHaveLength(3)
  p.discord.deleteMessage(posted?.id ?? '')
  await until('deleted in Discord, deleted here', async () => (await p.transcript(ticketId))[1]?.deletedAt !== null)
})

test('a thread that is deleted in Discord closes its ticket, and so does its channel', async () => {
  const { ticketId, thread } = await open()
  p.discord.deleteChannel(thread.id)
  await until('it is closed', async () => (await p.read(ticketId)).state === 'closed')
  expect(await p.read(ticketId)).toMatchObject({ threadUrl: null, closed: { by: '', reason: 'The thread was deleted in Discord.' } })

  const second = await open()
  await sql`update support_tickets set channel_id = '1' where id = ${second.ticketId}`.execute(p.t.db)
  await closeLost(p.t.db, createSupportService({ db: p.t.db, publish: () => undefined }))
  expect((await p.read(second.ticketId)).closed?.reason).toBe('The channel was deleted in Discord.')
})

test('at most three are open at once, and five an hour are opened, even by double clicks', async () => {
  const submit = () => fillIn(p.discord, p.helpId, openerDiscord, { subject: 'Again', text: 'And again' })
  const answers = [await submit(), ...(await Promise.all([submit(), submit()])), await submit()]
  expect(answers.filter((each) => each.includes('being opened'))).toHaveLength(3)
  expect(answers.at(-1)).toMatch(/You have 3 open tickets/)
  await submit()
  expect(await submit()).toMatch(/At most 5 of these an hour/)
  const own = (await p.t.http(opener.token).get('/api/support/own')).json()
  expect(own).toMatchObject({ total: 3 })
})

test('a form with wrong input counts as one of the five tickets of the hour', async () => {
  const submit = (subject: string) => fillIn(p.discord, p.helpId, openerDiscord, { subject, text: 'Help' })
  for (let count = 0; count < 5; count += 1) expect(await submit(' ')).toBe('Give the ticket a subject')
  expect(await submit('Again')).toMatch(/At most 5 of these an hour/)
})

test('a thread that Discord refused is opened once the bot has the permission', async () => {
  const role = p.discord.addRole(p.guildId, { name: 'Another right', position: 1 })
  const denied = p.discord.fail({ method: 'POST', path: /threads$/, status: 403, code: 50_013 })
  const said = await fillIn(p.discord, p.helpId, openerDiscord, { subject: 'Locked out', text: 'Please help' })
  const ticketId = Number(/^Ticket (\d+)/.exec(said)?.[1])
  await until('it is told', async () => (await p.read(ticketId)).problem !== '')
  denied.stop()
  p.discord.changeRole(p.guildId, role.id, { permissions: 16n })
  await until('the thread is there', async () => (await p.read(ticketId)).threadUrl !== null)
  expect((await p.read(ticketId)).problem).toBe('')
})

test('an empty form is refused with a reason', async () => {
  expect(await fillIn(p.discord, p.helpId, openerDiscord, { subject: '  ', text: 'x' })).toBe('Give the ticket a subject')
})
