import { getServerWhitelist, type ServerWhitelist } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { environmentWord } from '../../../platform/servers/server-statuses.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading } from '../../../ui/CardStates.tsx'
import { Fact, Facts, When } from '../../../ui/Facts.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { PUSH_OUTCOMES, whitelistState } from './whitelist.ts'
import { WhitelistTrial } from './WhitelistTrial.tsx'

/** Shows the room's data once available, and fetched data until then. */
export function WhitelistCard({ serverId, whitelist: live }: { serverId: number; whitelist: ServerWhitelist | undefined }) {
  const fetched = useQuery({
    queryKey: ['server-whitelist', serverId],
    queryFn: ({ signal }) => call(getServerWhitelist, { params: { serverId }, quiet: true, signal }),
    meta: { handled: true },
  })
  const whitelist = live ?? fetched.data
  return (
    <Card title="Whitelist" aside={whitelist && environmentWord(whitelist)}>
      {!whitelist && (fetched.isError ? <CardError what="The whitelist" onRetry={fetched.refetch} /> : <CardLoading />)}
      {whitelist && <State whitelist={whitelist} />}
      {whitelist && <WhitelistTrial serverId={serverId} whitelist={whitelist} />}
    </Card>
  )
}

function State({ whitelist }: { whitelist: ServerWhitelist }) {
  const now = useNow()
  const { members, acknowledgedAt, lastPush } = whitelist
  const { tone, word } = whitelistState(whitelist)
  return (
    <Facts>
      <Fact name="Refuses players">
        <StatusBadge tone={whitelist.isEnforced ? 'success' : 'off'}>{whitelist.isEnforced ? 'Who are not listed' : 'Nobody'}</StatusBadge>
      </Fact>
      <Fact name="Members listed">{members.toLocaleString('en')}</Fact>
      <Fact name="On the server">
        <StatusBadge tone={tone}>{word}</StatusBadge>
      </Fact>
      {acknowledgedAt && (
        <Fact name="Acknowledged">
          <When at={acknowledgedAt} now={now} />
        </Fact>
      )}
      <Fact name="Last push">
        {lastPush ? <StatusBadge tone={PUSH_OUTCOMES[lastPush.outcome].tone}>{PUSH_OUTCOMES[lastPush.outcome].word}</StatusBadge> : 'None'}
      </Fact>
      {lastPush && (
        <Fact name="Asked for">
          <When at={lastPush.requestedAt} now={now} />
          {lastPush.requestedBy && ` by ${lastPush.requestedBy.name}`}
        </Fact>
      )}
    </Facts>
  )
}
