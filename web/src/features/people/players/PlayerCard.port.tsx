import type { PlayerIdentifiers } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { dateOnly } from '../../../platform/format/dates.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { Entry, EntryList } from '../../../ui/EntryList.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { LinkPlayer } from './LinkPlayer.tsx'
import { playerIdentifiersQuery } from './players.queries.ts'

type PlayerCardProps = {
  readonly userId: number
  readonly steamId: string | null
}

/** By what game servers recognise a member. */
export function PlayerCard({ userId, steamId }: PlayerCardProps) {
  const { data, isError, refetch } = useQuery(playerIdentifiersQuery(userId))
  return (
    <Card title="In the game">
      {data ? (
        <Stack gap={12}>
          <EntryList label="How game servers recognise this account">
            <Entry title="Steam" detail={steamId ? <span className="mono">{steamId}</span> : 'No Steam hex'} />
            <Entry title="Discord" detail={data.discordName ?? 'Not linked'} />
            {data.licenses.map((license) => (
              <LicenseEntry key={`${license.kind} ${license.license}`} {...license} />
            ))}
          </EntryList>
          <CardNote>
            Any one of these is enough. A game license is kept once it is seen beside a proved Steam account or a linked Discord account, so
            that game servers recognise the account without these too.
          </CardNote>
          <LinkPlayer userId={userId} />
        </Stack>
      ) : isError ? (
        <CardError what="How game servers recognise this account" onRetry={refetch} />
      ) : (
        <CardLoading rows={2} />
      )}
    </Card>
  )
}

function LicenseEntry({ kind, license, provedAt, isShared }: PlayerIdentifiers['licenses'][number]) {
  return (
    <Entry
      title={kind === 'license' ? 'Game license' : 'Rockstar account'}
      detail={
        <>
          <span className="mono">…{license.slice(-8)}</span>, kept since {dateOnly(provedAt)}.
          {isShared && ' Another member has played with it too, so that game servers recognise neither account by it.'}
        </>
      }
    >
      {isShared && (
        <StatusBadge tone="warning" variant="soft">
          Shared
        </StatusBadge>
      )}
    </Entry>
  )
}
