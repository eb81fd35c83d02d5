import { Button, Text } from '@mantine/core'
import { barMember, liftBar, takeMemberBack } from '@tenfour/contract'
import { useRef, useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { dateTime } from '../../../platform/format/dates.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { besideRow } from '../../../ui/focus-beside.ts'
import { Row, Stack } from '../../../ui/layout.tsx'
import { ReasonDialog } from '../../../ui/ReasonDialog.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { UserAvatar } from '../pictures/pictures.port.ts'
import type { Changes } from './departures.changes.ts'
import { refreshFormerMembers, type Former } from './former-members.queries.ts'

const KNOWN_BY = { email: 'email address', steam: 'Steam hex', discord: 'Discord account', license: 'license' } as const

/** A former member: how they left, everything they had, and whether they may return. */
export function FormerMemberRow({ member, changes }: { member: Former; changes: Changes }) {
  const { name, emailAddress, kind, at, by, reason, had, bar } = member
  const row = useRef<HTMLLIElement>(null)
  const parts = [
    ...had.departments,
    ...had.roles,
    ...had.permissions,
    ...had.whitelists.map((each) => (each === 'prod' ? 'Whitelist' : 'Development whitelist')),
  ]
  return (
    <li ref={row}>
      <Row justify="space-between" align="start" gap="8px 16px">
        <Row nowrap align="start" gap={12}>
          <UserAvatar user={member} size={36} />
          <Stack gap={2} className="anywhere">
            <Row gap="2px 10px">
              <strong>{name}</strong>
              {emailAddress && <span className="muted">{emailAddress}</span>}
              {bar && (
                <StatusBadge tone="danger" variant="soft">
                  May not return
                </StatusBadge>
              )}
            </Row>
            <span>
              {kind === 'left' ? 'Left' : `Let go${by ? ` by ${by.name}` : ''}`}, {dateTime(at)}
              {reason && `: ${reason}`}
            </span>
            <Text c="dimmed" size="sm">
              {parts.length === 0 ? 'Had nothing' : `Had ${parts.join(' · ')}`}
            </Text>
            {bar && (
              <Text c="dimmed" size="sm">
                {bar.by.name}, {dateTime(bar.at)}: {bar.reason} · Recognised by {bar.identifiers.map((each) => KNOWN_BY[each]).join(', ')}
              </Text>
            )}
          </Stack>
        </Row>
        {member.isAbove ? (
          <Text c="dimmed" size="sm">
            Had a role above yours
          </Text>
        ) : (
          <Actions member={member} changes={changes} settled={() => besideRow(row.current)} />
        )}
      </Row>
    </li>
  )
}

type ActionsProps = { member: Former; changes: Changes; settled: () => () => void }

function Actions({ member: { userId, name, bar }, changes, settled }: ActionsProps) {
  const [isBarring, setBarring] = useState(false)
  const takeBack = async () => {
    const isSure = await confirm({
      title: `Take ${name} back?`,
      body: changes({ userId, departure: 'take-back' }),
      confirmLabel: 'Take back',
    })
    if (!isSure) return
    const focusNext = settled()
    try {
      const { skipped } = await call(takeMemberBack, { params: { userId }, body: {} })
      notify.success(skipped.length === 0 ? `${name} is back` : `${name} is back, without: ${skipped.join('; ')}`)
    } catch (error) {
      return reportError(error, `${name} was not taken back`)
    }
    await refreshFormerMembers()
    focusNext()
  }
  const lift = async (barId: number) => {
    const isSure = await confirm({
      title: `Let ${name} join again?`,
      body: 'The portal forgets how it recognised them. They are not taken back by that.',
      confirmLabel: 'Lift',
    })
    if (!isSure) return
    try {
      await call(liftBar, { params: { userId }, body: { barId } })
      notify.success(`${name} may return`)
    } catch (error) {
      return reportError(error, `${name} still may not return`)
    }
    await refreshFormerMembers()
  }
  const barThem = async (reason: string) => {
    await call(barMember, { params: { userId }, body: { reason } })
    setBarring(false)
    notify.success(`${name} may not return`)
    await refreshFormerMembers()
  }
  return (
    <Row gap={8}>
      {/* One button for the decision and the way back, so that the focus stays on it. */}
      <Button size="xs" variant="default" onClick={() => (bar ? void lift(bar.barId) : setBarring(true))}>
        {bar ? 'Lift ‘may not return’' : 'May not return'}
        <span className="visually-hidden"> for {name}</span>
      </Button>
      {!bar && (
        <ActionButton size="xs" action={takeBack}>
          Take back<span className="visually-hidden"> {name}</span>
        </ActionButton>
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
