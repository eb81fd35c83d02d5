import { Button } from '@mantine/core'
import { Row } from './/layout.tsx'

type FormButtonsProps = { submitLabel: string; isSubmitting: boolean; onCancel: () => void; danger?: boolean }

/** The end of a dialog's form. */
export const FormButtons = ({ submitLabel, isSubmitting, onCancel, danger = false }: FormButtonsProps) => (
  <Row justify="end">
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
    <Button type="submit" color={danger ? 'danger' : 'accent'} loading={isSubmitting}>
      {submitLabel}
    </Button>
  </Row>
)
