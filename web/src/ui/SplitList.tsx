import { Button, Skeleton, Text } from '@mantine/core'
import { IconArrowLeft, IconSearch } from '@tabler/icons-react'
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { Card } from './Card.tsx'
import { DebouncedTextInput } from './DebouncedTextInput.tsx'
import { Stack } from './layout.tsx'
import { Pager } from './Pager.tsx'
import { Empty, PageError } from './PageStates.tsx'
import classes from './SplitList.module.css'
import { changeTable, isFiltered, type TableState } from './table-state.ts'

type EmptyText = { title: string; text: string; icon?: ReactNode; action?: ReactNode }

type SplitListProps = {
  /** The noun for the listed items: 'warrants'. */
  noun: string
  /** How wide the list is where there is room, in pixels. */
  listWidth?: number
  /** Links to the lists there are, as plain links. */
  tabs: ReactNode
  list: ReactNode
  /** Below the list while nothing is open. */
  belowList?: ReactNode
  /** The open item; on a narrow screen it takes the place of the list. */
  open: ReactNode
  /** In the place of what is open while nothing is. */
  empty: EmptyText
}

/** A list with what is open beside it. */
export function SplitList({ noun, listWidth = 430, tabs, list, belowList, open, empty }: SplitListProps) {
  return (
    <div className={classes.split} data-open={open ? true : undefined} style={{ '--list-width': `${listWidth}px` } as CSSProperties}>
      <Stack gap={12} className={classes.side}>
        <section className={classes.lists} aria-label={`Lists of ${noun}`}>
          <nav className={classes.tabs} aria-label="Lists">
            {tabs}
          </nav>
          {list}
        </section>
        {!open && belowList}
      </Stack>
      {open || (
        <div className={classes.nothing}>
          <Card>
            <Empty {...empty} />
          </Card>
        </div>
      )}
    </div>
  )
}

/** Leads back to the list on a screen that has room for one of both. */
export const BackToList = ({ renderLink }: { renderLink: (props: Record<string, unknown>) => ReactNode }) => (
  <Button
    className={classes.back}
    variant="default"
    size="xs"
    leftSection={<IconArrowLeft size={15} aria-hidden />}
    renderRoot={renderLink}
  >
    Back to the list
  </Button>
)

type Listed<T> = { readonly items: readonly T[]; readonly total: number; readonly isTotalExact: boolean }
type ListQuery<T> = { data?: Listed<T> | undefined; error: unknown; isPlaceholderData: boolean; refetch: () => unknown }

type SideListProps<T> = {
  /** The noun for the listed items: 'ticket', 'tickets'. */
  noun: readonly [one: string, many: string]
  query: ListQuery<T>
  state: TableState
  onStateChange: (state: TableState) => void
  searchPlaceholder: string
  /** Fields beside the search. */
  filters?: ReactNode
  /** A note about newer items, above the rows. */
  news?: ReactNode
  empty: EmptyText
  renderRow: (item: T) => ReactNode
}

/** The list itself: search, rows that the arrow keys move between, pages, and what is said when there are none. */
export function SideList<T>({ noun, query, state, onStateChange, searchPlaceholder, filters, news, empty, renderRow }: SideListProps<T>) {
  const { data, error, isPlaceholderData, refetch } = query
  const [one, many] = noun
  return (
    <>
      <div className={classes.tools}>
        <DebouncedTextInput
          className={classes.search}
          label={`Search ${many}`}
          placeholder={searchPlaceholder}
          icon={<IconSearch size={15} aria-hidden />}
          value={state.q}
          onCommit={(q) => onStateChange(changeTable(state, { q }))}
        />
        {filters}
      </div>
      {news}
      {error && !data ? (
        <PageError error={error} onRetry={refetch} />
      ) : !data ? (
        <Loading noun={many} />
      ) : data.items.length > 0 ? (
        <SideRows label={many[0]?.toUpperCase() + many.slice(1)} isBusy={isPlaceholderData}>
          {data.items.map(renderRow)}
        </SideRows>
      ) : isFiltered(state) ? (
        <Empty
          title={`No ${one} matches`}
          action={<Reset words="Clear the search" onReset={() => onStateChange(changeTable(state, { q: '', filters: {} }))} />}
        />
      ) : state.page > 1 ? (
        <Empty
          title="This page is empty"
          action={<Reset words="Go to the first page" onReset={() => onStateChange({ ...state, page: 1 })} />}
        />
      ) : (
        <Empty {...empty} />
      )}
      {data && data.items.length > 0 && (
        <div className={classes.pager}>
          <Pager label={many} {...data} page={state.page} pageSize={state.size} onPage={(page) => onStateChange({ ...state, page })} />
        </div>
      )}
    </>
  )
}

const Reset = ({ words, onReset }: { words: string; onReset: () => void }) => (
  <Button variant="default" size="xs" onClick={onReset}>
    {words}
  </Button>
)

const Loading = ({ noun }: { noun: string }) => (
  <div className={classes.loading} aria-busy="true">
    <output className="visually-hidden">Loading the {noun}…</output>
    {Array.from({ length: 5 }, (_, at) => (
      <Skeleton key={at} height={34} />
    ))}
  </div>
)

/** Up and down go from row to row; Enter opens one, as for any link. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  const rows = [...event.currentTarget.querySelectorAll('a')]
  const at = rows.findIndex((each) => each === document.activeElement)
  rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus()
  event.preventDefault()
}

type SideRowsProps = { label: string; isBusy?: boolean; children: ReactNode }

export const SideRows = ({ label, isBusy = false, children }: SideRowsProps) => (
  // oxlint-disable-next-line no-noninteractive-element-interactions -- the arrow keys move between the links in it
  <ul className={classes.rows} aria-label={label} aria-busy={isBusy} onKeyDown={moveBetweenRows}>
    {children}
  </ul>
)

/** The class of a row's link, or of a row without one. */
export const SIDE_ROW = classes.row

type SideRowTextProps = {
  number?: string
  name: ReactNode
  about: ReactNode
  title?: string
  /** A state, and since when, at the end. */
  end?: ReactNode
  isFaint?: boolean
}

/** The text of a row, in two lines that are cut where they don't fit. */
export const SideRowText = ({ number, name, about, title, end, isFaint = false }: SideRowTextProps) => (
  <>
    <span className={classes.what} data-faint={isFaint || undefined} title={title}>
      <Text span inherit lineClamp={2}>
        {number !== undefined && (
          <>
            <span className={`mono ${classes.number}`}>{number}</span>{' '}
          </>
        )}
        {name}
      </Text>
      <Text span c="dimmed" size="xs" truncate>
        {about}
      </Text>
    </span>
    {end}
  </>
)
