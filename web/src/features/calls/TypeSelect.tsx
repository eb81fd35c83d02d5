import { Select, type ComboboxItem, type OptionsFilter } from '@mantine/core'
import type { CallType } from '@tenfour/contract'
import { useCallTypesById } from './calls.queries.ts'
import { PriorityBadge } from './PriorityBadge.port.tsx'
import classes from './TypeSelect.module.css'

type TypeSelectProps = {
  label?: string
  value: number | null
  onChange: (callTypeId: number) => void
  size?: 'xs' | 'sm'
  error?: string
  /** Opens at once, and says when it is done with. */
  onClose?: () => void
  isPanelFocus?: boolean
}

/** The best first: the code as typed, then one that begins so, then what begins with it, then what holds it. */
const rankOf = ({ code, name }: CallType, wanted: string): number => {
  const [lowCode, lowName] = [code.toLowerCase(), name.toLowerCase()]
  if (lowCode === wanted) return 0
  if (lowCode.startsWith(wanted)) return 1
  if (lowName.startsWith(wanted)) return 2
  return lowName.split(/\s+/).some((word) => word.startsWith(wanted)) ? 3 : lowName.includes(wanted) || lowCode.includes(wanted) ? 4 : 5
}

/** A type of call by code or by name. */
export function TypeSelect({ label, value, onChange, size = 'sm', error, onClose, isPanelFocus }: TypeSelectProps) {
  const types = useCallTypesById()
  const filter: OptionsFilter = ({ options, search }) => {
    const wanted = search.trim().toLowerCase()
    const typeOf = (option: unknown) => types.get(Number((option as ComboboxItem).value))
    const rank = (option: unknown) => {
      const type = typeOf(option)
      return type ? rankOf(type, wanted) : 5
    }
    return wanted === '' ? options : options.filter((each) => rank(each) < 5).toSorted((a, b) => rank(a) - rank(b))
  }
  return (
    <Select
      label={label}
      aria-label={label ? undefined : 'Type'}
      size={size}
      placeholder="Code or name"
      error={error}
      data={[...types.values()].map(({ callTypeId, name }) => ({ value: String(callTypeId), label: name }))}
      value={value === null ? null : String(value)}
      onChange={(chosen) => chosen !== null && onChange(Number(chosen))}
      searchable
      selectFirstOptionOnChange
      autoSelectOnBlur
      allowDeselect={false}
      filter={filter}
      maxDropdownHeight={320}
      defaultDropdownOpened={onClose !== undefined}
      ref={onClose ? takeFocus : undefined}
      onDropdownClose={onClose}
      data-panel-focus={isPanelFocus || undefined}
      comboboxProps={{ shadow: 'md', width: 'max-content', position: 'bottom-start' }}
      classNames={{ option: classes.option }}
      renderOption={({ option }) => {
        const type = types.get(Number(option.value))
        if (!type) return option.label
        return (
          <>
            <PriorityBadge priority={type.priority} />
            <span className={classes.code}>{type.code}</span>
            {type.name}
          </>
        )
      }}
    />
  )
}

const takeFocus = (input: HTMLInputElement | null) => input?.focus()
