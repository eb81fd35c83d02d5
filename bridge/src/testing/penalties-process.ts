// Keeps penalties in a process of its own, which ends itself at a given point. Reads one message per line.
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { PenaltyMessage } from '@tenfour/contract'
import { openPenalties } from '../server/penalties.ts'

const [path = '', killAt = ''] = process.argv.slice(2)
const say = (line: string) => writeSync(1, `${line}\n`)
const reach = (point: 'before raise' | 'after raise' | 'before answer') => {
  if (killAt === point) process.kill(process.pid, 'SIGKILL')
}
const penalties = openPenalties({
  path,
  raise: ({ messageId }) => {
    reach('before raise')
    say(`raised ${messageId}`)
    reach('after raise')
  },
  print: say,
})
penalties.raiseRest()
for await (const line of createInterface({ input: process.stdin })) {
  const { messageId } = penalties.receive(PenaltyMessage.parse(JSON.parse(line)))
  reach('before answer')
  say(`answered ${messageId}`)
}
