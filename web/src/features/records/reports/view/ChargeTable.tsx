import type { Charge, ReportKind, Totals } from '@tenfour/contract'
import { duration } from '../../../../platform/format/durations.ts'
import { money } from '../../../../platform/format/text.ts'
import { useImposes } from '../imposed.ts'
import classes from './ReportView.module.css'

type ChargeTableProps = { kind: ReportKind; charges: readonly Charge[]; totals: Totals }

/** The offences, with the columns of what their kind of report imposes, and the totals. */
export function ChargeTable({ kind, charges, totals }: ChargeTableProps) {
  const { fine, jail, points } = useImposes(kind)
  return (
    // oxlint-disable-next-line no-noninteractive-tabindex -- only focusable elements can be scrolled by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label="Offences">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Offence</th>
            <th scope="col" className={classes.number}>
              Counts
            </th>
            {fine && (
              <th scope="col" className={classes.number}>
                Fine
              </th>
            )}
            {jail && (
              <th scope="col" className={classes.number}>
                Jail
              </th>
            )}
            {points && (
              <th scope="col" className={classes.number}>
                Points
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {charges.map((charge) => (
            <tr key={charge.revisionId}>
              <td className={classes.what}>
                <span className={`mono ${classes.code}`}>{charge.code}</span>
                {charge.title} <span className="muted small">{charge.type}</span>
              </td>
              <td className={classes.number}>{charge.counts}</td>
              {fine && <td className={classes.number}>{money(charge.fine)}</td>}
              {jail && <td className={classes.number}>{duration(charge.jailMinutes)}</td>}
              {points && <td className={classes.number}>{charge.points * charge.counts}</td>}
            </tr>
          ))}
        </tbody>
        {(fine || jail || points) && (
          <tfoot>
            <tr>
              <td className={classes.what} colSpan={2}>
                Total
              </td>
              {fine && <td className={classes.number}>{money(totals.fine)}</td>}
              {jail && <td className={classes.number}>{duration(totals.jailMinutes)}</td>}
              {points && <td className={classes.number}>{totals.points}</td>}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}
