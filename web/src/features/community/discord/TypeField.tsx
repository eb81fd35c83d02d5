import { Loader } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import classes from './Lists.module.css'
import type { TypeSave } from './use-type-saves.ts'

type TypeFieldProps<T extends string> = {
  /** Of what: 'Type of Police'. */
  label: string
  value: T
  /** Each with its words. */
  options: readonly { readonly value: T; readonly label: string }[]
  save: TypeSave<T> | undefined
  /** Why it can't be changed; null if it can. */
  reason: string | null
  errorId: string
  onChoose: (value: T) => void
}

/** On a closed list each arrow key is a choice, so that the last of them is waited for. */
const KEYS_PAUSE_MS = 700

/** A list of types that saves what is chosen at once. It stays enabled meanwhile: a disabled one loses the focus. */
export function TypeField<T extends string>({ label, value, options, save, reason, errorId, onChoose }: TypeFieldProps<T>) {
  const [passing, setPassing] = useState<T | null>(null)
  const isByKey = useRef(false)
  const choose = useEffectEvent((type: T) => onChoose(type))
  useEffect(() => {
    if (passing === null) return
    const timer = setTimeout(() => {
      setPassing(null)
      choose(passing)
    }, KEYS_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [passing])

  const shown = passing ?? save?.wanted ?? value
  const commit = () => {
    if (passing === null) return
    setPassing(null)
    onChoose(passing)
  }
  const isSaving = save?.wanted !== undefined
  return (
    <span className={classes.field} title={reason ?? undefined}>
      {/* Not the library's field: there are dozens of these on a page that is scrolled. */}
      <select
        className={classes.select}
        aria-label={label}
        aria-busy={isSaving || undefined}
        aria-invalid={Boolean(save?.problem) || undefined}
        aria-errormessage={save?.problem ? errorId : undefined}
        disabled={reason !== null}
        value={shown}
        onKeyDown={({ key }) => {
          isByKey.current = key !== 'Enter' && key !== ' '
          if (key === 'Enter') commit()
          if (key === 'Escape') setPassing(null)
        }}
        onPointerDown={() => void (isByKey.current = false)}
        onBlur={commit}
        onChange={({ currentTarget }) => {
          const chosen = options.find((each) => each.value === currentTarget.value)
          if (!chosen) return
          if (isByKey.current) return setPassing(chosen.value)
          setPassing(null)
          if (chosen.value !== shown) onChoose(chosen.value)
        }}
      >
        {options.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </select>
      <span className={classes.fieldEnd} aria-hidden>
        {isSaving ? (
          <Loader size={12} />
        ) : save?.isSaved ? (
          <IconCheck className={classes.saved} size={14} />
        ) : (
          <IconChevronDown size={14} stroke={1.8} />
        )}
      </span>
      {reason && <span className="visually-hidden">{reason}</span>}
    </span>
  )
}
