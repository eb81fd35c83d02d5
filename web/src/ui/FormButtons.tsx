import { Button } from '@mantine/core'
import classes from './FormLayout.module.css'

type FormButtonsProps = { submitLabel: string; isSubmitting: boolean; onCancel: () => void; danger?: boolean }

/** The end of a dialog's form. */
export const FormButtons = ({ submitLabel, isSubmitting, onCancel, danger = false }: FormButtonsProps) => (
  <div className={classes.buttons}>
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
    <Button type="submit" color={danger ? 'danger' : 'accent'} loading={isSubmitting}>
      {submitLabel}
    </Button>
  </div>
)
