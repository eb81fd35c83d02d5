import { expect, test } from 'vitest'
import { readTopChoice } from './TopPatrolsCard.port.tsx'

test('the choice is remembered; an unreadable one falls back to this week by hours', () => {
  expect(readTopChoice('{"period":"all","by":"calls"}')).toEqual({ period: 'all', by: 'calls' })
  expect(readTopChoice('{"period":"days7","by":"x"}')).toEqual({ period: 'week', by: 'hours' })
  expect(readTopChoice('{')).toEqual({ period: 'week', by: 'hours' })
  expect(readTopChoice(null)).toEqual({ period: 'week', by: 'hours' })
})
