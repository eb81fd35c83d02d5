import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { parseTableState, withTableState, type TableDefaults, type TableState } from './table-state.ts'

/** A table's state, kept in the address of the page. `defaults` is declared outside the component or memoised. */
export function useTableSearch(defaults: TableDefaults): readonly [TableState, (state: TableState) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const state = useMemo(() => parseTableState(search, defaults), [search, defaults])
  const change = useCallback(
    (next: TableState) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => withTableState(before, next, defaults),
        replace: true,
        resetScroll: false,
      }),
    [navigate, defaults],
  )
  return [state, change]
}
