import { useMemo, useState } from 'react'
import { Combo } from '../../../ui/Combo.tsx'
import { PriorityBadge } from '../../../ui/PriorityBadge.tsx'
import { useCallTypesById } from './calls.queries.ts'
import type { CallType } from '@tenfour/contract'

type TypeSelectProps = {
  label?: string
  value: number | null
  onChange: (callTypeId: number) => void
  size?: 'xs' | 'sm'
  error?: string
  /** If given, opens at once and calls this when done. */
  onClose?: () => void
  /** A type was selected by Enter or a click, not by leaving the field. */
  onPicked?: () => void
  isPanelFocus?: boolean
}

/** Selects a call type by code or name. */
export function TypeSelect({ label, value, onChange, size = 'sm', error, onClose, onPicked, isPanelFocus }: TypeSelectProps) {
  const types = useCallTypesById()
  // The text being typed; null while the field only shows the selection.
  const [typed, setTyped] = useState<string | null>(null)
  const options = useMemo(() => {
    return searchTypes(types.values(), typed ?? '').map(({ callTypeId, code, name, priority }) => ({
      id: callTypeId,
      content: (
        <>
          <PriorityBadge priority={priority} />
          <span className="mono-tiny muted" style={{ minWidth: 92 }}>
            {code}
          </span>
          {name}
        </>
      ),
    }))
  }, [types, typed])
  const finish = () => {
    setTyped(null)
    onClose?.()
  }
  const pick = (callTypeId: number) => {
    if (callTypeId !== value) onChange(callTypeId)
    finish()
  }
  return (
    <Combo
      label={label}
      aria-label={label ? undefined : 'Type'}
      size={size}
      placeholder={value === null ? 'Code or name' : types.get(value)?.name}
      error={error}
      text={typed ?? (value === null ? '' : (types.get(value)?.name ?? ''))}
      onText={setTyped}
      options={options}
      listLabel="Types"
      empty="Nothing matches"
      isOpen={typed !== null}
      takesFocus={onClose !== undefined}
      isPanelFocus={isPanelFocus}
      onOpen={() => setTyped((before) => before ?? '')}
      onLeave={(marked) => {
        // Leaving the field selects the marked match; with nothing typed, the value is kept.
        if (typed?.trim() && marked !== undefined) pick(marked)
        else finish()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || typed === null) return
        event.preventDefault()
        event.stopPropagation()
        finish()
      }}
      onPick={(callTypeId) => {
        pick(callTypeId)
        onPicked?.()
      }}
    />
  )
}

const NO_MATCH = 6

/** Best first: exact code, code prefix, name prefix, exact word in the name, word prefix, substring. */
function rankOf({ code, name }: CallType, wanted: string): number {
  const [lowCode, lowName] = [code.toLowerCase(), name.toLowerCase()]
  const words = lowName.split(/\s+/)
  if (lowCode === wanted) return 0
  if (lowCode.startsWith(wanted)) return 1
  if (lowName.startsWith(wanted)) return 2
  if (words.includes(wanted)) return 3
  if (words.some((word) => word.startsWith(wanted))) return 4
  return lowName.includes(wanted) || lowCode.includes(wanted) ? 5 : NO_MATCH
}

/** Types by code or name, best match first; all of them in the given order while nothing is typed. */
export function searchTypes(types: Iterable<CallType>, text: string): CallType[] {
  const wanted = text.trim().toLowerCase()
  const all = [...types]
  if (wanted === '') return all
  return all.filter((type) => rankOf(type, wanted) < NO_MATCH).toSorted((a, b) => rankOf(a, wanted) - rankOf(b, wanted))
}
