// A simulated game server in its own process, so that tests can kill it. Reads one JSON command per line.
import { createInterface } from 'node:readline'
import { createFakeFivem } from '../simulate/fake-fivem.ts'

const [folder = '', url = '', key = ''] = process.argv.slice(2)
const game = createFakeFivem({ folder, convars: { tenfour_url: url, tenfour_key: key } })
game.start()
process.stdout.write('started\n')

type Command = { readonly join?: { name: string; identifiers: string[] }; readonly call?: { source: number; text: string } }
for await (const line of createInterface({ input: process.stdin })) {
  const { join, call } = JSON.parse(line) as Command
  if (join) process.stdout.write(`joined ${await game.join(join)}\n`)
  if (call) {
    // Through the export, because a player would hit the rate limit.
    game.callExport('call911', call.source, { text: call.text, location: 'Route 68' })
    process.stdout.write(`taken ${call.text}\n`)
  }
}
