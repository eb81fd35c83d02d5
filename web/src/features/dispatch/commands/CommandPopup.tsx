// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- the list of a combobox: its input handles the keys
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Key } from '../../../ui/Key.tsx'
import { useSelectedCallId } from '../../../panels/selection.ts'
import type { CommandContext, Suggestion } from '../../../panels/commands/command.ts'
import { useBoard } from '../board/board.port.ts'
import { classNames, Row } from '../../../ui/layout.tsx'
import classes from './CommandLine.module.css'
import { complete, type Completion, type Wanted } from './complete.ts'
import { read } from './read.ts'
import { optionId, type CommandLineState } from './use-command-line.ts'

type CommandPopupProps = {
  id: string
  typed: CommandLineState['typed']
  context: () => CommandContext
  onTake: (completion: Completion, suggestion: Suggestion) => void
  /** Whether suggestions are shown, for the input's ARIA attributes. */
  onList: (hasList: boolean) => void
}

/** Shows what Enter would do, the last error, and suggestions. Follows the board while open. */
export function CommandPopup({ id, typed, context, onTake, onList }: CommandPopupProps) {
  const { line, caret, cycle, problem } = typed
  const units = useBoard((state) => state.units)
  const calls = useBoard((state) => state.calls)
  const openCallId = useSelectedCallId()
  // `context` reads the board and the selection itself; listing them here reruns it when they change.
  const now = useMemo(() => ({ ...context(), calls, openCallId, units: [...units.values()] }), [context, units, calls, openCallId])
  const known = useMemo(() => complete(line, caret, now), [line, caret, now])
  const fetched = useFetched(cycle ? undefined : known.wanted, now)
  // Completed again when more suggestions have been fetched.
  const live = useMemo(() => (fetched === undefined ? known : complete(line, caret, now)), [fetched, known, line, caret, now])
  // Not kept: what has been fetched may change it too.
  const reading = read(line, now)
  const { completion, index } = cycle ?? { completion: live, index: -1 }
  const hasList = completion.suggestions.length > 0
  useEffect(() => {
    onList(hasList)
    return () => onList(false)
  }, [hasList, onList])
  const { popup, isAtEnd } = useRoomBeside()
  return (
    <div ref={popup} className={classes.popup} data-at-end={isAtEnd || undefined} onPointerDown={(event) => event.preventDefault()}>
      <p className={classes.outcome} data-kind={problem === null ? reading.kind : 'problem'} aria-live="polite">
        {problem === null ? (
          <>
            {reading.kind === 'ready' && (
              <>
                <Key>Enter</Key> {reading.words}
              </>
            )}
            {reading.kind === 'incomplete' && reading.hint}
            {reading.kind === 'wrong' && reading.problem}
            {reading.kind === 'empty' && 'A command, a unit or a call number'}
          </>
        ) : (
          problem
        )}
      </p>
      {hasList && <Suggestions id={id} completion={completion} index={index} onTake={(suggestion) => onTake(completion, suggestion)} />}
      <Row as="p" gap="4px 16px" className={classNames('faint tiny', classes.keys)} aria-hidden>
        <span>
          <Key>Tab</Key> complete
        </span>
        <span>
          <Key>↑</Key> earlier commands
        </span>
        <span>
          <Key>Esc</Key> back
        </span>
        <span>
          <Key>?</Key> every command
        </span>
      </Row>
    </div>
  )
}

const NOTHING_FETCHED = { subscribe: () => () => undefined, get: () => undefined }

/** Asks for the suggestions that have to be fetched; changes when they are here. */
function useFetched(wanted: Wanted | undefined, context: CommandContext): unknown {
  const source = wanted?.fetched
  const typed = wanted?.typed
  useEffect(() => {
    if (typed !== undefined) source?.want(typed, context)
  }, [source, typed, context])
  const { subscribe, get } = source ?? NOTHING_FETCHED
  return useSyncExternalStore(subscribe, get)
}

/** Whether there is too little room to the right, so that it has to align with the line's end. */
function useRoomBeside() {
  const popup = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(false)
  useLayoutEffect(() => {
    if (popup.current && popup.current.getBoundingClientRect().right > window.innerWidth) setAtEnd(true)
  }, [])
  return { popup, isAtEnd }
}

type SuggestionsProps = { id: string; completion: Completion; index: number; onTake: (suggestion: Suggestion) => void }

/** The suggestions. The input above keeps focus and refers to the active option. */
function Suggestions({ id, completion, index, onTake }: SuggestionsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (index < 0) list.current?.scrollTo({ top: 0 })
    else list.current?.children[index]?.scrollIntoView({ block: 'nearest' })
  }, [index, completion])
  return (
    <div ref={list} id={id} role="listbox" aria-label="Suggestions" className={classes.suggestions}>
      {completion.suggestions.map((suggestion, at) => (
        <div
          key={suggestion.insert}
          id={optionId(id, at)}
          role="option"
          tabIndex={-1}
          aria-selected={at === index}
          className={classes.suggestion}
          onClick={() => onTake(suggestion)}
        >
          <span className={classes.label}>{suggestion.label}</span>
          <span className="muted truncated">{suggestion.detail}</span>
        </div>
      ))}
    </div>
  )
}
