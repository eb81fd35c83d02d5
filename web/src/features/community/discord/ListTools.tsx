import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { DebouncedTextInput } from '../../../ui/DebouncedTextInput.tsx'
import classes from './Lists.module.css'
import type { TypeSave } from './use-type-saves.ts'

/** With fewer everything is in sight, or nearly. */
const MIN_FOR_SEARCH = 16

type SearchProps = { label: string; total: number; value: string; onSearch: (value: string) => void }

export function ListSearch({ label, total, value, onSearch }: SearchProps) {
  if (total < MIN_FOR_SEARCH && value === '') return null
  return (
    <DebouncedTextInput
      className={classes.search}
      label={label}
      placeholder="Search"
      icon={<IconSearch size={14} aria-hidden />}
      value={value}
      onCommit={onSearch}
    />
  )
}

/** Nothing is left of a list that is not empty. */
export function NothingMatches({ words, onClear }: { words: string; onClear: () => void }) {
  return (
    <p className={classes.none}>
      {words}
      <Button variant="subtle" size="compact-sm" onClick={onClear}>
        Clear filters
      </Button>
    </p>
  )
}

type SaveNewsProps = { saves: ReadonlyMap<string, TypeSave<unknown>>; nameOf: (id: string) => string | undefined }

/** Reads out how the last choice went; the row shows it, but may be out of sight. */
export function SaveNews({ saves, nameOf }: SaveNewsProps) {
  const [id, last] = [...saves].findLast(([, { problem, isSaved }]) => isSaved || problem) ?? []
  const name = id === undefined ? undefined : (nameOf(id) ?? 'The row')
  return <output className="visually-hidden">{last && (last.problem ? `${name}: ${last.problem}` : `${name}: type saved`)}</output>
}
