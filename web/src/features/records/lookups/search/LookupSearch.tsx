// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- the list of a combobox: it and its input handle the keys
import { Text, TextInput } from '@mantine/core'
import { accessSubject, bolosSwitch, capability, isAllowed, SEARCH_FROM, type SearchRow } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useIsOn } from '../../../../platform/features/features.ts'
import { useObservable } from '../../../../platform/store/observable.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { useOwnUnit } from '../../../dispatch/board/board.port.ts'
import { openNewBolo } from '../../bolos/bolo-draft.port.ts'
import { openAct } from '../acts/acts.ts'
import { openRecord, openRow, panelSearch, putOnOwnCall, setLookupField, useLookupField } from '../desk.ts'
import { Flags } from '../records/Flags.tsx'
import { idOf, isPlate, isUnknownPlate, labelOf, meantRow, personBolo, vehicleBolo, vehicleWords, type DeskKind } from './search-rows.ts'
import { Row } from '../../../../ui/layout.tsx'
import { TextButton } from '../../../../ui/TextButton.tsx'
import { PanelNote } from '../../../../panels/PanelParts.tsx'
import classes from '../Records.module.css'

const PLACEHOLDERS: Readonly<Record<DeskKind, string>> = {
  person: 'Name or phone',
  vehicle: 'Plate or VIN',
  weapon: 'Serial number',
  patient: 'Name or phone',
}

/** The field and what is found. Enter in the field opens what is marked; the arrow keys go down into the list, where letters are keys. */
export function LookupSearch({ kind }: { kind: DeskKind }) {
  const { text, ...field } = useLookupField()
  const search = useObservable(panelSearch)
  const hasBolos = useIsOn(bolosSwitch)
  const isOurs = search.kind === kind && text.trim().length >= SEARCH_FROM
  const rows = isOurs ? search.rows : []
  const [marked, setMarked] = useState({ rows, at: 0 })
  const at = marked.rows === rows ? marked.at : 0
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => panelSearch.want(kind, text), [kind, text])

  const optionId = (index: number) => `${id}-${index}`
  const mark = (next: number) => {
    setMarked({ rows, at: Math.max(0, Math.min(rows.length - 1, next)) })
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  const isFresh = isOurs && search.phase === 'found' && search.q === text.trim()
  const runsPlate = kind === 'vehicle' && isFresh && isUnknownPlate(rows, text)
  const run = () => openRecord({ kind: 'lookup', label: text.trim(), request: { by: 'plate', plate: text.trim() } })

  /** A text that was typed faster than it was searched is searched first. */
  const enter = async () => {
    const typed = text.trim()
    if (typed.length < SEARCH_FROM) return
    if (runsPlate) return run()
    const known = rows[at]
    if (isFresh) return known && openRow(kind, known)
    const found = await panelSearch.now(kind, typed).catch(() => null)
    if (!found) return kind === 'vehicle' && isPlate(typed) ? run() : undefined
    const meant = meantRow(found, typed)
    if (meant) openRow(kind, meant)
    else if (kind === 'vehicle' && isUnknownPlate(found, typed)) run()
  }
  const onFieldKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') void enter()
    else if (event.key === 'ArrowDown' && rows.length > 0) list.current?.focus()
    else if (event.key === 'Escape' && text !== '') setLookupField({ ...field, text: '' })
    else return
    event.preventDefault()
  }
  const onListKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[at]
    const key = event.key.toLowerCase()
    if (key === 'escape' || (key === 'arrowup' && at === 0)) input.current?.focus()
    else if (key === 'arrowdown') mark(at + 1)
    else if (key === 'arrowup') mark(at - 1)
    else if (key === 'enter' && row) openRow(kind, row)
    else if (key === 'a' && row && kind !== 'patient') putRowOnCall(row)
    else if (key === 'b' && row && kind !== 'patient' && hasBolos) boloFor(row)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={classes.lookup}>
      <div className={classes.search}>
        <TextInput
          ref={input}
          role="combobox"
          aria-label={PLACEHOLDERS[kind]}
          aria-expanded={rows.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={rows.length > 0 ? optionId(at) : undefined}
          placeholder={PLACEHOLDERS[kind]}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={80}
          data-panel-focus
          data-search-field
          classNames={{ input: kind === 'person' || kind === 'patient' ? undefined : 'mono' }}
          value={text}
          onChange={({ currentTarget }) => setLookupField({ ...field, text: currentTarget.value })}
          onKeyDown={onFieldKey}
          rightSectionWidth={110}
          rightSectionProps={{ style: { justifyContent: 'flex-end' } }}
          rightSection={<Count count={rows.length} isSearching={isOurs && search.phase === 'searching'} isFound={isFresh} />}
        />
        <LogLine />
      </div>
      <output className="visually-hidden" aria-live="polite">
        {isFresh && (rows.length === 0 ? 'Nothing found' : `${rows.length} found`)}
      </output>
      {isOurs && search.phase === 'failed' && (
        <p className={classes.hint} role="alert">
          {search.problem}
        </p>
      )}
      {runsPlate && (
        <p className={classes.hint}>
          <span className="mono">{text.trim().toUpperCase()}</span> is not registered. Enter runs it for BOLOs.
        </p>
      )}
      {isFresh && rows.length === 0 && !runsPlate && <NothingFound kind={kind} text={text.trim()} />}
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
        {rows.map((row, index) => (
          <div
            key={`${row.kind}${idOf(row)}`}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === at && !runsPlate}
            className={classes.row}
            onClick={() => openRow(kind, row)}
          >
            <RowContent row={row} />
          </div>
        ))}
      </div>
      <p className={classes.keys} aria-hidden>
        ↑↓ select · Enter open{kind !== 'patient' && kind !== 'weapon' && ` · A to my call${hasBolos ? ' · B BOLO' : ''}`} · Esc back
      </p>
    </div>
  )
}

