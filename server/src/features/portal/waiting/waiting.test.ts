import { DEPARTMENT, type LeaveRequest, type WaitingItem } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertGuild, insertLinked } from '../../../testing/test-discord-rows.ts'
import { addGap, addPatrol, letSee } from '../../../testing/test-patrol-rows.ts'
import { joinRoom, startTestPortal, until, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { reportsOf } from '../../../testing/test-reports.ts'
import { warrantRows } from '../../../testing/test-warrant-rows.ts'

let t: TestPortal
let r: ReturnType<typeof reportsOf>
beforeAll(async () => {
  t = await startTestPortal()
  r = reportsOf(t)
})
afterAll(() => t.close())

/** The list of a member's open page, kept as the room tells it. */
async function open({ token, userId }: Person) {
  const socket = await t.connect(token)
  let items: readonly WaitingItem[] = []
  socket.on('delta', ({ key, payload }) => {
    if (key === `waiting:${userId}`) items = payload as WaitingItem[]
  })
  const reply = await joinRoom(socket, 'waiting', { userId })
  if (!reply.ok) throw new Error(reply.message)
  items = reply.snapshot as WaitingItem[]
  return {
    words: () => items.map(({ words }) => words),
    /** Waits until the page is told what would be read now. */
    says: (...words: string[]) =>
      until(words.join(', ') || 'nothing waits', async () => items.map((item) => item.words).join() === words.join()),
  }
}
const waits = async (person: Person): Promise<readonly string[]> => (await open(person)).words()
const inserted = async (row: Promise<{ id: number } | undefined>): Promise<number> => (await row)?.id ?? 0

test('nobody is told what waits for another', async () => {
  const [member, admin] = [await t.addPerson(), await t.person('admin')]
  const socket = await t.connect(admin.token)
  expect((await joinRoom(socket, 'waiting', { userId: member.userId })).ok).toBe(false)
  expect(await waits(member), 'nothing waits for a new member').toEqual([])
})

test('an unpaid fine waits for its owner alone, live, until it is paid', async () => {
  const [owner, other] = [await r.civilian(), await r.civilian()]
  const [page, others] = [await open(owner), await open(other)]
  const characterId = await r.character(owner)
  const writer = await r.officer()
  const { reportId } = await r.submitted(writer, { characterId })
  await page.says('1 unpaid fine')
  await r.submitted(writer, { characterId })
  await page.says('2 unpaid fines')
  const { id } = await t.db.selectFrom('fines').select('id').where('report_id', '=', reportId).executeTakeFirstOrThrow()
  expect((await owner.http.post(`/api/fines/${id}/pay`, { version: 1 })).statusCode).toBe(200)
  await page.says('1 unpaid fine')
  expect(others.words()).toEqual([])
  expect(await waits(writer), 'not for who wrote it').toEqual([])
  await sql`update fines set reported_at = null`.execute(t.db)
})

test('a fine that is reported as paid waits for those who confirm it in its department, but never for its owner', async () => {
  const approver = await r.supervisor({ capabilities: ['approveReports'] })
  const owner = await t.addPerson({
    departments: [
      { name: 'LSPD', rank: 'Sergeant', isPrimary: true },
      { name: 'CIV', isPrimary: false },
    ],
  })
  const elsewhere = await r.supervisor({ department: 'BCSO', capabilities: ['approveReports'] })
  const writer = await r.officer()
  const { reportId } = await r.submitted(writer, { characterId: await r.character(owner) })
  const [page, own] = [await open(approver), await open(owner)]
  const { id } = await t.db.selectFrom('fines').select('id').where('report_id', '=', reportId).executeTakeFirstOrThrow()
  expect((await t.http(owner.token).post(`/api/fines/${id}/pay`, { version: 1 })).statusCode).toBe(200)
  await page.says('1 fine reported as paid to confirm')
  // Not the owner, though they may approve.
  await own.says()
  expect([await waits(elsewhere), await waits(writer)]).toEqual([[], []])
  const refused = await approver.http.post(`/api/fines/${id}/confirm`, { isPaid: false, reason: 'Nothing came in', version: 2 })
  expect(refused.statusCode, refused.body).toBe(200)
  await page.says()
})

test('a vehicle that was offered waits for who is to answer', async () => {
  const [giver, taker] = [await r.civilian(), await r.civilian()]
  const [from, to] = [await r.character(giver), await r.character(taker)]
  const vehicle = { character_id: from, plate: 'OFFER1', vin: 'VOFFER1', model: 'Asea' }
  const vehicleId = await inserted(t.db.insertInto('vehicles').values(vehicle).returning('id').executeTakeFirst())
  await t.db.insertInto('vehicle_transfers').values({ vehicle_id: vehicleId, from_character_id: from, to_character_id: to }).execute()
  expect(await waits(taker)).toEqual(['1 vehicle offered to you'])
  expect(await waits(giver)).toEqual([])
})

test('a report waits for those who approve in its department, but never for its writer; once returned, for its writer', async () => {
  await r.needsApproval('citation', true)
  const writer = await r.supervisor({ capabilities: ['approveReports'] })
  const approver = await r.supervisor({ capabilities: ['approveReports'] })
  const elsewhere = await r.supervisor({ department: 'BCSO', capabilities: ['approveReports'] })
  const [own, deciding, away] = [await open(writer), await open(approver), await open(elsewhere)]
  const { reportId, version } = await r.submitted(writer)
  await deciding.says('1 report to approve')
  expect([own.words(), away.words()]).toEqual([[], []])
  const returned = await approver.http.post(`/api/reports/${reportId}/decide`, { isApproved: false, remark: 'Which street?', version })
  expect(returned.statusCode, returned.body).toBe(200)
  await deciding.says()
  await own.says('1 report returned to you')
  await r.change(writer, reportId)
  await own.says('1 report not submitted')
  await r.needsApproval('citation', false)
})

test('a leave request waits for who decides on the member, live', async () => {
  const member = await r.officer()
  const decider = await r.supervisor({ capabilities: ['grantLeave'] })
  const colleague = await r.officer()
  const [page, others] = [await open(decider), await open(colleague)]
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  const request = (
    await member.http.post('/api/leaves/requests', { startsOn: day(3), endsOn: day(9), reason: 'Exams' })
  ).json<LeaveRequest>()
  await page.says('1 leave request to decide')
  expect((await member.http.post(`/api/leaves/requests/${request.requestId}/withdraw`, {})).statusCode).toBe(200)
  await page.says()
  expect(others.words()).toEqual([])
})

test('a flagged patrol waits for who reviews its department, not for its member', async () => {
  await letSee(t, DEPARTMENT.SAHP, 'Sergeant')
  const departments = [{ name: 'SAHP', rank: 'Sergeant', isPrimary: true }]
  const [member, reviewer] = [await t.addPerson({ departments }), await t.addPerson({ departments })]
  const elsewhere = await r.supervisor({ capabilities: ['seePatrols'] })
  const at = (hour: number) => `2026-03-02T${hour}:00:00Z`
  const patrolId = await addPatrol(t, member, at(10), { departmentId: DEPARTMENT.SAHP, endedAt: at(14) })
  await addGap(t, patrolId, { from: at(11), to: at(12) })
  await t.db
    .insertInto('patrol_corrections')
    .values({
      patrol_id: patrolId,
      asked_by: member.userId,
      reason: 'I was there',
      counts_gaps: true,
      was_started_at: at(10),
      was_ended_at: at(14),
    })
    .execute()
  const both = ['1 patrol correction to decide', '1 flagged patrol to review']
  expect(await waits(reviewer)).toEqual(both)
  expect(await waits(await t.person('staff'))).toEqual(both)
  expect([await waits(member), await waits(elsewhere)]).toEqual([[], []])
  await sql`update patrol_gaps set is_counted = true`.execute(t.db)
  await sql`update patrol_corrections set state = 'withdrawn'`.execute(t.db)
})

test('licence applications and claims wait for other supervisors than their owner', async () => {
  const supervisor = await r.supervisor({ capabilities: ['actOnLicences'] })
  const [owner, character] = [await r.civilian(), await r.character(supervisor)]
  const theirs = await r.character(owner)
  await t.db
    .insertInto('licences')
    .values([theirs, character].map((id) => ({ character_id: id, type: 'CCW', state: 'applied' })))
    .execute()
  const noted = await r.character(null)
  const claim = { user_id: owner.userId, character_id: theirs, noted_character_id: noted }
  await t.db.insertInto('record_claims').values(claim).execute()
  expect(await waits(supervisor)).toEqual(['1 licence application to decide', '1 claim to decide'])
  expect(await waits(owner)).toEqual([])
  await sql`delete from licences`.execute(t.db)
  await sql`delete from record_claims`.execute(t.db)
})

test('tickets, votes and requests for grants wait for those who can answer them', async () => {
  const [opener, staff, officer] = [await t.addPerson(), await t.person('staff'), await r.officer()]
  const guildId = await insertGuild(t.db)
  const discordId = await insertLinked(t.db, guildId, opener.userId)
  const ticket = {
    guild_id: guildId,
    channel_id: '1',
    subject: 'Help',
    discord_id: discordId,
    opener_name: 'Opener',
    opener_id: opener.userId,
  }
  const ticketId = await inserted(t.db.insertInto('support_tickets').values(ticket).returning('id').executeTakeFirst())
  const say = (isOpener: boolean) =>
    t.db.insertInto('support_messages').values({ ticket_id: ticketId, author_name: 'A', is_opener: isOpener, text: 'Hello' }).execute()
  await say(true)
  expect(await waits(staff)).toEqual(['1 ticket to answer'])
  expect(await waits(opener)).toEqual([])
  await t.db.updateTable('support_tickets').set({ claimed_by: staff.userId }).execute()
  await say(false)
  expect(await waits(staff)).toEqual([])
  expect(await waits(opener)).toEqual(['1 ticket with an answer'])
  await t.db.updateTable('support_tickets').set({ state: 'closed', closed_at: new Date() }).execute()

  const vote = { guild_id: guildId, channel_id: '1', question: 'Cars?', options: ['Yes', 'No'], created_by: staff.userId }
  await t.db
    .insertInto('discord_votes')
    .values({ ...vote, ends_at: new Date(Date.now() + 3_600_000) })
    .execute()
  expect(await waits(opener)).toEqual(['1 vote you have not taken part in'])
  expect(await waits(officer), 'who has no linked account can not vote').toEqual([])

  await t.db.insertInto('grants').values({ kind: 'ridealong', user_id: opener.userId, hours: 6 }).execute()
  expect(await waits(officer)).toEqual(['1 ride-along or pass to answer'])
  expect(await waits(opener)).toEqual(['1 vote you have not taken part in'])
  await sql`delete from grants`.execute(t.db)
})

test('a member who loses a right is no longer told what waited for it', async () => {
  const supervisor = await r.supervisor({ department: 'COMM', capabilities: ['actOnLicences'] })
  const owner = await r.civilian()
  await t.db
    .insertInto('licences')
    .values({ character_id: await r.character(owner), type: 'CDL', state: 'applied' })
    .execute()
  const page = await open(supervisor)
  await page.says('1 licence application to decide')
  await t.db.deleteFrom('user_departments').where('user_id', '=', supervisor.userId).execute()
  await page.says()
})

test('a code of conduct waits for everyone until they accept it', async () => {
  const [member, other, admin] = [await t.addPerson(), await t.addPerson(), await t.as('admin')]
  const published = await admin.post('/api/conduct', { text: 'Be kind.', version: 0 })
  expect(published.statusCode, published.body).toBe(200)
  expect(await waits(member)).toEqual(['Code of conduct to accept'])
  expect((await t.http(member.token).post('/api/conduct/accept', { number: 1 })).statusCode).toBe(200)
  expect([await waits(member), await waits(other)]).toEqual([[], ['Code of conduct to accept']])
})

test('a warrant waits for those who review it, then for those who sign it; a returned one for its writer', async () => {
  const w = warrantRows(t)
  const [reviewer, signer, writer] = [
    await t.addPerson({ roles: ['Legal Services'] }),
    await t.person('legalSupervisor'),
    await r.officer(),
  ]
  await w.put(writer, { signer })
  await w.put(writer, { signer, state: 'review', reviewer, isReady: true })
  await w.put(writer, { signer, state: 'returned' })
  expect(await waits(reviewer)).toContain('1 warrant to review or sign')
  expect(await waits(signer)).toContain('2 warrants to review or sign')
  expect(await waits(writer)).toContain('1 warrant returned to you')
})
