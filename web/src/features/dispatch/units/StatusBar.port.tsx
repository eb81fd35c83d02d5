import { UNIT_CLASS, UNIT_STATUS, type Duty } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { IconDots } from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Dropdown, MenuItem } from '../../../ui/Dropdown.tsx'
import { useOwnUnit, setOwnStatus } from '../board/board.port.ts'
import { classNames } from '../../../ui/layout.tsx'
import classes from './StatusBar.module.css'
import { statusOf, statusTone, statusWord, useStatusOrder } from '../../../ui/unit-status.ts'
import { statusesOf } from './unit.labels.ts'

/** Civilians have no radio statuses: they are either on patrol or not. */
const CIVILIAN_WORDS: Readonly<Partial<Record<number, string>>> = { 3: 'On patrol', 1: 'End patrol' }

const SEGMENT = classNames('quiet-button', classes.segment)
const MORE = 'More statuses'

/** Shows and sets one's own status. Off duty, links to going on duty. */
export function StatusBar() {
  const { userId, duty } = useSignedInUser()
  if (!duty)
    return (
      <Link to="/cad" className={classes.goOn}>
        Go on duty
      </Link>
    )
  return <OwnStatus userId={userId} duty={duty} />
}

function OwnStatus({ userId, duty }: { userId: number; duty: Duty }) {
  const unit = useOwnUnit()
  const [wanted, setWanted] = useState<number | null>(null)
  const isCivilian = duty.unitClass === UNIT_CLASS.Other
  const current = (unit && statusOf(unit)) ?? (isCivilian ? UNIT_STATUS.inService : null)
  const { usual, rest } = statusesOf(duty.unitClass, useStatusOrder())
  const word = (status: number) => (isCivilian ? CIVILIAN_WORDS[status] : undefined) ?? statusWord(status)
  const set = async (status: number) => {
    if (wanted !== null || status === current) return
    setWanted(status)
    await setOwnStatus(userId, status)
    setWanted(null)
  }
  const shown = wanted ?? current
  return (
    <div className={classes.bar} data-unit-class={duty.unitClass}>
      <fieldset className={classes.segments}>
        <legend className="visually-hidden">Your status</legend>
        {usual.map((status) => (
          <button
            key={status}
            type="button"
            className={SEGMENT}
            data-tone={statusTone(status)}
            data-wanted={wanted === status || undefined}
            aria-pressed={status === current}
            tabIndex={status === (current ?? usual[0]) ? 0 : -1}
            onClick={() => void set(status)}
            onKeyDown={moveFocus}
          >
            {word(status)}
          </button>
        ))}
        {rest.length > 0 && (
          <Dropdown
            kind="menu"
            label={MORE}
            align="end"
            width={150}
            renderButton={(button) => (
              <button
                {...button}
                type="button"
                className={SEGMENT}
                title={MORE}
                data-tone={shown === null ? undefined : statusTone(shown)}
                data-wanted={(wanted !== null && rest.includes(wanted)) || undefined}
                data-on={(shown !== null && rest.includes(shown)) || undefined}
                tabIndex={current !== null && rest.includes(current) ? 0 : -1}
                onKeyDown={moveFocus}
              >
                {shown !== null && rest.includes(shown) && `${word(shown)} `}
                <IconDots size={14} stroke={2} aria-hidden />
                <span className="visually-hidden">{MORE}</span>
              </button>
            )}
            renderContent={(close) =>
              rest.map((status) => (
                <MenuItem
                  key={status}
                  isOn={status === current}
                  onClick={() => {
                    close()
                    void set(status)
                  }}
                >
                  {word(status)}
                </MenuItem>
              ))
            }
          />
        )}
      </fieldset>
      <select
        className={classes.select}
        aria-label="Your status"
        data-tone={shown === null ? undefined : statusTone(shown)}
        value={shown ?? ''}
        onChange={({ currentTarget }) => void set(Number(currentTarget.value))}
      >
        {current === null && <option value="">Status…</option>}
        {[...usual, ...rest].map((status) => (
          <option key={status} value={status}>
            {word(status)}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Roving tab index: one tab stop, arrow keys within. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  const buttons = [...(event.currentTarget.parentElement?.querySelectorAll('button') ?? [])]
  const at = buttons.indexOf(event.currentTarget)
  buttons[(at + step + buttons.length) % buttons.length]?.focus()
  event.preventDefault()
}
