export const PAGE_SIZES = [25, 50, 100] as const
export type PageSize = (typeof PAGE_SIZES)[number]

export type TableSort = { readonly id: string; readonly desc: boolean }

export type TableState = {
  /** One-based. */
  readonly page: number
  readonly size: PageSize
  readonly sort: TableSort | null
  /** The search text for all columns. */
  readonly q: string
  /** By column id; a column without an entry is not filtered. */
  readonly filters: Readonly<Record<string, string>>
}

/** A table's initial state, and the columns its address may name; without the lists, any. */
export type TableDefaults = {
  readonly size?: PageSize
  readonly sort?: TableSort | null
  readonly sortable?: readonly string[]
  readonly filterable?: readonly string[]
}

export type SearchParams = Readonly<Record<string, unknown>>

const FILTER_PREFIX = 'f.'
const MAX_PAGE = 1_000_000
const MAX_TEXT = 200
const SORT = /^(-?)([A-Za-z][\w.]*)$/
const COLUMN_ID = /^[A-Za-z][\w.]*$/

export const defaultTableState = ({ size = 25, sort = null }: TableDefaults = {}): TableState => ({
  page: 1,
  size,
  sort,
  q: '',
  filters: {},
})

/** Parses the state from an address. Invalid values are ignored. */
export function parseTableState(search: SearchParams, defaults: TableDefaults = {}): TableState {
  const start = defaultTableState(defaults)
  return {
    page: parsePage(search['page']) ?? start.page,
    size: PAGE_SIZES.find((size) => size === toNumber(search['size'])) ?? start.size,
    sort: parseSort(search['sort'], defaults.sortable) ?? (search['sort'] === '' ? null : start.sort),
    q: toText(search['q']) ?? '',
    filters: parseFilters(search, defaults.filterable),
  }
}

/** The state as query parameters, without those that have their default value. */
export function serialiseTableState(state: TableState, defaults: TableDefaults = {}): Record<string, string | number> {
  const start = defaultTableState(defaults)
  const params: Record<string, string | number> = {}
  if (state.page !== start.page) params['page'] = state.page
  if (state.size !== start.size) params['size'] = state.size
  if (sortText(state.sort) !== sortText(start.sort)) params['sort'] = sortText(state.sort)
  if (state.q !== '') params['q'] = state.q
  for (const [id, value] of Object.entries(state.filters).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (value !== '') params[FILTER_PREFIX + id] = value
  }
  return params
}

/** The address with another table state; unrelated parameters are kept. */
export function withTableState(search: SearchParams, state: TableState, defaults: TableDefaults = {}): Record<string, unknown> {
  const others = Object.entries(search).filter(([key]) => !isTableParam(key))
  return { ...Object.fromEntries(others), ...serialiseTableState(state, defaults) }
}

/** Any change except of the page goes back to the first page. */
export const changeTable = (state: TableState, change: Partial<TableState>): TableState => ({ ...state, page: 1, ...change })

export function setFilter(state: TableState, id: string, value: string): TableState {
  const { [id]: _removed, ...others } = state.filters
  return changeTable(state, { filters: value === '' ? others : { ...others, [id]: value } })
}

/** Ascending, descending, then back to the initial order. */
export function nextSort(current: TableSort | null, id: string, start: TableSort | null = null): TableSort | null {
  if (current?.id !== id) return { id, desc: false }
  if (!current.desc) return { id, desc: true }
  return start?.id === id ? { id, desc: false } : start
}

export const isFiltered = ({ q, filters }: TableState): boolean => q.trim() !== '' || Object.values(filters).some((value) => value !== '')

export const pageCount = (total: number, size: number): number => Math.max(1, Math.ceil(total / size))

/** The page to show: there may be fewer rows than when the address was created. */
export const clampPage = (page: number, total: number, size: number): number => Math.min(Math.max(1, page), pageCount(total, size))

/** '1–25 of 320'; if there are more than were counted, '1,001–1,025 of 1,000+'. */
export function rangeText(page: number, size: number, total: number, { shown, isExact = true }: RangeOptions = {}): string {
  if (total === 0) return '0 of 0'
  const first = ((isExact ? clampPage(page, total, size) : page) - 1) * size + 1
  const last = isExact ? Math.min(total, first + size - 1) : first + (shown ?? size) - 1
  return `${first >= last ? count(first) : `${count(first)}–${count(last)}`} of ${count(total)}${isExact ? '' : '+'}`
}
type RangeOptions = { readonly shown?: number; readonly isExact?: boolean }

const numberFormat = new Intl.NumberFormat('en')
const count = (value: number): string => numberFormat.format(value)

const isTableParam = (key: string): boolean => ['page', 'size', 'sort', 'q'].includes(key) || key.startsWith(FILTER_PREFIX)

const sortText = (sort: TableSort | null): string => (sort ? `${sort.desc ? '-' : ''}${sort.id}` : '')

/** Routers parse numeric text as numbers. */
const toText = (value: unknown): string | undefined => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? value.slice(0, MAX_TEXT) : undefined
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined
}

function parsePage(value: unknown): number | undefined {
  const page = toNumber(value)
  return page !== undefined && Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : undefined
}

function parseSort(value: unknown, sortable: readonly string[] | undefined): TableSort | undefined {
  const [, minus, id] = (typeof value === 'string' && SORT.exec(value)) || []
  if (id === undefined || (sortable && !sortable.includes(id))) return undefined
  return { id, desc: minus === '-' }
}

function parseFilters(search: SearchParams, filterable: readonly string[] | undefined): Record<string, string> {
  const filters: Record<string, string> = {}
  for (const [key, raw] of Object.entries(search)) {
    const id = key.startsWith(FILTER_PREFIX) ? key.slice(FILTER_PREFIX.length) : ''
    const value = toText(raw)
    if (value && COLUMN_ID.test(id) && (!filterable || filterable.includes(id))) filters[id] = value
  }
  return filters
}

/** Applies to `latest` what `next` changed relative to `drawn`. */
export function rebaseTableState(latest: TableState, drawn: TableState, next: TableState): TableState {
  const pick = <K extends keyof TableState>(key: K): TableState[K] => (isSame(next[key], drawn[key]) ? latest[key] : next[key])
  const ids = new Set([...Object.keys(latest.filters), ...Object.keys(drawn.filters), ...Object.keys(next.filters)])
  const filters = [...ids].flatMap((id) => {
    const value = next.filters[id] === drawn.filters[id] ? latest.filters[id] : next.filters[id]
    return value === undefined ? [] : [[id, value] as const]
  })
  return { ...latest, page: pick('page'), size: pick('size'), sort: pick('sort'), q: pick('q'), filters: Object.fromEntries(filters) }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
