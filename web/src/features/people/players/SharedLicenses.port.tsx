import type { SharedLicense } from '@tenfour/contract'
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
import { Row } from '../../../ui/layout.tsx'
import { decideLicense, sharedLicensesQuery } from './players.queries.ts'

/** Licences of the game that more than one member has proved, for staff who decide whose they are. */
export function SharedLicenses() {
  const { data, isError, refetch } = useQuery(sharedLicensesQuery)
  return (
    <Card title="Shared game licenses">
      {!data ? (
        isError ? (
          <CardError what="The shared licenses" onRetry={refetch} />
        ) : (
          <CardLoading rows={2} />
        )
      ) : data.length === 0 ? (
        <CardNote>No game license was proved by more than one member.</CardNote>
      ) : (
        <EntryList label="Shared game licenses">
          {data.map((shared) => (
            <SharedRow key={`${shared.kind} ${shared.license}`} shared={shared} />
          ))}
        </EntryList>
      )}
    </Card>
  )
}

function SharedRow({ shared }: { shared: SharedLicense }) {
  const { license, members, mayDecide } = shared
  const row = useRef<HTMLLIElement>(null)
  const name = `…${license.slice(-8)}`
  const decide = async (winner: { readonly userId: number; readonly name: string } | null) => {
    const isSure = await confirm({
      title: winner ? `Is ${name} ${winner.name}’s alone?` : `Do they share ${name}?`,
      body: winner
        ? `Game servers recognise ${winner.name} by it from now on, and nobody else. All of them are told.`
        : 'Game servers go on recognising none of them by it, and you are not asked again. Choose this for people who share a computer.',
      confirmLabel: winner ? `It is ${winner.name}’s` : 'They share it',
    })
    if (!isSure) return
    const focusNext = besideRow(row.current)
    try {
      await decideLicense(shared, winner?.userId ?? null)
    } catch (error) {
      return reportError(error, 'Nothing was decided about the license')
    }
    notify.success(winner ? `${name} is ${winner.name}’s` : `${name} stays shared`)
    focusNext()
  }
  return (
    <Entry
      ref={row}
      title={<span className="mono">{name}</span>}
      text={members.map(({ userId, name: member, provedAt, isDisabled }) => (
        <p key={userId}>
          <Link to="/admin/users/$userId" params={{ userId }} className={ENTRY_LINK}>
            {member}
          </Link>{' '}
          was first known by it {dateTime(provedAt)}
          {isDisabled ? ' (disabled account)' : ''}
        </p>
      ))}
      {...(mayDecide ? {} : { detail: 'You are one of them: someone else decides.' })}
    >
      {mayDecide && (
        <Row gap={8}>
          {members.map((member) => (
            <ActionButton key={member.userId} size="xs" variant="default" action={() => decide(member)}>
              Only {member.name}’s
              <span className="visually-hidden">: {name}</span>
            </ActionButton>
          ))}
          <ActionButton size="xs" variant="default" action={() => decide(null)}>
            They share it<span className="visually-hidden">: {name}</span>
          </ActionButton>
        </Row>
      )}
    </Entry>
  )
}
