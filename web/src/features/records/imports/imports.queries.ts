import {
  cancelImport,
  discardImport,
  getImport,
  IMPORT_TYPES,
  listImportProblems,
  listImports,
  startImport,
  undoImport,
  uploadImport,
  type Import,
  type ImportFormat,
  type ImportKind,
  type PageQuery,
} from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'

const LISTS = ['imports', 'list'] as const
const one = (importId: number) => ['imports', 'one', importId] as const
const problems = (importId: number) => ['imports', 'problems', importId] as const

export const importsQuery = (page: PageQuery) =>
  queryOptions({
    queryKey: [...LISTS, page],
    queryFn: ({ signal }) => call(listImports, { query: page, signal, quiet: true }),
    placeholderData: keepPreviousData,
    meta: { handled: true },
  })

export const importQuery = (importId: number) =>
  queryOptions({
    queryKey: one(importId),
    queryFn: ({ signal }) => call(getImport, { params: { importId }, signal, quiet: true }),
    meta: { handled: true },
  })

export const problemsQuery = (importId: number, page: PageQuery) =>
  queryOptions({
    queryKey: [...problems(importId), page],
    queryFn: ({ signal }) => fetchProblems(importId, page, signal),
    placeholderData: keepPreviousData,
    meta: { handled: true },
  })

export const fetchProblems = (importId: number, page: PageQuery, signal: AbortSignal) =>
  call(listImportProblems, { params: { importId }, query: page, signal, quiet: true })

type Lists = { readonly items: readonly Import[] }

/** Puts an import into the cached lists and details. A newer version that the room sent meanwhile stays. */
export function keepImport(changed: Import): void {
  const { importId } = changed
  const before = queryClient.getQueryData<Import>(one(importId))
  if (before && before.version > changed.version) return
  queryClient.setQueryData(one(importId), changed)
  let isListed = false
  queryClient.setQueriesData<Lists>({ queryKey: LISTS }, (list) => {
    if (!list?.items.some((each) => each.importId === importId)) return list
    isListed = true
    return { ...list, items: list.items.map((each) => (each.importId === importId ? changed : each)) }
  })
  if (!isListed) void queryClient.invalidateQueries({ queryKey: LISTS }).catch(reportError)
  if (before?.problems !== changed.problems) void queryClient.invalidateQueries({ queryKey: problems(importId) }).catch(reportError)
}

/** Progress and outcome as they come, of imports by anyone. */
export function useLiveImports(): void {
  useEffect(
    () =>
      subscribe(
        'imports',
        {},
        {
          onSnapshot: (imports) => imports.forEach(keepImport),
          onDelta: ({ payload }) => keepImport(payload),
        },
      ),
    [],
  )
}

export const sendFile = (kind: ImportKind, format: ImportFormat, file: File): Promise<Import> =>
  call(uploadImport, {
    query: { kind, format, fileName: file.name.slice(0, 200) },
    // Some systems know CSV files as spreadsheets.
    file: new Blob([file], { type: IMPORT_TYPES[format] }),
  })
export const start = (importId: number): Promise<Import> => call(startImport, { params: { importId } })
export const cancel = (importId: number): Promise<Import> => call(cancelImport, { params: { importId } })
export const discard = (importId: number): Promise<Import> => call(discardImport, { params: { importId } })
export const undo = (importId: number): Promise<Import> => call(undoImport, { params: { importId } })
