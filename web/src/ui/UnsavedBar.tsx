import { Button } from '@mantine/core'
import classes from './UnsavedBar.module.css'

type UnsavedBarProps = {
  /** The names of what has changed. */
  what: readonly string[]
  isSaving: boolean
  /** Why it can't be saved yet. */
  problem?: string | null
  onDiscard: () => void
  /** The form that Save submits. */
  formId: string
}

/** Stays in sight at the bottom while there are unsaved changes. */
export function UnsavedBar({ what, isSaving, problem = null, onDiscard, formId }: UnsavedBarProps) {
  if (what.length === 0) return null
  return (
    <section className={classes.bar} aria-label="Unsaved changes">
      <p className={classes.what}>
        <strong>Unsaved:</strong> {what.join(', ')}
        {problem && <span className="muted">. {problem}</span>}
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
