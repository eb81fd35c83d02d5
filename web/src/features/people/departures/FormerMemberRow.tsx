import { Button, Text } from '@mantine/core'
import { barMember, liftBar, takeMemberBack } from '@tenfour/contract'
import { useRef, useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { dateTime } from '../../../platform/format/dates.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Entry } from '../../../ui/EntryList.tsx'
import { besideRow } from '../../../ui/focus-beside.ts'
import { Row } from '../../../ui/layout.tsx'
import { ReasonDialog } from '../../../ui/ReasonDialog.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { PersonCell } from '../pictures/pictures.port.ts'
import type { Changes } from './departures.changes.ts'
import { refreshFormerMembers, type Former } from './former-members.queries.ts'

const KNOWN_BY = { email: 'email address', steam: 'Steam hex', discord: 'Discord account', license: 'license' } as const

type FormerMemberRowProps = {
  member: Former
  /** The list shows only members who may not return. */
  goesWhenLifted?: boolean
  changes: Changes
}

/** A former member: how they left, everything they had, and whether they may return. */
export function FormerMemberRow({ member, goesWhenLifted = false, changes }: FormerMemberRowProps) {
  const { name, emailAddress, kind, at, by, reason, had, bar } = member
  const row = useRef<HTMLLIElement>(null)
  const parts = [
    ...had.departments,
    ...had.roles,
    ...had.permissions,
    ...had.whitelists.map((each) => (each === 'prod' ? 'Whitelist' : 'Development whitelist')),
  ]
  return (
    <Entry
      ref={row}
      title={
        <Row as="span" gap="2px 10px">
          <PersonCell user={member}>{name}</PersonCell>
          {emailAddress && (
            <Text span inherit c="dimmed" fw={400}>
              {emailAddress}
            </Text>
          )}
          {bar && (
            <StatusBadge tone="danger" variant="soft">
              May not return
            </StatusBadge>
          )}
        </Row>
      }
      text={
        <p className="written">
          {kind === 'left' ? 'Left' : `Let go${by ? ` by ${by.name}` : ''}`}, {dateTime(at)}
          {reason && `: ${reason}`}
        </p>
      }
      detail={
        <>
          {parts.length === 0 ? 'Had nothing' : `Had ${parts.join(' · ')}`}
          {bar && (
            <>
              <br />
              {bar.reason !== reason && `May not return, ${bar.by.name}, ${dateTime(bar.at)}: ${bar.reason} · `}
              Recognised by {bar.identifiers.map((each) => KNOWN_BY[each]).join(', ')}
            </>
          )}
        </>
      }
    >
      {member.isAbove ? (
        <Text c="dimmed" size="sm">
          Had a role above yours
        </Text>
      ) : (
        <Actions member={member} goesWhenLifted={goesWhenLifted} changes={changes} settled={() => besideRow(row.current)} />
      )}
    </Entry>
  )
}

type ActionsProps = { member: Former; goesWhenLifted: boolean; changes: Changes; settled: () => () => void }

function Actions({ member: { userId, name, bar }, goesWhenLifted, changes, settled }: ActionsProps) {
  const [isBarring, setBarring] = useState(false)
  const reinstate = async () => {
    const isSure = await confirm({
      title: `Reinstate ${name}?`,
      body: changes({ userId, departure: 'take-back' }),
      confirmLabel: 'Reinstate',
    })
    if (!isSure) return
    const focusNext = settled()
    try {
      const { skipped } = await call(takeMemberBack, { params: { userId }, body: {} })
      notify.success(skipped.length === 0 ? `${name} is reinstated` : `${name} is reinstated, without: ${skipped.join('; ')}`)
    } catch (error) {
      return reportError(error, `${name} was not reinstated`)
    }
    await refreshFormerMembers()
    focusNext()
  }
  const lift = async (barId: number) => {
    const isSure = await confirm({
      title: `Let ${name} return?`,
      body: 'They can join again, and the portal forgets the email address and accounts that it refused. To give them what they had, reinstate them afterwards.',
      confirmLabel: 'Lift',
    })
    if (!isSure) return
    const focusNext = settled()
    try {
      await call(liftBar, { params: { userId }, body: { barId } })
      notify.success(`${name} may return`)
    } catch (error) {
      return reportError(error, `${name} still may not return`)
    }
    await refreshFormerMembers()
    if (goesWhenLifted) focusNext()
  }
  const barThem = async (reason: string) => {
    await call(barMember, { params: { userId }, body: { reason } })
    setBarring(false)
    notify.success(`${name} may not return`)
    await refreshFormerMembers()
  }
  return (
    <Row gap={8}>
      {!bar && (
        <ActionButton size="xs" variant="default" action={reinstate}>
          Reinstate<span className="visually-hidden"> {name}</span>
        </ActionButton>
      )}
      {bar?.mayLift === false ? (
        <Text c="dimmed" size="sm">
          Decided by someone with a role above yours
        </Text>
      ) : (
        // One button for the decision and the way back, so that the focus stays on it.
        <Button size="xs" variant="default" onClick={() => (bar ? void lift(bar.barId) : setBarring(true))}>
          {bar ? 'Lift ‘may not return’' : 'May not return'}
          <span className="visually-hidden"> for {name}</span>
        </Button>
      )}
      {isBarring && (
        <ReasonDialog
          title={`${name} may not return`}
          text="Their email address, Steam hex, Discord account and license are refused wherever someone joins, until you lift it."
          submitLabel="May not return"
          danger
          onSubmit={barThem}
          onClose={() => setBarring(false)}
        />
      )}
    </Row>
  )
}
