import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { connectClient, connectToBoard, untilLast, type Broadcast, type Client } from './lib/board-clients.ts'
import { nextMessage } from './lib/child.ts'
import { inTurn, load, type Load } from './lib/load.ts'
import { WEB_KEY } from './lib/portal.ts'
import { number, print, type Line } from './lib/report.ts'

const SECONDS = 5
const ROUNDS = 3
const CONNECTIONS = 16
const CHANGES = 300
const CROWDS = [100, 1000]

type Member = { readonly userId: number; readonly token: string }
type Started = { readonly url: string; readonly bareUrl: string; readonly dispatcher: Member; readonly units: readonly Member[] }
const server = fork(fileURLToPath(new URL('./dispatch.server.ts', import.meta.url)))
const { url, bareUrl, dispatcher, units } = (await nextMessage(server)) as Started
const headersOf = ({ token }: Member) => ({ 'x-api-key': WEB_KEY, authorization: `Bearer ${token}` })
const unitAt = (index: number): Member => {
  const unit = units[index % units.length]
  if (!unit) throw new Error('there is no unit')
  return unit
}
const statusPath = ({ userId }: Member, status: number) => `/api/patrol/unit/status/${userId}/${status}`

const lines: Line[] = []
server.send({ count: true })
const { statements } = (await nextMessage(server)) as { statements: number }
lines.push({ what: 'SQL statements per status change', measured: String(statements), goal: '6', isMet: statements <= 6 })

for (const crowd of CROWDS) lines.push(...(await measureCrowd(crowd)))

const failed: string[] = []
const changes = (): Promise<Load> =>
  load(
    url,
    {
      path: '/',
      requests: (connection) => {
        const unit = unitAt(connection)
        return [5, 6].map((status) => ({ method: 'GET', path: statusPath(unit, status), headers: headersOf(unit) }))
      },
    },
    { connections: CONNECTIONS, seconds: SECONDS },
  )
const updates = (idOf: (connection: number) => number): Promise<Load> =>
  load(
    bareUrl,
    { path: '/', requests: (connection) => [{ method: 'GET', path: `/update/${idOf(connection)}` }] },
    { connections: CONNECTIONS, seconds: SECONDS },
  )
compare('status changes per second, against a bare committed update of one row', 0.5, await inTurn(ROUNDS, changes, () => updates(() => 1)))
compare(
  'the same, against bare updates of a row for each connection',
  undefined,
  await inTurn(ROUNDS, changes, () => updates((connection) => connection + 1)),
)
for (const [what, path, barePath] of [
  ['cad/calls/active', '/api/cad/calls/active/1', '/calls'],
  ['patrol/units', '/api/patrol/units/1', '/units'],
] as const) {
  const ask = () => load(url, { path, headers: headersOf(dispatcher) }, { connections: CONNECTIONS, seconds: SECONDS })
  const bare = (route: string) => load(bareUrl, { path: route }, { connections: CONNECTIONS, seconds: SECONDS })
  compare(`${what} per second, against a bare route that sends the same rows`, 0.5, await inTurn(ROUNDS, ask, () => bare(barePath)))
  compare(`${what} per second, against a bare route that sends one row`, undefined, await inTurn(ROUNDS, ask, () => bare('/row')))
}

server.send({ stop: true })
await once(server, 'exit')
if (failed.length > 0) console.log(`failed requests: ${failed.join(', ')}`)
print(lines)

/** Alternates status changes and bare broadcasts, each to the same number of clients. */
async function measureCrowd(crowd: number): Promise<Line[]> {
  const clients: Client[] = []
  const bareClients: Client[] = []
  for (let index = 0; index < crowd; index += 1) {
    clients.push(await connectToBoard(url, WEB_KEY, unitAt(index).token, 1))
    bareClients.push(await connectClient(bareUrl, '/bare', {}))
  }
  const unit = unitAt(0)
  const change = (status: number) => untilLast(clients, () => fetch(url + statusPath(unit, status), { headers: headersOf(unit) }))
  server.send({ payload: sample(unit) })
  await nextMessage(server)
  const real: Broadcast[] = []
  const bare: Broadcast[] = []
  for (let index = 0; index < CHANGES + 20; index += 1) {
    const changed = await change(index % 2 ? 5 : 6)
    const broadcast = await untilLast(bareClients, () => fetch(`${bareUrl}/broadcast`))
    // Warm-up.
    if (index < 20) continue
    real.push(changed)
    bare.push(broadcast)
  }
  for (const client of [...clients, ...bareClients]) client.close()
  const [p50, p99, bareP50, bareP99] = [at(real, 0.5), at(real, 0.99), at(bare, 0.5), at(bare, 0.99)]
  const bytes = Math.max(...real.map((each) => each.bytes))
  return [
    {
      what: `${crowd} clients: status request to the event at the last, p99, against a bare broadcast`,
      measured: `${number(p99, 1)} / ${number(bareP99, 1)} ms = ${number(p99 / bareP99, 2)}  (p50 ${number(p50, 1)} / ${number(bareP50, 1)} = ${number(p50 / bareP50, 2)})`,
      goal: '2',
      isMet: p99 / bareP99 <= 2,
    },
    {
      what: `${crowd} clients: bytes to each per status change`,
      measured: `${bytes} (bare ${bare[0]?.bytes})`,
      goal: 'under 300',
      isMet: bytes < 300,
    },
  ]
}

/** A payload as long as the portal's. */
function sample({ userId }: Member) {
  return { key: 'board:1', seq: 1234, event: 'unit.changed', payload: { userId, status: 6, statusSince: new Date().toISOString() } }
}

function at(all: readonly Broadcast[], share: number): number {
  const sorted = all.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function compare(what: string, goal: number | undefined, { first, second, ratio }: { first: Load; second: Load; ratio: number }): void {
  if (first.failed > 0) failed.push(`${first.failed} of ${what}`)
  lines.push({
    what,
    measured: `${number(first.perSecond)} / ${number(second.perSecond)} = ${number(ratio, 2)}`,
    goal: goal === undefined ? 'none, for comparison' : number(goal, 2),
    isMet: goal === undefined || ratio >= goal,
  })
}
