import { Button, NativeSelect } from '@mantine/core'
import { WarrantType, type WarrantSummary, type WarrantTab } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useNow } from '../../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { useLegalPages } from '../../../../platform/session/areas.ts'
import { Stack } from '../../../../ui/layout.tsx'
import { SIDE_ROW, SideList, SideRowText } from '../../../../ui/SplitList.tsx'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { changeTable, setFilter, type TableState } from '../../../../ui/table-state.ts'
import { useTableSearch } from '../../../../ui/use-table-search.ts'
import { DraftButton } from './DraftButton.tsx'
import { viewerOf } from './warrant-news.ts'
import { useLiveList } from './use-live-list.ts'
import { belongsIn, stateOptions, TAB_LISTS, warrantFilter } from './warrant-list.ts'
import { actorWords, SHORT_TYPES, sinceWords, standing, typeWords } from '../warrant.labels.ts'
import { warrantsQuery } from '../warrants.queries.ts'
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
  const warrants = useQuery(warrantsQuery(filter))
  const { news, loadNews } = useLiveList(filter, warrants.data)
  const shown = { filter, viewer: viewerOf(user) }
  return (
    <SideList
      noun={['warrant', 'warrants']}
      query={warrants}
      state={state}
      onStateChange={setState}
      searchPlaceholder="Number, name, offence, officer…"
      filters={<Filters tab={tab} state={state} onChange={setState} />}
      news={
        news > 0 && (
          <button type="button" className={classes.news} onClick={loadNews}>
            {news === 1 ? 'Show 1 new warrant' : `Show ${news} new warrants`}
          </button>
        )
      }
      empty={{ ...EMPTY[tab], action: <EmptyAction tab={tab} /> }}
      renderRow={(warrant) => (
        <WarrantRow
          key={warrant.warrantId}
          warrant={warrant}
          isOpen={warrant.warrantId === warrantId}
          hasLeft={!warrants.isPlaceholderData && !belongsIn(warrant, shown)}
          userId={user.userId}
          now={now}
        />
      )}
    />
  )
}

function Filters({ tab, state, onChange }: { tab: WarrantTab; state: TableState; onChange: (state: TableState) => void }) {
  const { sorts, defaults } = TAB_LISTS[tab]
  const states = stateOptions(tab)
  const sort = state.sort ?? defaults.sort
  return (
    <>
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
    </>
  )
}

type WarrantRowProps = {
  warrant: WarrantSummary
  isOpen: boolean
  /** The warrant belongs in another list by now, and disappears when this list is loaded again. */
  hasLeft: boolean
  userId: number
  now: Date
}

function WarrantRow({ warrant, isOpen, hasLeft, userId, now }: WarrantRowProps) {
  const { warrantId, number, type, subject, about, writer } = warrant
  const { words, tone } = standing(warrant, userId, now)
  const pages = useLegalPages()
  return (
    <li>
      <Link
        to={pages.warrant}
        params={{ warrantId: String(warrantId) }}
        search={true}
        className={SIDE_ROW}
        data-row={warrantId}
        data-left={hasLeft || undefined}
        aria-current={isOpen ? 'true' : undefined}
        resetScroll={false}
      >
        <SideRowText
          number={number}
          name={subject.name}
          title={about}
          about={[SHORT_TYPES[type], about, actorWords(writer)].filter(Boolean).join(' · ')}
          isFaint={hasLeft}
          end={
            <Stack as="span" gap={2} align="end" className={classes.end}>
              <StatusBadge tone={tone} variant="soft">
                {/* The row has room for the state alone. */}
                {words.replace(' by you', '')}
              </StatusBadge>
              {sinceWords(warrant, now)}
            </Stack>
          }
        />
      </Link>
    </li>
  )
}

/** The row of a warrant, once the list shows it. */
export const focusRow = (warrantId: number): void => document.querySelector<HTMLElement>(`[data-row="${warrantId}"]`)?.focus()

function EmptyAction({ tab }: { tab: WarrantTab }) {
  const pages = useLegalPages()
  if (tab === 'active') return <DraftButton size="xs" variant="default" />
  if (tab === 'closed') return null
  const [next, words] =
    tab === 'mine' ? (['others', 'See what others are reviewing'] as const) : (['active', 'See active warrants'] as const)
  return (
    <Button size="xs" variant="default" renderRoot={(props) => <Link to={pages.lists} search={{ tab: next }} {...props} />}>
      {words}
    </Button>
  )
}
