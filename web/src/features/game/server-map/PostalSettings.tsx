import { Button, FileButton } from '@mantine/core'
import { savePostals, type Postal, type ServerMap } from '@tenfour/contract'
import { useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormError } from '../../../ui/FormError.tsx'
import classes from './MapSettings.module.css'
import { readPostals } from './postal-list.ts'

/** The server's list of postals: replaced by a file, or removed. */
export function PostalSettings({ map, onSaved }: { map: ServerMap; onSaved: (map: ServerMap) => void }) {
  const [error, setError] = useState<ErrorInfo | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const save = async (postals: readonly Postal[]) => {
    setIsBusy(true)
    try {
      onSaved(await call(savePostals, { params: { serverId: map.serverId }, body: { postals: [...postals], version: map.version } }))
      notify.success('The postals are saved')
    } catch (problem) {
      setError(errorInfo(problem))
    } finally {
      setIsBusy(false)
    }
  }
  const read = async (file: File | null) => {
    if (!file) return
    const { postals, problem } = readPostals(await file.text())
    setError(problem === null ? null : { message: problem })
    if (problem) return
    const isMeant =
      map.postals === 0 ||
      (await confirm({
        title: 'Replace the postals of this map?',
        body: `${map.postals.toLocaleString('en')} are there; the file has ${postals.length.toLocaleString('en')}.`,
        confirmLabel: 'Replace',
      }))
    if (isMeant) await save(postals)
  }
  const remove = async () => {
    const isMeant = await confirm({
      title: 'Remove all postals of this map?',
      subject: `${map.postals.toLocaleString('en')} postals`,
      confirmLabel: 'Remove',
      danger: true,
    })
    if (isMeant) await save([])
  }
  return (
    <section aria-label="Postals" className={classes.postals}>
      <h3>Postals</h3>
      <div className={classes.row} data-level>
        <FileButton accept=".csv,.json,.txt,text/csv,application/json" onChange={(file) => void read(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={isBusy}>
              {map.postals > 0 ? 'Replace the postals' : 'Upload postals'}
            </Button>
          )}
        </FileButton>
        {map.postals > 0 && (
          <Button variant="default" disabled={isBusy} onClick={() => void remove()}>
            Remove
          </Button>
        )}
        <span className="muted">
          {map.postals > 0 ? `${map.postals.toLocaleString('en')} postals` : 'CSV or JSON with code, x and y; at most 5,000.'}
        </span>
      </div>
      <FormError error={error} />
    </section>
  )
}
