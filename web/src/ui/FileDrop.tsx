import { Button, FileButton, Text } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import classes from './FileDrop.module.css'
import { Columns } from './layout.tsx'

type FileDropProps = {
  accept: string
  isBusy: boolean
  onFile: (file: File) => void
  /** The kinds of files, after 'or drop it here.' */
  children: ReactNode
  template?: { readonly label: string; readonly download: () => void }
}

/** Takes a file by button or by drag and drop, and gives a template of it where there is one. */
export function FileDrop({ accept, isBusy, onFile, children, template }: FileDropProps) {
  const [isOver, setIsOver] = useState(false)
  const take = (file: File | null | undefined) => {
    if (file && !isBusy) onFile(file)
  }
  return (
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
        take(event.dataTransfer.files[0])
      }}
    >
      <FileButton accept={accept} onChange={take}>
        {(props) => (
          <Button {...props} loading={isBusy} leftSection={<IconUpload size={16} aria-hidden />}>
            Choose a file
          </Button>
        )}
      </FileButton>
      <Text span size="sm" c="dimmed">
        or drop it here. {children}
      </Text>
      {template && (
        <Button variant="subtle" ml="auto" leftSection={<IconDownload size={16} aria-hidden />} onClick={template.download}>
          {template.label}
        </Button>
      )}
    </div>
  )
}

type FileColumn = { readonly name: string; readonly help: string; readonly isRequired?: boolean | undefined }

/** The columns that a file may have. */
export const FileColumns = ({ label, columns }: { label: string; columns: readonly FileColumn[] }) => (
  <details className={classes.columns}>
    <summary>{label}</summary>
    <dl>
      {columns.map(({ name, help, isRequired }) => (
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
)
