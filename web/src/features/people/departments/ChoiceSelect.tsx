import { Button, Loader, Select } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { choiceOf, isGone, type Choice, type Option } from './choice.ts'
import classes from './ChoiceSelect.module.css'

type ChoiceSelectProps = {
  label: string
  /** Undefined while loading, and after a failure. */
  options: readonly Option[] | undefined
  value: number | null
  onChange: (choice: Choice) => void
  required: boolean
  loading: boolean
  /** Set when loading failed; the list is then empty and can be reloaded. */
  failure: string | null
  onRetry: () => unknown
  emptyText: string
  /** Why nothing can be selected yet. */
  blockedText?: string
  error?: ReactNode
}

/** A select for ids, which clears a value that its list no longer contains. */
export function ChoiceSelect(props: ChoiceSelectProps) {
  const { label, options, value, onChange, required, loading, failure, onRetry, emptyText, blockedText, error } = props
  const gone = isGone(value, options)
  const [search, setSearch] = useState('')
  const takeBack = useEffectEvent(() => onChange(choiceOf(null)))
  useEffect(() => {
    if (gone) takeBack()
  }, [gone])

  const placeholder = blockedText ?? (loading ? 'Loading…' : options?.length ? 'Choose' : emptyText)
  return (
    <div className={classes.choice}>
      <Select
        label={label}
        required={required}
        withAsterisk={required}
        searchable
        clearable={!required}
        allowDeselect={!required}
        selectFirstOptionOnChange
        searchValue={search}
        onSearchChange={setSearch}
        // Selecting the same value again triggers no change, so the search text has to be reset here.
        onOptionSubmit={(id) => setSearch(options?.find((option) => String(option.id) === id)?.label ?? '')}
        disabled={blockedText !== undefined}
        placeholder={placeholder}
        nothingFoundMessage={options?.length ? 'Nothing matches' : emptyText}
        rightSection={loading ? <Loader size={14} aria-label={`Loading ${label.toLowerCase()}s`} /> : undefined}
        aria-busy={loading}
        data={(options ?? []).map(({ id, label: text }) => ({ value: String(id), label: text }))}
        value={value === null || gone ? null : String(value)}
        onChange={(next) => onChange(choiceOf(next === null ? null : Number(next)))}
        error={failure ?? error}
      />
      {failure && (
        <Button className={classes.retry} variant="subtle" size="compact-sm" onClick={() => void onRetry()}>
          Try again
        </Button>
      )}
    </div>
  )
}
