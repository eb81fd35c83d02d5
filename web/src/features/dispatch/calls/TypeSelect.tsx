import { useMemo, useState } from 'react'
import { Combo } from '../../../ui/Combo.tsx'
import { PriorityBadge } from '../../../ui/PriorityBadge.tsx'
import { radioCodes, useCallTypes, useCallTypesById } from '../cad-values/cad-values.port.ts'
import type { CallType, RadioCode } from '@tenfour/contract'

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

/** Selects a call type by code, name or what it is called on the radio. */
export function TypeSelect({ label, value, onChange, size = 'sm', error, onClose, onPicked, isPanelFocus }: TypeSelectProps) {
  const types = useCallTypesById()
  const offered = useCallTypes()
  // The text being typed; null while the field only shows the selection.
  const [typed, setTyped] = useState<string | null>(null)
  const options = useMemo(() => {
    return searchTypes(offered, typed ?? '').map(({ callTypeId, key, code, name, priority }) => ({
      id: callTypeId,
      content: (
        <>
          <PriorityBadge priority={priority} />
          <span className="mono-tiny muted" style={{ minWidth: 92 }}>
            {code}
          </span>
          {name}
          <span className="mono-tiny faint" style={{ marginLeft: 'auto' }}>
            {radioCodes().codesFor({ callType: key }).join(' ')}
          </span>
        </>
      ),
    }))
  }, [offered, typed])
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

/** Best first: exact code, radio code, code prefix, name prefix, exact word in the name, word prefix, substring. */
function rankOf({ key, code, name }: CallType, wanted: string, radioCodes: readonly RadioCode[]): number {
  const [lowCode, lowName] = [code.toLowerCase(), name.toLowerCase()]
  const words = lowName.split(/\s+/)
  const radioCode = radioCodes.findIndex((each) => 'callType' in each && each.callType.toLowerCase() === key.toLowerCase())
  if (lowCode === wanted) return 0
  if (radioCode === 0) return 0.5
  if (radioCode > 0) return 1
  if (lowCode.startsWith(wanted)) return 1
  if (lowName.startsWith(wanted)) return 2
  if (words.includes(wanted)) return 3
  if (words.some((word) => word.startsWith(wanted))) return 4
  return lowName.includes(wanted) || lowCode.includes(wanted) ? 5 : NO_MATCH
}

/** Types by code, name or radio code, best match first; all of them in the given order while nothing is typed. */
export function searchTypes(types: Iterable<CallType>, text: string): CallType[] {
  const wanted = text.trim().toLowerCase()
  const all = [...types]
  if (wanted === '') return all
  const radioCodes = radioCodesIn(wanted)
  const rank = (type: CallType) => rankOf(type, wanted, radioCodes)
  return all.filter((type) => rank(type) < NO_MATCH).toSorted((a, b) => rank(a) - rank(b))
}

/** The codes that the text can mean: 10-8 is not the beginning of 10-80, and 10-50 can go on with its letters. */
function radioCodesIn(wanted: string): readonly RadioCode[] {
  const whole = radioCodes().find(wanted)
  return radioCodes()
    .begun(wanted)
    .filter(({ code }) => !whole || code === whole.code || code.startsWith(`${whole.code} `))
}
