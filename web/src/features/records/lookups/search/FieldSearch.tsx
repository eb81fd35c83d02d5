// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- the list of a combobox: it and its input handle the keys
import { NativeSelect, TextInput } from '@mantine/core'
import { SEARCH_FROM, type Field, type FieldMatch } from '@tenfour/contract'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useObservable } from '../../../../platform/store/observable.ts'
import { fieldSearch, openRecord, setFieldLookup, useFieldLookup } from '../desk.ts'
import { fieldGroups, wantedMatch, type Viewer } from './field-lookup.ts'
import { LogLine } from './LookupSearch.tsx'
import { Columns } from '../../../../ui/layout.tsx'
import { PanelNote } from '../../../../panels/PanelParts.tsx'
import classes from '../Records.module.css'

/** Finds what has a value in one of the community's own fields. */
export function FieldSearch({ fields, viewer }: { fields: readonly Field[]; viewer: Viewer }) {
  const { fieldId, text } = useFieldLookup()
  const field = fields.find((each) => each.fieldId === fieldId) ?? fields[0]
  const key = String(field?.fieldId ?? 0)
  const search = useObservable(fieldSearch)
  // A value that is chosen is whole; one that is typed is searched from its second character on, or by Enter.
  const isChosen = field?.type === 'choice' || field?.type === 'flag' || field?.type === 'date'
  const isOurs = search.kind === key && search.q === text.trim() && text.trim() !== ''
  const rows = isOurs ? search.rows : []
  const [marked, setMarked] = useState({ rows, at: 0 })
  const at = marked.rows === rows ? marked.at : 0
  const input = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => fieldSearch.want(key, text), [key, text])
  if (!field) return null

  const optionId = (index: number) => `${id}-${index}`
  const mark = (next: number) => {
    setMarked({ rows, at: Math.max(0, Math.min(rows.length - 1, next)) })
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  const open = (match: FieldMatch | undefined) => {
    if (!match) return
    const wanted = wantedMatch(match, viewer)
    if (wanted) openRecord(wanted)
    else window.open(`/user/reports/${match.id}`, '_blank')
  }
  const enter = async () => {
    if (text.trim() === '') return
    if (isOurs && search.phase === 'found') return open(rows[at])
    const found = await fieldSearch.now(key, text).catch(() => [])
    if (found.length === 1) open(found[0])
  }
  const onFieldKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') void enter()
    // In a select the arrow keys choose.
    else if (event.key === 'ArrowDown' && rows.length > 0 && event.currentTarget instanceof HTMLInputElement) list.current?.focus()
    else if (event.key === 'Escape' && text !== '') setFieldLookup({ fieldId: field.fieldId, text: '' })
    else return
    event.preventDefault()
  }
  const onListKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape' || (event.key === 'ArrowUp' && at === 0)) input.current?.focus()
    else if (event.key === 'ArrowDown') mark(at + 1)
    else if (event.key === 'ArrowUp') mark(at - 1)
    else if (event.key === 'Enter') open(rows[at])
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const value = {
    ref: input,
    'aria-label': field.name,
    'data-panel-focus': true,
    value: text,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setFieldLookup({ fieldId: field.fieldId, text: currentTarget.value }),
    onKeyDown: onFieldKey,
  }
  const isFound = isOurs && search.phase === 'found'
  return (
    <div className={classes.lookup}>
      <div className={classes.search}>
        <Columns of="minmax(0, 0.8fr) minmax(0, 1fr)" gap={8}>
          <NativeSelect
            aria-label="Field"
            data={fieldGroups(fields, viewer).map(({ group, items }) => ({ group, items: [...items] }))}
            value={key}
            onChange={({ currentTarget }) => setFieldLookup({ fieldId: Number(currentTarget.value), text: '' })}
          />
          {field.type === 'choice' ? (
            <NativeSelect {...value} data={[{ value: '', label: 'Any value' }, ...field.options]} />
          ) : field.type === 'flag' ? (
            <NativeSelect {...value} data={[{ value: '', label: 'Any value' }, 'Yes', 'No']} />
          ) : (
            <TextInput
              {...value}
              type={field.type === 'date' ? 'date' : 'text'}
              role={isChosen ? undefined : 'combobox'}
              aria-expanded={isChosen ? undefined : rows.length > 0}
              aria-controls={isChosen ? undefined : id}
              placeholder="Value"
              autoComplete="off"
              spellCheck={false}
              maxLength={80}
              data-search-field
            />
          )}
        </Columns>
        <LogLine />
      </div>
      <output className="visually-hidden" aria-live="polite">
        {isFound && (rows.length === 0 ? 'Nothing found' : `${rows.length} found`)}
      </output>
      {isOurs && search.phase === 'failed' && (
        <p className={classes.hint} role="alert">
          {search.problem}
        </p>
      )}
      {!isFound && text.trim() !== '' && text.trim().length < SEARCH_FROM && <p className={classes.hint}>Enter searches for “{text}”.</p>}
      {isFound && rows.length === 0 && (
        <PanelNote>
          <p>
            Nothing found with {field.name} “{text.trim()}”.
          </p>
        </PanelNote>
      )}
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label="Found"
        tabIndex={rows.length > 0 ? 0 : -1}
        aria-activedescendant={rows.length > 0 ? optionId(at) : undefined}
        className={classes.rows}
        data-stale={(isOurs && search.phase === 'searching') || undefined}
        onKeyDown={onListKey}
      >
        {rows.map((match, index) => (
          <div
            key={match.id}
            id={optionId(index)}
            role="option"
            aria-label={`${match.label}, ${field.name}: ${match.value}`}
            tabIndex={-1}
            aria-selected={index === at}
            className={classes.row}
            onClick={() => open(match)}
          >
            <span className={classes.rowText}>
              <span className={match.of === 'character' ? classes.rowFirst : `mono ${classes.rowFirst}`}>{match.label}</span>
              <span className={classes.rowSecond}>
                {field.name}: {match.value}
              </span>
            </span>
          </div>
        ))}
      </div>
      <p className={classes.keys} aria-hidden>
        ↑↓ select · Enter open · Esc back
      </p>
    </div>
  )
}
