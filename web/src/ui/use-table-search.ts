import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { parseTableState, rebaseTableState, withTableState, type TableDefaults, type TableState } from './table-state.ts'

/** A table's state, kept in the address of the page. `defaults` is declared outside the component or memoised. */
export function useTableSearch(defaults: TableDefaults): readonly [TableState, (state: TableState) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const state = useMemo(() => parseTableState(search, defaults), [search, defaults])
  // The address changes a moment after it is asked to: two changes in quick succession are both made from what is drawn, and both count.
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
