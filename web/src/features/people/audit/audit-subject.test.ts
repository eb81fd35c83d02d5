import { expect, test } from 'vitest'
import { auditSubject } from './audit-subject.ts'

const named = (subjectType: string, subjectId: string, subjectName: string | null = null) => {
  const { name, link } = auditSubject({ subjectType, subjectId, subjectName })
  return [name, link?.to]
}

test('subjects have the names and the pages that people know', () => {
  expect(named('portal', 'portal')).toEqual(['The portal', '/admin'])
  expect(named('discord', 'ticket:1', 'Lost my rank')).toEqual(['Lost my rank', '/discord/tickets/$ticketId'])
  expect(named('discord', 'vote:3', 'Which day?')).toEqual(['Which day?', '/discord/votes'])
  expect(named('discord', 'conduct')).toEqual(['Code of conduct', '/discord/conduct'])
  expect(named('discord', '1084213', null)).toEqual(['Discord job 1084213', '/discord/logs'])
  expect(named('discord', '108421312345678901', '#general')).toEqual(['#general', '/discord/list'])
  expect(named('setting', 'calendar.time-zone')).toEqual(['Time zone', '/admin/settings'])
  expect(named('user', '7', 'Rosa')).toEqual(['Rosa', '/admin/users/$userId'])
  expect(named('unit', '7', '4L12')).toEqual(['4L12', undefined])
  expect(named('character', 'all')).toEqual(['all characters', '/admin/records'])
})

test('a subject that is gone keeps its number', () => {
  expect(named('discord', 'ticket:9')).toEqual(['ticket 9', '/discord/tickets/$ticketId'])
  expect(named('rank', '4')).toEqual(['rank 4', '/admin/departments'])
})
