import type { MemberRow } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { memberCsv, memberColumns } from './member-columns.tsx'

const row: MemberRow = {
  userId: 7,
  name: '=HYPERLINK("https://evil.example")',
  avatarColor: 'teal',
  picture: null,
  departments: [
    { departmentId: 7, name: 'CIV', rankName: null, isPrimary: false },
    { departmentId: 2, name: 'LSPD', rankName: 'Captain', isPrimary: true },
  ],
  isWhitelisted: true,
  isWhitelistedDev: true,
  userCharacters: [],
  lastSeenAt: null,
  minutes: 95,
  lastPatrolAt: new Date(2026, 4, 1, 20, 5, 9).toISOString(),
  isOnLeave: true,
  leaveEndsOn: '2026-05-09',
  warningPoints: 3,
}

test('the file has the columns of the roster, in its order, and no formulas', () => {
  const [header, first] = memberCsv([row]).slice(1).split('\r\n')
  expect(header?.replaceAll('"', '').split(/,(?! )/)).toHaveLength(memberColumns(new Date()).length)
  expect(first).toBe(`"'=HYPERLINK(""https://evil.example"")","LSPD Captain, CIV","Game, Dev",,,2026-05-01 20:05:09,1.58,2026-05-09,3`)
})

test('the points of those above stay empty', () => {
  expect(memberCsv([{ ...row, warningPoints: null }]).trimEnd()).toMatch(/2026-05-09,$/)
})
