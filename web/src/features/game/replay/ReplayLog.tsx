import { memo, useEffect, useEffectEvent, useRef, type KeyboardEvent, type RefObject } from 'react'
import { type Player, useMoment } from './player.ts'
import classes from './ReplayLog.module.css'
import { clockText } from './replay.labels.ts'
import { lineAt, type LogLine } from './timeline.ts'

type ReplayLogProps = {
  player: Player
  lines: readonly LogLine[]
  /** Lines of several calls name theirs. */
  hasCalls: boolean
  onLine: (line: LogLine) => void
}

/** After a hand on the log it stays where it is for a while. */
const HANDS_OFF_MS = 4000

/** The log of words and actions, with the current line marked and the lines still to come dimmed. */
export function ReplayLog({ player, lines, hasCalls, onLine }: ReplayLogProps) {
  const list = useRef<HTMLOListElement>(null)
  const touchedAt = useRef(-HANDS_OFF_MS)
  const marked = useRef<Marked | null>(null)
  const stop = useRef<Element | null>(null)
  const current = useMoment(player, ({ at }) => lineAt(lines, at))
  const follow = useEffectEvent(() => {
    const element = list.current
    if (!element) return
    const was = marked.current?.lines === lines ? marked.current.current : null
    mark(element, was, current)
    marked.current = { lines, current }
    const row = element.children[Math.max(0, current)]
    const hasFocus = element.contains(document.activeElement)
    if (!hasFocus) rove(stop, row)
    if (hasFocus || performance.now() - touchedAt.current < HANDS_OFF_MS || !(row instanceof HTMLElement)) return
    const top = row.offsetTop - element.offsetTop
    const isSeen = top > element.scrollTop + 20 && top + row.offsetHeight < element.scrollTop + element.clientHeight * 0.7
    if (!isSeen) element.scrollTop = top - element.clientHeight * 0.4
  })
  useEffect(() => follow(), [current, lines])
  const touch = () => {
    touchedAt.current = performance.now()
  }
  if (lines.length === 0) return <p className={classes.empty}>Nothing was logged.</p>
  const step = (event: KeyboardEvent<HTMLOListElement>) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const row = document.activeElement?.closest('li')
    const next = by === 1 ? row?.nextElementSibling : by === -1 ? row?.previousElementSibling : null
    if (!next) return
    event.preventDefault()
    rove(stop, next)
    next.querySelector('button')?.focus()
  }
  return (
    // The keys move among the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ol ref={list} className={classes.log} aria-label="Log" onKeyDown={step} onWheel={touch} onPointerDown={touch}>
      <Rows lines={lines} hasCalls={hasCalls} onLine={onLine} />
    </ol>
  )
}

type Marked = { readonly lines: readonly LogLine[]; readonly current: number }

/**
 * The rows are rendered once; which one is current and which are past are attributes. An evening has thousands of them, so only those
 * between the last current one and this are touched: a selector for what follows would restyle all of it with every line.
 */
function mark({ children: rows }: HTMLElement, was: number | null, current: number): void {
  if (was === null) for (const row of rows) row.removeAttribute('aria-current')
  else rows[was]?.removeAttribute('aria-current')
  const [first, last] = was === null ? [0, rows.length - 1] : [Math.min(was, current) + 1, Math.max(was, current)]
  for (let index = Math.max(0, first); index <= last; index += 1) rows[index]?.toggleAttribute('data-past', index <= current)
  rows[current]?.setAttribute('aria-current', 'true')
}

/** One stop for Tab in the whole list; arrows go on from there. */
function rove(stop: RefObject<Element | null>, row: Element | undefined): void {
  stop.current?.setAttribute('tabindex', '-1')
  stop.current = row?.querySelector('button') ?? null
  stop.current?.setAttribute('tabindex', '0')
}

const Rows = memo(function Rows({ lines, hasCalls, onLine }: Pick<ReplayLogProps, 'lines' | 'hasCalls' | 'onLine'>) {
  return lines.map((line) => {
    const { key, at, callId, author, unit, text } = line
    return (
      <li key={key}>
        <button type="button" tabIndex={-1} className={classes.line} onClick={() => onLine(line)}>
          <time className={classes.time}>{clockText(at)}</time>
          <span className={classes.text}>
            {hasCalls && callId !== null && <span className={classes.call}>{callId}</span>}
            {(unit || author) && <b>{unit || author} </b>}
            {text}
          </span>
        </button>
      </li>
    )
  })
})
