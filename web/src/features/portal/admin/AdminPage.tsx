import { Button } from '@mantine/core'
import type { PortalOverview } from '@tenfour/contract'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { bytesWords } from '../../../platform/format/bytes.ts'
import { relativeTime, timeSince } from '../../../platform/format/dates.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardLoading } from '../../../ui/CardStates.tsx'
import { Figure, FIGURE_CARD, Figures } from '../../../ui/Figure.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { PageError } from '../../../ui/PageStates.tsx'
import { botWords } from '../../community/discord/discord.port.ts'
import { RecentAudit } from '../../people/audit/audit.port.ts'
import { showSteps } from '../first-evening/first-evening.changes.port.ts'
import { Concerns, overviewQuery, PortalStanding } from './Overview.port.tsx'
import { upWords } from './overview.labels.ts'

/** How the portal is, and what an admin should look at. */
export function AdminPage() {
  const { data: overview, error, isFetching, dataUpdatedAt, refetch } = useQuery(overviewQuery)
  const now = useNow()
  return (
    <>
      <PageHeader
        title="Administration"
        subtitle={overview ? <PortalStanding overview={overview} now={now} /> : '\u00A0'}
        actions={
          <>
            {overview && <span className="muted small">as of {timeSince(dataUpdatedAt, now)}</span>}
            <FirstEveningButton />
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              // Not disabled while it loads, which would drop the focus.
              aria-busy={isFetching}
              onClick={() => void refetch()}
            >
              Refresh
            </Button>
          </>
        }
      />
      {error && !overview ? <PageError error={error} onRetry={refetch} /> : <OverviewFigures overview={overview} now={now} />}
      <Card title="Needs attention" aside={overview && overview.concerns.length > 0 && overview.concerns.length.toLocaleString('en')}>
        {overview ? <Concerns concerns={overview.concerns} now={now} /> : <CardLoading />}
      </Card>
      <Card title="Recent changes" link={<Link to="/admin/audit">Full log</Link>} flush>
        <RecentAudit />
      </Card>
    </>
  )
}

/** Brings the founder's checklist back to the home page of all admins. */
function FirstEveningButton() {
  const navigate = useNavigate()
  const show = useMutation({ mutationFn: () => showSteps(true), onSuccess: () => navigate({ to: '/user/home' }) })
  return (
    <Button variant="default" loading={show.isPending} onClick={() => show.mutate()}>
      First evening
    </Button>
  )
}

const number = (value: number): string => value.toLocaleString('en')

function OverviewFigures({ overview, now }: { overview: PortalOverview | undefined; now: Date }) {
  const { people, units, gameLinks, jobs, database, memory, discord } = overview ?? {}
  const isServerSilent = overview?.concerns.some(({ kind }) => kind === 'serverSilent')
  return (
    <Figures>
      <li>
        <div className={FIGURE_CARD}>
          <Figure title="People connected" value={people && number(people.connected)}>
            {people && `${number(people.pages)} ${people.pages === 1 ? 'page' : 'pages'} open`}
          </Figure>
        </div>
      </li>
      <li>
        <Link to="/staff/patrol-viewer" className={FIGURE_CARD}>
          <Figure title="Units on duty" value={units && number(units.onDuty)}>
            {units && (units.onDuty === 0 ? 'nobody' : `on ${number(units.servers)} ${units.servers === 1 ? 'server' : 'servers'}`)}
          </Figure>
        </Link>
      </li>
      <li>
        <Link to="/servers/list" className={FIGURE_CARD}>
          <Figure
            title="Game links"
            value={gameLinks && `${number(gameLinks.online)} of ${number(gameLinks.total)}`}
            isWarning={isServerSilent}
          >
            {gameLinks &&
              (gameLinks.lastHeartbeatAt === null ? 'never connected' : `last heard ${relativeTime(gameLinks.lastHeartbeatAt, now)}`)}
          </Figure>
        </Link>
      </li>
      <li>
        <Link to="/discord/connection" className={FIGURE_CARD}>
          <Figure title="Discord" value={discord && (discord.isSetUp ? BOT_WORDS[discord.bot.state] : 'Not set up')}>
            {discord && (discord.isSetUp ? botWords(discord.bot, now) : 'no bot is connected')}
          </Figure>
        </Link>
      </li>
      <li>
        <div className={FIGURE_CARD}>
          <Figure title="Jobs" value={jobs && `${number(jobs.waiting)} waiting`} isWarning={(jobs?.failed ?? 0) > 0}>
            {jobs && `${number(jobs.failed)} failed`}
          </Figure>
        </div>
      </li>
      <li>
        <div className={FIGURE_CARD}>
          <Figure title="Database" value={database && bytesWords(database.bytes)}>
            {database && `${number(database.connections)} of ${number(database.maxConnections)} connections in use`}
          </Figure>
        </div>
      </li>
      <li>
        <div className={FIGURE_CARD}>
          <Figure title="Memory" value={memory && bytesWords(memory.bytes)}>
            {memory && `of ${bytesWords(memory.ofBytes)}`}
          </Figure>
        </div>
      </li>
      <li>
        <div className={FIGURE_CARD}>
          <Figure title="Version" value={overview?.version}>
            {overview && upWords(overview.upSince, now)}
          </Figure>
        </div>
      </li>
    </Figures>
  )
}

const BOT_WORDS = { off: 'Off', connecting: 'Connecting', connected: 'Connected', waiting: 'Trying again', refused: 'Refused' } as const
