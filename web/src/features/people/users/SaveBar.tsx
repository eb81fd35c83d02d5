import { Button } from '@mantine/core'
import { FIELD_NAMES } from './user-differences.ts'
import type { DraftField } from './user-draft.ts'
import classes from './UserPage.module.css'

type SaveBarProps = { formId: string; changed: readonly DraftField[]; isSaving: boolean; onDiscard: () => void }

/** Stays visible while there are unsaved changes, on every tab. */
export function SaveBar({ formId, changed, isSaving, onDiscard }: SaveBarProps) {
  if (changed.length === 0) return null
  return (
    <section className={classes.saveBar} aria-label="Unsaved changes">
      <p className={classes.unsaved}>
        <strong>Unsaved:</strong> {changed.map((field) => FIELD_NAMES[field].toLowerCase()).join(', ')}
      </p>
      <Button variant="default" onClick={onDiscard} disabled={isSaving}>
        Discard
      </Button>
      <Button type="submit" form={formId} loading={isSaving}>
        Save
      </Button>
    </section>
  )
}
