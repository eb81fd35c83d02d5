import { accessSubject, isAllowed, staff } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { ApiError } from '../../../platform/api/api-error.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { lazyComponent, type FailedProps } from '../../../platform/load/lazy-component.tsx'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { useWholePage } from '../../../platform/view/use-whole-page.ts'
import { usePatrolPages, type PatrolPages } from '../../../platform/session/areas.ts'
import { Card } from '../../../ui/Card.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty, LoadFailed, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { useThemeClass } from '../../../ui/ThemeProvider.tsx'
import { ChooseCall, ChooseEvening, OwnPatrolCard } from './ChooseReplay.tsx'
import { ReplayLink, sourceKey, sourceOf, type ReplaySource } from './replay-link.ts'
import { refusalText } from './replay.labels.ts'
import { replayQuery } from './replay.queries.ts'
import classes from './ReplayPage.module.css'
import { trackNoticeQuery } from './TrackNoticeCard.port.tsx'

/** The map's code is large, so it loads in parallel with what is played. */
const PlayerView = lazyComponent(async () => (await import('./PlayerView.tsx')).PlayerView, {
  what: 'The player',
  shape: { Loading: () => <PageLoading label="Loading the player" />, Failed: (props: FailedProps) => <LoadFailed {...props} /> },
})

const useReplayLink = (): ReplayLink => ReplayLink.parse(useSearch({ strict: false }))

/** A time range, a call or a patrol for staff; a patrol for those who may see the department's. */
export function ReplayPage() {
  const link = useReplayLink()
  const source = sourceOf(link)
  const pages = usePatrolPages()
  const { choose, close, onLink } = useReplayNavigation(pages.replay)
  const isStaff = isAllowed(staff, accessSubject(useSignedInUser()))
  if (source) return <Replayed key={sourceKey(source)} source={source} link={link} onLink={onLink} onClose={close} />
  return (
    <Choice page={pages.patrols} label="Patrol Viewer">
      {isStaff ? (
        <>
          <Card title="By time">
            <ChooseEvening onChoose={choose} />
          </Card>
          <Card title="By call">
            <ChooseCall onChoose={choose} />
          </Card>
          <OwnPatrolCard onChoose={choose} />
        </>
      ) : (
        <Card>
          <Empty title="Choose a patrol" text="Open a patrol of your department in the Patrol Viewer and play it from there." />
        </Card>
      )}
    </Choice>
  )
}

/** One's own patrols, where the community allows it. */
export function OwnReplayPage() {
  const link = useReplayLink()
  const { choose, close, onLink } = useReplayNavigation('/user/patrol/replay')
  const isStaff = isAllowed(staff, accessSubject(useSignedInUser()))
  const notice = useQuery(trackNoticeQuery)
  if (link.patrol !== undefined) {
    const source: ReplaySource = { kind: 'patrol', patrolId: link.patrol }
    return <Replayed key={sourceKey(source)} source={source} link={link} onLink={onLink} onClose={close} />
  }
  if (notice.isPending) return <PageLoading label="Loading" />
  if (notice.isError) return <PageError error={notice.error} onRetry={notice.refetch} />
  return (
    <Choice page="/user/patrol" label="Patrol">
      {notice.data.mayReplayOwn || isStaff ? (
        <OwnPatrolCard onChoose={choose} />
      ) : (
        <Card>
          <Empty title="Replay is for staff" text="Members can’t replay their own patrols in this community." />
        </Card>
      )}
    </Choice>
  )
}

function useReplayNavigation(page: PatrolPages['replay'] | '/user/patrol/replay') {
  const navigate = useNavigate()
  const { history } = useRouter()
  const go = (search: ReplayLink, replace: boolean) => void navigate({ to: page, search, replace, resetScroll: false }).catch(reportError)
  return {
    choose: (link: ReplayLink) => go(link, false),
    onLink: (link: ReplayLink) => go(link, true),
    /** Back to where it was opened; a link opened in a tab of its own leads to the choice. */
    close: () => (history.canGoBack() ? history.back() : go({}, true)),
  }
}

type ChoiceProps = { page: PatrolPages['patrols'] | '/user/patrol'; label: string; children: ReactNode }

/** The page on which a replay is chosen. */
function Choice({ page, label, children }: ChoiceProps) {
  useEffect(() => {
    // The player that was closed here took the focus with it; the address of the page is the same.
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
  }, [])
  const back = (
    <Button variant="default" renderRoot={(props) => <Link to={page} {...props} />}>
      {label}
    </Button>
  )
  return (
    <>
      <PageHeader title="Replay" subtitle={<Kept />} actions={back} />
      {children}
    </>
  )
}

function Kept() {
  const { data } = useQuery(trackNoticeQuery)
  if (!data) return 'Played back on the map.'
  if (data.days === 0) return 'This community keeps no tracks: statuses and calls play, units do not move.'
  return `Tracks of units on duty are kept for ${data.days === 1 ? '1 day' : `${data.days} days`}. Anything older plays without them.`
}

type ReplayedProps = { source: ReplaySource; link: ReplayLink; onLink: (link: ReplayLink) => void; onClose: () => void }

function Replayed({ source, link, onLink, onClose }: ReplayedProps) {
  useWholePage(true)
  useThemeClass('cad-dark-theme')
  const replay = useQuery(replayQuery(source))
  if (replay.isPending) {
    return (
      <Waiting onClose={onClose}>
        <output className={classes.loading}>Loading the replay…</output>
      </Waiting>
    )
  }
  if (replay.isError) {
    const close = (
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    )
    const reason = replay.error instanceof ApiError ? refusalText(source, replay.error.status) : null
    return (
      <Waiting onClose={onClose}>
        {reason ? (
          <Empty title="This replay can’t be played" text={reason} action={close} />
        ) : (
          <PageError error={replay.error} title="This replay can’t be played" onRetry={replay.refetch} action={close} />
        )}
      </Waiting>
    )
  }
  return <PlayerView replay={replay.data} source={source} link={link} onLink={onLink} onClose={onClose} />
}

/** Before the player: Escape closes here too. */
function Waiting({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', press)
    frame.current?.focus()
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <div ref={frame} className={classes.waiting} tabIndex={-1}>
      <h1 className="visually-hidden">Replay</h1>
      {children}
    </div>
  )
}
