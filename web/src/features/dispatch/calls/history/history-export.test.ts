import { expect, test } from 'vitest'
import { historyCsv, historyFileName } from './history-export.ts'
import { aCall, aType } from '../testing/board.ts'

test('a call is one row, with its units and in local time', () => {
  const call = aCall({
    status: 'cleared',
    disposition: 'Report taken',
    createdAt: new Date(2026, 4, 1, 21, 40, 48).toISOString(),
    clearedAt: new Date(2026, 4, 1, 22, 1, 2).toISOString(),
    clearedBy: { userId: 3, name: 'M. Okafor' },
    narrative: '=cmd',
  })
  const [, row] = historyCsv([{ ...call, units: ['4L12', '4L20'] }], new Map([[4, aType()]])).split('\r\n')
  expect(row).toBe(
    "1042,1,ROBBERY,Robbery in progress,Great Ocean Hwy,5041,,911,Cleared,Report taken,4L12 4L20,2026-05-01 21:40:48,,2026-05-01 22:01:02,M. Okafor,'=cmd",
  )
})

test('the file is named after the server and the days', () => {
  expect(historyFileName('Server 1', { from: '2026-05-01', to: '2026-05-01' })).toBe('calls-server-1-2026-05-01.csv')
  expect(historyFileName('Los Santos (dev)', { from: '2026-05-01', to: '2026-05-03' })).toBe(
    'calls-los-santos-dev--2026-05-01-to-2026-05-03.csv',
  )
})
