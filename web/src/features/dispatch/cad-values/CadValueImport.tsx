import { Text } from '@mantine/core'
import {
  CAD_VALUE_FILE_BYTES,
  CAD_VALUE_FILE_TYPE,
  cadValueColumns,
  cadValueKind,
  checkCadValueFile,
  importCadValueFile,
  MAX_CAD_VALUES,
  type CadValueKind,
  type CheckedCadValueFile,
  type FileProblem,
} from '@tenfour/contract'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { toCsv } from '../../../platform/download/csv-export.ts'
import { downloadFile } from '../../../platform/download/download-file.ts'
import { counted } from '../../../platform/format/text.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FileColumns, FileDrop } from '../../../ui/FileDrop.tsx'
import { FileTable, problemColumns } from '../../../ui/file-problems.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { keepCadValues } from './cad-values-store.ts'

const PROBLEMS = problemColumns<FileProblem>()

/** A file and the outcome of its check. */
type Checked = { readonly name: string; readonly file: Blob; readonly result: CheckedCadValueFile }

/** Values from a CSV file, which is checked before anything is written. */
export function CadValueImport({ kind, onClose }: { kind: CadValueKind; onClose: () => void }) {
  const words = cadValueKind(kind).many.toLowerCase()
  const [checked, setChecked] = useState<Checked | null>(null)
  const [error, setError] = useState<ErrorInfo | null>(null)
  const [isBusy, setBusy] = useState(false)
  const take = async (file: File) => {
    setChecked(null)
    setError(null)
    if (file.size > CAD_VALUE_FILE_BYTES) return setError({ message: `The file is too large: at most ${CAD_VALUE_FILE_BYTES / 1000} kB.` })
    setBusy(true)
    try {
      // The same rows are sent twice. Some systems know CSV files as spreadsheets.
      const copy = new Blob([await file.arrayBuffer()], { type: CAD_VALUE_FILE_TYPE })
      setChecked({ name: file.name, file: copy, result: await call(checkCadValueFile, { query: { kind }, file: copy }) })
    } catch (failure) {
      setError(errorInfo(failure))
    } finally {
      setBusy(false)
    }
  }
  const write = async ({ file, result }: Checked) => {
    try {
      const query = { kind, added: result.added.length, changed: result.changed.length, digest: result.digest }
      keepCadValues(await call(importCadValueFile, { query, file }))
      notify.success(`The ${words} have been imported`)
      onClose()
    } catch (failure) {
      setError(errorInfo(failure))
    }
  }
  const columns = cadValueColumns(kind)
  const template = () =>
    downloadFile(
      `${words.replaceAll(' ', '-')}.csv`,
      toCsv(
        columns.map(({ name }) => name),
        [],
      ),
      'text/csv',
    )
  return (
    <FormModal title={`Import ${words}`} onClose={onClose} size={760}>
      <Stack gap={14}>
        <FormError error={error} />
        <FileDrop
          accept=".csv,.tsv,.txt,text/csv"
          isBusy={isBusy}
          onFile={(file) => void take(file)}
          template={{ label: 'Template', download: template }}
        >
          CSV with a header, UTF-8, at most {MAX_CAD_VALUES} rows.
        </FileDrop>
        <FileColumns label="Columns" columns={columns} />
        {checked && <Outcome checked={checked} onWrite={() => write(checked)} />}
      </Stack>
    </FormModal>
  )
}

function Outcome({ checked, onWrite }: { checked: Checked; onWrite: () => Promise<void> }) {
  const { rows, added, changed, unchanged, problems, ignoredColumns } = checked.result
  const section = useRef<HTMLElement>(null)
  useEffect(() => (section.current?.querySelector<HTMLElement>('[data-next]') ?? section.current)?.focus(), [checked])
  const isNothing = added.length + changed.length === 0
  return (
    <Stack as="section" ref={section} tabIndex={-1} gap={12} aria-label={checked.name} style={{ outline: 'none' }}>
      {ignoredColumns.length > 0 && (
        <Banner tone="info" title="Columns left out:">
          {ignoredColumns.join(', ')}
        </Banner>
      )}
      {problems.length > 0 ? (
        <>
          <Text inherit>Nothing can be imported before these problems are corrected. All rows are written, or none.</Text>
          <FileTable label="Problems" columns={PROBLEMS} rows={problems} rowKey={({ row, field }) => `${row} ${field}`} />
        </>
      ) : (
        <>
          <Text inherit>
            {counted(rows, 'row', 'rows')}: {added.length} new, {changed.length} changed, {unchanged} as they are.
          </Text>
          <Titles label="New" titles={added} />
          <Titles label="Changed" titles={changed} />
          {!isNothing && (
            <div>
              <ActionButton action={onWrite} data-next>
                Import {counted(added.length + changed.length, 'value', 'values')}
              </ActionButton>
            </div>
          )}
        </>
      )}
    </Stack>
  )
}

const Titles = ({ label, titles }: { label: string; titles: readonly string[] }) =>
  titles.length > 0 && (
    <div>
      <strong>{label}</strong> <span className="muted">{titles.join(', ')}</span>
    </div>
  )
