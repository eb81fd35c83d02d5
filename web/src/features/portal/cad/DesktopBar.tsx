import { UnstyledButton } from '@mantine/core'
import type { Server } from '@tenfour/contract'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCommunityName } from '../../../platform/config/config.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { ThemeToggle } from '../../../platform/theme/ThemeToggle.tsx'
import { SoundControl } from '../../../platform/sounds/SoundControl.tsx'
import { Dropdown, MenuItem } from '../../../ui/Dropdown.tsx'
import { Mark } from '../../../platform/config/Mark.tsx'
import type { Desktop } from '../../../panels/desktop.ts'
import type { Command } from '../../../panels/commands/command.ts'
import type { Panel } from '../../../panels/panel.ts'
import { AlertHistory } from '../../dispatch/desk/AlertHistory.port.tsx'
import { CommandLine } from '../../dispatch/commands/CommandLine.port.tsx'
import { Bell } from '../waiting/Bell.port.tsx'
import { StatusBar } from '../../dispatch/units/StatusBar.port.tsx'
import classes from './DesktopBar.module.css'
import type { DesktopPlace } from './desktop-contents.ts'
import { OwnUnit } from './OwnUnit.tsx'
import { PanelsMenu } from './PanelsMenu.tsx'
import { PanicButton } from './PanicButton.tsx'
import { LatencyBadge } from '../../../platform/realtime/LiveIndicator.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { useBoard } from '../../dispatch/board/board.port.ts'
import { useClock } from '../../../platform/format/clock.ts'

type DesktopBarProps = {
  place: DesktopPlace
  servers: readonly Server[]
  panels: readonly Panel[]
  commands: readonly Command[]
  desktop: Desktop | null
}

/** Always visible: the user's unit, status and connection. */
export function DesktopBar({ place, servers, panels, commands, desktop }: DesktopBarProps) {
  return (
    <section className={classes.bar} aria-label="Your desk">
      <div className={classes.where}>
        <Link to="/user/home" className={classes.brand} title="Back to the dashboard">
          <Mark size={22} />
          <span className={classes.name}>{useCommunityName()}</span>
        </Link>
        <span className={classes.dot} aria-hidden>
          ·
        </span>
        <ServerName place={place} servers={servers} />
      </div>
      <OwnUnit />
      <div className={classes.status}>
        <StatusBar />
        <PanicButton />
      </div>
      <CommandLine commands={commands} />
      <div className={classes.end}>
        <Bell className={classes.icon}>
          <AlertHistory />
        </Bell>
        <SoundControl />
        <Connection />
        <DesktopClock />
        <PanelsMenu place={place} panels={panels} desktop={desktop} />
        <ThemeToggle size={32} className={classes.icon} />
      </div>
    </section>
  )
}

/** The server the user is on duty on; observers may select another. */
function ServerName({ place, servers }: Pick<DesktopBarProps, 'place' | 'servers'>) {
  const navigate = useNavigate()
  const name = servers.find(({ serverId }) => serverId === place.serverId)?.name ?? `Server ${place.serverId}`
  if (place.isOnDuty || servers.length < 2)
    return (
      <span className={classes.server} data-plain>
        {name}
      </span>
    )
  const watch = (serverId: number) => navigate({ to: '/cad/desktop', search: { serverId }, replace: true }).catch(reportError)
  return (
    <Dropdown
      kind="menu"
      label="Server"
      renderButton={(button) => (
        <UnstyledButton {...button} className={classes.server}>
          <span className="visually-hidden">Server: </span>
          {name} <IconChevronDown size={14} stroke={2} aria-hidden />
        </UnstyledButton>
      )}
      renderContent={(close) =>
        servers.map((server) => (
          <MenuItem
            key={server.serverId}
            isOn={server.serverId === place.serverId}
            icon={server.serverId === place.serverId && <IconCheck size={15} stroke={2.2} aria-hidden />}
            onClick={() => {
              close()
              void watch(server.serverId)
            }}
          >
            {server.name}
          </MenuItem>
        ))
      }
    />
  )
}

/** The connection state and latency. */
export function Connection() {
  const phase = useBoard((state) => state.phase)
  return (
    <span className={classes.connection} title={phase === 'live' ? 'The board is live' : undefined}>
      {phase === 'loading' && <StatusBadge tone="neutral">Connecting…</StatusBadge>}
      {phase === 'lost' && <StatusBadge tone="warning">Reconnecting…</StatusBadge>}
      {phase === 'closed' && <StatusBadge tone="danger">Closed</StatusBadge>}
      {phase === 'live' && <LatencyBadge className={classes.latency} />}
    </span>
  )
}

const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

function DesktopClock() {
  const time = useClock((now) => timeFormat.format(now))
  return <time className={classes.clock}>{time}</time>
}
