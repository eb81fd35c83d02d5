import { expect, test } from 'vitest'
import { createPlates } from './plates.ts'

function start() {
  const clock = { now: 1_000_000 }
  const read: string[] = []
  const plates = createPlates<string>(() => clock.now)
  const take = (by: string, plate: string) =>
    plates.take(by, plate, () => {
      read.push(`${by} ${plate}`)
      return `id-${read.length}`
    })
  return { clock, read, take, plates }
}

test('a plate that stays in sight counts as one reading per unit, and as another one a minute later', () => {
  const { clock, read, take } = start()
  expect([take('1', 'ABC 123'), take('1', 'abc123'), take('1', 'ABC123')]).toEqual(['id-1', 'id-1', 'id-1'])
  expect(take('2', 'ABC123')).toBe('id-2')
  clock.now += 60_000
  expect(take('1', 'ABC123')).toBe('id-3')
  expect(read).toHaveLength(3)
})

test('a plate reader beyond the limit is ignored without affecting others', () => {
  const { clock, read, take } = start()
  for (let each = 0; each < 1000; each += 1) take('1', `P${each}`)
  expect(read).toHaveLength(10)
  expect(take('1', 'ONE MORE')).toBeNull()
  expect(take('2', 'ONE MORE')).toBe('id-11')
  clock.now += 3000
  for (let each = 0; each < 1000; each += 1) take('1', `Q${each}`)
  expect(read).toHaveLength(14)
})

test('unreadable plates do not count towards the limit', () => {
  const plates = createPlates(() => 0)
  const fail = () =>
    plates.take('', '', () => {
      throw new Error('no plate')
    })
  expect(fail).toThrow('no plate')
  expect(plates.take('', 'ABC', () => 'x')).toBe('x')
})

test('the answer to the first reading serves later ones for a minute', () => {
  const { clock, take, plates } = start()
  const heard: string[] = []
  const id = take('1', 'ABC123') ?? ''
  expect(plates.answerTo(id)).toBeUndefined()
  expect(plates.whenAnswered(id, (answer) => void heard.push(answer))).toBe(true)
  plates.answered(id, 'Stolen')
  plates.answered('another', 'Nothing')
  expect(heard).toEqual(['Stolen'])
  expect(plates.answerTo(take('1', 'abc-123') ?? '')).toBe('Stolen')
  clock.now += 60_000
  expect(plates.answerTo(take('1', 'ABC123') ?? '')).toBeUndefined()
  expect(plates.answerTo(id)).toBeUndefined()
})

test('the number of scripts waiting for one answer is limited, and memory is bounded', () => {
  const { clock, take, plates } = start()
  const id = take('1', 'ABC123') ?? ''
  const waiting = Array.from({ length: 50 }, () => plates.whenAnswered(id, () => {}))
  expect(waiting.filter(Boolean)).toHaveLength(20)
  for (let by = 0; by < 3000; by += 1) take(`unit ${by}`, 'ABC123')
  clock.now += 60_000
  take('1', 'ONE MORE')
  expect(plates.whenAnswered(id, () => {})).toBe(false)
})
