import { expect, test } from 'vitest'
import { runParts } from './lib/schedule.mjs'

/** Runs the parts step by step: `started` names what runs, `finish` ends one. */
const follow = (parts, slots) => {
  const started = []
  const ends = new Map()
  const results = runParts(
    parts,
    async ({ id }, { workers, isLowPriority }) => {
      started.push(isLowPriority ? `${id} low` : `${id} ${workers}`)
      await new Promise((resolve) => ends.set(id, resolve))
      return id
    },
    slots,
  )
  const finish = async (id) => {
    started.length = 0
    ends.get(id)()
    await new Promise((resolve) => setImmediate(resolve))
    return [...started]
  }
  return { started: [...started], finish, results }
}

test('the longest part starts first, as many at once as there are slots, and the answers come in order', async () => {
  const { started, finish, results } = follow(
    [
      { id: 'short', seconds: 1 },
      { id: 'long', seconds: 9 },
      { id: 'middle', seconds: 5 },
    ],
    2,
  )
  expect(started).toEqual(['long 1', 'middle 1'])
  expect(await finish('middle')).toEqual(['short 1'])
  await finish('short')
  await finish('long')
  expect(await results).toEqual(['short', 'long', 'middle'])
})

test('a part with as many workers as slots, or more, runs without others', async () => {
  const { started, finish } = follow(
    [
      { id: 'wide', workers: 4, seconds: 9 },
      { id: 'narrow', workers: 1, seconds: 5 },
    ],
    2,
  )
  expect(started).toEqual(['wide 4'])
  expect(await finish('wide')).toEqual(['narrow 1'])
})

test('patient parts run one at a time at low priority while others run, and then as many as there are slots', async () => {
  const patient = (id) => ({ id, patient: true })
  const { started, finish } = follow([{ id: 'tests', workers: 2 }, patient('a'), patient('b'), patient('c'), patient('d')], 2)
  expect(started).toEqual(['tests 2', 'a low'])
  expect(await finish('a')).toEqual(['b low'])
  expect(await finish('tests')).toEqual(['c 1', 'd 1'])
})

test('a part waits for what it names, and others go first', async () => {
  const parts = [
    { id: 'browser', workers: 2, seconds: 9, after: ['build'] },
    { id: 'server', workers: 2, seconds: 5 },
    { id: 'build', patient: true },
  ]
  const { started, finish } = follow(parts, 2)
  expect(started).toEqual(['server 2', 'build low'])
  expect(await finish('build')).toEqual([])
  expect(await finish('server')).toEqual(['browser 2'])
})

test('a part that names nothing that runs does not wait', async () => {
  expect(follow([{ id: 'browser', after: ['build'] }], 2).started).toEqual(['browser 1'])
})

test('parts that wait for each other are an error', async () => {
  await expect(
    follow(
      [
        { id: 'a', after: ['b'] },
        { id: 'b', after: ['a'] },
      ],
      2,
    ).results,
  ).rejects.toThrow('Nothing can start a, b')
})
