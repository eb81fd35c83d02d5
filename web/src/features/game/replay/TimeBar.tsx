import { memo, useEffect, useRef, useState } from 'react'
import { clockTime } from '../../../platform/format/local-times.ts'
import { useMoment, type Player } from './player.ts'
import { clockText, ticksOf } from './replay.labels.ts'
import classes from './TimeBar.module.css'
import { lastIndex, type TimelineCall } from './timeline.ts'

type TimeBarProps = { player: Player; onCall: (call: TimelineCall) => void }

/** The whole time with its calls, and the play head on it. */
export function TimeBar({ player, onCall }: TimeBarProps) {
  const { from, to } = player.timeline
  const at = useMoment(player, (moment) => Math.floor(moment.at / 1000) * 1000)
  const share = percentOf(player, at)
  return (
    <div className={classes.bar}>
      <Calls player={player} onCall={onCall} />
      <input
        type="range"
        className={classes.range}
        aria-label="Time"
        aria-valuetext={clockText(at)}
        min={from}
        max={to}
        step={1000}
        value={at}
        style={{ '--share': `${share}%` } as React.CSSProperties}
        onChange={(event) => player.seek(Number(event.currentTarget.value))}
      />
      <Ticks player={player} />
    </div>
  )
}

const percentOf = ({ timeline: { from, to } }: Player, at: number): number => (to > from ? ((at - from) / (to - from)) * 100 : 0)

const Ticks = memo(function Ticks({ player }: { player: Player }) {
  const { from, to } = player.timeline
  return (
    <div className={classes.ticks} aria-hidden>
      {ticksOf(from, to).map((at) => (
        <span key={at} style={placeStyle(percentOf(player, at))}>
          {clockTime(at)}
        </span>
      ))}
    </div>
  )
})

/** At the left edge it starts there, at the right edge it ends there, so that nothing is cut off. */
const placeStyle = (percent: number) => ({ left: `${percent}%`, transform: `translateX(-${percent}%)` })

/** The calls of the time, one stop for Tab: the latest begun. N and P go from call to call. */
const Calls = memo(function Calls({ player, onCall }: TimeBarProps) {
  const { calls, from, to } = player.timeline
  const list = useRef<HTMLUListElement>(null)
  const [named, setNamed] = useState<TimelineCall | null>(null)
  const latest = useMoment(player, ({ at }) =>
    Math.max(
      0,
      lastIndex(calls.length, (index) => calls[index]?.start ?? Infinity, at),
    ),
  )
  useEffect(() => {
    const { current } = list
    // N and P were pressed on one of the marks.
    if (current?.contains(document.activeElement)) current.querySelectorAll('button')[latest]?.focus()
  }, [latest])
  return (
    <>
      <ul ref={list} className={classes.calls} aria-label="Calls">
        {calls.map((call, index) => (
          <li key={call.callId} style={{ left: `${percentOf(player, Math.max(from, Math.min(to, call.start)))}%` }}>
            <button
              type="button"
              className={classes.call}
              data-priority={call.priority}
              tabIndex={index === latest ? 0 : -1}
              aria-label={`${clockText(call.start)}, ${nameOf(call)}, priority ${call.priority}`}
              onClick={() => onCall(call)}
              onMouseEnter={() => setNamed(call)}
              onMouseLeave={() => setNamed(null)}
              onFocus={(event) => event.currentTarget.matches(':focus-visible') && setNamed(call)}
              onBlur={() => setNamed(null)}
            />
          </li>
        ))}
      </ul>
      {named && (
        <span className={classes.name} style={placeStyle(percentOf(player, Math.max(from, Math.min(to, named.start))))} aria-hidden>
          <b>{clockText(named.start)}</b> {nameOf(named)}
          {named.location && <span className="muted"> · {named.location}</span>}
        </span>
      )}
    </>
  )
})

const nameOf = ({ callId, title }: TimelineCall) => `Call ${callId}, ${title}`
