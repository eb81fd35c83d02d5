import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { WarrantType, type WarrantSummary, type WarrantTab } from '@tenfour/contract'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { useNow } from '../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { useLegalPages } from '../../../platform/session/areas.ts'
import { DebouncedTextInput } from '../../../ui/DebouncedTextInput.tsx'
import { Empty, PageError } from '../../../ui/PageStates.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { changeTable, isFiltered, setFilter, type TableState } from '../../../ui/table-state.ts'
import { useTableSearch } from '../../../ui/use-table-search.ts'
import { DraftButton } from './DraftButton.tsx'
import { viewerOf } from './warrant-news.ts'
import { useLiveList } from './use-live-list.ts'
import { belongsIn, stateOptions, TAB_LISTS, warrantFilter } from './warrant-list.ts'
import { actorWords, SHORT_TYPES, sinceWords, standing, typeWords } from './warrant.labels.ts'
import { warrantsQuery } from './warrants.queries.ts'
import classes from './WarrantList.module.css'

const EMPTY: Readonly<Record<WarrantTab, { title: string; text: string }>> = {
  mine: { title: 'Nothing is waiting for you', text: 'Warrants to review or sign appear here as officers submit them.' },
  others: { title: 'Nothing is waiting for others', text: 'What others review, and what was returned to its writer, is listed here.' },
  active: {
    title: 'No active warrants',
    text: 'A warrant is active from the moment it is signed until it is served, recalled or expires.',
  },
  closed: { title: 'No closed warrants', text: 'Denied, served, recalled and expired warrants are kept here.' },
}

export function WarrantList({ tab, warrantId }: { tab: WarrantTab; warrantId: number | undefined }) {
  const user = useSignedInUser()
  const now = useNow()
  const [state, setState] = useTableSearch(TAB_LISTS[tab].defaults)
  const filter = warrantFilter(tab, state)
  const { data, error, isPlaceholderData, refetch } = useQuery(warrantsQuery(filter))
  const { news, loadNews } = useLiveList(filter, data)
  const shown = { filter, viewer: viewerOf(user) }
  return (
    <>
      <Tools tab={tab} state={state} onChange={setState} />
      {news > 0 && (
        <button type="button" className={classes.news} onClick={loadNews}>
          {news === 1 ? 'Show 1 new warrant' : `Show ${news} new warrants`}
        </button>
      )}
      {error && !data ? (
        <PageError error={error} onRetry={refetch} />
      ) : !data ? (
        <Loading />
      ) : data.items.length === 0 ? (
        <Nothing tab={tab} state={state} onChange={setState} />
      ) : (
        // oxlint-disable-next-line no-noninteractive-element-interactions -- the arrow keys move between the links in it
        <ul className={classes.rows} aria-label="Warrants" aria-busy={isPlaceholderData} onKeyDown={moveBetweenRows}>
          {data.items.map((warrant) => (
            <Row
              key={warrant.warrantId}
              warrant={warrant}
              isOpen={warrant.warrantId === warrantId}
              hasLeft={!isPlaceholderData && !belongsIn(warrant, shown)}
              userId={user.userId}
              now={now}
            />
          ))}
        </ul>
      )}
      {data && data.items.length > 0 && (
        <div className={classes.pager}>
          <Pager label="warrants" {...data} page={state.page} pageSize={state.size} onPage={(page) => setState({ ...state, page })} />
        </div>
      )}
    </>
  )
}

type ToolsProps = { tab: WarrantTab; state: TableState; onChange: (state: TableState) => void }

