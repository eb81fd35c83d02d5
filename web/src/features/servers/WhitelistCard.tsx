import { getServerWhitelist, type ServerWhitelist } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/api/client.ts'
import { useNow } from '../../platform/display/use-now.ts'
import { Card } from '../../ui/Card.tsx'
import { CardError, CardLoading } from '../../ui/CardStates.tsx'
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx'
import { Fact, When } from './LinkCard.tsx'
import classes from './ServerDetail.module.css'

type Outcome = NonNullable<ServerWhitelist['lastPush']>['outcome']
const OUTCOMES: Record<Outcome, { tone: StatusTone; word: string }> = {
  waiting: { tone: 'info', word: 'On its way' },
  'not connected': { tone: 'warning', word: 'Server not connected' },
  acknowledged: { tone: 'success', word: 'Acknowledged' },
  failed: { tone: 'danger', word: 'Not taken' },
}

/** What the room says, once it has; until then what is asked for. */
export function WhitelistCard({ serverId, whitelist: live }: { serverId: number; whitelist: ServerWhitelist | undefined }) {
  const fetched = useQuery({
    queryKey: ['server-whitelist', serverId],
    queryFn: ({ signal }) => call(getServerWhitelist, { params: { serverId }, quiet: true, signal }),
    meta: { handled: true },
  })
  const whitelist = live ?? fetched.data
  return (
    <Card title="Whitelist" aside={whitelist && (whitelist.environment === 'dev' ? 'Development' : 'Production')}>
      {!whitelist && (fetched.isError ? <CardError what="The whitelist" onRetry={fetched.refetch} /> : <CardLoading />)}
      {whitelist && <Facts whitelist={whitelist} />}
    </Card>
  )
}

function Facts({ whitelist: { members, version, acknowledgedVersion, acknowledgedAt, lastPush } }: { whitelist: ServerWhitelist }) {
  const now = useNow()
  const isCurrent = acknowledgedVersion === version
  return (
    <dl className={classes.facts}>
      <Fact name="Members listed">{members.toLocaleString('en')}</Fact>
      <Fact name="On the server">
        {acknowledgedVersion === null ? (
          <StatusBadge tone="off">Never brought</StatusBadge>
        ) : (
          <StatusBadge tone={isCurrent ? 'success' : 'warning'}>{isCurrent ? 'Up to date' : 'Out of date'}</StatusBadge>
        )}
      </Fact>
      {acknowledgedAt && (
        <Fact name="Acknowledged">
          <When at={acknowledgedAt} now={now} />
        </Fact>
      )}
      <Fact name="Last push">
        {lastPush ? <StatusBadge tone={OUTCOMES[lastPush.outcome].tone}>{OUTCOMES[lastPush.outcome].word}</StatusBadge> : 'None'}
      </Fact>
      {lastPush && (
        <Fact name="Asked for">
          <When at={lastPush.requestedAt} now={now} />
          {lastPush.requestedBy && ` by ${lastPush.requestedBy.name}`}
        </Fact>
      )}
    </dl>
  )
}
