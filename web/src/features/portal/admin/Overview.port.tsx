import { getOverview, type OverviewConcern, type PortalOverview } from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../platform/api/client.ts'
import { relativeTime } from '../../../platform/format/dates.ts'
import { CardNote } from '../../../ui/CardStates.tsx'
import { Entry, EntryList } from '../../../ui/EntryList.tsx'
import { Row } from '../../../ui/layout.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { ADVICE, AREAS, concernWords, LAST_WORDS, upWords } from './overview.labels.ts'

/** Read when the page opens and on request: nothing asks again while it stays open. */
export const overviewQuery = queryOptions({
  queryKey: ['portal-overview'],
  queryFn: ({ signal }) => call(getOverview, { signal, quiet: true }),
  staleTime: 0,
  refetchOnWindowFocus: false,
  meta: { handled: true },
})

/** Whether all is well, the version, and since when it runs. */
export const PortalStanding = ({ overview: { concerns, version, upSince }, now }: { overview: PortalOverview; now: Date }) => (
  <Row as="span" gap="2px 10px">
    {concerns.length === 0 ? (
      <StatusBadge tone="success">All well</StatusBadge>
    ) : (
      <StatusBadge tone="warning">
        {concerns.length === 1 ? '1 thing needs attention' : `${concerns.length} things need attention`}
      </StatusBadge>
    )}
    <span>
      Tenfour {version}, {upWords(upSince, now)}
    </span>
  </Row>
)

/** The things that need an admin, and the advice for each. */
export function Concerns({ concerns, now }: { concerns: readonly OverviewConcern[]; now: Date }) {
  if (concerns.length === 0) return <CardNote>No problems: servers, jobs, keys and Discord work.</CardNote>
  return (
    <EntryList label="Needs attention">
      {concerns.map((concern) => (
        <Entry
          key={`${concern.kind} ${concern.serverId} ${concern.name}`}
          title={concernWords(concern)}
          detail={[concern.at && `${LAST_WORDS[concern.kind] ?? 'last'} ${relativeTime(concern.at, now)}`, ADVICE[concern.kind]]
            .filter(Boolean)
            .join('. ')}
        >
          <StatusBadge tone="warning" variant="soft">
            {AREAS[concern.kind]}
          </StatusBadge>
          <ConcernLink {...concern} />
        </Entry>
      ))}
    </EntryList>
  )
}

/** Leads to where something can be done about it. */
function ConcernLink({ kind, serverId }: OverviewConcern) {
  switch (kind) {
    case 'serverSilent':
    case 'keyRefused':
      return (
        <Link to="/servers/list" search={serverId === null ? {} : { server: serverId }}>
          Open server
        </Link>
      )
    case 'callsRefused':
      return (
        <Link to="/servers/events" search={{ outcome: 'errors' }}>
          Open API logs
        </Link>
      )
    case 'botProblem':
      return <Link to="/discord/connection">Open connection</Link>
    case 'removalsHeld':
      return <Link to="/discord/sync">Open drift</Link>
    case 'backups':
      return <Link to="/admin/health">Open backups</Link>
    case 'errandsFailed':
      return (
        <Link to="/discord/logs" search={{ 'f.state': 'failed' }}>
          See what failed
        </Link>
      )
    default:
      return null
  }
}
