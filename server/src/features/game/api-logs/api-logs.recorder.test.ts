import { expect, test, vi } from 'vitest'
import { createRecorder, type NotedCall, safeLines, safePath, safeText } from './api-logs.recorder.ts'

const KEY = 'server_Zk3v9QpL0xYt7Rw2Nb5Hc8Jd4Fg6Ms1A'
const call = (over: Partial<NotedCall> = {}): NotedCall => ({
  at: new Date(),
  from: { serverId: 1, keyId: 1 },
  method: 'GET',
  path: '/api/auth/me',
  status: 200,
  durationMs: 1,
  bytesIn: 0,
  bytesOut: 2,
  errorCode: null,
  error: null,
  requestId: 'a',
  ...over,
})
const log = { error: vi.fn() }

test('recording a call never waits, and a full batch is written within a second', async () => {
  const write = vi.fn(async () => undefined)
  const recorder = createRecorder({ write, isHopeless: () => false, log, batch: 3, everyMs: 60_000 })
  recorder.note(call())
  recorder.note(call())
  expect(write).not.toHaveBeenCalled()
  recorder.note(call())
  expect(write).toHaveBeenCalledTimes(1)
  await recorder.close()
})

test('calls that arrive faster than they can be written are dropped and counted once', async () => {
  const written: [number, number][] = []
  const recorder = createRecorder({
    write: async (calls, dropped) => void written.push([calls.length, dropped]),
    isHopeless: () => false,
    log,
    capacity: 4,
    batch: 10,
    everyMs: 60_000,
  })
  for (let index = 0; index < 7; index += 1) recorder.note(call())
  await recorder.flush()
  recorder.note(call())
  await recorder.flush()
  expect(written).toEqual([
    [4, 3],
    [1, 0],
  ])
  await recorder.close()
})

test('while the database is away calls wait; calls that it will never accept are dropped and counted', async () => {
  const write = vi.fn<(calls: readonly NotedCall[], dropped: number) => Promise<void>>()
  const recorder = createRecorder({ write, isHopeless: (error) => error === 'bad', log, everyMs: 60_000 })
  recorder.note(call())
  write.mockRejectedValueOnce('away')
  expect(await recorder.flush()).toBe(false)
  write.mockRejectedValueOnce('bad')
  expect(await recorder.flush()).toBe(false)
  write.mockResolvedValueOnce()
  expect(await recorder.flush()).toBe(true)
  expect(write.mock.calls.map(([calls, dropped]) => [calls.length, dropped])).toEqual([
    [1, 0],
    [1, 0],
    [0, 1],
  ])
  await recorder.close()
})

test('closing writes the remaining calls, and none is recorded after', async () => {
  const write = vi.fn(async () => undefined)
  const recorder = createRecorder({ write, isHopeless: () => false, log, everyMs: 60_000 })
  recorder.note(call())
  await recorder.close()
  recorder.note(call())
  expect(write).toHaveBeenCalledTimes(1)
})

test('paths and errors are stored without possible secrets and without characters the database refuses', () => {
  expect(safePath(`/api/x/${KEY}/y?token=abc#d`)).toBe('/api/x/[left out]/y')
  expect(safePath('/api/servers/events/b7d9c6a2-1234-4abc-8def-0123456789ab/log')).toContain('b7d9c6a2-1234')
  expect(safeText(`the ticket ${KEY} is not\u0000valid \ud800`)).toBe('the ticket [left out] is not valid \ufffd')
  expect(safeLines(`one ${KEY}\ntwo`)).toBe('one [left out]\ntwo')
  expect(safePath(`/${'a/'.repeat(400)}`)).toHaveLength(300)
})
