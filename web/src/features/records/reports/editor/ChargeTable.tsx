import { ActionIcon, Text } from '@mantine/core'
import { totalsOf, type Charge, type ReportKind } from '@tenfour/contract'
import { IconX } from '@tabler/icons-react'
import { duration } from '../../../../platform/format/durations.ts'
import { AmountInput, FieldProblem, removeRow } from '../drafts/drafts.port.ts'
import { useImposes } from '../imposed.ts'
import { chargeProblems, fineRange, jailRange, rangeWords, withCounts } from './report-content.ts'
import { currency, money } from '../../../../platform/format/text.ts'
import classes from '../drafts/Editor.module.css'

type ChargeTableProps = {
  kind: ReportKind
  charges: readonly Charge[]
  /** Changed or retired since they were added. */
  outdated: readonly number[]
  errorAt: (path: string) => string | undefined
  readOnly: boolean
  onChange: (charges: Charge[]) => void
}

/** The offences with their counts, and with fine and jail where the kind imposes them. */
export function ChargeTable({ kind, charges, outdated, errorAt, readOnly, onChange }: ChargeTableProps) {
  const imposes = useImposes(kind)
  const totals = totalsOf(kind, charges)
  if (charges.length === 0) return null
  const change = (index: number, by: (charge: Charge) => Charge) =>
    onChange(charges.map((charge, at) => (at === index ? by(charge) : charge)))
  return (
    <table className={classes.charges}>
      <caption className="visually-hidden">Offences</caption>
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Offence</th>
          <th scope="col">Counts</th>
          {imposes.fine && <th scope="col">Fine</th>}
          {imposes.jail && <th scope="col">Jail</th>}
          <th scope="col">
            <span className="visually-hidden">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {charges.map((charge, index) => {
          const problems = chargeProblems(kind, charge)
          const problem = (field: 'counts' | 'fine' | 'jailMinutes') => problems[field] ?? errorAt(`charges.${index}.${field}`)
          const { code, title, counts } = charge
          return (
            <tr key={charge.revisionId}>
              <td className={classes.code}>{code}</td>
              <td>
                {title}
                {outdated.includes(charge.revisionId) && (
                  <FieldProblem>Changed in the penal code since. Remove it and add it again.</FieldProblem>
                )}
                <FieldProblem>{errorAt(`charges.${index}.revisionId`)}</FieldProblem>
              </td>
              <td>
                <AmountInput
                  label={`Counts of ${code}`}
                  value={counts}
                  error={problem('counts')}
                  width={44}
                  readOnly={readOnly}
                  onChange={(next) => change(index, (each) => withCounts(kind, each, next))}
                />
              </td>
              {imposes.fine && (
                <td>
                  <AmountInput
                    label={`Fine for ${code}`}
                    unit={currency()}
                    value={charge.fine}
                    range={rangeWords(fineRange(charge, counts), 'money')}
                    error={problem('fine')}
                    width={86}
                    readOnly={readOnly}
                    onChange={(fine) => change(index, (each) => ({ ...each, fine }))}
                  />
                </td>
              )}
              {imposes.jail && (
                <td>
                  <AmountInput
                    label={`Jail for ${code}, in minutes`}
                    value={charge.jailMinutes}
                    range={rangeWords(jailRange(charge, counts), 'min')}
                    error={problem('jailMinutes')}
                    width={64}
                    readOnly={readOnly}
                    onChange={(jailMinutes) => change(index, (each) => ({ ...each, jailMinutes }))}
                  />
                </td>
              )}
              <td>
                {!readOnly && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={24}
                    aria-label={`Remove ${code} ${title}`}
                    title="Remove"
                    onClick={({ currentTarget }) => removeRow(currentTarget, 'tr', () => onChange(charges.filter((_, at) => at !== index)))}
                  >
                    <IconX size={14} stroke={1.8} aria-hidden />
                  </ActionIcon>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
      {(imposes.fine || imposes.jail || totals.points > 0) && (
        <tfoot>
          <tr>
            <th scope="row" colSpan={imposes.fine || imposes.jail ? 3 : 4}>
              Total
              {totals.points > 0 && (
                <Text span inherit c="dimmed" fw={450} ml={10}>
                  {totals.points} {totals.points === 1 ? 'point' : 'points'}
                </Text>
              )}
            </th>
            {imposes.fine && <td colSpan={imposes.jail ? 1 : 2}>{money(totals.fine)}</td>}
            {imposes.jail && <td colSpan={2}>{duration(totals.jailMinutes)}</td>}
          </tr>
        </tfoot>
      )}
    </table>
  )
}
