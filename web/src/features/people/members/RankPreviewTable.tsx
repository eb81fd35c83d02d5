import type { RankPreview } from '@tenfour/contract'
import { StatusBadge, type StatusTone } from '../../../ui/StatusBadge.tsx'
import classes from './Members.module.css'

const OUTCOME: Readonly<Record<RankPreview['outcome'], { tone: StatusTone; word: string }>> = {
  promotion: { tone: 'success', word: 'Promotion' },
  demotion: { tone: 'warning', word: 'Demotion' },
  change: { tone: 'info', word: 'Change' },
  unchanged: { tone: 'off', word: 'Already holds it' },
  'not a member': { tone: 'off', word: 'Not in this department' },
  'above you': { tone: 'danger', word: 'Above your level' },
  yourself: { tone: 'danger', word: 'Yourself' },
}

/** The effect of the change on each member; those not affected show why. */
export function RankPreviewTable({ previews }: { previews: readonly RankPreview[] }) {
  return (
    // oxlint-disable-next-line no-noninteractive-tabindex -- only focusable elements can be scrolled by keyboard
    <section className={classes.previewScroll} tabIndex={0} aria-label="What would change">
      <table className={classes.previewTable}>
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">Outcome</th>
          </tr>
        </thead>
        <tbody>
          {previews.map(({ userId, name, fromRank, toRank, outcome }) => (
            <tr key={userId}>
              <td>{name}</td>
              <td className="muted">{outcome === 'not a member' ? '–' : (fromRank ?? 'No rank')}</td>
              <td className="muted">{outcome === 'promotion' || outcome === 'demotion' || outcome === 'change' ? toRank : '–'}</td>
              <td>
                <StatusBadge tone={OUTCOME[outcome].tone}>{OUTCOME[outcome].word}</StatusBadge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
