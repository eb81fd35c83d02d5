import type { Call } from '@tenfour/contract'
import { IconMapPinOff } from '@tabler/icons-react'
import { Dropdown, MenuItem, MenuLabel } from '../../../ui/Dropdown.tsx'
import { PriorityBadge } from '../../../ui/PriorityBadge.tsx'
import classes from './CallsOnMap.module.css'

type CallsOnMapProps = { placed: number; unplaced: readonly Call[]; onOpen: (callId: number) => void }

/** How many of the calls the map shows, and a list of those it can't. */
export function CallsOnMap({ placed, unplaced, onOpen }: CallsOnMapProps) {
  if (unplaced.length === 0) return <span>{placed === 1 ? '1 call' : `${placed} calls`}</span>
  return (
    <Dropdown
      kind="menu"
      label="Calls without a position"
      align="end"
      width={280}
      renderButton={(button) => (
        <button {...button} type="button" className={classes.button} title="Calls without a position">
          <IconMapPinOff size={14} stroke={1.8} aria-hidden />
          <span>
            {placed} of {placed + unplaced.length}
            <span className={classes.words}> on the map</span>
          </span>
        </button>
      )}
      renderContent={(close) => (
        <>
          <MenuLabel>Not on the map</MenuLabel>
          {unplaced.map(({ callId, priority, title, location }) => (
            <MenuItem
              key={callId}
              icon={<PriorityBadge priority={priority} />}
              onClick={() => {
                close()
                onOpen(callId)
              }}
            >
              <span className={classes.call}>
                <span className="mono">{callId}</span> {title}
              </span>
              <span className={classes.place}>{location || 'No location'}</span>
            </MenuItem>
          ))}
        </>
      )}
    />
  )
}
