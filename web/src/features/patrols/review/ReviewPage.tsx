import { Button, SegmentedControl } from '@mantine/core'
import { LongIdParam, listPatrolReviews, type ReviewItem, type QueryOf } from '@tenfour/contract'
import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { z } from 'zod'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { usePatrolPages } from '../../../platform/session/areas.ts'
import { Card } from '../../../ui/Card.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { PatrolCard, useOpenPatrols } from '../viewer/viewer.port.ts'
import { classNames, Columns, Row, Stack } from '../../../ui/layout.tsx'
import classes from './Review.module.css'
import { duration } from '../../../platform/format/durations.ts'
import { call } from '../../../platform/api/client.ts'

const Kind = z.enum(['corrections', 'flagged'])
const Search = z.object({
  kind: Kind.optional().catch(undefined),
  /** The patrol that is open. */
  patrol: LongIdParam.optional().catch(undefined),
})

const KINDS = [
  { value: 'all', label: 'All' },
  { value: 'corrections', label: 'Corrections' },
  { value: 'flagged', label: 'Flagged' },
]

/** The queue of patrols and corrections that wait for a supervisor. */
export function ReviewPage() {
  const pages = usePatrolPages()
  const search = Search.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  const [page, setPage] = useState(1)
  const reviews = useQuery(reviewsQuery({ page, kind: search.kind }))
  // Corrections and decisions of others arrive live.
  useOpenPatrols(useSignedInUser(), undefined)
  const go = (change: Record<string, unknown>) =>
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const choose = (patrol: number | undefined) => go({ patrol })
  const { data } = reviews
  // The last item of the last page was decided.
  if (data !== undefined && data.page === page && data.items.length === 0 && page > 1) setPage(page - 1)
  return (
    <>
      <PageHeader
        title="Needs review"
        subtitle="Corrections that members ask for, and time on duty without being in the game that the rule does not count."
        actions={
          <>
            <SegmentedControl
              aria-label="What to review"
              value={search.kind ?? 'all'}
              data={KINDS}
              onChange={(kind) => {
                setPage(1)
                go({ kind: Kind.safeParse(kind).data, patrol: undefined })
              }}
            />
            <Button variant="default" renderRoot={(props) => <Link to={pages.patrols} {...props} />}>
              Patrol Viewer
            </Button>
          </>
        }
      />
      {!data ? (
        reviews.isError ? (
          <PageError error={reviews.error} onRetry={reviews.refetch} />
        ) : (
          <PageLoading label="Loading what waits" />
        )
      ) : data.items.length === 0 && page === 1 ? (
        <QueueEnd chosen={search.patrol} onChoose={choose} />
      ) : (
        <Queue items={data.items} isCurrent={!reviews.isPlaceholderData} chosen={search.patrol} onChoose={choose}>
          <Pager label="reviews" {...data} page={page} pageSize={REVIEW_PAGE} onPage={setPage} />
        </Queue>
      )}
    </>
  )
}

type ChosenProps = { chosen: number | undefined; onChoose: (patrolId: number | undefined) => void }

function QueueEnd({ chosen, onChoose }: ChosenProps) {
  const end = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(() => onChoose(undefined))
  useEffect(() => {
    if (chosen === undefined) return
    // The last item was decided, perhaps by someone else, and the focus was on it.
    if (document.activeElement === document.body) end.current?.focus()
    close()
  }, [chosen])
  return (
    <Card>
      <div ref={end} tabIndex={-1} data-queue-end className={classes.end}>
        <Empty title="Nothing to review" text="Corrections and flagged patrols are listed here until someone decides on them." />
      </div>
    </Card>
  )
}

type QueueProps = ChosenProps & {
  items: readonly ReviewItem[]
  /** False while the items are those of the page or kind before. */
  isCurrent: boolean
  children: React.ReactNode
}

