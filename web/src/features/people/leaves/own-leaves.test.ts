import type { Leave, LeaveRequest } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { ownLeaves } from './own-leaves.ts'

const person = { userId: 2, name: 'L. Moreau' }
const leave = (leaveId: number, startsOn: string, endsOn: string): Leave => ({
  leaveId,
  startsOn,
  endsOn,
  reason: 'Holiday',
  author: person,
  endedEarlyAt: null,
})
const request = (requestId: number, startsOn: string, state: LeaveRequest['state']): LeaveRequest => ({
  requestId,
  member: { userId: 1, name: 'Rosa' },
  startsOn,
  endsOn: startsOn,
  reason: 'Exams',
  state,
  askedAt: '2026-05-01T00:00:00.000Z',
  decided: state === 'declined' ? { by: person, at: '2026-05-02T00:00:00.000Z', note: 'Too many away' } : null,
})

test('open leaves and requests come first, by day; a granted request is the leave it became', () => {
  const list = ownLeaves(
    {
      leaves: [leave(1, '2026-05-10', '2026-05-20'), leave(2, '2026-01-01', '2026-01-02'), leave(3, '2026-07-01', '2026-07-09')],
      requests: [
        request(4, '2026-06-01', 'asked'),
        request(5, '2026-07-01', 'granted'),
        request(6, '2026-04-01', 'declined'),
        request(7, '2026-03-01', 'withdrawn'),
      ],
    },
    '2026-05-14',
  )
  expect(list.map(({ key, words, decision }) => [key, words, decision])).toEqual([
    ['leave1', 'Now', 'L. Moreau'],
    ['request4', 'Waiting', ''],
    ['leave3', 'Granted', 'L. Moreau'],
    ['request6', 'Declined', 'L. Moreau: Too many away'],
    ['request7', 'Withdrawn', ''],
    ['leave2', 'Over', 'L. Moreau'],
  ])
  expect(list.filter(({ requestId }) => requestId !== null).map(({ key }) => key)).toEqual(['request4'])
})
