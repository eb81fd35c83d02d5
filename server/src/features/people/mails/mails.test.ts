import type { MailOverview } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import { createSealer } from '../../../platform/secrets/sealer.ts'
import { SECRETS_KEY, startTestPortal, until, type TestPortal } from '../../../testing/test-portal.ts'
import { watchRoom } from '../../../testing/test-room.ts'
import { SMTP_PASSWORD, startSilentServer, startTestSmtp, type TestSmtp } from '../../../testing/test-smtp.ts'
import { createMailQueue, type NewMail } from './mails.queue.ts'
import { deleteOldMails, MAX_TO_ADDRESS } from './mails.repo.ts'
import { createSmtp } from './mails.smtp.ts'

const PORTAL_URL = 'https://portal.example.org'
const LINK = `${PORTAL_URL}/login/reset#AAAA-BBBB`

let smtp: TestSmtp
let t: TestPortal
let log = ''
beforeAll(async () => {
  smtp = await startTestSmtp()
  t = await startTestPortal({
    portalUrl: PORTAL_URL,
    smtpUrl: smtp.urlFor(SMTP_PASSWORD),
    logLevel: 'debug',
    logTo: { write: (line: string) => (log += line) },
  })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})
afterEach(async () => {
  smtp.behave({})
  smtp.received.length = 0
  await t.db.deleteFrom('mails').execute()
})

const queueOf = (community = 'San Andreas', smtpUrl: string | undefined = smtp.url) =>
  createMailQueue(
    {
      background: { db: t.db },
      publish: () => undefined,
      sealer: createSealer(SECRETS_KEY),
      settings: { get: () => community as never },
      portalUrl: PORTAL_URL,
      log: t.app.http.log,
    },
    smtpUrl === undefined ? undefined : createSmtp({ url: smtpUrl, portalUrl: PORTAL_URL, mailFrom: undefined }),
  ).mails
let counter = 0
const newAddress = () => `member${(counter += 1)}@example.com`
const password = (to: string, over: Partial<NewMail<'new-password'>> = {}) =>
  ({ kind: 'new-password', to, userId: null, name: 'Kim', data: { link: LINK }, ...over }) as const
const queue = (mail: NewMail<'new-password'>, mails = queueOf()) => t.db.transaction().execute((tx) => mails.queue(tx, mail))
const rows = () => t.db.selectFrom('mails').select(['state', 'tries', 'answer', 'content']).orderBy('id').execute()
const row = async () => (await rows())[0]!
/** The portal tries again now what it would try in some minutes. */
const tryAgain = async () => {
  await sql`update mails set next_at = now() where state = 'waiting'`.execute(t.db)
  await enqueue(t.db, { name: 'mails-send', payload: z.object({}) }, {})
}
const triedOnce = (tries = 1) =>
  until(`the mail was tried ${tries} times`, async () => {
    const { tries: done, answer } = await row()
    return done === tries && answer !== null
  })

