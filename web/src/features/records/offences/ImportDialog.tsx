import { Button, FileButton } from '@mantine/core'
import { OFFENCE_FIELDS, OFFENCE_FILE_BYTES, type OffenceImport } from '@tenfour/contract'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../../../platform/notify/notify.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import classes from './Offences.module.css'
import { sendFile } from './offences.queries.ts'

type Checked = { readonly file: File; readonly outcome: OffenceImport }

/** First a dry run that says what would happen; writing is a second step. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [checked, setChecked] = useState<Checked | null>(null)
  const [error, setError] = useState<ErrorInfo | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const write = useRef<HTMLButtonElement>(null)
  const isReady = checked !== null && checked.outcome.problems.length === 0 && checked.outcome.added + checked.outcome.changed > 0
  useEffect(() => {
    if (isReady) write.current?.focus()
  }, [isReady])

  const send = async (file: File, isDryRun: boolean) => {
    setIsBusy(true)
    setError(null)
    try {
      const outcome = await sendFile(file, isDryRun)
      if (!outcome.isWritten) return setChecked({ file, outcome })
      notify.success(`Penal code imported: ${countWords(outcome)}`)
      onClose()
    } catch (problem) {
      setChecked(null)
      setError(errorInfo(problem))
    } finally {
      setIsBusy(false)
    }
  }
  const choose = (file: File | null) => {
    if (!file) return
    if (file.size > OFFENCE_FILE_BYTES) return setError({ message: `The file is too large: at most ${OFFENCE_FILE_BYTES / 1_000_000} MB.` })
    void send(file, true)
  }
  return (
    <FormModal title="Import a penal code" onClose={onClose} size={640}>
      <div className={classes.form}>
        <p className={classes.paragraph}>
          A CSV file with a header: <span className="mono">{OFFENCE_FIELDS.join(', ')}</span>. Offences are matched by code; those that are
          not in the file stay. Nothing is written before you confirm.
        </p>
        {error && <FormError error={error} />}
        <div>
          <FileButton accept=".csv,text/csv" onChange={choose}>
            {(props) => (
              <Button {...props} variant="default" loading={isBusy} data-autofocus>
                {checked ? 'Choose another file' : 'Choose a file'}
              </Button>
            )}
          </FileButton>
        </div>
        {checked && <Outcome {...checked} />}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {isReady && (
            <Button ref={write} loading={isBusy} onClick={() => void send(checked.file, false)}>
              Import: {countWords(checked.outcome)}
            </Button>
          )}
        </div>
      </div>
    </FormModal>
  )
}

function Outcome({ file, outcome }: Checked) {
  const { problems, moreProblems, added, changed, unchanged } = outcome
  if (problems.length > 0)
    return (
      <Banner tone="danger" announce title={`${file.name} has ${problems.length + moreProblems} problems. Nothing was changed.`}>
        <ul className={classes.problems}>
          {problems.map(({ row, field, message }, at) => (
            // oxlint-disable-next-line no-array-index-key -- a row may have the same problem twice
            <li key={at}>
              Row {row}
              {field && `, ${field}`}: {message}
            </li>
          ))}
          {moreProblems > 0 && <li>… and {moreProblems} more</li>}
        </ul>
      </Banner>
    )
  if (added + changed === 0)
    return (
      <Banner tone="info" announce title={`${file.name} changes nothing.`}>
        All {unchanged} offences are as they are in the file.
      </Banner>
    )
  return (
    <Banner tone="info" announce title={`${file.name}: ${countWords(outcome)}.`}>
      {unchanged} stay as they are.
    </Banner>
  )
}

const countWords = ({ added, changed }: OffenceImport): string => `${added} added, ${changed} changed`
