import { durationInColumn } from '../../../../platform/format/durations.ts'
import type { StatusTone } from '../../../../ui/StatusBadge.tsx'
import timeline from '../timeline/PatrolTimeline.module.css'
import classes from './OwnPatrols.module.css'

export type Share = { readonly key: string; readonly name: string; readonly seconds: number; readonly tone?: StatusTone | undefined }

/** Bars within a table, so that it needs no second form for screen readers. */
export function ShareChart({ caption, header, shares }: { caption: string; header: string; shares: readonly Share[] }) {
  const most = Math.max(...shares.map(({ seconds }) => seconds), 1)
  const total = shares.reduce((sum, { seconds }) => sum + seconds, 0)
  return (
    <table className={classes.shares}>
      <caption className="visually-hidden">{caption}</caption>
      <colgroup>
        <col style={{ width: '28%' }} />
        <col />
        <col style={{ width: 76 }} />
        <col style={{ width: 60 }} />
      </colgroup>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{header}</th>
          <th scope="col">Bar</th>
          <th scope="col">Time</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ key, name, seconds, tone }) => (
          <tr key={key}>
            <th scope="row" title={name}>
              {name}
            </th>
            <td aria-hidden>
              <i className={timeline.paint} data-tone={tone ?? 'moving'} style={{ width: `${(seconds / most) * 100}%` }} />
            </td>
            <td className="mono">{durationInColumn(seconds / 60)}</td>
            <td className="mono muted">{`${Math.round((seconds / Math.max(total, 1)) * 100)} %`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
