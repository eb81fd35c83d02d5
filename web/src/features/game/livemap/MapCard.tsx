import { Button } from '@mantine/core'
import type { Call } from '@tenfour/contract'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useClock } from '../../../platform/format/clock.ts'
import { elapsed } from '../../../platform/format/durations.ts'
import { FilterChip } from '../../../ui/FilterChip.tsx'
import { PriorityBadge } from '../../../ui/PriorityBadge.tsx'
import type { MapEngine } from '../../../map/engine/engine.ts'
import type { Look } from '../../../map/engine/looks.ts'
import { locate } from '../../../map/island/locate.ts'
import { useUnitsOnCall } from '../../dispatch/board/board.port.ts'
import { CallAge } from '../../dispatch/calls/calls.port.ts'
import { UnitStatusBadge } from '../../dispatch/units/units.port.ts'
import classes from './LiveMap.module.css'
import own from './MapCard.module.css'
import { Row } from '../../../ui/layout.tsx'

type FrameProps = { label: string; head: ReactNode; onClose: () => void; children: ReactNode }

function Frame({ label, head, onClose, children }: FrameProps) {
  return (
    <section className={`${classes.floating} ${own.card}`} aria-label={label}>
      <Row as="header" nowrap>
        {head}
        <button type="button" className={own.close} aria-label="Close" onClick={onClose}>
          <IconX size={16} aria-hidden />
        </button>
      </Row>
      {children}
    </section>
  )
}

type UnitCardProps = {
  look: Look
  engine: MapEngine
  isFollowed: boolean
  onFollow: () => void
  onCall: (callId: number) => void
  /** Opens the unit's menu at a point of the page; null if the user may do nothing with it. */
  onMenu: ((x: number, y: number) => void) | null
  onClose: () => void
}

/** A unit's details, and how reliable its position is. */
export function UnitCard({ look, engine, isFollowed, onFollow, onCall, onMenu, onClose }: UnitCardProps) {
  const seconds = useClock((now) => Math.max(0, Math.floor((now - engine.confirmedAt()) / 1000)))
  const place = useClock(() => (engine.placeOf(look.slot) ?? []).map((value) => value.toFixed(0)).join(', '))
  const where = useClock(() => {
    const at = engine.placeOf(look.slot)
    return at ? locate(...at) : ''
  })
  const isUnit = look.label !== ''
  return (
    <Frame
      label={isUnit ? `Unit ${look.label}` : look.name}
      head={isUnit ? <span className={own.sign}>{look.label}</span> : <h2 className={own.title}>{look.name}</h2>}
      onClose={onClose}
    >
      <dl className={own.facts}>
        {isUnit && (
          <>
            <dt>Name</dt>
            <dd>{look.name}</dd>
          </>
        )}
        <dt>Status</dt>
        <dd>{isUnit ? <UnitStatusBadge status={look.status} /> : 'Not on duty'}</dd>
        {look.callId !== null && (
          <>
            <dt>Call</dt>
            <dd>
              <button type="button" className={own.unit} onClick={() => look.callId !== null && onCall(look.callId)}>
                {look.callId}
              </button>
            </dd>
          </>
        )}
        <dt>Place</dt>
        <dd>{where || 'At sea'}</dd>
        <dt>Position</dt>
        <dd>
          <span className="mono">{place}</span>{' '}
          <span className={seconds > 60 ? own.old : seconds > 10 ? own.stale : 'faint'}>
            {seconds < 3 ? 'now' : `${elapsed(seconds * 1000)} old`}
          </span>
        </dd>
      </dl>
      <div className={own.actions}>
        <FilterChip isOn={isFollowed} onClick={onFollow}>
          Follow
        </FilterChip>
        {onMenu && (
          <Button
            size="compact-xs"
            variant="default"
            aria-haspopup="menu"
            aria-label={`Actions for ${look.label}`}
            onClick={({ currentTarget }) => {
              const { left, top } = currentTarget.getBoundingClientRect()
              onMenu(left, top)
            }}
          >
            Actions…
          </Button>
        )}
      </div>
    </Frame>
  )
}

type CallCardProps = {
  call: Call
  isFollowed: boolean
  onFollow: () => void
  onUnit: (userId: number) => void
  /** For users who can send others. */
  onSend: (() => void) | null
  /** For users who can only assign themselves. */
  onTake: (() => void) | null
  onOpen: (() => void) | null
  onClose: () => void
}

export function CallCard({ call, isFollowed, onFollow, onUnit, onSend, onTake, onOpen, onClose }: CallCardProps) {
  const units = useUnitsOnCall(call.callId)
  return (
    <Frame
      label={`Call ${call.callId}`}
      head={
        <>
          <PriorityBadge priority={call.priority} />
          <span className={own.sign}>{call.callId}</span>
          <CallAge call={call} />
        </>
      }
      onClose={onClose}
    >
      <h2 className={own.title} style={{ marginTop: 6 }}>
        {call.title}
      </h2>
      <dl className={own.facts}>
        {call.location && (
          <>
            <dt>Location</dt>
            <dd>
              {call.location}
              {call.postal && `, postal ${call.postal}`}
            </dd>
          </>
        )}
        <dt>Units</dt>
        <Row as="dd" gap={4}>
          {units.length === 0
            ? 'None yet'
            : units.map(({ userId, identifier }) => (
                <button key={userId} type="button" className={own.unit} onClick={() => onUnit(userId)}>
                  {identifier}
                </button>
              ))}
        </Row>
      </dl>
      <div className={own.actions}>
        {call.x !== null && (
          <FilterChip isOn={isFollowed} onClick={onFollow}>
            Follow
          </FilterChip>
        )}
        {onSend && (
          <Button size="compact-xs" variant="default" onClick={onSend}>
            Send a unit…
          </Button>
        )}
        {onTake && (
          <Button size="compact-xs" variant="default" onClick={onTake}>
            Take this call
          </Button>
        )}
        {onOpen && (
          <Button size="compact-xs" variant="default" onClick={onOpen}>
            Open on the desktop
          </Button>
        )}
      </div>
    </Frame>
  )
}
