import { ActionIcon } from '@mantine/core'
import type { WarrantCharge } from '@tenfour/contract'
import { IconX } from '@tabler/icons-react'
import { AmountInput, editorClasses as classes, FieldProblem, removeRow } from '../../../records/reports/drafts/drafts.port.ts'

type ChargeListProps = {
  charges: readonly WarrantCharge[]
  /** Changed or retired since they were added. */
  outdated: readonly number[]
  errorAt: (path: string) => string | undefined
  readOnly: boolean
  onChange: (charges: WarrantCharge[]) => void
}

/** The offences with their counts. */
export function ChargeList({ charges, outdated, errorAt, readOnly, onChange }: ChargeListProps) {
  if (charges.length === 0) return null
  return (
    <table className={classes.charges}>
      <caption className="visually-hidden">Offences</caption>
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Offence</th>
          <th scope="col">Counts</th>
          <th scope="col">
            <span className="visually-hidden">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {charges.map(({ revisionId, code, title, counts }, index) => {
          const isOutdated = outdated.includes(revisionId)
          const problem = errorAt(`charges.${index}.revisionId`)
          return (
            <tr key={revisionId}>
              <td className={classes.code}>{code}</td>
              <td>
                {title}
                {(isOutdated || problem) && (
                  <FieldProblem>{isOutdated ? 'Changed in the penal code since. Remove it and add it again.' : problem}</FieldProblem>
                )}
              </td>
              <td>
                <AmountInput
                  label={`Counts of ${code}`}
                  value={counts}
                  error={errorAt(`charges.${index}.counts`)}
                  width={44}
                  readOnly={readOnly}
                  onChange={(next) => onChange(charges.map((each, at) => (at === index ? { ...each, counts: next } : each)))}
                />
              </td>
              <td>
                {!readOnly && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={24}
                    aria-label={`Remove ${code} ${title}`}
                    aria-invalid={isOutdated && problem ? true : undefined}
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
    </table>
  )
}
