import { useEffect, useEffectEvent, useMemo, useRef, useState, useCallback, type KeyboardEvent, type RefObject } from 'react'
import { localStore, type KeyValueStore } from '../../../platform/storage/storage.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { focusShownPanel } from '../../../panels/desktop.ts'
import {
  focusCall,
  focusPanel,
  openNewCall,
  openPanel,
  selectCall,
  selectUnit,
  showOnMap,
  selectedCallId,
} from '../../../panels/selection.ts'
import type { CommandContext, Suggestion, Command } from '../../../panels/commands/command.ts'
import type { PanelId } from '../../../panels/panel.ts'
import { boardActionsReportingTo, setOwnStatus, setStatusOf, boardStore, useMayDispatch, useUnitPlacesNow } from '../board/board.port.ts'
import { applied, complete, type Completion } from './complete.ts'
import { showGuide } from './use-shortcuts.ts'
import { perform } from './perform.ts'
import { isUnknown, read } from './read.ts'
import { z } from 'zod'
import type { Beat, CallType } from '@tenfour/contract'
import { useBeats, useCallTypes, useDispositions, useRadioChannels } from '../cad-values/cad-values.port.ts'

const DONE_MS = 6000
/** A user who has waited longer than this for a command has gone on to something else. */
const ARRIVAL_MS = 5000

/** Cycling through suggestions for the typed text: the line shows one of them. */
type Cycle = { readonly typed: string; readonly completion: Completion; readonly index: number }

type Typed = {
  readonly line: string
  readonly caret: number
  readonly cycle: Cycle | null
  /** The position in the history; null while typing a new line. */
  readonly past: { readonly at: number; readonly typed: string } | null
  readonly problem: string | null
}
const NOTHING: Typed = { line: '', caret: 0, cycle: null, past: null, problem: null }

