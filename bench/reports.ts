import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { WEB_KEY } from './lib/portal.ts'
import { number, print } from './lib/report.ts'

const ROUNDS = 300
const WARM_UP = 60
const GOAL = 5
const PAGE = 25

type Started = { readonly url: string; readonly bareUrl: string; readonly token: string; readonly reports: number; readonly person: number }

const server = fork(fileURLToPath(new URL('./reports.server.ts', import.meta.url)))
const [{ url, bareUrl, token, reports, person }] = (await once(server, 'message')) as [Started]
const agent = new Agent({ keepAlive: true, maxSockets: 2 })
const headers = { 'x-api-key': WEB_KEY, authorization: `Bearer ${token}`, 'content-type': 'application/json' }

const KINDS = ['warning', 'citation', 'arrest', 'incident']
const STATES = ['submitted', 'returned', 'final', 'voided']
const PREFIXES = ['WN', 'C', 'A', 'I']
const BARE = 'bare route'
const BASELINE = '25 BOLOs by an index, through the API'
/** The path, and how many rows there are on the page. */
type Case = { readonly path: (round: number) => string; readonly rows: number }
const CASES: Readonly<Record<string, Case>> = {
  [BARE]: { path: (round) => `/reports/${100 + ((round * 7919) % (reports - 100))}`, rows: PAGE },
  [BASELINE]: { path: () => '/api/bolos/1', rows: PAGE },
  'a person’s reports, first page': { path: () => `/api/characters/${person}/reports`, rows: PAGE },
  'a person’s reports, 50th page': { path: () => `/api/characters/${person}/reports?page=50`, rows: PAGE },
  'a person’s warnings, 10th page': { path: () => `/api/characters/${person}/reports?kind=warning&page=10`, rows: PAGE },
  'queue, first page': { path: () => '/api/reports/queue/2', rows: PAGE },
  'queue, 40th page': { path: () => '/api/reports/queue/2?page=40', rows: PAGE },
  'queue, last page that is served': { path: () => '/api/reports/queue/2?page=400', rows: PAGE },
  'all, first page': { path: () => '/api/reports', rows: PAGE },
  'all, last page that is served': { path: () => '/api/reports?page=400', rows: PAGE },
  'by kind': { path: (round) => `/api/reports?kind=${KINDS[round % 4]}`, rows: PAGE },
  'by state': { path: (round) => `/api/reports?state=${STATES[round % 4]}`, rows: PAGE },
  'by kind and state': { path: (round) => `/api/reports?kind=${KINDS[round % 4]}&state=voided`, rows: 0 },
  'by number': {
    path: (round) => {
      const i = 1 + ((round * 7919) % (reports - 1))
      return `/api/reports?q=${PREFIXES[i % 4]}-2026-${String(i).padStart(4, '0')}`
    },
    rows: 1,
  },
  'by last part of a number': { path: (round) => `/api/reports?q=${1 + ((round * 104_729) % (reports - 1))}`, rows: 1 },
  'by the subject’s name': { path: (round) => `/api/reports?q=person+${'abcdefghij'[round % 10]}ab`, rows: 5 },
  'by day': {
    path: (round) => {
      const from = Date.now() - (1 + (round % 100)) * 86_400_000
      return `/api/reports?from=${new Date(from).toISOString()}&to=${new Date(from + 86_400_000).toISOString()}`
    },
    rows: PAGE,
  },
  own: { path: () => '/api/reports/own', rows: PAGE },
  'own, 100th page': { path: () => '/api/reports/own?page=100', rows: PAGE },
  'of the department': { path: () => '/api/reports/department/2', rows: PAGE },
  'one report with its history': { path: (round) => `/api/reports/${1 + ((round * 7919) % (reports - 1))}`, rows: 0 },
}

// All cases within each round, so that noise hits all of them.
const durations = new Map(Object.keys(CASES).map((name) => [name, [] as number[]]))
for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
  for (const [name, { path, rows }] of Object.entries(CASES)) {
    const { ms, text } = await time(`${name === BARE ? bareUrl : url}${path(round)}`)
    if (rows > 0) assertRows(name, text, rows)
    if (round >= WARM_UP) durations.get(name)?.push(ms)
  }
}
server.disconnect()
await once(server, 'exit')
agent.destroy()

const part = (name: string, share: number) => (durations.get(name) ?? []).toSorted((a, b) => a - b)[Math.floor(ROUNDS * share)] ?? 0
const [bare, baseline] = [part(BARE, 0.5), part(BASELINE, 0.5)]
console.log(
  `${number(reports)} reports, half of them waiting; bare route p50 ${number(bare, 2)} ms, ${BASELINE} p50 ${number(baseline, 2)} ms`,
)
const lines = Object.keys(CASES).flatMap((name) => {
  if (name === BARE || name === BASELINE) return []
  const p50 = part(name, 0.5)
  const times = p50 / baseline
  const measured = `p50 ${number(p50, 2)} ms = ${number(times, 1)} times, p99 ${number(part(name, 0.99), 1)} ms, ${number(p50 / bare, 1)} times the bare route`
  return { what: name, measured, goal: `≤ ${GOAL} times`, isMet: times <= GOAL }
})
print(lines)

function assertRows(name: string, text: string, rows: number): void {
  const answer = JSON.parse(text) as unknown[] | { items: unknown[] }
  const found = (Array.isArray(answer) ? answer : answer.items).length
  if (found < rows) throw new Error(`${name}: ${found} rows where ${rows} were expected`)
}

function time(address: string): Promise<{ ms: number; text: string }> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(address, { headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (response.statusCode === 200) resolve({ ms: performance.now() - started, text })
        else reject(new Error(`${address} answered ${response.statusCode}: ${text}`))
      })
    })
    sent.once('error', reject)
    sent.end()
  })
}
