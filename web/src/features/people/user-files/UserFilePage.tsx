import { MAX_USER_FILE_ROWS, USER_FILE_BYTES, USER_FILE_COLUMNS } from '@tenfour/contract'
import { useState } from 'react'
import { toCsv } from '../../../platform/download/csv-export.ts'
import { downloadFile } from '../../../platform/download/download-file.ts'
import { Card } from '../../../ui/Card.tsx'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FileColumns, FileDrop } from '../../../ui/FileDrop.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { CheckedFile } from './CheckedFile.tsx'
import { check, copyOf, whyNotSend, type Checked, type Welcomed } from './user-files.queries.ts'
import { WelcomeLinks } from './WelcomeLinks.tsx'

/** Accounts for many people at once: a file is checked, then made into accounts with a link for each person. */
export function UserFilePage() {
  const [checked, setChecked] = useState<Checked | null>(null)
  const [welcomed, setWelcomed] = useState<Welcomed | null>(null)
  return (
    <>
      <PageHeader
        title="Add people from a file"
        subtitle="An account for each row of a CSV file, and a welcome link for each person. The file is checked before anything is made."
      />
      {welcomed ? (
        <WelcomeLinks
          welcomed={welcomed}
          onAnother={() => {
            setChecked(null)
            setWelcomed(null)
          }}
        />
      ) : (
        <Stack>
          <FileCard onChecked={setChecked} />
          {checked && <CheckedFile checked={checked} onCreated={setWelcomed} />}
        </Stack>
      )}
    </>
  )
}

function FileCard({ onChecked }: { onChecked: (checked: Checked | null) => void }) {
  const [error, setError] = useState<ErrorInfo | null>(null)
  const [isBusy, setBusy] = useState(false)
  const take = async (file: File) => {
    onChecked(null)
    const problem = whyNotSend(file)
    setError(problem === null ? null : { message: problem })
    if (problem !== null) return
    setBusy(true)
    try {
      const copy = await copyOf(file)
      onChecked({ name: file.name, file: copy, result: await check(copy) })
    } catch (failure) {
      setError(errorInfo(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title="File">
      <Stack gap={14}>
        <FormError error={error} />
        <FileDrop
          accept=".csv,.tsv,.txt,text/csv"
          isBusy={isBusy}
          onFile={(file) => void take(file)}
          template={{ label: 'Template', download: () => downloadFile('people.csv', TEMPLATE, 'text/csv') }}
        >
          CSV with a header, UTF-8, at most {MAX_USER_FILE_ROWS} people and {USER_FILE_BYTES / 1000} kB.
        </FileDrop>
        <FileColumns label="Columns" columns={USER_FILE_COLUMNS} />
      </Stack>
    </Card>
  )
}

const TEMPLATE = toCsv(
  USER_FILE_COLUMNS.map(({ name }) => name),
  [],
)
