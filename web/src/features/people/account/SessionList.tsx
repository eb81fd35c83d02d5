import { Button, Text } from '@mantine/core'
import type { Session, SignIn } from '@tenfour/contract'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import classes from './SettingsPage.module.css'
import { Stack } from '../../../ui/layout.tsx'

/** As in 'signed in …'; empty for a password. */
export const signedInBy: Readonly<Record<SignIn['kind'], string>> = { password: '', ticket: 'by the game', discord: 'with Discord' }

type SessionListProps = { sessions: readonly Session[]; now: Date; isBusy: boolean; onEnd: (session: Session) => void }

export function SessionList({ sessions, now, isBusy, onEnd }: SessionListProps) {
  const ordered = sessions.toSorted((a, b) => Number(b.isThis) - Number(a.isThis) || b.lastUsedAt.localeCompare(a.lastUsedAt))
  return (
    <Stack as="ul" gap={0}>
      {ordered.map((session) => (
        <SessionRow key={session.sessionId} session={session} now={now} isBusy={isBusy} onEnd={() => onEnd(session)} />
      ))}
    </Stack>
  )
}

type SessionRowProps = { session: Session; now: Date; isBusy: boolean; onEnd: () => void }

function SessionRow({ session: { device, kind, address, createdAt, lastUsedAt, isThis }, now, isBusy, onEnd }: SessionRowProps) {
  const DeviceIcon = /android|iphone|ipad|mobile/i.test(device) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={classes.session}>
      <DeviceIcon size={22} stroke={1.5} aria-hidden />
      <Stack gap={0} grow className="anywhere">
        <Text span inherit fw={550}>
          {device || 'Unknown device'}
          {signedInBy[kind] && `, signed in ${signedInBy[kind]}`}
        </Text>
        <span className="muted">
          <span className="mono">{address}</span>, <span title={dateTime(lastUsedAt)}>used {relativeTime(lastUsedAt, now)}</span>,{' '}
          <span title={dateTime(createdAt)}>signed in {relativeTime(createdAt, now)}</span>
        </span>
      </Stack>
      {isThis ? (
        <StatusBadge tone="available" variant="soft">
          This session
        </StatusBadge>
      ) : (
        <Button variant="default" size="xs" disabled={isBusy} onClick={onEnd}>
          End<span className="visually-hidden"> the session on {device}</span>
        </Button>
      )}
    </li>
  )
}