/** The state and keys of the command line. */
export function useCommandLine(input: RefObject<HTMLInputElement | null>, context: () => CommandContext) {
  const { userId } = useSignedInUser()
  const history = useMemo(() => createHistory(localStore, userId), [userId])
  const [typed, setTyped] = useState(NOTHING)
  const [isOpen, setOpen] = useState(false)
  /** Commands whose answer is not there yet. */
  const [running, setRunning] = useState(0)
  const [done, setDone] = useState<string | null>(null)
  const before = useRef<Place | null>(null)
  /** The line whose command was unknown, or could be several, when Enter was pressed. */
  const unknown = useRef({ line: '', at: 0 })

  useEffect(() => {
    if (done === null) return
    const timer = setTimeout(() => setDone(null), DONE_MS)
    return () => clearTimeout(timer)
  }, [done])

  const leave = () => {
    if (document.activeElement !== input.current) return
    if (!returnTo(before.current)) focusShownPanel(['calls'])
  }
  /** A command that opens a panel moves focus there, unless the user was writing elsewhere. */
  const goTo = (panelId: PanelId) => (isWriting(before.current) ? openPanel(panelId) : focusPanel(panelId))

  const show = ({ line, caret }: { line: string; caret: number }, rest: Partial<Typed> = {}) => {
    setTyped({ ...NOTHING, line, caret, ...rest })
  }
  /** A command that failed is in the line again, with the reason. A user who has gone on to something else is not interrupted. */
  const giveBack = (line: string, problem: string | null, leftAt: Element | null) => {
    const isTaken = input.current?.value !== ''
    if (!isTaken) show({ line, caret: line.length }, { problem })
    if (!isTaken && document.activeElement === leftAt) input.current?.focus()
    else if (problem !== null) notify.error(problem)
  }

  const submit = async () => {
    const { line } = typed
    const reading = read(line, context())
    unknown.current = { line: isUnknown(line, context()) ? line : '', at: performance.now() }
    if (reading.kind !== 'ready') {
      const problem = reading.kind === 'wrong' ? reading.problem : reading.kind === 'incomplete' ? `Not complete. ${reading.hint}.` : null
      return setTyped((now) => ({ ...now, problem }))
    }
    let problem: string | null = null
    let createdId = 0
    const actions = boardActionsReportingTo((message) => (problem = message))
    // The command line is left before the answer arrives: keys pressed meanwhile belong to the desktop, or to the next command.
    const wasWriting = isWriting(before.current)
    history.add(line)
    setTyped(NOTHING)
    leave()
    const leftAt = document.activeElement
    setRunning((count) => count + 1)
    const isDone = await perform(reading.intent, {
      actions,
      goTo,
      report: (message) => (problem = message),
      ownUserId: userId,
      setOwnStatus: (status) => setOwnStatus(userId, status, actions),
      setStatusOf: (unitId, status) => setStatusOf([unitId], status, actions),
      openCall: (callId) => {
        selectCall(callId)
        goTo('call')
      },
      onCreated: (callId) => {
        createdId = callId
        if (!wasWriting && document.activeElement === leftAt) return focusCall(callId)
        selectCall(callId)
        openPanel('call')
      },
      showOnMap,
      showUnit: (unitId) => {
        selectUnit(unitId)
        goTo('units')
      },
      openForm: openNewCall,
      openHelp: () => showGuide('commands'),
    })
    setRunning((count) => count - 1)
    if (!isDone) return giveBack(line, problem, leftAt)
    setDone((typeof reading.done === 'string' ? reading.done : reading.done(createdId)) || null)
  }
  /**
   * Some commands are fetched with the first key, and may arrive after Enter: the line is run then, if the user has not changed it. A line that
   * was refused for any other reason is never run by itself.
   */
  const runIfArrived = useEffectEvent(() => {
    const { line, at } = unknown.current
    const isWaiting = line !== '' && line === typed.line && typed.problem !== null && document.activeElement === input.current
    if (isWaiting && performance.now() - at < ARRIVAL_MS && !isUnknown(line, context())) void submit()
  })
  useEffect(() => runIfArrived(), [context])

  const step = (by: 1 | -1): boolean => {
    const { line, caret, cycle } = typed
    const completion = cycle?.completion ?? complete(line, caret, context())
    const count = completion.suggestions.length
    const index = cycle ? (cycle.index + by + count) % count : by === 1 ? 0 : count - 1
    const suggestion = completion.suggestions[index]
    if (!suggestion) return false
    const from = cycle?.typed ?? line
    show(applied(from, completion, suggestion), { cycle: count === 1 ? null : { typed: from, completion, index } })
    return true
  }
  const recall = (by: 1 | -1): boolean => {
    const lines = history.lines()
    const now = typed.past ?? { at: lines.length, typed: typed.line }
    const at = stepThrough(lines, now.at, by, typed.line)
    if (at === now.at && typed.past === null) return false
    const line = lines[at] ?? now.typed
    show({ line, caret: line.length }, { past: at === lines.length ? null : { at, typed: now.typed } })
    return true
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    // With nothing typed, Tab moves on as usual.
    const isTab = event.key === 'Tab' && typed.line.trim() !== ''
    if (event.key === 'Enter') void submit()
    else if (event.key === 'Escape') {
      setTyped(NOTHING)
      leave()
    } else if (isTab) {
      if (!step(event.shiftKey ? -1 : 1)) return
    } else if (event.key === 'ArrowUp') {
      if (!(typed.cycle ? step(-1) : recall(-1))) return
    } else if (event.key === 'ArrowDown') {
      if (!(typed.past ? recall(1) : step(1))) return
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    typed,
    isOpen,
    isBusy: running > 0,
    done,
    onKeyDown,
    onChange: (line: string, caret: number) => show({ line, caret }),
    onCaret: (caret: number) => setTyped((now) => (now.caret === caret || now.cycle ? now : { ...now, caret })),
    onFocus: (from: EventTarget | null) => {
      before.current = placeOf(from)
      setOpen(true)
      setDone(null)
    },
    onBlur: () => setOpen(false),
    take: (completion: Completion, suggestion: Suggestion) => {
      show(applied(typed.cycle?.typed ?? typed.line, completion, suggestion))
      input.current?.focus()
    },
  }
}
export type CommandLineState = ReturnType<typeof useCommandLine>

/** A focused element and its text selection. */
type Place = { readonly element: HTMLElement; readonly selection: readonly [number, number] | null }

const isText = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement

function placeOf(element: EventTarget | null): Place | null {
  if (!(element instanceof HTMLElement) || element === document.body) return null
  // Fields such as dates have no text selection.
  const selection =
    isText(element) && element.selectionStart !== null
      ? ([element.selectionStart, element.selectionEnd ?? element.selectionStart] as const)
      : null
  return { element, selection }
}

/** Whether it is a text field being edited. A search field holds nothing that is being written. */
const isWriting = (place: Place | null): boolean =>
  place !== null &&
  !place.element.hasAttribute('data-search-field') &&
  (place.selection !== null || place.element.isContentEditable || isText(place.element))

/** Restores focus and text selection; false if the element is gone. */
function returnTo(place: Place | null): boolean {
  if (!place?.element.isConnected) return false
  place.element.focus({ preventScroll: true })
  if (place.selection && isText(place.element)) place.element.setSelectionRange(...place.selection)
  return document.activeElement === place.element
}

const MAX_LINES = 50
const Lines = z.array(z.string()).catch([])

/** The commands this user entered in this browser, latest last. */
export function createHistory(store: KeyValueStore, userId: number) {
  const key = `commands:${userId}`
  const lines = (): readonly string[] => {
    try {
      return Lines.parse(JSON.parse(store.getItem(key) ?? '[]'))
    } catch {
      return []
    }
  }
  return {
    lines,
    add: (line: string) => {
      const kept = line.trim()
      const others = lines().filter((each) => each !== kept)
      store.setItem(key, JSON.stringify([...others, kept].slice(-MAX_LINES)))
    },
  }
}

/** One step through the history; `lines.length` is the line being typed. A command that failed is in both: it is passed over. */
export function stepThrough(lines: readonly string[], at: number, by: 1 | -1, shown = ''): number {
  const next = Math.max(0, Math.min(lines.length, at + by))
  return at === lines.length && lines[next] === shown.trim() && next > 0 ? next - 1 : next
}

const NO_BEATS: readonly Beat[] = []

/** The context for parsing a line, read on demand so that an idle command line does not rerender with the board. */
export function useCommandContext(commands: readonly Command[]): () => CommandContext {
  const { userId } = useSignedInUser()
  const mayDispatch = useMayDispatch()
  const callTypes: readonly CallType[] = useCallTypes()
  const beats = useBeats().beats ?? NO_BEATS
  const dispositions = useDispositions()
  const radioChannels = useRadioChannels()
  const placesNow = useUnitPlacesNow()
  return useCallback(() => {
    const { units, calls } = boardStore().get()
    const [own, openCallId, places] = [units.get(userId), selectedCallId(), placesNow()]
    return {
      commands,
      units: [...units.values()],
      calls,
      callTypes,
      dispositions,
      radioChannels,
      beats,
      own,
      mayDispatch,
      openCallId,
      places,
    }
  }, [commands, userId, mayDispatch, callTypes, dispositions, radioChannels, beats, placesNow])
}

/** The id of a suggestion, to which the input refers. */
export const optionId = (id: string, index: number): string => `${id}-${index}`
