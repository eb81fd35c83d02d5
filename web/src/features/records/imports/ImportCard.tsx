import { Button, Text } from '@mantine/core'
import { IMPORT_FILE_DAYS, type Import } from '@tenfour/contract'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { dateTime } from '../../../platform/format/dates.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { isRunning, KEPT_WORDS, KIND_WORDS, RECORD_WORDS, stateOf, whyNot } from './import.labels.ts'
import { counted } from '../../../platform/format/text.ts'
import { ImportProblems } from './ImportProblems.tsx'
import { cancel, discard, keepImport, start, undo } from './imports.queries.ts'
import { Stack, Row } from '../../../ui/layout.tsx'
import classes from './Imports.module.css'

/** An import: the result of its check, its progress, and the next step. */
export function ImportCard({ shown, takesFocus }: { shown: Import; takesFocus: boolean }) {
  const card = useRef<HTMLDivElement>(null)
  const focused = useRef<string>(undefined)
  const [error, setError] = useState<ErrorInfo | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { importId, state, fileName } = shown
  const step = shown.undone ? 'undone' : state

  // The button that was pressed is gone with the state it belonged to; the next one can't be focused while a call is under way.
  useEffect(() => {
    if (isBusy || focused.current === step) return
    const isFirst = focused.current === undefined
    focused.current = step
    const isMine = isFirst ? takesFocus : document.activeElement === document.body || card.current?.contains(document.activeElement)
    if (isMine) card.current?.querySelector<HTMLElement>('[data-next]')?.focus()
  }, [step, isBusy, takesFocus])

  const act = async (action: (importId: number) => Promise<Import>) => {
    setIsBusy(true)
    setError(null)
    try {
      keepImport(await action(importId))
    } catch (failure) {
      setError(errorInfo(failure))
    } finally {
      setIsBusy(false)
    }
  }
  const askToCancel = async () => {
    const isWriting = state === 'writing'
    const sure = await confirm({
      title: isWriting ? 'Cancel this import?' : 'Cancel the check?',
      body: isWriting
        ? 'What was imported so far stays. To import the rest, upload the file again.'
        : 'The file is deleted. Nothing was imported.',
      subject: fileName,
      confirmLabel: isWriting ? 'Cancel import' : 'Cancel check',
      cancelLabel: 'Continue',
      danger: true,
    })
    if (sure) await act(cancel)
  }
  const askToDiscard = async () => {
    const sure = await confirm({
      title: 'Delete this file?',
      body: 'Nothing of it was imported.',
      subject: fileName,
      confirmLabel: 'Delete',
      danger: true,
    })
    if (sure) await act(discard)
  }
  const askToUndo = async () => {
    const records = counted(shown.added, ...RECORD_WORDS[shown.kind])
    const sure = await confirm({
      title: 'Undo this import?',
      body: `The ${records} that it added ${shown.added === 1 ? 'is' : 'are'} removed, except where someone has changed or used one since.${
        shown.changed > 0
          ? ` The ${counted(shown.changed, 'record')} that it changed ${shown.changed === 1 ? 'stays' : 'stay'} as now.`
          : ''
      }`,
      subject: fileName,
      confirmLabel: `Remove ${records}`,
      danger: true,
    })
    if (sure) await act(undo)
  }
  const { tone, word } = stateOf(shown)
  return (
    <div ref={card}>
      <Card
        title={fileName}
        aside={`${KIND_WORDS[shown.kind]}, uploaded by ${shown.uploadedBy.name}, ${dateTime(shown.uploadedAt)}`}
        link={<StatusBadge tone={tone}>{word}</StatusBadge>}
      >
        <Stack gap={14}>
          {error && <FormError error={error} />}
          {isRunning(shown) && <Running shown={shown} isBusy={isBusy} onCancel={() => void askToCancel()} />}
          {state === 'ready' && (
            <Ready shown={shown} isBusy={isBusy} onStart={() => void act(start)} onDiscard={() => void askToDiscard()} />
          )}
          {!isRunning(shown) && state !== 'ready' && <Ended shown={shown} isBusy={isBusy} onUndo={() => void askToUndo()} />}
          {shown.ignoredColumns.length > 0 && (
            <Banner tone="info" title="Columns left out:">
              {shown.ignoredColumns.join(', ')}. The portal does not know {shown.ignoredColumns.length === 1 ? 'it' : 'them'}.
            </Banner>
          )}
          {shown.problems > 0 && !isRunning(shown) && <ImportProblems shown={shown} />}
        </Stack>
      </Card>
    </div>
  )
}

