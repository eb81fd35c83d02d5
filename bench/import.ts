import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Import } from '@tenfour/contract'
import { WEB_KEY } from './lib/portal.ts'
import { number, print } from './lib/report.ts'

const ROWS = Number(process.argv[2] ?? 100_000)
const GOAL = 10
const LATENCY_GOAL_MS = 100

const server = fork(fileURLToPath(new URL('./import.server.ts', import.meta.url)))
const [{ url }] = (await once(server, 'message')) as [{ url: string }]
const ask = async (message: { plain: number } | 'memory') => {
  server.send(message)
  const [answer] = (await once(server, 'message')) as [number]
  return answer
}
const headers: Record<string, string> = { 'x-api-key': WEB_KEY }
const signIn = await fetch(`${url}/api/auth/login`, {
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify({ emailAddress: 'admin@example.com', password: 'correct horse battery' }),
})
headers['authorization'] = `Bearer ${signIn.headers.get('x-idp-token')}`

const call = async (method: string, path: string, body?: { type: string; content: string }): Promise<Import> => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': body.type }) },
    ...(body && { body: body.content }),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Import
}
const settled = async ({ importId }: Import): Promise<Import> => {
  for (;;) {
    const found = await call('GET', `/api/imports/${importId}`)
    if (!['checking', 'writing'].includes(found.state)) return found
    await sleep(50)
  }
}

/** A member who works beside it. */
let isWatching = true
const latencies: number[] = []
const member = (async () => {
  while (isWatching) {
    const started = performance.now()
    await (await fetch(`${url}/api/auth/me`, { headers })).text()
    latencies.push(performance.now() - started)
    await sleep(10)
  }
})()

async function run(what: string, kind: string, format: 'csv' | 'json', content: string) {
  await ask('memory')
  latencies.length = 0
  const type = format === 'csv' ? 'text/csv' : 'application/json'
  const uploaded = performance.now()
  const sent = await call('POST', `/api/imports?kind=${kind}&format=${format}&fileName=${kind}.${format}`, { type, content })
  const checking = performance.now()
  const checked = await settled(sent)
  const writing = performance.now()
  const done = await settled(await call('POST', `/api/imports/${sent.importId}/start`))
  const ended = performance.now()
  if (done.state !== 'done' || done.added + done.changed !== ROWS) throw new Error(JSON.stringify([checked, done]))
  const sorted = latencies.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  const seconds = (from: number, to: number) => `${number((to - from) / 1000, 1)} s`
  console.log(
    `${what}, ${number(content.length / 1_000_000, 1)} MB: upload ${seconds(uploaded, checking)}, check ${seconds(checking, writing)}, ` +
      `write ${seconds(writing, ended)}; highest memory of the portal ${number((await ask('memory')) / 1_000_000)} MB; ` +
      `a member beside it p50 ${number(at(0.5), 1)} ms, p99 ${number(at(0.99), 1)} ms, longest ${number(at(1 - 1e-9), 1)} ms`,
  )
  return { check: writing - checking, write: ended - writing, p99: at(0.99) }
}

const numbers = Array.from({ length: ROWS }, (_, at) => at)
const person = (at: number, phone: string) => ({
  externalId: `person-${at}`,
  name: `Person${at % 977} Number${at}`,
  bornOn: `19${50 + (at % 50)}-0${1 + (at % 9)}-15`,
  address: `${at % 900} Somewhere Street, "corner"`,
  postal: String(1000 + (at % 9000)),
  description: `About ${150 + (at % 50)} cm; brown hair, a scar on the left hand`,
  phone,
})
const csvOf = (rows: readonly Record<string, string>[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map(Object.values)]
    .map((cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\n')

console.log(`memory at rest ${number((await ask('memory')) / 1_000_000)} MB`)
const plain = await ask({ plain: ROWS })
const added = await run('people added', 'people', 'csv', csvOf(numbers.map((at) => person(at, '555-0100'))))
const changed = await run('people changed', 'people', 'json', JSON.stringify(numbers.map((at) => person(at, '555-0199'))))
const vehicles = await run(
  'vehicles added',
  'vehicles',
  'csv',
  csvOf(
    numbers.map((at) => ({
      plate: `B${at}`,
      model: 'Asea',
      colour: 'Red',
      registeredUntil: '2027-01-31',
      ownerExternalId: `person-${at}`,
    })),
  ),
)
isWatching = false
await member
server.send('stop')
await once(server, 'exit')
print([
  ...Object.entries({ 'people added': added, 'people changed': changed, 'vehicles added': vehicles }).map(([what, { check, write }]) => ({
    what: `${what}: ${number(ROWS)} rows checked and written, against plain inserts of as many characters`,
    measured: `${number((check + write) / 1000, 1)} s / ${number(plain / 1000, 1)} s = ${number((check + write) / plain, 1)}`,
    goal: `≤ ${GOAL}`,
    isMet: (check + write) / plain <= GOAL,
  })),
  {
    what: 'a member beside it, p99, the worst of the three',
    measured: `${number(Math.max(added.p99, changed.p99, vehicles.p99), 1)} ms`,
    goal: `≤ ${LATENCY_GOAL_MS} ms`,
    isMet: Math.max(added.p99, changed.p99, vehicles.p99) <= LATENCY_GOAL_MS,
  },
])
