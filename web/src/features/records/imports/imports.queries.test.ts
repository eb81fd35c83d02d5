import type { Import } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { queryClient } from '../../../platform/query/query-client.ts'
import { importQuery, keepImport } from './imports.queries.ts'

test('an answer older than the room’s news does not put an import back', () => {
  const told = { importId: 7, version: 3, state: 'done', problems: 0 } as Import
  keepImport(told)
  keepImport({ ...told, version: 2, state: 'writing' })
  expect(queryClient.getQueryData(importQuery(7).queryKey)).toEqual(told)
  keepImport({ ...told, version: 4, state: 'cancelled' })
  expect(queryClient.getQueryData(importQuery(7).queryKey)).toMatchObject({ state: 'cancelled' })
})
