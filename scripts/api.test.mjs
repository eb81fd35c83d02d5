import { beforeAll, expect, test } from 'vitest'
import { compareDocuments } from './lib/api/compare.mjs'
import { describeNow, DOCUMENTS, readRecorded, readText } from './lib/api/documents.mjs'
import { layOut } from './lib/api/layout.mjs'

/*
 * Everything that leaves a process is in contract/api: calls, rooms and messages, and what else others store, type or configure. It may grow, and
 * nothing in it is renamed or taken away. `npm run api` records what is new.
 */
let now
beforeAll(() => void (now = describeNow()))

test('nothing that others depend on was taken away, renamed or narrowed', () => {
  expect(compareDocuments(readRecorded(), now)).toEqual([])
})

test.each(DOCUMENTS)('contract/api/%s is what the sources say: `npm run api` writes it', (name) => {
  expect(readText(name) === layOut(now[name]), 'run npm run api').toBe(true)
})
