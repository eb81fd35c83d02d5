import { SegmentedControl } from '@mantine/core'
import { IMPORT_FILE_BYTES, ImportKind, MAX_IMPORT_ROWS, type Import } from '@tenfour/contract'
import { useState } from 'react'
import { downloadFile } from '../../../platform/download/download-file.ts'
import { Card } from '../../../ui/Card.tsx'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FileColumns, FileDrop } from '../../../ui/FileDrop.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { useFields } from '../fields/fields.port.ts'
import { columnsOf, formatOf, KIND_WORDS, problemWith, templateOf } from './import.labels.ts'
import { sendFile } from './imports.queries.ts'
import { Stack } from '../../../ui/layout.tsx'

type UploadCardProps = { kind: ImportKind; onKind: (kind: ImportKind) => void; onUploaded: (uploaded: Import) => void }

const isKind = (value: string): value is ImportKind => ImportKind.safeParse(value).success

export function UploadCard({ kind, onKind, onUploaded }: UploadCardProps) {
  const { fields = [] } = useFields()
  const [error, setError] = useState<ErrorInfo | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  const upload = async (file: File) => {
    const format = formatOf(file.name)
    const problem = problemWith(file)
    if (problem !== null || format === null) return setError({ message: problem ?? '' })
    setIsBusy(true)
    setError(null)
    try {
      onUploaded(await sendFile(kind, format, file))
    } catch (failure) {
      setError(errorInfo(failure))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Card title="New import">
      <Stack gap={14}>
        <SegmentedControl
          style={{ alignSelf: 'start' }}
          aria-label="What to import"
          withItemsBorders={false}
          data={ImportKind.options.map((value) => ({ value, label: KIND_WORDS[value] }))}
          value={kind}
          onChange={(value) => isKind(value) && onKind(value)}
        />
        {error && <FormError error={error} />}
        <FileDrop
          accept=".csv,.tsv,.txt,.json,text/csv,application/json"
          isBusy={isBusy}
          onFile={(file) => void upload(file)}
          template={{
            label: `${KIND_WORDS[kind]} template`,
            download: () => downloadFile(`${kind}.csv`, templateOf(kind, fields), 'text/csv'),
          }}
        >
          CSV with a header or a JSON list, UTF-8, at most {IMPORT_FILE_BYTES / 1_000_000} MB and {MAX_IMPORT_ROWS.toLocaleString('en')}{' '}
          rows.
        </FileDrop>
        <FileColumns label={`Columns of ${KIND_WORDS[kind].toLowerCase()}`} columns={columnsOf(kind, fields)} />
      </Stack>
    </Card>
  )
}
