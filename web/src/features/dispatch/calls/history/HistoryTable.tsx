import { IconPlayerPlay } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { dateOnly, dayOnly } from '../../../../platform/format/dates.ts'
import { elapsed } from '../../../../platform/format/durations.ts'
import { PriorityBadge } from '../../../../ui/PriorityBadge.tsx'
import { openPanel, selectCall, useShownCallId } from '../../../../panels/selection.ts'
import { placeOf, STATUS_WORDS } from '../call.labels.ts'
import { BOARD_LINES, PANEL_SCROLL, PANEL_TABLE, PanelState } from '../../../../panels/PanelColumn.tsx'
import { PanelLoading } from '../../../../panels/PanelParts.tsx'
import { classNames } from '../../../../ui/layout.tsx'
import classes from './History.module.css'
import type { HistoryCall } from './history-export.ts'

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

const MADE = classNames('mono-tiny', classes.made)
const UNITS = classNames('mono-tiny', classes.units)
const TOOK = classNames('mono-tiny', classes.took)
const NUMBER = classNames('bare-button', classes.number)

type HistoryTableProps = {
  /** Undefined until loaded. */
  calls: readonly HistoryCall[] | undefined
  /** These belong to the previous search; the current one is still loading. */
  isOld: boolean
  /** Covers several days, so each row shows its date. */
  hasDays: boolean
  /** Cleared calls can be played back. */
  mayReplay: boolean
  empty: string
}

export function HistoryTable({ calls, isOld, hasDays, mayReplay, empty }: HistoryTableProps) {
  const selected = useShownCallId()
  if (!calls) return <PanelLoading label="Loading the history…" lines={BOARD_LINES} />
  if (calls.length === 0) return <PanelState>{empty}</PanelState>
  const open = (callId: number) => {
    selectCall(callId)
    openPanel('call')
  }
  return (
    <div className={PANEL_SCROLL}>
      <table className={classNames(PANEL_TABLE, classes.table)} data-old={isOld || undefined} data-days={hasDays || undefined}>
        <thead>
          <tr>
            <th>
              <span className="visually-hidden">Priority</span>
            </th>
            <th>No.</th>
            <th>Created</th>
            <th>Type</th>
            <th>Location</th>
            <th>Units</th>
            <th>Outcome</th>
            <th>Took</th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <tr key={call.callId} data-selected={call.callId === selected || undefined}>
              <td>
                <PriorityBadge priority={call.priority} />
              </td>
              <td>
                <button type="button" className={NUMBER} onClick={() => open(call.callId)}>
                  {call.callId}
                </button>
              </td>
              <td className={MADE} title={dateOnly(call.createdAt)}>
                {time.format(new Date(call.createdAt))}
                {hasDays && <span className="faint"> {dayOnly(new Date(call.createdAt))}</span>}
              </td>
              <td className={classes.title} title={call.title}>
                {call.title}
              </td>
              <td className={classes.place} title={placeOf(call)}>
                {placeOf(call) || <span className="faint">No location</span>}
              </td>
              <td className={UNITS} title={call.units.join(' ')}>
                {call.units.join(' ') || <span className="faint">none</span>}
              </td>
              <td className={classes.outcome} title={call.disposition ?? undefined}>
                {call.disposition ?? STATUS_WORDS[call.status]}
              </td>
              <td className={TOOK}>
                {call.clearedAt ? elapsed(Date.parse(call.clearedAt) - Date.parse(call.createdAt)) : '–'}
                {mayReplay && call.clearedAt && (
                  // In a tab of its own: the desktop stays as it is.
                  <Link
                    to="/staff/patrol-viewer/replay"
                    search={{ call: call.callId }}
                    target="_blank"
                    className={classes.replay}
                    aria-label={`Replay call ${call.callId}`}
                    title="Replay"
                  >
                    <IconPlayerPlay size={14} stroke={1.8} aria-hidden />
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
