// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { answerBy, tearDown } from '../testing/show.tsx'
import { draftWarrant } from './start-draft.ts'

afterEach(tearDown)

test('a key pressed twice starts one draft, and the next can be started once that is done', async () => {
  const answer = vi.fn(() => new Response('{}', { status: 503 }))
  answerBy(answer)
  const about = { label: '46EEK572', vehicleId: 3 }
  await Promise.all([draftWarrant('search', about), draftWarrant('search', about)])
  expect(answer).toHaveBeenCalledTimes(1)
  await draftWarrant('search', about)
  expect(answer).toHaveBeenCalledTimes(2)
})
