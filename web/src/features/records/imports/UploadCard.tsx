import { Button, FileButton, SegmentedControl, Text } from '@mantine/core'
import { IMPORT_FILE_BYTES, ImportKind, MAX_IMPORT_ROWS, type Import } from '@tenfour/contract'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadFile } from '../../../platform/download/download-file.ts'
import { Card } from '../../../ui/Card.tsx'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { useFields } from '../fields/fields.port.ts'
import { columnsOf, formatOf, KIND_WORDS, problemWith, templateOf } from './import.labels.ts'
import { sendFile } from './imports.queries.ts'
import { Stack, Columns } from '../../../ui/layout.tsx'
import classes from './Imports.module.css'

type UploadCardProps = { kind: ImportKind; onKind: (kind: ImportKind) => void; onUploaded: (uploaded: Import) => void }

const isKind = (value: string): value is ImportKind => ImportKind.safeParse(value).success

export function UploadCard({ kind, onKind, onUploaded }: UploadCardProps) {
  const { fields = [] } = useFields()
  const [error, setError] = useState<ErrorInfo | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isOver, setIsOver] = useState(false)

  const upload = async (file: File | null | undefined) => {
    if (!file || isBusy) return
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
        <div
          className={classes.drop}
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setIsOver(true)
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setIsOver(false)
            void upload(event.dataTransfer.files[0])
          }}
        >
          <FileButton accept=".csv,.tsv,.txt,.json,text/csv,application/json" onChange={(file) => void upload(file)}>
            {(props) => (
              <Button {...props} loading={isBusy} leftSection={<IconUpload size={16} aria-hidden />}>
                Choose a file
              </Button>
            )}
          </FileButton>
          <Text span size="sm" c="dimmed">
            or drop it here. CSV with a header or a JSON list, UTF-8, at most {IMPORT_FILE_BYTES / 1_000_000} MB and{' '}
            {MAX_IMPORT_ROWS.toLocaleString('en')} rows.
          </Text>
          <Button
            variant="subtle"
            ml="auto"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => downloadFile(`${kind}.csv`, templateOf(kind, fields), 'text/csv')}
          >
            {KIND_WORDS[kind]} template
          </Button>
        </div>
        <details className={classes.columns}>
          <summary>Columns of {KIND_WORDS[kind].toLowerCase()}</summary>
          <dl>
            {columnsOf(kind, fields).map(({ name, help, isRequired }) => (
              <Columns key={name} of="150px minmax(0, 1fr)" gap={12}>
                <dt className="mono">{name}</dt>
                <dd>
                  {isRequired && <strong>Required. </strong>}
                  {help}
                </dd>
              </Columns>
            ))}
          </dl>
        </details>
      </Stack>
    </Card>
  )
}