test('a mail is sent after its transaction has committed, once, and nothing of its text is kept', async () => {
  const to = newAddress()
  await queue(password(to))
  const mail = await smtp.mailTo(to)
  expect(mail).toMatchObject({ from: 'portal@example.org', to: [to], subject: 'New password for San Andreas' })
  expect(mail.text).toContain(`Hello Kim,\n`)
  expect(mail.text).toContain(LINK)
  expect(mail.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  await until('it is recorded', async () => (await row()).state === 'sent')
  expect(await row()).toEqual({ state: 'sent', tries: 1, answer: '250 Taken as test-1', content: null })
  await tryAgain()
  await queue(password(newAddress()))
  await until('another mail is sent', async () => smtp.received.length === 2)
  expect(smtp.received.filter((each) => each.to.includes(to))).toHaveLength(1)
})

test('admins who look at the mails are told of each as it is queued, sent and dropped', async () => {
  const { received } = await watchRoom(t, (await t.person('admin')).token, 'mails', {})
  const to = newAddress()
  for (let queued = 0; queued <= MAX_TO_ADDRESS; queued += 1) await queue(password(to))
  await until('all were sent', async () => (await rows()).every(({ state }) => state !== 'waiting'))
  const told = new Map<string, string>()
  await expect
    .poll(async () => {
      for (const { payload } of await received()) {
        const { mails } = payload as Pick<MailOverview, 'mails'>
        for (const { mailId, state } of mails) told.set(mailId, state)
        expect(JSON.stringify(mails)).not.toContain(to)
      }
      return [...told.values()].toSorted()
    })
    .toEqual(['dropped', ...Array<string>(MAX_TO_ADDRESS).fill('sent')])
  await expect(watchRoom(t, (await t.person('staff')).token, 'mails', {})).rejects.toThrow()
})

test('a mail of a transaction that was rolled back is never sent', async () => {
  const mails = queueOf()
  const gone = t.db.transaction().execute(async (tx) => {
    await mails.queue(tx, password(newAddress()))
    throw new Error('rolled back')
  })
  await expect(gone).rejects.toThrow('rolled back')
  await queue(password(newAddress()))
  await until('the other is sent', async () => (await row()).state === 'sent')
  expect(smtp.received).toHaveLength(1)
})

test('nobody who has only the database can read what a waiting mail says, and whom it is for', async () => {
  smtp.behave({ atRecipient: [450, '4.2.0 Come back later'] })
  const to = newAddress()
  await queue(password(to))
  await triedOnce()
  const { content } = await row()
  expect(content?.length).toBeGreaterThan(50)
  expect(content?.toString('latin1')).not.toMatch(/AAAA-BBBB|example\.com|Kim/)
})

describe('a mail server that', () => {
  test('puts mails off gets them later, with the same id', async () => {
    smtp.behave({ atRecipient: [451, '4.7.1 Greylisted, come back in a minute'] })
    const to = newAddress()
    await queue(password(to))
    await triedOnce()
    expect(await row()).toMatchObject({ state: 'waiting', tries: 1, answer: '451 4.7.1 Greylisted, come back in a minute' })
    smtp.behave({})
    await tryAgain()
    await smtp.mailTo(to)
    await until('it is recorded', async () => (await row()).state === 'sent')
    expect((await row()).tries).toBe(2)
  })

  test('rejects the address is not asked again, and the address is kept nowhere', async () => {
    const to = newAddress()
    smtp.behave({ atRecipient: [550, `5.1.1 <${to}>: nobody here, see https://mail.example.org/why?x=${to}`] })
    await queue(password(to))
    await triedOnce()
    expect(await row()).toEqual({ state: 'failed', tries: 1, answer: '550 5.1.1 <(address)>: nobody here, see (link)', content: null })
    expect(log).not.toContain(to)
  })

  test('rejects the text with 554 is not asked again', async () => {
    smtp.behave({ atData: [554, '5.7.1 Spam'] })
    await queue(password(newAddress()))
    await triedOnce()
    expect(await row()).toMatchObject({ state: 'failed', answer: '554 5.7.1 Spam' })
  })

  test('refuses the sender is asked again, since an operator can change that', async () => {
    smtp.behave({ atSender: [553, '5.7.1 Sender not allowed'] })
    await queue(password(newAddress()))
    await triedOnce()
    expect(await row()).toMatchObject({ state: 'waiting', answer: '553 5.7.1 Sender not allowed' })
  })

  test('drops the connection within a mail is asked again', async () => {
    smtp.behave({ dropsInData: true })
    const to = newAddress()
    await queue(password(to))
    await triedOnce()
    expect(await row()).toMatchObject({ state: 'waiting', tries: 1 })
    smtp.behave({})
    await tryAgain()
    await smtp.mailTo(to)
  })

  test('never takes a mail is asked six times, with longer and longer waits', async () => {
    smtp.behave({ atData: [421, '4.3.0 Busy'] })
    await queue(password(newAddress()))
    const waits: number[] = []
    for (let tries = 1; tries < 6; tries += 1) {
      await triedOnce(tries)
      const { rows: due } = await sql<{
        minutes: number
      }>`select round(extract(epoch from next_at - now()) / 60)::int as minutes from mails`.execute(t.db)
      waits.push(due[0]!.minutes)
      await tryAgain()
    }
    expect(waits).toEqual([1, 5, 15, 60, 240])
    await until('it is given up', async () => (await row()).state === 'failed')
    expect(await row()).toMatchObject({ tries: 6, content: null })
  })
})

describe('an answer of the mail server', () => {
  const send = (url: string, timeouts?: Parameters<typeof createSmtp>[0]['timeouts']) =>
    createSmtp({ url, portalUrl: PORTAL_URL, mailFrom: undefined, ...(timeouts && { timeouts }) }).send(
      { to: 'kim@example.com', subject: 'Hello', text: 'Hello', messageId: '<1@portal.example.org>' },
      'San Andreas',
    )

  test('to a wrong password names neither the password nor the account', async () => {
    const { result, answer } = await send(smtp.urlFor('a wrong one: ü%'))
    expect(result).toBe('away')
    expect(answer).toBe('535 5.7.8 (address) with the password *** is not known here')
  })

  test('that never comes ends the try', async () => {
    const silent = await startSilentServer()
    const { result, answer } = await send(silent.url, { connectMs: 200, greetingMs: 200, idleMs: 200, wholeMs: 5000 })
    expect([result, answer]).toEqual(['away', expect.stringMatching(/Timeout|Greeting never received/)])
    expect((await send(silent.url, { connectMs: 5000, greetingMs: 5000, idleMs: 5000, wholeMs: 200 })).answer).toBe(
      'The mail server took too long',
    )
    await silent.close()
  })

  test('trickles its answer is left once the whole mail takes too long, and the mail waits for another try', async () => {
    const trickling = await startSilentServer({ trickles: true })
    const timeouts = { connectMs: 5000, greetingMs: 5000, idleMs: 5000, wholeMs: 300 }
    expect(await send(trickling.url, timeouts)).toEqual({ result: 'away', answer: 'The mail server took too long' })
    await trickling.close()
  })

  test('with a certificate that nobody signed is refused, unless the operator says otherwise', async () => {
    // smtp-server warns of its own certificate, which is the one wanted here.
    const warned = vi.spyOn(console, 'error').mockReturnValue()
    for (const secure of [false, true]) {
      const server = await startTestSmtp({ tls: true, secure })
      expect(await send(server.url)).toMatchObject({ result: 'away', answer: expect.stringMatching(/certificate/) })
      expect(await send(`${server.url}?tls.rejectUnauthorized=false`)).toMatchObject({ result: 'sent' })
      await server.close()
    }
    warned.mockRestore()
  })

  test('is an error where no server listens', async () => {
    const server = await startTestSmtp()
    await server.close()
    expect(await send(server.url)).toMatchObject({ result: 'away', answer: expect.stringContaining('ECONNREFUSED') })
  })
})

describe('names', () => {
  test('can’t add a header or an address', async () => {
    const to = newAddress()
    await queue(password(to, { name: 'Kim\r\nBcc: evil@example.com' }), queueOf('San "Andreas"\r\nBcc: evil@example.com, <x@example.com>'))
    const { raw, to: recipients, subject } = await smtp.mailTo(to)
    expect(recipients).toEqual([to])
    expect(raw).not.toMatch(/^Bcc:/im)
    expect(raw.match(/^To: .*$/gm)).toEqual([`To: ${to}`])
    expect(subject).toContain('San "Andreas" Bcc: evil@example.com')
  })

  test('in other alphabets and very long ones arrive', async () => {
    const to = newAddress()
    await queue(password(to, { name: 'Ольга 🚓 李' }), queueOf(`Сан-Андреас ${'🚓'.repeat(80)}`))
    const { subject, text } = await smtp.mailTo(to)
    expect(subject).toMatch(/^New password for Сан-Андреас 🚓+…$/u)
    expect(text).toContain('Hello Ольга 🚓 李,')
  })
})

describe('limits', () => {
  test('of one kind and address drop what is beyond them, also of mails at once, and the page says so', async () => {
    smtp.behave({ atRecipient: [450, 'Later'] })
    const to = newAddress()
    const mails = queueOf()
    await Promise.all(Array.from({ length: 12 }, (_, index) => queue(password(index % 2 ? to : to.toUpperCase()), mails)))
    const dropped = (await rows()).filter(({ state }) => state === 'dropped')
    expect(dropped).toHaveLength(2)
    expect(dropped[0]).toMatchObject({ answer: 'More than 10 mails of this kind to this address within an hour', content: null, tries: 0 })
    const told = {
      kind: 'new-device',
      to,
      userId: null,
      name: 'Kim',
      data: { at: 'today', address: '10.0.0.1', device: 'Firefox' },
    } as const
    await t.db.transaction().execute((tx) => mails.queue(tx, told))
    expect((await rows()).at(-1)?.state, 'mails that strangers ask for use up no warning').toBe('waiting')
    await queue(password(newAddress()), mails)
    expect((await rows()).filter(({ state }) => state === 'dropped')).toHaveLength(2)
  })

  test('of the portal let the rest wait, and the daily mails first', async () => {
    const sent = (count: number) =>
      sql`insert into mails (kind, address_hash, state, ended_at, send_until) select 'waiting', 'x', 'sent', now(), now() from generate_series(1, ${count}::int)`.execute(
        t.db,
      )
    await sent(250)
    const [daily, urgent] = [newAddress(), newAddress()]
    const mails = queueOf()
    await t.db
      .transaction()
      .execute((tx) => mails.queue(tx, { kind: 'waiting', to: daily, userId: null, name: '', data: { items: ['3 fines'] } }))
    await queue(password(urgent), mails)
    await smtp.mailTo(urgent)
    await sent(249)
    await queue(password(newAddress()), mails)
    await until('it was looked at', async () => {
      const { rows: due } = await sql`select from graphile_worker.jobs where task_identifier = 'mails-send' and key is not null`.execute(
        t.db,
      )
      return due.length === 0
    })
    expect(
      (await t.db.selectFrom('mails').select('kind').where('state', '=', 'waiting').orderBy('id').execute()).map(({ kind }) => kind),
    ).toEqual(['waiting', 'new-password'])
  })

  test('a mail that is of no use any more is given up', async () => {
    smtp.behave({ atRecipient: [450, 'Later'] })
    await queue(password(newAddress()))
    await triedOnce()
    await sql`update mails set send_until = now()`.execute(t.db)
    await tryAgain()
    await until('it is given up', async () => (await row()).state === 'failed')
    expect(await row()).toMatchObject({ tries: 1, answer: '450 Later', content: null })
  })

  test('rows are deleted after 30 days, never one that waits', async () => {
    await sql`insert into mails (kind, address_hash, state, ended_at, send_until, queued_at) values
      ('new-password', 'x', 'sent', now() - interval '31 days', now(), now() - interval '31 days'), ('new-password', 'x', 'sent', now() - interval '29 days', now(), now())`.execute(
      t.db,
    )
    await deleteOldMails(t.db)
    expect(await rows()).toHaveLength(1)
  })
})

describe('an admin', () => {
  test('sees the server, the queue and the answers, without address, text and password', async () => {
    const admin = await t.as('admin')
    const member = await t.addPerson({ name: 'Kim Park' })
    smtp.behave({ atRecipient: [550, '5.1.1 Nobody here'] })
    await queue(password(member.emailAddress, { userId: member.userId }))
    await triedOnce()
    const response = await admin.get('/api/mails')
    expect(response.json<MailOverview>()).toMatchObject({
      missing: [],
      server: smtp.url,
      from: 'portal@example.org',
      counts: { waiting: 0, sent: 0, failed: 1, dropped: 0 },
      mails: [
        {
          kind: 'new-password',
          state: 'failed',
          tries: 1,
          answer: '550 5.1.1 Nobody here',
          nextAt: null,
          member: { userId: member.userId, name: 'Kim Park' },
        },
      ],
    })
    for (const secret of [member.emailAddress, 'AAAA-BBBB', encodeURIComponent(SMTP_PASSWORD)]) expect(response.body).not.toContain(secret)
  })

  test('tries the mail server out with a mail to their own address, and sees its own answer', async () => {
    const { emailAddress } = await t.person('admin')
    const admin = await t.as('admin')
    const sent = await admin.post('/api/mails/test', {})
    expect(sent.json()).toEqual({ isSent: true, answer: '250 Taken as test-1' })
    expect((await smtp.mailTo(emailAddress)).subject).toMatch(/^Test mail from /)
    expect(await rows()).toEqual([])
    for (const [manner, answer] of [
      [{ atSender: [553, '5.7.1 Sender not allowed'] }, '553 5.7.1 Sender not allowed'],
      [{ atRecipient: [450, `4.2.0 Come back later, ${emailAddress}`] }, '450 4.2.0 Come back later, (address)'],
      [{ atData: [554, `5.7.1 ${'Spam '.repeat(5000)}`] }, expect.stringMatching(/^554 5\.7\.1 (Spam ){10}.{0,300}…$/)],
    ] as const) {
      smtp.behave(manner)
      expect((await admin.post('/api/mails/test', {})).json()).toEqual({ isSent: false, answer })
    }
  })

  test('sends no more than some test mails an hour', async () => {
    const http = t.http((await t.addPerson({ roles: ['Admin'] })).token)
    for (let count = 0; count < AN_HOUR.mailTests; count += 1) expect((await http.post('/api/mails/test', {})).statusCode).toBe(200)
    expect((await http.post('/api/mails/test', {})).statusCode).toBe(429)
  })

  test('of a portal without a mail server sees what to set, and can’t send', async () => {
    const plain = await startTestPortal({ smtpUrl: smtp.url })
    const admin = await plain.as('admin')
    expect((await admin.get('/api/mails')).json()).toMatchObject({ missing: ['PORTAL_URL'], server: null, from: null, mails: [] })
    const refused = await admin.post('/api/mails/test', {})
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Mail is not set up: set SMTP_URL and PORTAL_URL, and start the portal again',
    ])
    await plain.close()
  })
})

test('nobody below an admin sees mails or sends test mails', async () => {
  for (const role of ['member', 'officer', 'staff'] as const) {
    const http = await t.as(role)
    expect([(await http.get('/api/mails')).statusCode, (await http.post('/api/mails/test', {})).statusCode], role).toEqual([403, 403])
  }
  expect((await t.http().get('/api/mails')).statusCode).toBe(401)
  expect(smtp.received).toEqual([])
})

test('a portal without a mail server queues nothing', async () => {
  const mails = createMailQueue(
    {
      background: { db: t.db },
      publish: () => undefined,
      sealer: createSealer(SECRETS_KEY),
      settings: { get: () => 'San Andreas' as never },
      portalUrl: PORTAL_URL,
      log: t.app.http.log,
    },
    undefined,
  ).mails
  expect(mails.isOn).toBe(false)
  await queue(password(newAddress()), mails)
  expect(await rows()).toEqual([])
})

test('no log line has the password of the mail server, an address or a link', () => {
  expect(log).toContain('a mail could not be sent')
  for (const secret of [SMTP_PASSWORD, encodeURIComponent(SMTP_PASSWORD), 'AAAA-BBBB', 'member1@example.com'])
    expect(log).not.toContain(secret)
})
