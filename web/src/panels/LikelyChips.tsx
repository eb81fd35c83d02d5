import { useEffect, useEffectEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { FilterChip } from '../ui/FilterChip.tsx'
import { Key } from '../ui/Key.tsx'
import { Row } from '../ui/layout.tsx'

/** A value that can be filled in at once, by a click or, in any field of the form, by Alt and its key. */
export type LikelyChip = {
  readonly key: 'R' | 'L' | 'P' | 'N'
  /** 'Owner: Dexter Marlowe'. */
  readonly label: string
  readonly take: () => void
}

const SCOPE = 'form, [role="dialog"], [data-panel]'
const FIELDS = 'input:not([disabled]), textarea:not([disabled]), select:not([disabled])'

/** Likely values of a field, below it. Nothing if there are none. */
export const LikelyChips = ({ chips }: { chips: readonly LikelyChip[] }) => (chips.length === 0 ? null : <Chips chips={chips} />)

function Chips({ chips }: { chips: readonly LikelyChip[] }) {
  const row = useRef<HTMLDivElement>(null)
  const take = (chip: LikelyChip) => {
    const scope = row.current?.closest(SCOPE)
    const next = [...(scope?.querySelectorAll<HTMLElement>(FIELDS) ?? [])].find(
      (field) => row.current && row.current.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING,
    )
    flushSync(chip.take)
    // The chip, or the field it has filled, is gone.
    if (document.activeElement === document.body) next?.focus()
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) return
    // By physical key: with Alt held some systems produce another character.
    const chip = chips.find(({ key }) => event.code === `Key${key}`)
    if (!chip || !(event.target instanceof Node) || !row.current?.closest(SCOPE)?.contains(event.target)) return
    event.preventDefault()
    event.stopPropagation()
    take(chip)
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [])
  return (
    <Row ref={row} gap="4px 6px" style={{ paddingBlock: 4 }}>
      {chips.map((chip) => (
        <FilterChip key={chip.key} isSuggestion title={`Alt+${chip.key}`} onClick={() => take(chip)}>
          <span className="truncated">{chip.label}</span> <Key>Alt {chip.key}</Key>
        </FilterChip>
      ))}
    </Row>
  )
}
