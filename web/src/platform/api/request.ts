import type { Endpoint, ParamsOf, QueryOf, SentBodyOf } from '@tenfour/contract'

export type CallInput<E extends Endpoint> = {
  readonly params?: ParamsOf<E>
  readonly query?: Partial<QueryOf<E>>
  readonly body?: SentBodyOf<E>
  /** Instead of a body, where the endpoint takes a file. */
  readonly file?: Blob
  /** The seed's 'no spinner': the loading bar ignores this call. */
  readonly quiet?: boolean
  /** Sent even while the page is unloading. */
  readonly keepalive?: boolean
  readonly signal?: AbortSignal
}

/** The URL of a call, with its parameters filled in. */
export function callUrl(path: string, params: object = {}, query: object = {}): string {
  const values = new Map(Object.entries(params))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value: unknown = values.get(name)
    if (value === undefined || value === null || value === '') throw new Error(`${path} needs the parameter ${name}`)
    return encodeURIComponent(plain(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) search.append(name, plain(each))
    }
  }
  return search.size > 0 ? `${filled}?${search.toString()}` : filled
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value
  return value instanceof Date ? value.toISOString() : JSON.stringify(value)
}
