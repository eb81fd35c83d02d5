import { MutationCache, QueryCache, QueryClient, type Query } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { reportError } from '../errors/report.ts'

type ErrorMeta = {
  /** The page shows this failure itself, so no toast is needed. */
  handled?: boolean
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ErrorMeta
    mutationMeta: ErrorMeta
  }
}

const RETRIES = 2

/** No response, or one that may be different on a retry. */
export const isTransient = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500)

export const retryTransient = (failures: number, error: unknown): boolean => failures < RETRIES && isTransient(error)

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => void (query.meta?.handled || reportError(error)) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => void (mutation.meta?.handled || reportError(error)),
  }),
  defaultOptions: {
    // 'always': a browser that believes itself offline must fail visibly instead of waiting.
    queries: { networkMode: 'always', staleTime: 30_000, retry: retryTransient, refetchOnWindowFocus: false },
    mutations: { networkMode: 'always' },
  },
})

type Link = { readonly get: () => string; readonly subscribe: (listener: () => void) => () => void }

/** Refetches queries that failed because the portal did not answer, as soon as the connection is back. */
export function refetchOnReconnect(client: QueryClient, connection: Link): () => void {
  let wasLost = connection.get() === 'lost'
  return connection.subscribe(() => {
    const state = connection.get()
    if (state === 'live' && wasLost) {
      const isUnanswered = ({ state: { error } }: Query) => isTransient(error)
      client.refetchQueries({ type: 'active', predicate: isUnanswered }).catch(reportError)
    }
    if (state !== 'connecting') wasLost = state === 'lost'
  })
}
