import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useToday } from '../../../platform/calendar/calendar.ts'
import type { Period } from './period.ts'
import { parseViewer, periodSearch, scopeOf, viewedPeriod, type Scope, type ViewerSearch } from './viewer-state.ts'

type Address = Readonly<Partial<Record<keyof ViewerSearch, string | number | undefined>>>

export type Viewer = {
  readonly search: ViewerSearch
  readonly period: Period
  /** Today in the time zone of the community. */
  readonly today: string
  readonly scope: Scope
  /** Changes the address; undefined removes a value. Another period or scope starts at the first page. */
  readonly change: (address: Address) => void
  readonly setPeriod: (period: Period) => void
  /** Opens something beside the lists, or closes it. The browser's Back closes it too. */
  readonly open: (what: { readonly patrol?: number; readonly member?: number; readonly show?: 'now' }) => void
}

/** The state of the Patrol Viewer, stored in its address. `seen` are the departments of a user who does not see all. */
export function useViewer(seen: readonly number[] | undefined): Viewer {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const today = useToday()
  const search = useMemo(() => parseViewer(raw, seen), [raw, seen])
  const period = useMemo(() => viewedPeriod(search, today), [search, today])
  const scope = useMemo(() => scopeOf(period, search), [period, search])
  const go = useCallback(
    (address: Address, replace: boolean) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, ...address }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  return {
    search,
    period,
    today,
    scope,
    change: (address) => go({ ...address, ...FIRST_PAGE }, true),
    setPeriod: (next) => go({ ...periodSearch(next, today), ...FIRST_PAGE }, true),
    open: ({ patrol, member, show }) => go({ patrol, member, show }, false),
  }
}
const FIRST_PAGE: object = { page: undefined }
