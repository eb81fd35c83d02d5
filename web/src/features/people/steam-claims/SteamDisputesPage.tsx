import type { SteamDispute } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { dateTime } from '../../../platform/format/dates.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Entry, ENTRY_LINK, EntryList } from '../../../ui/EntryList.tsx'
import { besideRow } from '../../../ui/focus-beside.ts'
import { Row, Stack } from '../../../ui/layout.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { SharedLicenses } from '../players/SharedLicenses.port.tsx'
import { decide, disputesQuery } from './steam-claims.queries.ts'

/** Steam accounts that more than one member has proved, for staff who decide whose they are. */
export function SteamDisputesPage() {
  const { data, isError, refetch } = useQuery(disputesQuery)
  return (
    <>
      <PageHeader
        title="Disputed identifiers"
        subtitle="More than one member has proved each of these. Game servers recognise none of them by it until you decide."
      />
      <Stack>
        <Card title="Steam accounts">
          {!data ? (
            isError ? (
              <CardError what="The disputes" onRetry={refetch} />
            ) : (
              <CardLoading rows={3} />
            )
          ) : data.length === 0 ? (
            <CardNote>No Steam account is disputed.</CardNote>
          ) : (
            <EntryList label="Disputed Steam accounts">
              {data.map((dispute) => (
                <DisputeRow key={dispute.steamHex} dispute={dispute} />
              ))}
            </EntryList>
          )}
        </Card>
        <SharedLicenses />
      </Stack>
    </>
  )
}

function DisputeRow({ dispute: { steamHex, claims, mayDecide } }: { dispute: SteamDispute }) {
  const row = useRef<HTMLLIElement>(null)
  const give = async (winner: { readonly userId: number; readonly name: string } | null) => {
    const isSure = await confirm({
      title: winner ? `Give ${steamHex} to ${winner.name}?` : `Give ${steamHex} to none of them?`,
      body: winner
        ? `Game servers recognise ${winner.name} by it from now on. The claims of the others end. All of them are told.`
        : 'Their claims end, and the next member who proves it gets it. Each of them is told.',
      confirmLabel: winner ? `Give to ${winner.name}` : 'Give to nobody',
    })
    if (!isSure) return
    const focusNext = besideRow(row.current)
    try {
      await decide(steamHex, winner?.userId ?? null)
    } catch (error) {
      return reportError(error, 'The dispute was not decided')
    }
    notify.success(winner ? `${steamHex} is ${winner.name}’s` : `${steamHex} is free`)
    focusNext()
  }
  return (
    <Entry
      ref={row}
      title={<span className="mono">{steamHex}</span>}
      text={claims.map(({ userId, name, provedAt, isDisabled, isDeleted }) => (
        <p key={userId}>
          <Link to="/admin/users/$userId" params={{ userId }} className={ENTRY_LINK}>
            {name}
          </Link>{' '}
          proved it {dateTime(provedAt)}
          {isDeleted ? ' (deleted account)' : isDisabled ? ' (disabled account)' : ''}
        </p>
      ))}
      {...(mayDecide ? {} : { detail: 'You are one of them: someone else decides.' })}
    >
      {mayDecide && (
        <Row gap={8}>
          {claims.map((claim) => (
            <ActionButton key={claim.userId} size="xs" variant="default" action={() => give(claim)}>
              Give to {claim.name}
              <span className="visually-hidden">: {steamHex}</span>
            </ActionButton>
          ))}
          <ActionButton size="xs" variant="default" action={() => give(null)}>
            None of them<span className="visually-hidden">: {steamHex}</span>
          </ActionButton>
        </Row>
      )}
    </Entry>
  )
}
