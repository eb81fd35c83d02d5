// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { WarrantDraft } from '@tenfour/contract'
import { afterEach, expect, test } from 'vitest'
import { answerBy, show, tearDown } from '../testing/show.tsx'
import { EMPTY_WARRANT } from './warrant-content.ts'
import { WarrantEditor } from './WarrantEditor.tsx'

const DRAFT: WarrantDraft = {
  draftId: 1,
  type: 'arrest',
  subjectName: 'Dexter Marlowe',
  callId: null,
  changes: null,
  version: 1,
  savedAt: '2026-11-14T22:00:00.000Z',
  createdAt: '2026-11-14T22:00:00.000Z',
  writer: { userId: 1, identifier: '4L12', name: 'R. Delgado' },
  outdatedRevisionIds: [],
  remark: '',
  content: {
    ...EMPTY_WARRANT,
    subject: { kind: 'person', characterId: 1, name: 'Dexter Marlowe', bornOn: '1991-03-03' },
    charges: [{ revisionId: 1, offenceId: 1, code: 'PC 211', title: 'Robbery', type: 'Felony', counts: 1 }],
    affidavit: 'I saw it myself.',
  },
}
afterEach(tearDown)

test('a bail that is not a number is refused by name, and is never sent as the digits it begins with', async () => {
  const sent: { path: string; body: string }[] = []
  answerBy((path, init) => {
    if (init?.method !== 'GET') sent.push({ path, body: JSON.stringify(init?.body) })
    return Response.json(DRAFT)
  })
  // Which happy-dom lacks, and fields that grow listen to.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  const ignore = () => undefined
  await show(<WarrantEditor draftId={1} onSubmitted={ignore} onDiscarded={ignore} />)
  const bail = await screen.findByLabelText<HTMLInputElement>('Bail')
  for (const value of ['1', '10', '10k']) fireEvent.change(bail, { target: { value } })
  fireEvent.blur(bail)
  expect(bail.value).toBe('10k')
  fireEvent.keyDown(screen.getByLabelText('Affidavit'), { key: 'Enter', ctrlKey: true })
  expect(screen.getByText('Bail must be a whole number')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(bail))
  expect(sent.filter(({ path }) => path.endsWith('/submit'))).toEqual([])
  expect(sent.filter(({ body }) => /bail\W+10/.test(body))).toEqual([])
  fireEvent.change(bail, { target: { value: '10,000' } })
  expect(screen.queryByText('Bail must be a whole number')).toBeNull()
})
