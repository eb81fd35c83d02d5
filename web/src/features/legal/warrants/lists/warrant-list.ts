import {
  placeOf,
  tabOf,
  WARRANT_STATE_WORDS,
  WarrantSort,
  WarrantState,
  WarrantType,
  type PageOf,
  type WarrantFilter,
  type WarrantSummary,
  type WarrantTab,
  type WarrantViewer,
} from '@tenfour/contract'
import type { TableDefaults, TableState } from '../../../../ui/table-state.ts'

type SortOption = { readonly value: string; readonly label: string }
type TabList = {
  readonly defaults: TableDefaults
  /** The states to choose from; none for a list whose warrants are all in one state. */
  readonly states: readonly WarrantState[]
  readonly sorts: readonly SortOption[]
}

const FILTERABLE = ['type', 'state'] as const
const SORTABLE = WarrantSort.options
const NUMBER_AND_NAME: readonly SortOption[] = [
  { value: '-number', label: 'Number, highest first' },
  { value: 'number', label: 'Number, lowest first' },
  { value: 'subject', label: 'Name' },
]
const WAITING: readonly SortOption[] = [
  { value: 'since', label: 'Oldest first' },
  { value: '-since', label: 'Newest first' },
  ...NUMBER_AND_NAME,
]
const OPEN_STATES: readonly WarrantState[] = ['submitted', 'review', 'returned']
const defaults = (id: string, desc: boolean): TableDefaults => ({ sort: { id, desc }, sortable: SORTABLE, filterable: FILTERABLE })

export const TAB_LISTS: Readonly<Record<WarrantTab, TabList>> = {
  mine: { defaults: defaults('since', false), states: OPEN_STATES, sorts: WAITING },
  others: { defaults: defaults('since', false), states: OPEN_STATES, sorts: WAITING },
  active: {
    defaults: defaults('expiresAt', false),
    states: [],
    sorts: [
      { value: 'expiresAt', label: 'Expires soonest' },
      { value: '-expiresAt', label: 'Expires last' },
      { value: '-since', label: 'Recently signed' },
      ...NUMBER_AND_NAME,
    ],
  },
  closed: {
    defaults: defaults('since', true),
    states: ['denied', 'served', 'recalled', 'expired'],
    sorts: [{ value: '-since', label: 'Recently closed' }, { value: 'since', label: 'Closed first' }, ...NUMBER_AND_NAME],
  },
}

const MAX_TERM = 80

/** The request for the state in the address. Invalid values are dropped, and a state that no warrant of the list is in. */
export function warrantFilter(tab: WarrantTab, { page, size, q, sort, filters }: TableState): WarrantFilter {
  const state = WarrantState.safeParse(filters['state']).data
  return {
    tab,
    page,
    pageSize: size,
    q: q.trim().slice(0, MAX_TERM) || undefined,
    type: WarrantType.safeParse(filters['type']).data,
    state: state && TAB_LISTS[tab].states.includes(state) ? state : undefined,
    sort: WarrantSort.safeParse(sort?.id).data ?? 'since',
    direction: sort?.desc ? 'desc' : 'asc',
  }
}

export const stateOptions = (tab: WarrantTab): readonly SortOption[] =>
  TAB_LISTS[tab].states.map((value) => ({ value, label: WARRANT_STATE_WORDS[value] }))

export type WarrantPage = PageOf<WarrantSummary>
type Shown = { readonly filter: WarrantFilter; readonly viewer: WarrantViewer }

/** Whether a warrant belongs in a list as far as can be told here: words are searched by the portal. */
export function belongsIn(warrant: WarrantSummary, { filter, viewer }: Shown): boolean {
  if (tabOf(placeOf(warrant), viewer) !== filter.tab) return false
  if (filter.type && filter.type !== warrant.type) return false
  if (filter.state && filter.state !== warrant.state) return false
  return filter.q === undefined || hasWords(warrant, filter.q)
}

function hasWords({ number, subject, about, writer, type }: WarrantSummary, q: string): boolean {
  const text = [number, subject.name, about, writer.name, writer.identifier, type].join(' ').toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word))
}

/**
 * A page of a list after a warrant changed. A row that is shown is replaced where it is, even if it belongs elsewhere now, so that none moves
 * under the pointer; one that comes last is added below. Others wait until the list is loaded again: see `isNews`.
 */
export function pageAfter(page: WarrantPage, warrant: WarrantSummary, shown: Shown): WarrantPage {
  const known = page.items.find(({ warrantId }) => warrantId === warrant.warrantId)
  if (known) {
    if (known.version > warrant.version) return page
    return { ...page, items: page.items.map((each) => (each === known ? warrant : each)) }
  }
  return comesLast(page, warrant, shown) ? { ...page, items: [...page.items, warrant], total: page.total + 1 } : page
}

/** Whether a change brings a warrant that the page does not show yet. */
const isNews = (page: WarrantPage, warrant: WarrantSummary, shown: Shown): boolean =>
  !page.items.some(({ warrantId }) => warrantId === warrant.warrantId) && belongsIn(warrant, shown) && !comesLast(page, warrant, shown)

/** The warrants that belong in the list and are not shown, after a change. */
export function newsAfter(ids: readonly number[], page: WarrantPage, warrant: WarrantSummary, shown: Shown): readonly number[] {
  const others = ids.filter((id) => id !== warrant.warrantId)
  return isNews(page, warrant, shown) ? [...others, warrant.warrantId] : others
}

/** Without those that the page shows since it was loaded again. */
export const stillUnseen = (ids: readonly number[], page: WarrantPage | undefined): readonly number[] =>
  ids.filter((id) => !page?.items.some(({ warrantId }) => warrantId === id))

/** The newest warrant waits shortest: it is added at the end of the last page, where it moves nothing. */
const comesLast = (page: WarrantPage, warrant: WarrantSummary, shown: Shown): boolean =>
  belongsIn(warrant, shown) &&
  shown.filter.sort === 'since' &&
  shown.filter.direction === 'asc' &&
  page.isTotalExact &&
  page.items.length < page.pageSize &&
  (page.page - 1) * page.pageSize + page.items.length >= page.total &&
  page.items.every(({ since }) => since <= warrant.since)

/**
 * The row to go on with after a warrant was acted on: the next below it that still belongs in the list, or else the nearest above. None while
 * it belongs there itself.
 */
export function nextRow(rows: readonly WarrantSummary[], acted: WarrantSummary, shown: Shown): WarrantSummary | undefined {
  if (belongsIn(acted, shown)) return undefined
  const at = rows.findIndex(({ warrantId }) => warrantId === acted.warrantId)
  const others = at === -1 ? rows : [...rows.slice(at + 1), ...rows.slice(0, at).toReversed()]
  return others.find((each) => each.warrantId !== acted.warrantId && belongsIn(each, shown))
}
