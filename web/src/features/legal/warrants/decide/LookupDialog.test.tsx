// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aPerson, aResult, personRow } from '../../../records/lookups/testing/build-records.ts'
import { LookupDialog } from './LookupDialog.tsx'
import { answerBy, show, tearDown } from '../testing/show.tsx'

afterEach(tearDown)

test('a double click looks up once, and another row waits for the answer', async () => {
  const sent: string[] = []
  const { promise, resolve } = Promise.withResolvers<Response>()
  answerBy((url, init) => {
    if (init?.method !== 'POST') return Response.json({ rows: [personRow(7, 'Dexter Marlowe'), personRow(8, 'Dexter Moss')] })
    sent.push(url)
    return promise
  })
  await show(<LookupDialog warrantId={1} number="W-2026-0001" onClose={() => undefined} />)
  fireEvent.change(await screen.findByRole('textbox', { name: 'Search' }), { target: { value: 'dexter' } })
  const row = await screen.findByRole('button', { name: /^Dexter Marlowe/ })
  fireEvent.click(row)
  fireEvent.click(row)
  fireEvent.click(screen.getByRole('button', { name: /^Dexter Moss/ }))
  resolve(Response.json(aResult(aPerson())))
  await screen.findByRole('heading', { name: 'Dexter Marlowe' })
  expect(sent).toHaveLength(1)
})
