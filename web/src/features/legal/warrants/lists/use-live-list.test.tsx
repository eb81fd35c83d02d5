// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import type { WarrantFilter, WarrantSummary } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { answerBy, show, tearDown } from '../testing/show.tsx'
import { warrantOf } from '../testing/warrant.ts'
import { useLiveList } from './use-live-list.ts'
import type { followWarrants, WarrantNews } from './warrant-news.ts'
import { refreshLists, warrantsQuery } from '../warrants.queries.ts'

const FILTER: WarrantFilter = { tab: 'mine', page: 1, pageSize: 25, sort: 'since', direction: 'desc' }

let stored: WarrantSummary[]
/** Answers that are under way, each with the list as it was when it was asked for. */
let answers: (() => void)[]
let tell: (news: WarrantNews) => void
const follow: typeof followWarrants = (_, listener) => {
  tell = (news) => act(() => listener(news))
  return () => undefined
}

beforeEach(() => {
  stored = [warrantOf(1)]
  answers = []
  answerBy(() => {
    const page = { items: stored, total: stored.length, isTotalExact: true, page: 1, pageSize: 25 }
    const { promise, resolve } = Promise.withResolvers<Response>()
    answers.push(() => resolve(Response.json(page)))
    return promise
  })
})
afterEach(tearDown)

const answer = () =>
  act(async () => {
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0))
    answers.shift()?.()
    // Until the list has been read, or is asked for again.
    await vi.waitFor(() => expect(queryClient.isFetching() === 0 || answers.length > 0).toBe(true))
    // The focus is moved a moment after the rows are drawn.
    await new Promise((resolve) => setTimeout(resolve, 20))
  })

function List() {
  const { data } = useQuery(warrantsQuery(FILTER))
  const { news, loadNews } = useLiveList(FILTER, data, follow)
  return (
    <>
      {news > 0 && (
        <button type="button" onClick={loadNews}>
          Show {news}
        </button>
      )}
      {data?.items.map(({ warrantId, number }) => (
        <a key={warrantId} href="#list" data-row={warrantId}>
          {number}
        </a>
      ))}
    </>
  )
}

const open = () => show(<List />)
const rows = () => screen.queryAllByRole('link').map((row) => Number(row.dataset['row']))
const newsButton = () => screen.queryByRole('button')

test('a warrant announced while the list is first loaded is in the list', async () => {
  await open()
  stored = [warrantOf(2), warrantOf(1)]
  tell({ warrant: warrantOf(2) })
  await answer()
  expect(rows()).toEqual([])
  await answer()
  expect(rows()).toEqual([2, 1])
})

test('a warrant announced while the list is loaded again is not overwritten by the older answer', async () => {
  await open()
  await answer()
  act(() => void refreshLists())
  const taken = warrantOf(1, { version: 2, number: 'W-2026-0001 changed' })
  stored = [taken]
  tell({ warrant: taken })
  await answer()
  expect(screen.getByRole('link').textContent).toContain('changed')
  await answer()
  expect(screen.getByRole('link').textContent).toContain('changed')
  expect(answers).toEqual([])
})

test('new warrants are offered until they are shown, or belong elsewhere', async () => {
  await open()
  await answer()
  tell({ warrant: warrantOf(2) })
  tell({ warrant: warrantOf(3) })
  tell({ warrant: warrantOf(4) })
  expect(newsButton()?.textContent).toBe('Show 3')
  tell({ warrant: warrantOf(2, { state: 'active', version: 2 }) })
  tell({ leftId: 3 })
  expect(newsButton()?.textContent).toBe('Show 1')
  stored = [warrantOf(4), warrantOf(1)]
  act(() => void refreshLists())
  await answer()
  expect(rows()).toEqual([4, 1])
  expect(newsButton()).toBeNull()
})

test('the focus goes to the new rows if it was on a row that is gone, and stays put otherwise', async () => {
  await open()
  await answer()
  tell({ isGap: true })
  await answer()
  expect(document.activeElement).toBe(document.body)
  stored = [warrantOf(2), warrantOf(1)]
  tell({ warrant: warrantOf(2) })
  act(() => newsButton()?.focus())
  fireEvent.click(newsButton()!)
  await answer()
  expect(document.activeElement?.textContent).toBe('W-2026-0002')
})
