// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ActBar } from './ActBar.tsx'
import { fullWarrantOf, MAY_NOTHING } from '../testing/full-warrant.ts'
import { answerBy, show, tearDown } from '../testing/show.tsx'
import { warrantQuery } from '../warrants.queries.ts'

afterEach(tearDown)

function Page() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { data } = useQuery(warrantQuery(1))
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        W-2026-0001
      </h2>
      {data && <ActBar warrant={data} onDone={() => Promise.resolve()} onFocusLost={() => heading.current?.focus()} />}
    </>
  )
}

const takes = async (mayAfterwards: boolean) => {
  let isTaken = false
  answerBy((_, init) => {
    if (init?.method === 'POST') {
      isTaken = true
      return Response.json({ code: 'conflict', message: 'This warrant has changed since you opened it', requestId: '1' }, { status: 409 })
    }
    return Response.json(fullWarrantOf(1, { version: isTaken ? 2 : 1, may: { ...MAY_NOTHING, take: !isTaken || mayAfterwards } }))
  })
  await show(<Page />)
  const take = await screen.findByRole('button', { name: 'Take' })
  act(() => take.focus())
  fireEvent.click(take)
  return take
}

test('after a conflict that takes the button away the heading has the focus', async () => {
  const take = await takes(false)
  await waitFor(() => expect(take.isConnected).toBe(false))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')))
})

test('a button that is still there keeps the focus', async () => {
  const take = await takes(true)
  await waitFor(() => expect(take.getAttribute('aria-busy')).toBe('true'))
  await waitFor(() => expect(take.getAttribute('aria-busy')).toBeNull())
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(document.activeElement).toBe(take)
})
