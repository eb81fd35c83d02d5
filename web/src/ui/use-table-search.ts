import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { parseTableState, rebaseTableState, withTableState, type TableDefaults, type TableState } from './table-state.ts'

/** A table's state, stored in the page's address. `defaults` must be declared outside the component or memoised. */
export function useTableSearch(defaults: TableDefaults): readonly [TableState, (state: TableState) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const state = useMemo(() => parseTableState(search, defaults), [search, defaults])
  // The address updates asynchronously: two quick changes are both based on the rendered state, and both have to be applied.
  const latest = useRef(state)
  useEffect(() => void (latest.current = state), [state])
  const change = useCallback(
    (next: TableState) => {
      const wanted = rebaseTableState(latest.current, state, next)
      latest.current = wanted
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => withTableState(before, wanted, defaults),
        replace: true,
        resetScroll: false,
      })
    },
    [navigate, defaults, state],
  )
  return [state, change]
}
