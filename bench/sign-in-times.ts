import { hashLinkCode, newLinkCode } from '../server/src/platform/auth/link-codes.ts'
import { createUser } from '../server/src/features/people/users/users.service.ts'
import { startTestSmtp } from '../server/src/testing/test-smtp.ts'
import { startBenchPortal, WEB_KEY } from './lib/portal.ts'
import { number, print } from './lib/report.ts'

const ROUNDS = 200
const WARM_UP = 20
const LEAST = 0.8
const PASSWORD = 'correct horse battery'
const LATER = new Date(Date.now() + 60 * 60 * 1000)

// Each call comes from an address of its own, so that none is delayed for wrong passwords or codes.
const smtp = await startTestSmtp()
const portal = await startBenchPortal({ trustProxy: 'loopback', portalUrl: 'https://portal.example.org', smtpUrl: smtp.url })
const { db } = portal.database
/** An account for each round, because wrong passwords are counted by account too. */
const people = Array.from({ length: ROUNDS + WARM_UP }, (_, index) => `person${index}@example.com`)
const userId = await db
  .transaction()
  .execute((tx) => createUser(tx, {}, { name: 'Person', emailAddress: 'one@example.com', password: PASSWORD }))
const { password_hash } = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirstOrThrow()
await db
  .insertInto('users')
  .values(people.map((email) => ({ name: 'Person', email, password_hash })))
  .execute()

/** Links that were used or ended, which have to look like links that never were. */
const ended = Array.from({ length: ROUNDS + WARM_UP }, newLinkCode)
await db
  .insertInto('password_links')
  .values(
    ended.map((code) => ({ code_hash: hashLinkCode(code), user_id: userId, purpose: 'reset', expires_at: LATER, ended_at: new Date() })),
  )
  .execute()
const over = { places: 1, made_by: userId, answered_by: userId, expires_at: LATER, ended_by: userId, ended_at: new Date() }
await db
  .insertInto('invitations')
  .values(ended.map((code) => ({ ...over, code_hash: hashLinkCode(code) })))
  .execute()

type Ask = readonly [path: string, body: object]
const joining = { name: 'Person', emailAddress: 'person1@example.com', password: PASSWORD }
/** Pairs of calls that nobody may tell apart: about an account or link that exists, and about one that doesn't. Both answer with the status. */
const PAIRS: Readonly<Record<string, readonly [status: number, (round: number) => Ask, (round: number) => Ask]>> = {
  'a wrong password for an account, and for none': [
    401,
    (round) => ['/api/auth/login', { emailAddress: people[round] ?? '', password: 'a wrong password' }],
    (round) => ['/api/auth/login', { emailAddress: `nobody${round}@example.com`, password: 'a wrong password' }],
  ],
  'a forgotten password of an account, and of none': [
    200,
    (round) => ['/api/auth/forgot-password', { emailAddress: people[round] ?? '' }],
    (round) => ['/api/auth/forgot-password', { emailAddress: `nobody${round}@example.com` }],
  ],
  'a password link that has ended, and none': [
    400,
    (round) => ['/api/auth/password-link', { code: ended[round] ?? '' }],
    () => ['/api/auth/password-link', { code: newLinkCode() }],
  ],
  'joining by an invitation that has ended, and by none': [
    404,
    (round) => ['/api/invitations/join', { code: ended[round] ?? '', ...joining }],
    () => ['/api/invitations/join', { code: newLinkCode(), ...joining }],
  ],
}

let calls = 0
async function time(status: number, [path, body]: Ask): Promise<number> {
  calls += 1
  const headers = {
    'x-api-key': WEB_KEY,
    'content-type': 'application/json',
    'x-forwarded-for': `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
  }
  const started = performance.now()
  const response = await fetch(`${portal.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  await response.arrayBuffer()
  if (response.status !== status) throw new Error(`${path} answered ${response.status}`)
  return performance.now() - started
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
const lines = []
for (const [what, [status, known, unknown]] of Object.entries(PAIRS)) {
  const [ofKnown, ofUnknown]: [number[], number[]] = [[], []]
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const times = [await time(status, known(round)), await time(status, unknown(round))] as const
    if (round < WARM_UP) continue
    ofKnown.push(times[0])
    ofUnknown.push(times[1])
  }
  const [one, other] = [median(ofKnown), median(ofUnknown)]
  const ratio = one / other
  lines.push({
    what: `${what}, p50`,
    measured: `${number(one, 2)} ms / ${number(other, 2)} ms = ${number(ratio, 2)}`,
    goal: `${LEAST} to ${1 / LEAST}`,
    isMet: ratio >= LEAST && ratio <= 1 / LEAST,
  })
}
await portal.close()
await smtp.close()
print(lines)
