// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { UNIT_CLASS } from '@tenfour/contract'
import { afterEach, expect, test } from 'vitest'
import { buildUser } from '../../../../app/testing/build-user.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { aWarrant } from '../../../records/lookups/testing/build-records.ts'
import { answerBy, show, tearDown } from '../testing/show.tsx'
import { WarrantsPanel } from './WarrantsPanel.tsx'

const OFFICER = buildUser({ duty: { serverId: 1, unitClass: UNIT_CLASS.Leo, type: 1 } })

afterEach(tearDown)

test('when the last warrant on a page ends, the page before it is shown', async () => {
  let active = Array.from({ length: 26 }, (_, at) =>
    aWarrant({ warrantId: at + 1, subjectName: `Subject ${at + 1}`, expiresAt: '2100-01-01T00:00:00.000Z' }),
  )
  answerBy((url) => {
    const page = Number(new URL(url, 'http://portal').searchParams.get('page'))
    const items = active.slice((page - 1) * 25, page * 25)
    return Response.json({ items, total: active.length, isTotalExact: true, page, pageSize: 25 })
  })
  await show(<WarrantsPanel />, OFFICER)
  fireEvent.click(await screen.findByRole('button', { name: 'Next' }))
  await screen.findByText('Subject 26')
  active = active.slice(0, 25)
  await act(() => queryClient.invalidateQueries())
  await screen.findByText('Subject 25')
  expect(screen.queryByText(/No active warrant/)).toBeNull()
})