function Running({ shown, isBusy, onCancel }: { shown: Import; isBusy: boolean; onCancel: () => void }) {
  const isWriting = shown.state === 'writing'
  const words = isWriting ? `${counted(shown.added + shown.changed, 'row')} imported` : `${counted(shown.rows, 'row')} read`
  return (
    <Row gap="10px 14px">
      <progress className={classes.progress} max={100} value={shown.percent} aria-label={isWriting ? 'Importing' : 'Checking'} />
      <Text span size="sm" c="dimmed" miw={190} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {shown.percent} % · {words}
      </Text>
      <Button variant="default" loading={isBusy} onClick={onCancel} data-next>
        Cancel
      </Button>
    </Row>
  )
}

type ReadyProps = { shown: Import; isBusy: boolean; onStart: () => void; onDiscard: () => void }

function Ready({ shown, isBusy, onStart, onDiscard }: ReadyProps) {
  const reason = whyNot(shown)
  const count = shown.toAdd + shown.toChange
  return (
    <>
      <Counts>
        <Count value={shown.toAdd} word="to add" />
        <Count value={shown.toChange} word="to change" />
        <Count value={shown.unchanged} word="unchanged" />
        <Count value={shown.problemRows} word="with problems, left out" isBad={shown.problemRows > 0} />
      </Counts>
      {reason !== null && <Banner tone={shown.problemRows > 0 ? 'warning' : 'info'}>{reason}</Banner>}
      <Row gap="10px 14px">
        {reason === null && (
          <Button loading={isBusy} onClick={onStart} data-next>
            Import {counted(count, 'row')}
          </Button>
        )}
        <Button variant="default" disabled={isBusy} onClick={onDiscard} data-next={reason === null ? undefined : true}>
          Delete file
        </Button>
        <Text component="p" size="sm" c="dimmed">
          Nothing is written yet. The file is kept for {IMPORT_FILE_DAYS} days.
        </Text>
      </Row>
    </>
  )
}

type EndedProps = { shown: Import; isBusy: boolean; onUndo: () => void }

function Ended({ shown, isBusy, onUndo }: EndedProps) {
  const { kind, state, added, changed, problemRows, startedBy, endedAt, undoUntil, undone } = shown
  if (undone) return <Undone kind={kind} undone={undone} />
  if (state === 'failed') return <Next tone="danger">{shown.error}</Next>
  if (state === 'discarded') return <Next tone="info">The file was deleted before it was imported.</Next>
  if (startedBy === null) return <Next tone="info">The check was cancelled. Nothing was imported.</Next>
  return (
    <>
      <Counts>
        <Count value={added} word="added" />
        <Count value={changed} word="changed" />
        <Count value={problemRows} word="left out" isBad={problemRows > 0} />
      </Counts>
      <Text component="p" size="sm" c="dimmed" tabIndex={-1} data-next>
        {state === 'done' ? 'Imported' : 'Cancelled before the end; what was written stays. Started'} by {startedBy.name}
        {endedAt && `, ${dateTime(endedAt)}`}.
      </Text>
      {undoUntil && (
        <Row gap="10px 14px">
          <Button variant="default" loading={isBusy} onClick={onUndo}>
            Undo import
          </Button>
          <Text component="p" size="sm" c="dimmed">
            Until {dateTime(undoUntil)}.
          </Text>
        </Row>
      )}
    </>
  )
}

type UndoneProps = { kind: Import['kind']; undone: NonNullable<Import['undone']> }

/** The records that undoing removed, and those that it kept, with the reason. */
function Undone({ kind, undone: { by, at, removed, kept, records } }: UndoneProps) {
  const words = RECORD_WORDS[kind]
  return (
    <>
      <Counts>
        <Count value={removed} word="removed" />
        <Count value={kept} word="kept" isBad={kept > 0} />
      </Counts>
      <Text component="p" size="sm" c="dimmed" tabIndex={-1} data-next>
        Undone by {by.name}, {dateTime(at)}.
      </Text>
      {kept > 0 && (
        <Banner tone="info" title={`${counted(kept, ...words)} kept:`}>
          {records.map(({ name, reason }) => `${name} (${KEPT_WORDS[reason]})`).join(', ')}
          {kept > records.length && ` and ${counted(kept - records.length, 'other')}`}.
        </Banner>
      )}
    </>
  )
}

const Next = ({ tone, children }: { tone: 'danger' | 'info'; children: ReactNode }) => (
  <div tabIndex={-1} data-next className={classes.quiet}>
    <Banner tone={tone}>{children}</Banner>
  </div>
)

const Counts = ({ children }: { children: ReactNode }) => (
  <Row as="ul" gap="6px 28px">
    {children}
  </Row>
)
const Count = ({ value, word, isBad = false }: { value: number; word: string; isBad?: boolean }) => (
  <li className={classes.count} data-bad={isBad || undefined}>
    <strong>{value.toLocaleString('en')}</strong> {word}
  </li>
)
