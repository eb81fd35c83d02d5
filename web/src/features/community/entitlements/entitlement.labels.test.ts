import { expect, test } from 'vitest'
import { concernedWords, followsOf, giftWords, giftsOf, sourceWords } from './entitlement.labels.ts'
import { ENTITLEMENTS, OFFICER_ROLE, SERGEANT } from './testing/entitlements.ts'

test('the sources of a role are said in words, retired ranks left out', () => {
  expect(followsOf(ENTITLEMENTS).get(OFFICER_ROLE)).toBe('LSPD, every rank; On leave')
  expect(sourceWords({ kind: 'rank', departmentId: 2, rankId: SERGEANT }, ENTITLEMENTS.departments)).toBe('LSPD Sergeant')
  expect(sourceWords({ kind: 'rank', departmentId: 2, rankId: 999 }, ENTITLEMENTS.departments)).toBeNull()
  expect(giftWords({ kind: 'discordRole', roleId: '404' }, ENTITLEMENTS)).toBe('404')
})

test('gifts are those of one source and kind', () => {
  const source = { kind: 'department', departmentId: 2 } as const
  expect(giftsOf(ENTITLEMENTS.entitlements, source, 'discordRole').map(({ entitlementId }) => entitlementId)).toEqual([1])
  expect(giftsOf(ENTITLEMENTS.entitlements, { kind: 'rank', departmentId: 2, rankId: 1 }, 'discordRole')).toEqual([])
})

test('how many it concerns is said as people do', () => {
  expect(concernedWords({ members: 1, linked: 1 }, 'get', 'discordRole')).toBe('1 member gets it.')
  expect(concernedWords({ members: 1204, linked: 611 }, 'lose', 'discordRole')).toBe(
    '1,204 members lose it; 611 of them linked to Discord.',
  )
  expect(concernedWords({ members: 3, linked: 0 }, 'lose', 'whitelist')).toBe('3 members lose it.')
  expect(concernedWords({ members: 0, linked: 0 }, 'lose', 'aceGroup')).toContain('nobody')
})