/** One tab stop with arrow keys; Tab goes on to the patrol's decisions. */
function Queue({ items, isCurrent, chosen, onChoose, children }: QueueProps) {
  const now = useNow()
  const list = useRef<HTMLUListElement>(null)
  const current = items.find(({ patrolId }) => patrolId === chosen) ?? items[0]
  const shown = chosen ?? current?.patrolId
  const pin = useEffectEvent(() => onChoose(shown))
  const isToPin = isCurrent && chosen === undefined && shown !== undefined
  useEffect(() => {
    // The patrol stays open when someone else decides on it and it leaves the queue: a note may be half typed.
    if (isToPin) pin()
  }, [isToPin])
  const focusItem = (patrolId: number | undefined) => {
    const button = list.current?.querySelector<HTMLElement>(`[data-patrol="${patrolId}"]`)
    ;(button ?? document.querySelector<HTMLElement>('[data-queue-end]') ?? document.getElementById('main'))?.focus()
  }
  const decided = () => {
    const next = shown === undefined ? undefined : nextItem(items, shown)
    onChoose(next?.patrolId)
    // The list is drawn without the decided item by then.
    requestAnimationFrame(() => focusItem(next?.patrolId))
  }
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const index = items.findIndex(({ patrolId }) => patrolId === current?.patrolId)
    const targets: Record<string, ReviewItem | undefined> = {
      ArrowDown: items[index + 1],
      ArrowUp: items[index - 1],
      Home: items[0],
      End: items.at(-1),
    }
    const target = targets[event.key]
    if (!target) return
    event.preventDefault()
    onChoose(target.patrolId)
    focusItem(target.patrolId)
  }
  return (
    <Columns of="minmax(0, 1fr) minmax(0, 1.1fr)" align="start" stackBelow="56em">
      <Card title="Waiting" aside="Arrow keys choose, Tab goes on to the decision" flush>
        <Stack as="ul" ref={list} gap={0} aria-label="Waiting for review" onKeyDown={move}>
          {items.map((item) => (
            <li key={item.patrolId}>
              <button
                type="button"
                className={classNames('quiet-button', classes.item)}
                data-patrol={item.patrolId}
                aria-current={item.patrolId === shown || undefined}
                tabIndex={item.patrolId === current?.patrolId ? 0 : -1}
                onClick={() => onChoose(item.patrolId)}
              >
                <Row as="span" gap="0 8px" align="stretch">
                  <strong>{item.name}</strong>
                  {item.identifier && <span className="mono">{item.identifier}</span>}
                </Row>
                <span>{reviewWords(item)}</span>
                <span className="muted small">
                  {dateTime(item.startedAt)} · {item.departmentName}
                  {item.asked && ` · asked ${relativeTime(item.asked.askedAt, now)}`}
                </span>
              </button>
            </li>
          ))}
        </Stack>
        {children}
      </Card>
      {shown !== undefined && <PatrolCard patrolId={shown} takesFocus={false} onDecided={decided} />}
    </Columns>
  )
}

/** The item after the one that was decided, else the one before it. */
export function nextItem<Item extends { readonly patrolId: number }>(items: readonly Item[], patrolId: number): Item | undefined {
  const index = items.findIndex((item) => item.patrolId === patrolId)
  return index === -1 ? items[0] : (items[index + 1] ?? items[index - 1])
}

/** The reason for the review in a few words: 'Asks to change the end time', '18 min not in the game'. */
export function reviewWords({ asked, gapSeconds }: Pick<ReviewItem, 'asked' | 'gapSeconds'>): string {
  const gap = gapSeconds > 0 ? `${duration(gapSeconds / 60)} not in the game` : ''
  if (!asked) return gap
  const ends = [asked.startedAt && 'start', asked.endedAt && 'end'].filter(Boolean)
  const wishes = [
    ends.length > 0 && `to change the ${ends.join(' and ')} ${ends.length === 1 ? 'time' : 'times'}`,
    asked.countsGaps && 'to count absences',
  ]
  return [`Asks ${wishes.filter(Boolean).join(' and ')}`, gap].filter(Boolean).join('; ')
}

const REVIEW_PAGE = 25

type ReviewQuery = Partial<Pick<QueryOf<typeof listPatrolReviews>, 'page' | 'kind' | 'departmentId'>>

/** The key begins with `patrols`, so that a decision refetches the queue with everything else. */
const reviewsQuery = (query: ReviewQuery) =>
  queryOptions({
    queryKey: ['patrols', 'review', query],
    queryFn: ({ signal }) => call(listPatrolReviews, { query: { ...query, pageSize: REVIEW_PAGE }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
    meta: { handled: true },
  })
