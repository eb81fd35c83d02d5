import { Text } from '@mantine/core'
import { WELCOME_LINK_DAYS, type FileProblem, type UserFilePerson } from '@tenfour/contract'
import { useEffect, useRef, useState } from 'react'
import { counted } from '../../../platform/format/text.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FileTable, problemColumns } from '../../../ui/file-problems.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { OnPhone } from '../../../ui/OnPhone.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import { create, type Checked, type Welcomed } from './user-files.queries.ts'

const PROBLEMS = problemColumns<FileProblem>()
const PEOPLE: readonly Column<UserFilePerson>[] = [
  { id: 'row', header: 'Row', value: ({ row }) => row, width: 76, align: 'right', mono: true },
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    cell: ({ name, emailAddress }) => (
      <>
        {name}
        <OnPhone>{emailAddress}</OnPhone>
      </>
    ),
  },
  { id: 'email', header: 'Email address', value: ({ emailAddress }) => emailAddress, isWideOnly: true },
  { id: 'department', header: 'Department', value: ({ department, rank }) => [department, rank].filter(Boolean).join(', ') },
]

const rowsOf = (problems: readonly FileProblem[]): number => new Set(problems.map(({ row }) => row)).size

type CheckedFileProps = { checked: Checked; onCreated: (welcomed: Welcomed) => void }

/** The outcome of the check, and the step that makes the accounts. */
export function CheckedFile({ checked: { name, file, result }, onCreated }: CheckedFileProps) {
  const { people, problems, ignoredColumns } = result
  const [error, setError] = useState<ErrorInfo | null>(null)
  const card = useRef<HTMLDivElement>(null)
  // Each check starts here, also for the keyboard.
  useEffect(() => (card.current?.querySelector<HTMLElement>('[data-next]') ?? card.current)?.focus(), [result])
  const make = async () => {
    setError(null)
    await create(file, people.length).then(onCreated, (failure: unknown) => setError(errorInfo(failure)))
  }
  const left = rowsOf(problems)
  return (
    <div ref={card} tabIndex={-1} style={{ outline: 'none' }}>
      <Card
        title={name}
        aside={`${counted(people.length, 'account', 'accounts')} ready, ${counted(left, 'row has', 'rows have')} a problem`}
      >
        <Stack>
          <FormError error={error} />
          {ignoredColumns.length > 0 && (
            <Banner tone="info" title="Columns left out:">
              {ignoredColumns.join(', ')}. The portal does not know {ignoredColumns.length === 1 ? 'it' : 'them'}.
            </Banner>
          )}
          {problems.length > 0 && (
            <FileTable label="Problems" columns={PROBLEMS} rows={problems} rowKey={({ row, field }) => `${row} ${field}`} />
          )}
          {people.length === 0 ? (
            <Text inherit>No account can be made from this file. Correct the rows and choose the file again.</Text>
          ) : (
            <>
              <FileTable label="Accounts" columns={PEOPLE} rows={people} rowKey={({ row }) => row} />
              <Text inherit c="dimmed">
                {left > 0 && 'Rows with a problem are left out. '}
                Each person gets a link that works once, within {WELCOME_LINK_DAYS} days, with which they choose their password. You send it
                to them: the portal sends no email.
              </Text>
              <div>
                <ActionButton action={make} data-next>
                  Create {counted(people.length, 'account', 'accounts')}
                </ActionButton>
              </div>
            </>
          )}
        </Stack>
      </Card>
    </div>
  )
}
