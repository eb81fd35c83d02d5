// npm run simulate: a game server that is not there, with players who drive about, against any portal.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { buildBridge } from '../../build.ts'
import { startGame } from './game.ts'

const HELP = `npm run simulate -- --players 200 [--url http://localhost:3000] [--calls 60] [--members file.json]

Runs the FiveM resource in a simulated game server, with players who drive about.

  --url      where the portal is; http://localhost:3000 unless said
  --players  how many; 50 unless said
  --calls    seconds between two calls to 911; 0, which is none, unless said
  --members  a JSON file of [{ "name", "steam" }]: accounts of the portal who are among the players

The key of the game server is read from TENFOUR_KEY, so that it does not show up in a list of processes.
`
const Members = z.array(z.object({ name: z.string(), steam: z.string() }))

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    players: { type: 'string', default: '50' },
    calls: { type: 'string', default: '0' },
    members: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const key = process.env['TENFOUR_KEY'] ?? ''
const players = z.coerce.number().pipe(z.int().min(1).max(2048)).safeParse(values.players)
const calls = z.coerce.number().pipe(z.number().min(0)).safeParse(values.calls)
if (values.help || key === '' || !players.success || !calls.success) {
  process.stdout.write(HELP)
  process.exit(values.help ? 0 : 1)
}

const folder = mkdtempSync(join(tmpdir(), 'tenfour-simulate-'))
await buildBridge(folder)
const members = values.members === undefined ? [] : Members.parse(JSON.parse(readFileSync(values.members, 'utf8')))
const { game, stop } = await startGame({ folder, url: values.url, key, players: players.data, members, callEvery: calls.data })
let told = 0
const tell = setInterval(() => {
  for (const line of game.printed.slice(told)) process.stdout.write(`${line}\n`)
  told = game.printed.length
}, 500)
process.stdout.write(`${players.data} players are driving about. Ctrl-C ends it.\n`)
const end = () => {
  clearInterval(tell)
  stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
// Whoever started it has ended.
process.once('disconnect', end)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