function Count({ count, isSearching, isFound }: { count: number; isSearching: boolean; isFound: boolean }) {
  return (
    <Text span size="xs" c="var(--text-faint)" pr={10}>
      {isSearching ? 'Searching…' : isFound ? `${count} found` : ''}
    </Text>
  )
}

/** On which call it is logged, and that it is. */
export function LogLine() {
  const callId = useOwnUnit()?.callId ?? null
  const maySeeLog = isAllowed(capability('seeLookups'), accessSubject(useSignedInUser()))
  return (
    <Row justify="space-between" gap="0 12px" className="faint" style={{ paddingTop: 6, fontSize: '0.75rem' }}>
      <span>{callId === null ? 'Not on a call' : <>On call {callId}</>}</span>
      <span>
        logged with your name
        {maySeeLog && (
          <>
            {' · '}
            <Link to="/user/lookups" target="_blank">
              log
            </Link>
          </>
        )}
      </span>
    </Row>
  )
}

function NothingFound({ kind, text }: { kind: DeskKind; text: string }) {
  return (
    <PanelNote>
      <p>Nothing is registered under “{text}”.</p>
      {kind === 'person' && <TextButton onClick={() => openAct({ kind: 'note-person', name: text })}>Add field record</TextButton>}
    </PanelNote>
  )
}

function RowContent({ row }: { row: SearchRow }) {
  const [first, second] =
    row.kind === 'person'
      ? [row.name, row.formerName ? `formerly ${row.formerName}` : '']
      : row.kind === 'vehicle'
        ? [vehicleWords(row) || 'No description', row.ownerName ?? 'No registered owner']
        : [row.model, row.ownerName]
  return (
    <>
      {row.kind !== 'person' && <span className={classes.rowKey}>{labelOf(row)}</span>}
      <span className={classes.rowText}>
        <span className={classes.rowFirst}>
          {first}
          {row.kind === 'person' && row.birthYear !== null && <span className={classes.year}>{row.birthYear}</span>}
        </span>
        {second && <span className={classes.rowSecond}>{second}</span>}
      </span>
      <Flags flags={row.flags} recordFlags={row.recordFlags} />
    </>
  )
}

function putRowOnCall(row: SearchRow): void {
  const label = labelOf(row)
  if (row.kind === 'person') void putOnOwnCall({ kind: 'person', characterId: row.characterId, label })
  else if (row.kind === 'vehicle') void putOnOwnCall({ kind: 'vehicle', vehicleId: row.vehicleId, label })
}

function boloFor(row: SearchRow): void {
  if (row.kind === 'person') openNewBolo(personBolo(row))
  else if (row.kind === 'vehicle') openNewBolo(vehicleBolo(row))
}