function Tools({ tab, state, onChange }: ToolsProps) {
  const { sorts, defaults } = TAB_LISTS[tab]
  const states = stateOptions(tab)
  const sort = state.sort ?? defaults.sort
  return (
    <div className={classes.tools}>
      <DebouncedTextInput
        className={classes.search}
        label="Search warrants"
        placeholder="Number, name, offence, officer…"
        icon={<IconSearch size={15} aria-hidden />}
        value={state.q}
        onCommit={(q) => onChange(changeTable(state, { q }))}
      />
      <NativeSelect
        size="xs"
        aria-label="Type"
        data={[{ value: '', label: 'All types' }, ...WarrantType.options.map((value) => ({ value, label: typeWords(value) }))]}
        value={state.filters['type'] ?? ''}
        onChange={({ currentTarget: { value } }) => onChange(setFilter(state, 'type', value))}
      />
      {states.length > 0 && (
        <NativeSelect
          size="xs"
          aria-label="State"
          data={[{ value: '', label: 'All states' }, ...states]}
          value={state.filters['state'] ?? ''}
          onChange={({ currentTarget: { value } }) => onChange(setFilter(state, 'state', value))}
        />
      )}
      <NativeSelect
        size="xs"
        aria-label="Sort"
        data={[...sorts]}
        value={sort ? `${sort.desc ? '-' : ''}${sort.id}` : ''}
        onChange={({ currentTarget: { value } }) =>
          onChange(changeTable(state, { sort: { id: value.replace('-', ''), desc: value.startsWith('-') } }))
        }
      />
    </div>
  )
}

type RowProps = { warrant: WarrantSummary; isOpen: boolean; hasLeft: boolean; userId: number; now: Date }

function Row({ warrant, isOpen, hasLeft, userId, now }: RowProps) {
  const { warrantId, number, type, subject, about, writer } = warrant
  const { words, tone } = standing(warrant, userId, now)
  const pages = useLegalPages()
  return (
    <li>
      <Link
        to={pages.warrant}
        params={{ warrantId: String(warrantId) }}
        search={true}
        className={classes.row}
        data-row={warrantId}
        data-left={hasLeft || undefined}
        aria-current={isOpen ? 'true' : undefined}
        resetScroll={false}
      >
        <span className={classes.what}>
          <span className={classes.name}>
            <span className={`mono ${classes.number}`}>{number}</span> {subject.name}
          </span>
          <span className={classes.about} title={about}>
            {[SHORT_TYPES[type], about, actorWords(writer)].filter(Boolean).join(' · ')}
          </span>
        </span>
        <span className={classes.standing}>
          <StatusBadge tone={tone} variant="soft">
            {/* The row has room for the state alone. */}
            {words.replace(' by you', '')}
          </StatusBadge>
          <span className={classes.since}>{sinceWords(warrant, now)}</span>
        </span>
      </Link>
    </li>
  )
}

/** Up and down go from row to row; Enter opens one, as for any link. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  const rows = [...event.currentTarget.querySelectorAll('a')]
  const at = rows.findIndex((each) => each === document.activeElement)
  rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus()
  event.preventDefault()
}

/** The row of a warrant, once the list shows it. */
export const focusRow = (warrantId: number): void => document.querySelector<HTMLElement>(`[data-row="${warrantId}"]`)?.focus()

const Loading = () => (
  <div className={classes.loading} aria-busy="true">
    <output className="visually-hidden">Loading the warrants…</output>
    {Array.from({ length: 5 }, (_, at) => (
      <Skeleton key={at} height={34} />
    ))}
  </div>
)

function Nothing({ tab, state, onChange }: ToolsProps) {
  const pages = useLegalPages()
  if (isFiltered(state))
    return (
      <Empty
        title="No warrant matches"
        action={
          <Button variant="default" size="xs" onClick={() => onChange(changeTable(state, { q: '', filters: {} }))}>
            Clear the search
          </Button>
        }
      />
    )
  if (state.page > 1)
    return (
      <Empty
        title="This page is empty"
        action={
          <Button variant="default" size="xs" onClick={() => onChange({ ...state, page: 1 })}>
            Go to the first page
          </Button>
        }
      />
    )
  return (
    <Empty
      {...EMPTY[tab]}
      action={
        tab === 'mine' ? (
          <Button size="xs" variant="default" renderRoot={(props) => <Link to={pages.lists} search={{ tab: 'others' }} {...props} />}>
            See what others are reviewing
          </Button>
        ) : tab === 'others' ? (
          <Button size="xs" variant="default" renderRoot={(props) => <Link to={pages.lists} search={{ tab: 'active' }} {...props} />}>
            See active warrants
          </Button>
        ) : tab === 'active' ? (
          <DraftButton size="xs" variant="default" />
        ) : undefined
      }
    />
  )
}
