import { Checkbox, Textarea } from '@mantine/core'
import { askCorrection, type CorrectionInput, type PatrolDetail } from '@tenfour/contract'
import { useMemo } from 'react'
import { DateField } from '../../../../ui/DateField.tsx'
import { call } from '../../../../platform/api/client.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { useZodForm } from '../../../../ui/form.ts'
import { FormButtons } from '../../../../ui/FormButtons.tsx'
import { FormError } from '../../../../ui/FormError.tsx'
import classes from '../../../../ui/FormLayout.module.css'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { refreshPatrols } from '../patrols.queries.ts'
import { correctionForm, hasOpenGaps, startValues } from './correction-form.ts'

/** Asks for other times, or that absences count. A supervisor decides. */
export function AskCorrectionDialog({ patrol, onClose }: { patrol: PatrolDetail; onClose: () => void }) {
  const schema = useMemo(() => correctionForm(patrol), [patrol])
  const form = useZodForm(schema, startValues(patrol))
  const save = async (body: CorrectionInput) => {
    try {
      await call(askCorrection, { params: { patrolId: patrol.patrolId }, body })
    } finally {
      // Also after a conflict: the next attempt is made on what it is now.
      await refreshPatrols()
    }
    notify.success('Correction requested')
    onClose()
  }
  return (
    <FormModal title="Request a correction" onClose={onClose} isDirty={form.isDirty()}>
      <form className={classes.form} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <p className={classes.text}>A supervisor of {patrol.departmentName} accepts or declines it. The original times are kept.</p>
        <div className={classes.pair}>
          <DateField type="datetime-local" label="Start" withAsterisk data-autofocus {...form.getInputProps('startedAt')} />
          <DateField type="datetime-local" label="End" withAsterisk {...form.getInputProps('endedAt')} />
        </div>
        {hasOpenGaps(patrol) && (
          <Checkbox label="Count my time outside the game" {...form.getInputProps('countsGaps', { type: 'checkbox' })} />
        )}
        <Textarea
          label="Reason"
          description="For the supervisor, such as a crash of the game or a forgotten sign-off"
          withAsterisk
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
          {...form.getInputProps('reason')}
        />
        <FormButtons submitLabel="Request correction" isSubmitting={form.submitting} onCancel={onClose} />
      </form>
    </FormModal>
  )
}
