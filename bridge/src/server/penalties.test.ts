import type { PenaltyMessage } from '@tenfour/contract'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createArguments } from './arguments.ts'
import { openPenalties, penaltyExports } from './penalties.ts'

const PROCESS = fileURLToPath(new URL('../testing/penalties-process.ts', import.meta.url))
const STEAM = '110000112345678'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'tenfour-penalties-'))))
afterEach(() => {
  vi.unstubAllGlobals()
  rmSync(folder, { recursive: true, force: true })
})

const path = () => join(folder, 'data', 'penalties.jsonl')
const penalty = (messageId: number, over: Partial<PenaltyMessage> = {}): PenaltyMessage => ({
  messageId,
  change: 'imposed',
  reportId: 3,
  number: 'C-2026-0042',
  characterId: 9,
  externalId: 'char1:ab',
  name: 'Jo Fox',
  steam: STEAM,
  fine: 500,
  jailMinutes: 0,
  offences: [{ code: 'VC 22350', title: 'Speeding', counts: 1 }],
  reason: '',
  at: '2026-11-16T21:00:00.000Z',
  ...over,
})
const open = (maxOpen?: number) => {
  const [raised, printed]: [number[], string[]] = [[], []]
  const penalties = openPenalties({
    path: path(),
    raise: ({ messageId }) => void raised.push(messageId),
    print: (line) => void printed.push(line),
    ...(maxOpen !== undefined && { maxOpen }),
  })
  return { penalties, raised, printed }
}
const ids = (list: readonly PenaltyMessage[]) => list.map(({ messageId }) => messageId)

test('a message is raised once, however often it arrives, also after a restart and after it was marked as done', () => {
  const first = open()
  for (const id of [1, 2, 1]) expect(first.penalties.receive(penalty(id))).toEqual({ messageId: id })
  expect(first.raised).toEqual([1, 2])
  expect(first.penalties.done(1)).toBe(true)
  expect(first.penalties.done(1)).toBe(false)
  const second = open()
  second.penalties.raiseRest()
  for (const id of [1, 2]) expect(second.penalties.receive(penalty(id))).toEqual({ messageId: id })
  expect(second.raised).toEqual([])
  expect(ids(second.penalties.list())).toEqual([2])
})

/** The lines that the process printed until it ended. */
async function run(killAt: string, messageIds: readonly number[]): Promise<string[]> {
  const child = spawn(process.execPath, [PROCESS, path(), killAt], { stdio: ['pipe', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  child.stdin.on('error', () => {})
  child.stdin.end(messageIds.map((id) => `${JSON.stringify(penalty(id))}\n`).join(''))
  await new Promise((resolve) => child.once('close', resolve))
  return said.split('\n').filter(Boolean)
}

test('killed after writing and before raising: the message is raised at the start, and acknowledged when the portal sends it again', async () => {
  expect(await run('before raise', [1])).toEqual([])
  expect(await run('', [1, 2])).toEqual(['raised 1', 'answered 1', 'raised 2', 'answered 2'])
  expect(await run('', [1, 2]), 'and never again').toEqual(['answered 1', 'answered 2'])
})

test('killed while scripts handle a message: it is raised once more with the same id', async () => {
  expect(await run('after raise', [1])).toEqual(['raised 1'])
  expect(await run('', [1])).toEqual(['raised 1', 'answered 1'])
})

test('killed after raising and before the acknowledgement: the message is acknowledged when it arrives again, and not raised', async () => {
  expect(await run('before answer', [1])).toEqual(['raised 1'])
  expect(await run('', [1])).toEqual(['answered 1'])
})

test('a message that can’t be stored is neither acknowledged nor raised', () => {
  // A file stands where the folder should be.
  writeFileSync(join(folder, 'data'), 'in the way')
  const { penalties, raised, printed } = open()
  expect(() => penalties.receive(penalty(1))).toThrow('not open')
  expect([raised, penalties.list()]).toEqual([[], []])
  expect(printed.join()).toContain("can't be opened")
})

test('of messages that no script marks as done the latest are kept; dropped ones are still recognised', () => {
  const { penalties, raised, printed } = open(3)
  for (const id of [1, 2, 3, 4, 5]) penalties.receive(penalty(id))
  expect(ids(penalties.list())).toEqual([3, 4, 5])
  expect(printed).toEqual([expect.stringContaining('the latest 3 are kept')])
  penalties.receive(penalty(1))
  expect(raised).toEqual([1, 2, 3, 4, 5])
})

test('the file does not grow without bounds, and the latest ids are still recognised after a rewrite', () => {
  const { penalties } = open()
  for (let id = 1; id <= 700; id += 1) {
    penalties.receive(penalty(id))
    penalties.done(id)
  }
  penalties.close()
  // Three lines each, unless it is rewritten.
  expect(readFileSync(path(), 'utf8').split('\n').length).toBeLessThan(1800)
  const again = open()
  for (const id of [1, 350, 700]) again.penalties.receive(penalty(id))
  expect(again.raised).toEqual([])
})

test('scripts list the messages of a player or of everyone, and mark them as done', () => {
  vi.stubGlobal('getPlayers', () => ['1', '2'])
  vi.stubGlobal('getPlayerIdentifiers', (source: string) => (source === '1' ? [`steam:${STEAM}`] : ['license:abc']))
  const { penalties } = open()
  const { getPenalties, penaltyDone } = penaltyExports({ penalties, args: createArguments({ print: () => {} }) })
  penalties.receive(penalty(1))
  penalties.receive(penalty(2, { steam: null }))
  expect([ids(getPenalties(1)), ids(getPenalties('2')), ids(getPenalties(0)), ids(getPenalties(undefined))]).toEqual([
    [1],
    [],
    [1, 2],
    [1, 2],
  ])
  expect(() => getPenalties(9)).toThrow('getPenalties')
  expect(() => penaltyDone('x')).toThrow('messageId')
  expect([penaltyDone('1'), penaltyDone(1), penaltyDone(77)]).toEqual([true, false, false])
  expect(ids(getPenalties(0))).toEqual([2])
})
